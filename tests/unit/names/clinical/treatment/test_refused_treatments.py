"""A treatment that was refused or denied says nothing of the one that was had before or behind."""

from __future__ import annotations

import pytest

from names.clinical.treatment import read_therapies
from names.clinical.values import Therapy


def outcomes(text: str) -> dict[str, str]:
    return {
        name: found.value.outcome
        for found in read_therapies(text)
        if isinstance(found.value, Therapy)
        for name in found.value.drugs
    }


@pytest.mark.parametrize("refused", ["declined", "refused", "but declined", "and refused"])
@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        ("received osimertinib", "given"),
        ("had osimertinib", "given"),
        ("progressed on osimertinib", "progressed"),
        ("on osimertinib since May", "current"),
    ],
)
@pytest.mark.parametrize("other", ["docetaxel", "radiotherapy", "TIL", "further treatment"])
def test_what_was_had_before_a_refusal_was_had(
    told: str, outcome: str, refused: str, other: str
) -> None:
    sign = "" if refused.startswith(("and", "but")) else ","
    found = outcomes(f"{told}{sign} {refused} {other}")
    assert found["osimertinib"] == outcome
    assert found.get("docetaxel", "not given") == "not given"


@pytest.mark.parametrize(
    "text",
    [
        "osimertinib declined",
        "osimertinib was refused by the patient",
        "osimertinib (declined), letrozole",
        "offered osimertinib, declined",
        "osimertinib was declined because of cost, had letrozole",
        "had letrozole and osimertinib declined",
        "osimertinib not given, letrozole since May",
        "osimertinib was stopped before the first dose",
        "osimertinib-naive",
    ],
)
def test_a_refusal_that_ends_its_clause_is_of_the_treatment_before_it(text: str) -> None:
    found = outcomes(text)
    assert found["osimertinib"] == "not given"
    assert found.get("letrozole") != "not given"


@pytest.mark.parametrize(
    ("behind", "outcome"),
    [
        ("for 2 years then PD", "progressed"),
        ("stopped for arthralgia", "intolerant"),
        ("stopped in May", "given"),
        ("started 5/2024", "given"),
        ("yes", "given"),
        ("completed", "completed"),
        ("ongoing", "current"),
        ("declined", "not given"),
        ("for 4 weeks", None),
        ("given", None),
        ("since surgery", None),
    ],
)
@pytest.mark.parametrize("denied", ["no prior", "never had", "no"])
def test_what_a_list_of_denied_treatments_runs_into_tells_of_itself(
    denied: str, behind: str, outcome: str | None
) -> None:
    found = outcomes(f"{denied} docetaxel, letrozole {behind}")
    assert found.get("letrozole") == outcome
    assert found["docetaxel"] == "not given"


@pytest.mark.parametrize(
    "text",
    [
        "no docetaxel, letrozole or olaparib so far",
        "never had docetaxel, letrozole",
        "without prior docetaxel, letrozole, olaparib",
        "refused docetaxel, letrozole",
    ],
)
def test_a_list_of_denied_treatments_is_denied_whole(text: str) -> None:
    assert set(outcomes(text).values()) == {"not given"}


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("had carboplatin, unfit for surgery", "given"),
        ("had carboplatin, ineligible for a transplant", "given"),
        ("had carboplatin, naive to olaparib", "given"),
        ("on carboplatin, refractory nausea", "current"),
        ("on carboplatin, resistant hypertension", "current"),
        ("on carboplatin, refractory disease", "progressed"),
        ("on carboplatin, now refractory", "progressed"),
        ("on carboplatin, stopped smoking", "current"),
        ("on carboplatin, stopped amlodipine for rash", "current"),
        ("on carboplatin, stopped for rash", "intolerant"),
        ("on carboplatin, stopped last week for rash", "intolerant"),
        ("on carboplatin, stopped in May", "given"),
        ("on carboplatin, stopped.", "given"),
    ],
)
def test_words_on_something_else_tell_nothing_of_the_treatment(text: str, outcome: str) -> None:
    assert outcomes(text)["carboplatin"] == outcome
