"""Which of two statements that answer equally well comes first. Pure."""

from __future__ import annotations

from agents.matching.verdicts import Judgement


def place_of(judgement: Judgement) -> tuple[float, bool, bool, int]:
    """The better score first. Of equal ones what forbids, then what speaks of several genes at
    once, then what is said for the fewest phenotypes: "poor metabolisers" before "intermediate or
    poor ones", since what is said for more of them is said less exactly."""
    statement = judgement.statement
    return (
        -round(judgement.score, 6),
        statement.kind != "contraindication",
        not statement.applies.phenotypes_together,
        len(statement.applies.phenotypes),
    )
