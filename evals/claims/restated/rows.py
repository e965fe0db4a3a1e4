"""The restated statements of a half, checked."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path

from agents.checking.claims import problem_with_claim
from evals.claims.restated.rules import Restated, honest_rows, lies
from evals.claims.restated.statements import Half, read_statements
from evals.claims.samples import CheckedClaim

KEY = "c1"


def restated_rows(corpus: Path, half: Half, at_most: int) -> Iterator[CheckedClaim]:
    """Every row with what the check says to it, at most so many of a kind on either side; which of
    them does not hang on the order of the documents."""
    for row in chosen_rows(corpus, half, at_most):
        yield CheckedClaim(
            id=row.told.id,
            kind=row.kind,
            text=row.sentence,
            is_quote=False,
            is_honest=row.is_honest,
            problem=problem_with_claim("", f"{row.sentence} [{KEY}]", {KEY: row.told.quote}),
        )


def chosen_rows(corpus: Path, half: Half, at_most: int) -> Iterator[Restated]:
    """The rows of a half, at most so many of each kind."""
    kinds: dict[tuple[bool, str], list[Restated]] = defaultdict(list)
    for told in read_statements(corpus, half):
        for row in (*honest_rows(told), *lies(told)):
            kinds[row.is_honest, row.kind].append(row)
    for _, rows in sorted(kinds.items()):
        yield from _of_many_silos(rows, at_most)


def _of_many_silos(rows: Sequence[Restated], at_most: int) -> Iterator[Restated]:
    """So many rows, turn by turn of each silo: three of them are thousands of one form."""
    silos: dict[str, list[Restated]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: zlib.crc32(row.sentence.encode())):
        silos[row.told.silo].append(row)
    turns = zip_longest(*(silos[name] for name in sorted(silos)))
    yield from islice((row for turn in turns for row in turn if row), at_most)
