"""The invented hospitals of ``evals/protocols/hospitals``: their rules, their questions, and what
an answer is worth."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.extractive.own_rules.rules_of_document import OwnRule, rules_of
from retrieval.ingestion.readers import read_documents

HOSPITALS = Path(__file__).parent / "hospitals"
ProtocolVerdict = Literal[
    "right", "neighbouring row", "elsewhere", "beside", "gap", "answered a gap"
]
Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HospitalQuestion:
    """A question of a hospital's staff, what the right rule says, and what only its neighbours
    say."""

    id: str
    question: str
    must: Patterns
    """All of these stand in a right answer."""
    wrong: Patterns
    """None of these does."""
    is_gap: bool
    """Whether the hospital has no rule on it."""
    thread: str = ""


def hospitals() -> list[Path]:
    """The folder of each hospital."""
    return sorted(each for each in HOSPITALS.iterdir() if each.is_dir())


def questions_of_hospital(folder: Path) -> tuple[HospitalQuestion, ...]:
    """The questions of a hospital in the order of its file."""
    with (folder / "questions.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(
        HospitalQuestion(
            id=f"{folder.name}-{row['id']}",
            question=row["question"],
            must=_patterns(row["must"], "&&"),
            wrong=_patterns(row["wrong"], "||"),
            is_gap=row["kind"] == "gap",
        )
        for row in rows
    )


def _patterns(cell: str, between: str) -> Patterns:
    told = (each.strip() for each in (cell or "").split(between))
    return tuple(re.compile(each, re.IGNORECASE) for each in told if each)


def rules_of_hospital(folder: Path) -> list[OwnRule]:
    """The rules of all documents of a hospital."""
    files = sorted((folder / "documents").iterdir())
    documents = (each for path in files for each in read_documents("own", path, path.read_bytes()))
    return [rule for each in documents for rule in rules_of(each.text, each.title)]


def hospital_verdict(
    question: HospitalQuestion, told: Sequence[str], *, elsewhere: bool = False
) -> ProtocolVerdict:
    """What an answer of these sentences is worth. A wrong row beside the right one is wrong.
    ``elsewhere``: whether another silo than the hospital's is cited."""
    if question.is_gap:
        return "answered a gap" if told else "right"
    if not told:
        return "gap"
    said = " ".join(" ".join(told).split())
    if any(each.search(said) for each in question.wrong):
        return "neighbouring row"
    if all(each.search(said) for each in question.must):
        return "right"
    return "elsewhere" if elsewhere else "beside"
