"""Plain questions with the documents that should be cited, and what answers to them are worth.

``questions.jsonl`` has a JSON object a line: ``id``, ``question``, optionally ``thread`` (questions
of one thread follow each other), and either ``documents`` (``silo/id``: an answer should cite at
least one of them) or ``gap`` (what is missing, so that it must not be answered). Pure but for
:func:`read_questions`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evals.shares import Share, share

QUESTIONS = Path(__file__).parent / "questions.jsonl"
GOAL = 0.9
"""For the share of answers that cite an expected document, and of gaps that are declared."""
GAPS = frozenset({"silo", "capability", "fact"})

Json = Mapping[str, Any]


class QuestionsInvalid(Exception):
    """A line of a question file is not what it should be."""


class AnswersIncomplete(Exception):
    """Not every question has exactly one result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and what should come of it."""

    id: str
    question: str
    thread: str = ""
    documents: frozenset[str] = frozenset()
    gap: str = ""
    """What is missing; empty for a question that the silos can answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What came of a question."""

    asked: Asked
    run_id: str
    outcome: str
    cited: tuple[str, ...]
    """``silo/id`` in the order of the answer, each once."""
    sentences: int
    unverified: tuple[str, ...]
    """The sentences that the program could not verify."""
    missing: str
    """The kind of a declared gap."""
    seconds: float

    @property
    def is_right(self) -> bool:
        """A gap that is declared, or an answer that cites an expected document."""
        if self.asked.gap:
            return self.outcome == "gap"
        return self.outcome == "answer" and not self.asked.documents.isdisjoint(self.cited)

    @property
    def leads(self) -> bool:
        """The answer cites an expected document first."""
        return self.outcome == "answer" and self.cited[:1] != () and self._expects(self.cited[0])

    def _expects(self, document: str) -> bool:
        return document in self.asked.documents


def read_questions(path: Path = QUESTIONS) -> tuple[Asked, ...]:
    """The questions of a file. Raises :class:`QuestionsInvalid`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    asked = tuple(_asked(line, number) for number, line in enumerate(lines, 1) if line.strip())
    ids = [one.id for one in asked]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise QuestionsInvalid(f"given twice: {', '.join(twice)}")
    return asked


def _asked(line: str, number: int) -> Asked:
    try:
        row = json.loads(line)
        documents = frozenset(row.pop("documents", ()))
        asked = Asked(documents=documents, **row)
    except (ValueError, TypeError, AttributeError) as error:
        raise QuestionsInvalid(f"line {number}: {error}") from error
    if bool(asked.documents) == bool(asked.gap) or asked.gap not in {"", *GAPS}:
        raise QuestionsInvalid(f"line {number}: either documents or one of {sorted(GAPS)}")
    return asked


def told(asked: Asked, result: Json) -> Told:
    """One object of ``curbside ask --json`` beside its question."""
    cited = (f"{one['silo']}/{one['document_id']}" for one in result["citations"])
    return Told(
        asked=asked,
        run_id=result["run_id"],
        outcome=result["outcome"],
        cited=tuple(dict.fromkeys(cited)),
        sentences=len(result["sentences"]),
        unverified=tuple(one["text"] for one in result["sentences"] if not one["verified"]),
        missing=result["gap"]["missing"] if result["gap"] else "",
        seconds=result["seconds"],
    )


def all_told(asked: Sequence[Asked], results: Sequence[Json]) -> tuple[Told, ...]:
    """Results beside their questions. Raises :class:`AnswersIncomplete`."""
    if [one.id for one in asked] != [result.get("id") for result in results]:
        raise AnswersIncomplete(f"{len(asked)} questions, {len(results)} results")
    return tuple(told(one, result) for one, result in zip(asked, results, strict=True))


def shares(every: Sequence[Told]) -> tuple[Share, ...]:
    """What the answers are worth."""
    answerable = [one for one in every if not one.asked.gap]
    gaps = [one for one in every if one.asked.gap]
    declared = [one for one in gaps if one.is_right]
    verified = [n >= len(one.unverified) for one in every for n in range(one.sentences)]
    return (
        share("answers citing an expected document", _right(answerable), goal=GOAL),
        share("answers citing an expected document first", [one.leads for one in answerable]),
        share("gaps declared", _right(gaps), goal=GOAL),
        *(
            [share("gaps of the right kind", [one.missing == one.asked.gap for one in declared])]
            if declared
            else []
        ),
        share("false gaps", [one.outcome == "gap" for one in answerable]),
        *([share("sentences verified", verified, goal=1.0)] if verified else []),
    )


def misses(every: Sequence[Told]) -> tuple[Told, ...]:
    """The questions with a wrong outcome."""
    return tuple(one for one in every if not one.is_right)


def _right(every: Sequence[Told]) -> list[bool]:
    return [one.is_right for one in every]
