"""A failure or a harm that is denied, doubted or still to come is none."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.treatment.no_progression import NO_PROGRESSION
from names.clinical.values import Therapy

FAILURES = (
    "failed osimertinib",
    "refractory to osimertinib",
    "progressed on osimertinib",
    "progression on osimertinib",
    "relapsed on osimertinib",
    "failure of osimertinib",
    "osimertinib-refractory",
    "osimertinib-resistant",
)
HARMS = (
    "intolerant of osimertinib",
    "allergic to osimertinib",
    "osimertinib intolerance",
    "toxicity on osimertinib",
    "severe reaction to osimertinib",
)


def outcomes(text: str) -> dict[str, str]:
    return {
        name: found.value.outcome
        for found in read_patient(text)
        if isinstance(found.value, Therapy)
        for name in found.value.drugs
    }


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize(
    "denial", ["not", "never", "has not", "hasn't", "not yet", "not considered"]
)
def test_a_denied_failure_is_none(denial: str, failure: str) -> None:
    assert outcomes(f"NSCLC, {denial} {failure}").get("osimertinib") in (None, "given")


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize(
    "doubt", ["suspected", "possibly", "r/o", "unclear whether", "may have", "likely", "?"]
)
def test_a_doubted_failure_is_none(doubt: str, failure: str) -> None:
    assert outcomes(f"NSCLC, {doubt} {failure}").get("osimertinib") in (None, "given")


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("denial", ["not", "never", "no", "without", "denies", "no known"])
def test_a_denied_harm_is_none(denial: str, harm: str) -> None:
    assert outcomes(f"NSCLC, {denial} {harm}").get("osimertinib") in (None, "given")


@pytest.mark.parametrize("told", ["suspected", "possible", "severe", "known", "grade 3"])
def test_a_suspected_harm_stays_a_reason_for_care(told: str) -> None:
    assert outcomes(f"NSCLC, {told} hypersensitivity to paclitaxel")["paclitaxel"] == "intolerant"


@pytest.mark.parametrize(
    "text",
    [
        "progression on osimertinib ruled out",
        "progression on osimertinib was excluded on PET",
        "progression on osimertinib not confirmed",
        "progression on osimertinib: no",
        "progressed on osimertinib? no",
        "progression on osimertinib is suspected",
        "risk of progression on osimertinib",
        "most patients progress on osimertinib",
        "doing well despite osimertinib",
        "no progression despite osimertinib",
        "on osimertinib until progression",
        "continue osimertinib until progression or toxicity",
        "osimertinib until progression planned",
        "osimertinib until PD?",
        "heart failure on osimertinib",
        "not progressed on osimertinib but progressed on gefitinib",
        "not refractory to osimertinib, refractory to gefitinib",
        "stopped osimertinib not because of toxicity",
        "osimertinib stopped, not due to toxicity but because she moved",
    ],
)
def test_what_is_ruled_out_to_come_or_of_others_is_no_failure(text: str) -> None:
    found = outcomes(f"NSCLC, {text}")
    assert found.get("osimertinib") in (None, "given", "current")
    assert found.get("gefitinib", "progressed") == "progressed"


@pytest.mark.parametrize(
    "text",
    [
        "never smoker, failed osimertinib",
        "no brain mets, progressed on osimertinib",
        "no brain mets progressed on osimertinib",
        "without T790M progressed on osimertinib",
        "no toxicity, progressed on osimertinib",
        "not only failed osimertinib",
        "never responded to osimertinib",
        "no longer responding to osimertinib",
        "no response despite osimertinib",
        "progressed on osimertinib, T790M excluded",
        "progressed on osimertinib, unclear mechanism",
        "progression on osimertinib confirmed",
        "had osimertinib until progression",
        "osimertinib until PD in May",
        "osimertinib until PD, then docetaxel",
        "treatment failure on osimertinib",
        "osimertinib stopped because of PD, not toxicity",
        "suspected ILD, refractory to osimertinib",
    ],
)
def test_a_denial_or_doubt_of_something_else_leaves_a_failure(text: str) -> None:
    assert outcomes(f"NSCLC, {text}")["osimertinib"] == "progressed"


@pytest.mark.parametrize("word", ["never", "no longer", "not", "stopped"])
def test_who_does_not_respond_has_not_been_free_of_progression(word: str) -> None:
    found = read_patient(f"NSCLC, {word} responding to osimertinib")
    assert NO_PROGRESSION not in [each.value for each in found]


@pytest.mark.parametrize("word", ["naive to", "ineligible for", "untreated with"])
def test_a_twofold_denial_denies_nothing(word: str) -> None:
    assert outcomes(f"NSCLC, not {word} cisplatin").get("cisplatin") != "not given"
    assert outcomes(f"NSCLC, {word} cisplatin").get("cisplatin", "not given") == "not given"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Gilteritinib relapsed AML with FLT3-ITD?", None),
        ("58M. Venetoclax relapsed CLL?", None),
        ("Olaparib recurrent ovarian cancer?", None),
        ("on gilteritinib relapsed AML?", "progressed"),
        ("gilteritinib relapsed AML: next?", "progressed"),
        ("had gilteritinib relapsed AML, quizartinib?", "progressed"),
        ("gilteritinib relapsed AML, now what?", "progressed"),
        ("gilteritinib relapsed after 8 months?", "progressed"),
        ("gilteritinib relapsed AML", "progressed"),
    ],
)
def test_a_relapsed_disease_that_a_drug_is_asked_for_is_no_failure_of_it(
    text: str, outcome: str | None
) -> None:
    assert next(iter(outcomes(text).values()), None) == outcome
