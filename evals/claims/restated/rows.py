"""The restated statements of a half, checked."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from agents.checking.claims import problem_with_claim
from evals.claims.restated.operators.made import Source
from evals.claims.restated.rules import RestatedSentence, honest_rows, lies
from evals.claims.restated.statements import RecordQuote
from evals.claims.samples import CheckedClaim


def problem_with_row(row: RestatedSentence) -> str:
    """What the check says to a row."""
    quotes = {f"c{number}": quote for number, quote in enumerate(row.quotes, 1)}
    keys = "".join(f"[{key}]" for key in quotes)
    return problem_with_claim(row.question, f"{row.sentence} {keys}", quotes)


def checked_claim(row: RestatedSentence, problem: str) -> CheckedClaim:
    """A row with what the check said to it."""
    return CheckedClaim(
        id=row.told.id,
        kind=row.kind,
        text=row.sentence,
        is_quote=False,
        is_honest=row.is_honest,
        problem=problem,
        quoted=" ".join(each.text for each in row.quotes),
    )


def chosen_rows(
    statements: Sequence[RecordQuote], at_most: int, seed: int = 0
) -> Iterator[RestatedSentence]:
    """The rows that rules make of statements, at most so many of each kind on either side; which of
    them does not hang on the order of the documents."""
    kinds: dict[tuple[bool, str], list[RestatedSentence]] = defaultdict(list)
    for source in _sources(statements):
        for row in (*honest_rows(source), *lies(source)):
            kinds[row.is_honest, row.kind].append(row)
    for _, rows in sorted(kinds.items()):
        yield from _of_many_silos(rows, at_most, seed)


def _sources(statements: Sequence[RecordQuote]) -> Iterator[Source]:
    """Each statement with the next of its document."""
    documents: dict[str, list[RecordQuote]] = defaultdict(list)
    for told in statements:
        documents[told.document].append(told)
    for rows in documents.values():
        for told, other in zip(rows, [*rows[1:], rows[0]], strict=True):
            yield Source(told, other if other is not told else None)


def _of_many_silos(
    rows: Sequence[RestatedSentence], at_most: int, seed: int
) -> Iterator[RestatedSentence]:
    """So many rows, turn by turn of each silo: three of them are thousands of one form."""
    silos: Mapping[str, list[RestatedSentence]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: zlib.crc32(f"{row.sentence}{seed or ''}".encode())):
        silos[row.told.silo].append(row)
    turns = zip_longest(*(silos[name] for name in sorted(silos)))
    yield from islice((row for turn in turns for row in turn if row), at_most)
