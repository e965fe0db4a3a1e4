"""Which of two statements that answer equally well comes first. Pure."""

from __future__ import annotations

from agents.matching.verdicts import Judgement
from names.recognise import recognise_passage


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


def place_by_prior(judgement: Judgement) -> int:
    """The place of an option by the earlier treatments that it asks for: first those that the
    patient has had, then of what asks for none, then of what asks for one that nobody has told.

    What is made for the time after a treatment is told more exactly for this patient than what is
    said of any time."""
    told = [each for each in judgement.verdicts if each.dimension == "prior therapy"]
    if any(each.missing for each in told):
        return 2
    return 0 if any(each.outcome == "ok" for each in told) else 1


def awaited_treatment(judgement: Judgement, *, first: bool) -> str:
    """The earlier treatment that keeps an option back; empty when there is none. Where the first
    line is asked for, it is any earlier treatment that the option needs. Otherwise it is one that
    is missing while others were had, or a drug by name while the treatments are known: who has told
    of FOLFOX has not had irinotecan."""
    told = [each for each in judgement.verdicts if each.dimension == "prior therapy"]
    missing = next((each.missing for each in told if each.missing), "")
    others = any(each.outcome == "ok" for each in told)
    known = any((v.dimension, v.outcome) == ("had before", "ok") for v in judgement.verdicts)
    by_name = known and bool(recognise_passage(missing).names("drug"))
    return missing if first or others or by_name else ""
