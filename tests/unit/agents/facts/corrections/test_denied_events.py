"""An event that a follow-up denies is taken back; one that is over was there."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Toxicity


def events(*texts: str) -> tuple[str, ...]:
    sheet = read_fact_sheet([Message(each, said_at=str(place)) for place, each in enumerate(texts)])
    return tuple(each.event for each in sheet.of(Toxicity))


@pytest.mark.parametrize(
    "then",
    ["neuropathy: none", "neuropathy none", "neuropathy - none, ECOG 1", "neuropathy is absent"],
)
def test_a_denied_event_is_taken_back(then: str) -> None:
    assert events("urothelial 1L, neuropathy grade 2", then) == ()


@pytest.mark.parametrize(
    "then",
    [
        "neuropathy: none now",
        "neuropathy currently none",
        "diarrhoea: none",
        "neuropathy: none of the drugs?",
        "neuropathy: none?",
        "ECOG 1",
    ],
)
def test_it_stays_otherwise(then: str) -> None:
    assert "neuropathy" in events("urothelial 1L, neuropathy grade 2", then)
