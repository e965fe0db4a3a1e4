"""The criteria of a trial as the rows of a table. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.turns import Citation
from agents.turns.criteria import CriterionVerdict, JudgedCriterion

HEADS = ("Criterion", "Verdict", "Why", "Words of the record")
EXCLUDES: Mapping[CriterionVerdict, str] = {
    "met": "met, excludes",
    "not met": "not met, does not exclude",
}
"""The verdicts on an exclusion, of which meeting it is against taking part."""
LONGEST_WORDS = 300
"""Characters of a criterion that stand in a row. Chosen by hand: three lines; the link shows all.
"""
_ORDER = ("against", "for", "open")


def verdict_words(judged: JudgedCriterion) -> str:
    """``met``; of an exclusion also what that comes to."""
    if judged.criterion.side == "exclusion":
        return EXCLUDES.get(judged.verdict, judged.verdict)
    return judged.verdict


def in_reading_order(criteria: Sequence[JudgedCriterion]) -> list[JudgedCriterion]:
    """Trial by trial; of each, what speaks against taking part first, then what is in conflict,
    what speaks for it, and what is open."""
    trials = list(dict.fromkeys(each.criterion.trial for each in criteria))
    return sorted(criteria, key=lambda each: (trials.index(each.criterion.trial), _place(each)))


def _place(judged: JudgedCriterion) -> float:
    return 0.5 if judged.verdict == "conflict" else _ORDER.index(judged.effect)


def criterion_words(judged: JudgedCriterion, known: Mapping[str, Citation]) -> str:
    """The words of the record on one line."""
    quote = known[judged.key].quote if judged.key in known else ""
    words = " ".join(judged.criterion.words_of(quote).split())
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS].rstrip()}…"


def criterion_line(judged: JudgedCriterion, known: Mapping[str, Citation]) -> str:
    """A row in one line: ``inclusion 7: met: ECOG 1: “ECOG 0 or 1”``."""
    words = criterion_words(judged, known)
    return f"{judged.name}: {verdict_words(judged)}: {judged.why}: “{words}”"
