"""The judged pairs: which statements answer which part of a question, with their features.

``judged.jsonl`` has a JSON object a line: ``id``, ``question``, ``part`` (0 for the first) and
``judged``, which names statements as ``silo/document#statement`` with 1 (it answers this part for
this patient) or 0. It holds own questions and ids of the corpus, no text of a source.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.extractive.evidence.contexts import context_of
from agents.extractive.question.parsing import ParsedQuestion, parse_text
from agents.matching.judging import judge
from agents.matching.scoring import FEATURES, WeightSet, features_of, weights_for
from agents.matching.sub_question import StatementContext
from retrieval.declaration.cards import read_cards
from retrieval.derivation.derive import derive_statements
from retrieval.ingestion.readers.corpus import read_documents
from retrieval.statements.model import Statement

JUDGED = Path(__file__).with_name("judged.jsonl")
CORPUS = Path(__file__).parents[2] / "corpus"
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """One part of a question with the statements that were judged for it."""

    id: str
    question: str
    part: int
    judged: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PairTable:
    """The pairs that the matcher lets through, a row each."""

    features: Floats
    """Shape (pairs, features), in the order of :data:`agents.matching.scoring.FEATURES`."""
    answers: Floats
    """Shape (pairs,): 1 when the statement answers."""
    questions: tuple[str, ...]
    """The question of each row; rows of one question are kept in one fold."""
    sets: tuple[WeightSet, ...]
    """The set of weights that each row is scored with."""
    gone: int
    """Judged pairs whose statement is no longer in the corpus or is refused by a hard verdict."""


def read_judged(path: Path = JUDGED) -> tuple[JudgedPart, ...]:
    """The judged parts in the order of the file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return tuple(JudgedPart(r["id"], r["question"], r["part"], r["judged"]) for r in rows)


def build_table(parts: tuple[JudgedPart, ...], corpus: Path = CORPUS) -> PairTable:
    """Features of every judged pair that the matcher lets through today."""
    judged = frozenset(name.split("#")[0] for one in parts for name in one.judged)
    known = statements_by_name(corpus, judged)
    features, answers, questions, sets = [], [], [], []
    for one in parts:
        parsed = parse_text(one.question)
        for name, value in one.judged.items():
            row = _features(one, parsed, *known[name]) if name in known else None
            if row is not None:
                features.append(row)
                answers.append(float(value))
                questions.append(one.id)
                sets.append(weights_for(parsed.parts[one.part]))
    pairs = sum(len(one.judged) for one in parts)
    gone = pairs - len(questions)
    return PairTable(np.array(features), np.array(answers), tuple(questions), tuple(sets), gone)


def _features(
    one: JudgedPart, parsed: ParsedQuestion, statement: Statement, context: StatementContext
) -> list[float] | None:
    if one.part >= len(parsed.parts):
        return None
    asked = parsed.parts[one.part]
    judgement = judge(statement, context, asked, parsed.sheet, one.part)
    if not judgement.answers:
        return None
    found = features_of(judgement, context, asked, parsed.sheet)
    return [found[name] for name in FEATURES]


def pairs_of(table: PairTable, name: WeightSet) -> PairTable:
    """The pairs that a set of weights is fitted on: a choice needs all, since it has few of its
    own; a look-up only look-ups."""
    rows = [place for place, own in enumerate(table.sets) if name in {"choice", own}]
    return PairTable(
        table.features[rows],
        table.answers[rows],
        tuple(table.questions[row] for row in rows),
        tuple(table.sets[row] for row in rows),
        table.gone,
    )


@cache
def statements_by_name(
    corpus: Path, documents: frozenset[str]
) -> Mapping[str, tuple[Statement, StatementContext]]:
    """Every statement of these documents of the corpus (``silo/document``) as it is after
    ingestion, with what is derived of it."""
    return dict(_each_statement(corpus, documents))


def _each_statement(
    corpus: Path, documents: frozenset[str]
) -> Iterator[tuple[str, tuple[Statement, StatementContext]]]:
    roles = {card.name: card.role for card in read_cards()}
    for path in sorted(corpus.glob("*/*.yaml")):
        # A file has the name of its document (evals.corpus.check).
        if f"{path.parent.name}/{path.stem}" not in documents:
            continue
        for document in read_documents(path.parent.name, path, path.read_bytes()):
            role = roles[document.silo]
            for each in derive_statements(document, role):
                name = f"{document.silo}/{document.id}#{each.id}"
                yield name, (each, context_of(document, each, role))
