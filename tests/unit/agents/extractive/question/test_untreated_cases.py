"""A case of a patient who has not been treated asks what to give, not what a drug has caused."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.readers import read_patient
from names.clinical.values import Population
from names.recognise import recognise


@pytest.mark.parametrize(
    "case",
    [
        "AML 78y unfit, IDH1 mutated, QTc 490",
        "clear cell RCC, IMDC intermediate, untreated, active ulcerative colitis on infliximab",
        "CML chronic phase newly diagnosed, QTc 490, prior MI",
        "newly diagnosed FLT3-ITD AML 48y fit, on posaconazole, QTc 470",
    ],
)
def test_a_value_or_another_disease_asks_for_no_adverse_effect(case: str) -> None:
    parts = parse_text(case).parts
    assert {each.kind for each in parts} == {"therapy"}
    assert not any("infliximab" in each.drugs for each in parts)


@pytest.mark.parametrize(
    "case",
    [
        "NSCLC EGFR L858R, ILD grade 2",
        "NSCLC EGFR L858R, ILD",
        "melanoma, grade 3 colitis, infliximab?",
        "RCC on nivolumab plus ipilimumab first line, colitis, infliximab",
        "AML IDH1, on ivosidenib first line, QTc 510",
        "untreated AML, side effects of infliximab, QTc 490",
        "urothelial cancer first line, pembrolizumab, rash: hold?",
    ],
)
def test_an_event_that_a_treatment_may_have_caused_stays_one(case: str) -> None:
    assert "adverse" in {each.kind for each in parse_text(case).parts}


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("AML 78y unfit, IDH1 mutated", 78),
        ("FLT3-ITD AML 48y fit for 7+3", 48),
        ("44 y premenopausal ER+ early BC", 44),
        ("NSCLC, 66y ECOG 1", 66),
    ],
)
def test_an_age_before_fitness_is_read(text: str, age: int) -> None:
    found = [e.value for e in read_patient(text) if isinstance(e.value, Population)]
    assert age in {each.age_from for each in found}


@pytest.mark.parametrize(
    "text",
    [
        "on letrozole 5 y postmenopausal",
        "disease free 30 y, then relapse",
        "after 35 y of follow-up",
        "relapse after 12 y frail",
    ],
)
def test_a_time_is_no_age(text: str) -> None:
    found = [e.value for e in read_patient(text) if isinstance(e.value, Population)]
    assert not any(each.age_from for each in found)


def test_a_short_form_right_before_its_partner_is_a_drug() -> None:
    named = recognise("urothelial cancer first line, EV pembro?").names("drug")
    assert named == {"enfortumab vedotin", "pembrolizumab"}


@pytest.mark.parametrize("text", ["EV 71, pembro?", "len of stay, pembro?", "EV nivolumab", "EV."])
def test_the_form_alone_or_beside_another_drug_is_none(text: str) -> None:
    assert not {"enfortumab vedotin", "lenvatinib"} & recognise(text).names("drug")
