"""What genes and drugs in a query are also called: ``HER2`` is ``ERBB2``, ``Lynparza`` olaparib.

The table is made by ``python -m evals.names.synonyms``. Pure but for reading it once, when first
needed.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("names.tsv.gz")
WORTH = 0.5
"""Of a word that was added, beside one of the query."""
MOST = 8
"""Other names that are added for one, the usual one first."""
LONGEST = 3
"""Words of a name that is looked for."""

_TOKEN = re.compile(r"[^\s,;:()?!\"“”]+")
_BETWEEN = re.compile(r"[\s\-‐‑./]")


def key(name: str) -> str:
    """A name as it is compared: without case, hyphens and spaces."""
    return _BETWEEN.sub("", name).lower()


def also_called(text: str) -> tuple[tuple[str, float], ...]:
    """The other names of the genes and drugs in the text, for :attr:`StoreQuery.also`.

    The longest name counts: that of an antibody-drug conjugate, not of its antibody."""
    pieces = [piece.rstrip(".").removesuffix("'s") for piece in _TOKEN.findall(text)]
    found: dict[str, float] = {}
    place = 0
    while place < len(pieces):
        length, others = _named(pieces[place : place + LONGEST])
        found.update(dict.fromkeys(others[:MOST], WORTH))
        place += length
    return tuple(found.items())


def _named(pieces: list[str]) -> tuple[int, list[str]]:
    """How many pieces the name at the beginning has, at least one, and its other names."""
    for length in range(len(pieces), 0, -1):
        others = _others(" ".join(pieces[:length]))
        if others:
            return length, others
    parts = _BETWEEN.split(pieces[0])
    return 1, [other for part in parts for other in _others(part)] if len(parts) > 1 else []


def _others(name: str) -> list[str]:
    wanted = key(name)
    return [
        searched
        for each in _groups().get(wanted, ())
        if key(each) != wanted and (searched := _searched(each))
    ]


def _searched(name: str) -> str:
    """The form whose words are only this name; empty when there is none.

    Documents are found by ``her2neu`` where they write ``HER-2/neu``, but ``T-DXd``, which has
    no digit, would be sought as a T and a DXd."""
    if all(part.isalnum() for part in name.split()):
        return name
    return key(name) if any(letter.isdigit() for letter in name) else ""


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    lines = gzip.decompress(TABLE.read_bytes()).decode().splitlines()
    groups = [tuple(line.split("|")) for line in lines if not line.startswith("#")]
    return {key(name): group for group in groups for name in group}
