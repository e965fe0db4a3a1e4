"""What genes and drugs in a query are also called: ``HER2`` is ``ERBB2``, ``Lynparza`` olaparib.

The table follows from those of genes and drugs, and is kept as a file because making it takes
longer than a start of the program may. ``python -m evals.names.synonyms`` makes it; a test holds
it to the tables.
"""

from __future__ import annotations

import re
from functools import cache

from names.tables.rows import read_rows

WEIGHT = 0.5
"""Of a word that was added, beside one of the query. See docs/ranking.md, "Synonyms"."""
MOST = 8
"""Other names that are added for one, the usual one first. Chosen by hand: brand names and old
symbols that nobody writes come last."""
LONGEST = 3
"""Words of a name that is looked for: "trastuzumab deruxtecan" and a little more. Chosen by
hand."""

_TOKEN = re.compile(r"[^\s,;:()?!\"“”]+")
_BETWEEN = re.compile(r"[\s\-‐‑./]")


def synonym_key(name: str) -> str:
    """A name as it is compared: without case, hyphens and spaces."""
    return _BETWEEN.sub("", name).lower()


def synonyms_of(text: str) -> tuple[tuple[str, float], ...]:
    """The other names of the genes and drugs in the text, each with its weight.

    The longest name counts: that of an antibody-drug conjugate, not of its antibody."""
    pieces = [piece.rstrip(".").removesuffix("'s") for piece in _TOKEN.findall(text)]
    found: dict[str, float] = {}
    place = 0
    while place < len(pieces):
        length, others = _longest_name(pieces[place : place + LONGEST])
        found.update(dict.fromkeys(others[:MOST], WEIGHT))
        place += length
    return tuple(found.items())


def _longest_name(pieces: list[str]) -> tuple[int, list[str]]:
    """How many pieces the name at the beginning has, at least one, and its other names."""
    for length in range(len(pieces), 0, -1):
        others = _other_names(" ".join(pieces[:length]))
        if others:
            return length, others
    parts = _BETWEEN.split(pieces[0])
    return 1, [other for part in parts for other in _other_names(part)] if len(parts) > 1 else []


def _other_names(name: str) -> list[str]:
    wanted = synonym_key(name)
    return [
        form
        for each in _groups().get(wanted, ())
        if synonym_key(each) != wanted and (form := _searchable_form(each))
    ]


def _searchable_form(name: str) -> str:
    """The form whose words are only this name; empty when there is none.

    Documents are found by ``her2neu`` where they write ``HER-2/neu``, but ``T-DXd``, which has
    no digit, would be sought as a T and a DXd."""
    if all(part.isalnum() for part in name.split()):
        return name
    return synonym_key(name) if any(letter.isdigit() for letter in name) else ""


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    """Key of a name → the names that mean the same, the usual one first."""
    groups = [tuple(line.split("|")) for (line,) in read_rows("synonyms.tsv.gz")]
    return {synonym_key(name): group for group in groups for name in group}
