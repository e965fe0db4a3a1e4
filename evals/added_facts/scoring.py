"""Whether an answer keeps what it told before a fact was added, and whether it weighs the fact.
Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evals.added_facts.samples import Sample

Verdict = Literal[
    "kept", "lost", "gap for answer", "weighed", "told without a word", "refused", "still told"
]
"""What became of the row of the drug. With a neutral fact it is ``kept``, ``lost`` or the whole
answer became a gap. With a limiting fact the fact is ``weighed`` (spoken of, whether or not the row
is kept), the answer became a gap, or the row is ``told without a word`` on it or ``lost``. With a
fact against the drug the row is ``refused`` or ``still told``."""
RIGHT: frozenset[Verdict] = frozenset(("kept", "weighed", "refused"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A question with a fact, and what became of the row."""

    sample: Sample
    row: str
    """What was told of the drug before."""
    verdict: Verdict
    run_id: str
    sentences: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        return self.verdict in RIGHT


def score_all(asked: Sequence[tuple[Sample, Mapping[str, Any]]]) -> list[Score]:
    """The scores of all questions with a fact whose plain form has a row on the drug; the others
    have nothing that could be kept or lost."""
    rows = {
        sample.asked: rows_on(sample.drug, result)
        for sample, result in asked
        if sample.kind == "plain"
    }
    return [
        _score(sample, result, rows[sample.asked])
        for sample, result in asked
        if sample.kind != "plain" and not sample.is_first and rows.get(sample.asked)
    ]


_OFFERS = re.compile(r"\b(?:is indicated|advises?|recommends?|allows?|lists?|options?)\b")
"""Words by which a sentence says that a drug may be given."""


def rows_on(drug: str, result: Mapping[str, Any]) -> list[str]:
    """The first sentence of an answer on a drug, and where it says that the drug may be given, the
    others that say so: any of them is enough to keep the option."""
    named = [each for each in _offered_sentences(result) if drug in each.lower()]
    if not named or not _OFFERS.search(named[0]):
        return named[:1]
    return [each for each in named if _OFFERS.search(each)]


def _score(sample: Sample, result: Mapping[str, Any], rows: Sequence[str]) -> Score:
    return Score(
        sample=sample,
        row=rows[0],
        verdict=_verdict(sample, result, rows),
        run_id=result["run_id"],
        sentences=tuple(each["text"] for each in result["sentences"]),
    )


def _verdict(sample: Sample, result: Mapping[str, Any], rows: Sequence[str]) -> Verdict:
    is_told = not set(rows).isdisjoint(_offered_sentences(result))
    if sample.kind == "contradicting":
        return "still told" if is_told else "refused"
    if sample.kind == "limiting" and _speaks_of(sample.weighed_by, result):
        return "weighed"
    if result["outcome"] != "answer":
        return "gap for answer"
    if sample.kind == "limiting":
        return "told without a word" if is_told else "lost"
    return "kept" if is_told else "lost"


def _offered_sentences(result: Mapping[str, Any]) -> list[str]:
    return [
        each["text"]
        for each in result["sentences"]
        if each["role"] != "not for" and each["basis"] == "quote"
    ]


def _speaks_of(pattern: str, result: Mapping[str, Any]) -> bool:
    """Whether the answer, what it excludes or what it says it could not weigh or understand is on
    the fact. What a gap says of it is no answer."""
    if result["outcome"] != "answer":
        return False
    return bool(re.search(pattern, "\n".join(_words(result)), re.IGNORECASE))


def _words(result: Mapping[str, Any]) -> Iterator[str]:
    yield from (each["text"] for each in result["sentences"])
    yield from (each["reason"] for each in result["excluded"])
    yield from map(str, (*result["unweighed"], *result["unread"]))
