"""Graded things, the currency of a statement, and its subject."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.sub_question import SubQuestion
from names.clinical.exposures import effects_of
from names.clinical.values import (
    ClinicalValue,
    Exposure,
    OrganFunction,
    Phenotype,
    Population,
    Toxicity,
)
from retrieval.statements.model import Applicability, Statement, StatementKind
from tests.unit.agents.matching.judged import DOSE, OPTION, judged, outcome

BILIRUBIN_6 = OrganFunction(organ="hepatic", low=6.0, high=6.0, unit="mg/dL", measure="bilirubin")

BOTH_WAYS = Applicability(
    exposures=(
        Exposure(mechanism="CYP3A inhibition", strength="moderate"),
        Exposure(mechanism="P-gp inhibition"),
    ),
    exposures_together=True,
)


@pytest.mark.parametrize(
    ("drug", "outcome"),
    [("verapamil", "ok"), ("fluconazole", "contradicts"), ("clarithromycin", "contradicts")],
)
def test_a_rule_for_two_ways_of_acting_is_for_a_drug_that_acts_in_both(
    drug: str, outcome: str
) -> None:
    found = judged(BOTH_WAYS, *effects_of(drug), asked=DOSE)
    assert [v.outcome for v in found.verdicts if v.dimension == "interaction"] == [outcome]


@pytest.mark.parametrize("kind", ["adjustment", "warning"])
def test_a_rule_that_the_patient_meets_is_told_apart(kind: StatementKind) -> None:
    applies = Applicability(toxicities=(Toxicity(event="diarrhoea", grade_from=3, grade_to=4),))
    event = Toxicity(event="diarrhoea", grade_from=3, grade_to=3)
    asked = replace(DOSE, kind="adverse", answered_by=frozenset((kind,)), about=(event,))
    statement = replace(OPTION, kind=kind)
    assert judged(applies, event, asked=asked, statement=statement).is_met_for(asked) is (
        kind == "adjustment"
    )
    ungraded = replace(event, grade_from=None, grade_to=None)
    assert not judged(applies, ungraded, asked=asked, statement=statement).is_met_for(asked)


GRADED: list[tuple[Applicability, ClinicalValue, str]] = [
    (
        Applicability(organ=(OrganFunction(organ="renal", low=31, high=50, unit="mL/min"),)),
        OrganFunction(organ="renal", low=44, high=44, unit="mL/min"),
        "ok",
    ),
    (
        Applicability(organ=(OrganFunction(organ="renal", low=51, high=80, unit="mL/min"),)),
        OrganFunction(organ="renal", low=44, high=44, unit="mL/min"),
        "contradicts",
    ),
    (
        Applicability(organ=(OrganFunction(organ="hepatic", grade="Child-Pugh B"),)),
        OrganFunction(organ="hepatic", grade="Child-Pugh C"),
        "contradicts",
    ),
    (
        Applicability(exposures=(Exposure(mechanism="CYP3A induction", strength="moderate"),)),
        Exposure(mechanism="CYP3A induction", strength="strong", drugs=("rifampicin",)),
        "contradicts",
    ),
    (
        Applicability(exposures=(Exposure(mechanism="CYP3A induction", strength="strong"),)),
        Exposure(mechanism="CYP3A induction", strength="strong", drugs=("rifampicin",)),
        "ok",
    ),
    (
        Applicability(phenotypes=(Phenotype(gene="DPYD", score_from=1, score_to=1),)),
        Phenotype(gene="DPYD", score_from=1.5, score_to=1.5),
        "contradicts",
    ),
    (
        Applicability(
            toxicities=(Toxicity(event="interstitial lung disease", grade_from=1, grade_to=1),)
        ),
        Toxicity(event="interstitial lung disease", grade_from=2, grade_to=2),
        "contradicts",
    ),
    (
        Applicability(population=Population(menopause="postmenopausal")),
        Population(menopause="premenopausal"),
        "contradicts",
    ),
]


@pytest.mark.parametrize(("applies", "value", "expected"), GRADED)
def test_graded_things_are_exact(
    applies: Applicability, value: ClinicalValue, expected: str
) -> None:
    judgement = judged(applies, value, asked=DOSE, statement=replace(OPTION, kind="adjustment"))
    told = {each.outcome for each in judgement.verdicts if each.dimension != "subject"}
    assert expected in told
    assert expected == "contradicts" or "contradicts" not in told


def test_a_superseded_statement_is_never_an_option() -> None:
    old = replace(OPTION, currency="superseded", superseded_by="the guideline of 2024")
    judgement = judged(Applicability(), statement=old)
    assert not judgement.answers
    assert not judgement.is_excluded_option


def test_another_drug_or_trial_is_beside_the_subject() -> None:
    other = SubQuestion(text="x", kind="therapy", drugs=frozenset({"niraparib"}))
    assert not judged(Applicability(), asked=other).is_on_subject
    trial = SubQuestion(text="OlympiA?", kind="trial_result", trials=frozenset({"OlympiA"}))
    result = Statement(id="r", kind="result", spans=((0, 1),), trials=("OlympiAD",))
    assert not judged(Applicability(), asked=trial, statement=result).is_on_subject


def test_what_is_on_pregnancy_is_for_nobody_after_menopause() -> None:
    warning = replace(OPTION, kind="warning", safety=("pregnancy", "wish for pregnancy"))
    after = Population(menopause="postmenopausal")
    beside = SubQuestion(text="olaparib warnings", kind="adverse", drugs=frozenset({"olaparib"}))
    assert judged(Applicability(), after, asked=beside, statement=warning).contradictions
    before = Population(menopause="premenopausal")
    assert not judged(Applicability(), before, asked=beside, statement=warning).contradictions
    asked = replace(beside, text="contraception on olaparib?")
    assert not judged(Applicability(), after, asked=asked, statement=warning).contradictions
    wider = replace(warning, safety=("pregnancy", "bleeding"))
    assert not judged(Applicability(), after, asked=beside, statement=wider).contradictions


@pytest.mark.parametrize(
    ("here", "expected"),
    [
        (OrganFunction(organ="hepatic", grade="Child-Pugh A"), "contradicts"),
        (OrganFunction(organ="hepatic", grade="Child-Pugh B"), "silent"),
        (OrganFunction(organ="hepatic", grade="Child-Pugh C"), "ok"),
        (BILIRUBIN_6, "ok"),
    ],
)
def test_a_class_of_the_liver_decides_for_an_unknown_bilirubin(
    here: OrganFunction, expected: str
) -> None:
    severe = OrganFunction(organ="hepatic", grade="Child-Pugh C")
    applies = Applicability(organ=(severe, replace(BILIRUBIN_6, low=5, high=None, above=True)))
    assert outcome("organ function", judged(applies, here)) == expected


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Toxicity(event="neutropenia", grade_from=3, grade_to=3), "ok"),
        (Toxicity(event="neutropenia", grade_from=2, grade_to=2), "ok"),
        (Toxicity(event="neutropenia"), "silent"),
        (Toxicity(event="thrombocytopenia", grade_from=3, grade_to=3), "silent"),
    ],
)
def test_a_grade_stands_for_its_values(event: Toxicity, told: str) -> None:
    below = OrganFunction(
        organ="marrow", measure="neutrophils", high=1.5, unit="10^9/L", below=True
    )
    found = judged(Applicability(organ=(below,)), event, asked=DOSE)
    assert outcome("organ function", found) == told


def test_the_number_counts_before_the_grade() -> None:
    low = OrganFunction(organ="marrow", measure="neutrophils", high=0.5, unit="10^9/L", below=True)
    here = replace(low, low=0.7, high=0.7, below=False)
    grade_4 = Toxicity(event="neutropenia", grade_from=4, grade_to=4)
    found = judged(Applicability(organ=(low,)), here, grade_4, asked=DOSE)
    assert outcome("organ function", found) == "contradicts"


@pytest.mark.parametrize(
    ("kind", "event", "against"),
    [
        ("interaction", "diarrhoea", True),
        ("general", "diarrhoea", True),
        ("interaction", "hepatotoxicity", False),
    ],
)
def test_the_rule_for_one_event_is_none_in_another(kind: str, event: str, *, against: bool) -> None:
    rule = Toxicity(event="hepatotoxicity", grade_from=3, grade_to=3)
    asked = replace(DOSE, kind=kind)
    has = replace(rule, event=event)
    found = judged(Applicability(toxicities=(rule,)), has, asked=asked)
    assert any(v.dimension == "toxicity" for v in found.contradictions) is against
