"""Questions that are answered, each as it stands and with one more fact of the patient.

``questions.tsv`` has a question a line: what is known of the patient, what is asked, the drug whose
sentence is watched, and facts against it (``; `` between them). ``facts.tsv`` has facts that go
with any question: a neutral one takes no option away, a limiting one has to be weighed; and the
words by which an answer shows that it speaks of the fact.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal, get_args

from evals.running.errors import MeasurementFailed

FOLDER = Path(__file__).parent
FILES = FOLDER / "questions.tsv", FOLDER / "facts.tsv"
Kind = Literal["plain", "neutral", "limiting", "contradicting"]
"""What the fact is for the drug; ``plain``: none is added."""
FOLLOW_UPS = 0.25
"""Share of facts that are told in a second message. Chosen by hand: these take two runs."""


class AddedFactsInvalid(MeasurementFailed):
    """A line of the questions or the facts is not what it should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A question, with or without one more fact."""

    id: str
    question: str
    thread: str = ""
    asked: str
    """The id of the question in its file."""
    drug: str
    kind: Kind
    fact: str = ""
    weighed_by: str = ""
    """A pattern of the words by which an answer speaks of the fact."""
    is_first: bool = False
    """Whether it only opens the thread in which the fact is told."""
    is_held_out: bool
    """Whether the question is of the half that nobody mends against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One more fact of a patient."""

    kind: Kind
    words: str
    weighed_by: str = ""


def read_facts(path: Path = FILES[1]) -> tuple[Fact, ...]:
    """The facts of a file. Raises :class:`AddedFactsInvalid` with the line."""
    found = []
    for number, row in enumerate(_rows(path), 2):
        pattern = row["weighed by"]
        kind = next((each for each in get_args(Kind) if each == row["kind"]), None)
        if kind is None:
            raise AddedFactsInvalid(f"line {number}: no kind of fact: {row['kind']}")
        try:
            re.compile(pattern)
        except re.error as error:
            raise AddedFactsInvalid(f"line {number}: {error}") from error
        found.append(Fact(kind=kind, words=row["fact"], weighed_by=pattern))
    return tuple(found)


def make_samples(
    facts_at_most: int, seed: int, questions: Path = FILES[0], facts: Path = FILES[1]
) -> list[Sample]:
    """Each question as it stands, with every fact against its drug, and with at most so many of
    the other facts, chosen by the seed."""
    told = read_facts(facts)
    return [
        each for row in _rows(questions) for each in _samples_of(row, told, facts_at_most, seed)
    ]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _samples_of(
    row: dict[str, str], told: tuple[Fact, ...], most: int, seed: int
) -> Iterator[Sample]:
    chance = Random(f"{seed} {row['id']}")  # noqa: S311 - a sample, no secret
    against = [
        Fact(kind="contradicting", words=words)
        for words in filter(None, row["against"].split("; "))
    ]
    facts = [*against, *chance.sample(told, min(most, len(told)))]
    yield _sample(row, Fact(kind="plain", words=""), f"{row['case']}. {row['asked']}")
    for fact in facts:
        if chance.random() < FOLLOW_UPS:
            yield from _thread(row, fact)
        else:
            yield _sample(row, fact, f"{row['case']}, {fact.words}. {row['asked']}")


def _thread(row: dict[str, str], fact: Fact) -> Iterator[Sample]:
    thread = f"{row['id']}-{hashlib.sha256(fact.words.encode()).hexdigest()[:8]}"
    first = f"{row['case']}. {row['asked']}"
    yield _sample(row, fact, first, thread=thread, is_first=True)
    yield _sample(row, fact, f"And with {fact.words}?", thread=thread)


def _sample(
    row: dict[str, str], fact: Fact, question: str, *, thread: str = "", is_first: bool = False
) -> Sample:
    place = "first" if is_first else "follow-up" if thread else "in the case"
    half = hashlib.sha256(row["id"].encode()).digest()[0] % 2 == 1
    return Sample(
        id=f"{row['id']}~{fact.kind}~{fact.words}~{place}",
        question=question,
        thread=thread,
        asked=row["id"],
        drug=row["drug"],
        kind=fact.kind,
        fact=fact.words,
        weighed_by=fact.weighed_by,
        is_first=is_first,
        is_held_out=half,
    )
