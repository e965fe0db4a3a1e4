"""Treatments that were had and treatments that are asked about, in every wording of both."""

from __future__ import annotations

import pytest

from names.clinical.treatment import read_therapies
from names.clinical.values import Therapy

PAIRS = (
    ("gefitinib", "osimertinib"),
    ("docetaxel/trastuzumab/pertuzumab", "trastuzumab deruxtecan"),
    ("ipilimumab + nivolumab", "encorafenib"),
    ("FOLFIRI and cetuximab", "regorafenib"),
    ("anastrozole + ribociclib", "fulvestrant"),
)
"""What was had, and what the question puts forward."""
HAD = (
    "pd on {}", "PD after {}", "progressed on {}", "progression on {}", "refractory to {}",
    "failed {}", "relapsed on {}", "after {}", "s/p {}", "previously treated with {}",
    "has received {}", "did not tolerate {}", "completed {}", "currently on {}", "prior {}",
)  # fmt: skip
PUT_FORWARD = (
    "{}?", "{} next?", "{} now?", "{} an option?", "{} indicated?", "{} ok?", "{} dose?",
    "{} in brain mets?", "{} 80 mg ok?", "{} instead?", "is {} reasonable?", "can she get {}?",
    "{} or vinorelbine?", "vinorelbine or {}?", "vinorelbine, or {}?", "{} vs chemo?",
    "{} is an option", "what about {}?", "now {}?", "{} for this pt?", "{} with her LVEF?",
)  # fmt: skip
LATER = (
    "{} then {}, what next?", "{}, then {}, options?", "{} followed by {}: next line?",
    "{}, {} and vinorelbine, what now?", "{}, {}, any option?",
)  # fmt: skip


def outcomes(text: str) -> dict[str, str]:
    return {
        drug: found.value.outcome
        for found in read_therapies(text)
        if isinstance(found.value, Therapy)
        for drug in found.value.drugs
    }


@pytest.mark.parametrize("had", HAD)
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_what_a_question_puts_forward_was_not_had(first: str, second: str, had: str) -> None:
    known = outcomes(had.format(first))
    assert known
    texts = [f"{had.format(first)}, {asked.format(second)}" for asked in PUT_FORWARD]
    wrong = {text: found for text in texts if (found := outcomes(text)) != known}
    assert wrong == {}


@pytest.mark.parametrize("wording", LATER)
@pytest.mark.parametrize(("first", "second"), PAIRS[:2])
def test_a_list_that_goes_on_was_had(first: str, second: str, wording: str) -> None:
    found = outcomes("pd on " + wording.format(first, second))
    assert {found.get(second), found.get(first.split("/")[0])} == {"progressed"}


@pytest.mark.parametrize(
    "text",
    [
        "which drug after gefitinib, osimertinib?",
        "What can be given after failure of gefitinib, osimertinib?",
        "any role for amivantamab after gefitinib, osimertinib?",
        "pd on gefitinib, osimertinib what next?",
        "pd on gefitinib, osimertinib, next line?",
        "pd on gefitinib + osimertinib?",
        "pd on gefitinib, then osimertinib?",
    ],
)
def test_where_something_else_is_asked_the_list_is_the_history(text: str) -> None:
    assert {"gefitinib", "osimertinib"} <= outcomes(text).keys(), text


def test_a_drug_that_was_had_may_be_asked_about_again() -> None:
    assert outcomes("pd on olaparib, olaparib again?") == {"olaparib": "progressed"}
    (found,) = read_therapies("pd on olaparib, olaparib again?")
    assert (found.start, found.end) == (6, 14)


def test_a_bracket_ends_the_list() -> None:
    assert outcomes("woman (pd on gefitinib) for osimertinib") == {"gefitinib": "progressed"}
    assert set(outcomes("2 prior lines (THP, T-DM1), T-DXd?")) == {
        "docetaxel", "trastuzumab", "pertuzumab", "trastuzumab emtansine",
    }  # fmt: skip
    assert outcomes("pd on gefitinib (1L), then osimertinib (2L)")["osimertinib"] == "progressed"


def test_how_long_a_treatment_was_had() -> None:
    assert outcomes("14 months on letrozole/palbociclib, new liver lesions") == {
        "letrozole": "current", "palbociclib": "current",
    }  # fmt: skip
    assert outcomes("had AC-T, now on eribulin")["eribulin"] == "current"
