"""A sentence does not allow what its quotes forbid."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

AVOID = "Avoid concomitant use of strong CYP3A inhibitors with olaparib."
MUST_NOT = (
    "Dabrafenib must not be restarted after grade 4 pyrexia. It is taken with or without food."
)
IF_NOT = (
    "Avoid strong CYP3A inhibitors with olaparib. If they cannot be avoided, reduce the olaparib"
    " dose to 100 mg twice daily."
)


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        (AVOID, "Strong CYP3A inhibitors may be given with olaparib."),
        (AVOID, "Olaparib can safely be combined with strong CYP3A inhibitors."),
        (AVOID, "Olaparib is safe with strong CYP3A inhibitors."),
        (MUST_NOT, "Dabrafenib may be restarted after grade 4 pyrexia."),
    ],
)
def test_what_is_forbidden_is_not_allowed(quote: str, sentence: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        (AVOID, "Strong CYP3A inhibitors should be avoided with olaparib."),
        (MUST_NOT, "Dabrafenib can be taken with or without food."),
        (
            IF_NOT,
            "If strong CYP3A inhibitors cannot be avoided, olaparib is 100 mg twice daily.",
        ),
    ],
)
def test_what_the_quote_says_stays_verified(quote: str, sentence: str) -> None:
    assert not problem(sentence, quote)
