"""By which way a drug is given: by mouth, into a vein, under the skin, into a muscle."""

from __future__ import annotations

from functools import cache

from names.tables.phrases import find_phrases
from names.tables.rows import read_rows, split_cell

TABLE = "clinical/routes.tsv"
OF_DRUGS = "treatment/drug_routes.tsv"
NONE = "-"
"""Name of the wordings that hold the word of a route and mean none: oral contraceptives."""
INJECTION = "by injection"
"""A needle, of which the text does not say where it goes."""
BY_MOUTH = "by mouth"


def read_routes(text: str) -> tuple[tuple[str, int, int], ...]:
    """Each route that a text names, with its place; ordered by place."""
    found = [each for each in find_phrases(text, TABLE) if each.name != NONE]
    return tuple((each.name, each.start, each.end) for each in found)


def route_names(text: str) -> frozenset[str]:
    """The routes that a text names, each once."""
    return frozenset(name for name, _, _ in read_routes(text))


def routes_agree(stated: frozenset[str], wanted: frozenset[str]) -> bool:
    """Whether one of the routes stated is one of those wanted; an injection is any but by mouth."""
    if stated & wanted:
        return True
    needles = stated - {BY_MOUTH} and wanted - {BY_MOUTH}
    return bool(needles) and INJECTION in stated | wanted


def routes_of(drug: str) -> frozenset[str]:
    """The ways in which a drug is given, by its own row of the table, else by the ending of its
    name; empty for a drug that no record at hand tells of."""
    rows = _rows_of_drugs()
    ending = next((name for name in rows if name[0] == "*" and drug.endswith(name[1:])), "")
    return rows.get(drug) or rows.get(ending, frozenset())


@cache
def _rows_of_drugs() -> dict[str, frozenset[str]]:
    return {name: frozenset(split_cell(cell)) for name, cell, *_ in read_rows(OF_DRUGS)}
