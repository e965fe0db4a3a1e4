"""What a service sent in a form that is not declared, as a document: a sentence for each value.

Nothing of it is read here. Code that a model writes may point at lines; what it points at is quoted
and checked as the words of any document are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from retrieval.declaration.record_cards import RecordCard
from retrieval.documents import Document
from retrieval.records.contract import Lookup
from retrieval.text.invisible import readable

ANSWER_FILE = "answer.tsv"
"""What code finds an answer in."""
MOST_LINES = 5_000
"""Of an answer; a longer one is not read. Chosen by hand: a large record of dbSNP has 3,000."""
LONGEST_VALUE = 2_000
"""Characters of a value that are shown. Chosen by hand: a paragraph."""
_PREFIX = "answer-"
_SAID, _AS = "{source}, asked for {asked}, sent ", " as "
_PLACE = re.compile(r"\[\d+\]")


def unread_document(card: RecordCard, lookup: Lookup, sent: Any, today: str) -> Document | None:
    """The answer as a document; None where it holds nothing, or more than is read."""
    said = _SAID.format(source=card.title, asked=lookup.words)
    lines = [f"{said}{value}{_AS}{path}." for path, value in _values(sent, "")]
    if not lines or len(lines) > MOST_LINES:
        return None
    text = readable("\n".join(lines))
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Document(
        silo=card.name,
        id=f"{_PREFIX}{digest}",
        version=f"{today}+{digest}",
        title=f"{card.title}: answer to “{lookup.words}”",
        text=text,
        organisation=card.title,
        date=today,
    )


def is_unread(document: Document) -> bool:
    """Whether nothing of it was read yet."""
    return document.id.startswith(_PREFIX) and not document.statements


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A value with its path, and where the two stand in the document."""

    path: str
    value: str
    start: int
    end: int


def lines_of_answer(document: Document) -> Mapping[str, AnswerLine]:
    """Path → line of an unread answer."""
    found: dict[str, AnswerLine] = {}
    asked = document.title.partition("“")[2].removesuffix("”")
    said, start = _SAID.format(source=document.organisation, asked=asked), 0
    for line in document.text.split("\n"):
        value, _, path = line.removeprefix(said).removesuffix(".").rpartition(_AS)
        found[path] = AnswerLine(path, value, start, start + len(line))
        start += len(line) + 1
    return found


def answer_file(document: Document) -> dict[str, bytes]:
    """The answer as the file that code reads: on each line a path, a tab and a value."""
    lines = lines_of_answer(document).values()
    return {ANSWER_FILE: "".join(f"{each.path}\t{each.value}\n" for each in lines).encode()}


def form_of(document: Document) -> tuple[str, ...]:
    """The different paths of an answer, each without the numbers of its lists: ``docs[].symbol``.
    Answers of one form are read by the same code."""
    return tuple(dict.fromkeys(map(form_of_path, lines_of_answer(document))))


def form_of_path(path: str) -> str:
    """The path without the numbers of its lists."""
    return _PLACE.sub("[]", path)


def _values(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Each text, number and truth with its path: ``docs[0].symbol``."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _values(each, f"{path}.{_key(key)}" if path else _key(key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _values(each, f"{path}[{number}]")
    elif isinstance(value, str | int | float) and (words := " ".join(str(value).split())):
        yield path, words[:LONGEST_VALUE]


def _key(name: object) -> str:
    """A key as it stands in a path: without blanks, which part paths from values."""
    return "_".join(str(name).split()) or "_"
