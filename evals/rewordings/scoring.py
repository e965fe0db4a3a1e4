"""Whether two answers are alike. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evals.rewordings.samples import OWN_WORDS, Sample

Likeness = Literal["same", "rest differs", "other order", "other lead", "gap for answer",
                   "answer for gap"]  # fmt: skip
"""What the answer to other words is beside the answer to a question's own: the same sentences;
the same first one, and others behind; a first one that stood further behind; a first one that did
not stand there; and where one of both is a gap."""
ALIKE: frozenset[Likeness] = frozenset(("same", "rest differs"))
"""A reader takes the same from both: what is said first is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A wording and how its answer is beside that to the question's own words."""

    sample: Sample
    own: str
    """The question in its own words."""
    likeness: Likeness
    leads: tuple[str, str]
    """What is said first: to the question's own words, and to these."""
    lost: tuple[str, ...]
    """Facts of the patient that were read from the own words and not from these."""
    added: tuple[str, ...]
    run_id: str

    @property
    def is_alike(self) -> bool:
        return self.likeness in ALIKE


def score_all(asked: Sequence[tuple[Sample, Mapping[str, Any]]]) -> list[Score]:
    """The scores of all wordings that are not a question's own; without an answer to its own words
    there is nothing to hold them against."""
    owns = {each.original: (each, result) for each, result in asked if each.operator == OWN_WORDS}
    return [
        _score(sample, result, *owns[sample.original])
        for sample, result in asked
        if sample.operator != OWN_WORDS and sample.original in owns
    ]


def _score(
    sample: Sample, result: Mapping[str, Any], own: Sample, before: Mapping[str, Any]
) -> Score:
    facts, facts_before = _facts(result), _facts(before)
    return Score(
        sample=sample,
        own=own.question,
        likeness=likeness(before, result),
        leads=(_lead(before), _lead(result)),
        lost=tuple(sorted(facts_before - facts)),
        added=tuple(sorted(facts - facts_before)),
        run_id=result["run_id"],
    )


def likeness(before: Mapping[str, Any], after: Mapping[str, Any]) -> Likeness:
    """How an object of ``curbside ask --json`` is beside another."""
    is_gap, was_gap = (each["outcome"] != "answer" for each in (after, before))
    if is_gap != was_gap:
        return "gap for answer" if is_gap else "answer for gap"
    told, told_before = (list(_sentences(each)) for each in (after, before))
    if set(told) == set(told_before) and told[:1] == told_before[:1]:
        return "same"
    if told[:1] == told_before[:1]:
        return "rest differs"
    return "other order" if told and told[0] in told_before else "other lead"


def _sentences(result: Mapping[str, Any]) -> Iterator[str]:
    yield from (each["text"] for each in result["sentences"])


def _lead(result: Mapping[str, Any]) -> str:
    gap = result["gap"] or {}
    return next(_sentences(result), f"A gap: {gap.get('name', '')}".strip(": "))


def _facts(result: Mapping[str, Any]) -> set[str]:
    return {each["text"] for each in result["facts"]}
