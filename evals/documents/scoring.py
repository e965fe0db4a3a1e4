"""A made document beside what was read of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evals.documents.cases import MadeDocument
from evals.documents.layout import HEADER, footer
from evals.documents.texts import Table, Words
from retrieval.derivation.segments import text_units
from retrieval.text.pages import PAGE_BREAK

_BEFORE_PERCENT = re.compile(r"\s+%")
_MOST_PAGES = 20
"""Pages that a made document may have; none has more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentScore:
    """What was read of one document, held against what it says."""

    name: str
    layout: str
    rows: int
    lost_rows: tuple[str, ...]
    """Rows that stand nowhere as they are."""
    false_rows: tuple[str, ...]
    """Rows that were read and that no table has."""
    sentences: int
    cut_sentences: tuple[str, ...]
    """Sentences that cannot be quoted whole."""
    invented: tuple[str, ...]
    """Sentences that were read and that the document does not say."""
    pages_wrong: bool
    """Whether the pages without text are others than those that are told."""


def score_document(made: MadeDocument, text: str) -> DocumentScore:
    """The score of a document that was read as this text."""
    said = made.text.blocks[: made.written.said]
    expected = [_row_line(row) for block in said if isinstance(block, Table) for row in block.rows]
    words = [block.words for block in said if isinstance(block, Words)]
    rows, prose = _rows_and_prose(text, set(expected) | {_plain(each) for each in words})
    left = list(rows)
    lost = [row for row in expected if not _take(left, row)]
    whole = [_plain(each) for block in words for each in _sentences(block)]
    read = [_plain(each) for each in _sentences(prose)]
    around = [HEADER, "Hospital of Nowhere", "DRAFT", *map(footer, range(1, _MOST_PAGES)),
              "Sheet", *(f"Sheet {number}" for number in range(2, 5))]  # fmt: skip
    known = [_plain(each) for each in (*words, *around, made.text.title)]
    return DocumentScore(
        name=made.name,
        layout=made.layout,
        rows=len(expected),
        lost_rows=tuple(lost),
        false_rows=tuple(row for row in rows if row not in expected),
        sentences=len(whole),
        cut_sentences=tuple(each for each in whole if each not in read),
        invented=tuple(each for each in read if not any(each in other for other in known)),
        pages_wrong=_empty_pages(text) != made.written.pictures,
    )


def _take(rows: list[str], row: str) -> bool:
    if row in rows:
        rows.remove(row)
        return True
    return False


def _rows_and_prose(text: str, known: set[str]) -> tuple[list[str], str]:
    """The rows of tables, and the words beside them. A row of one cell that no table has is words:
    sheets have nothing else."""
    rows, prose = [], []
    for line in text.split("\n"):
        if not line.startswith("|"):
            prose.append(line)
        elif _row_plain(line) in known or len(line.strip("| ").split(" | ")) > 1:
            rows.append(_row_plain(line))
            prose.append("")
        else:
            prose += ["", line.strip("| "), ""]
    return rows, "\n".join(prose)


def _row_line(row: Sequence[str]) -> str:
    return _row_plain(f"| {' | '.join(row)} |")


def _row_plain(line: str) -> str:
    """The row without empty cells at its end, which sheets leave out."""
    return f"{_plain(line).rstrip('| ')} |"


def _sentences(text: str) -> Iterator[str]:
    return (text[each.start : each.end] for each in text_units(text))


def _plain(words: str) -> str:
    """The words on one line; a sheet tells 95 % as 95%."""
    return _BEFORE_PERCENT.sub("%", " ".join(words.split()))


def _empty_pages(text: str) -> tuple[int, ...]:
    pages = text.split(PAGE_BREAK)
    return tuple(number for number, page in enumerate(pages, start=1) if not page.strip())
