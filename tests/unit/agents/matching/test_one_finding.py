"""An event and the number that tells it are one finding; another event beside it is another."""

from __future__ import annotations

import pytest

from agents.matching.subject.asked_circumstances import topic_of
from names.clinical.values import OrganFunction, Toxicity

HIGH = OrganFunction(organ="chemistry", low=270, high=270, unit="mg/dL", measure="glucose")
NORMAL = OrganFunction(organ="chemistry", low=90, high=90, unit="mg/dL", measure="glucose")


@pytest.mark.parametrize(
    ("event", "number", "one"),
    [
        (Toxicity(event="hyperglycaemia"), HIGH, True),
        (Toxicity(event="hyperglycaemia"), NORMAL, False),
        (Toxicity(event="rash"), HIGH, False),
    ],
)
def test_an_event_and_its_number_are_one_finding(
    event: Toxicity, number: OrganFunction, one: bool
) -> None:
    about = (event, number)
    assert (topic_of(event, about) == topic_of(number, about)) is one
