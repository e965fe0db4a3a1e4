"""By which way a drug is given: by mouth, into a vein, under the skin, into a muscle."""

from __future__ import annotations

from names.tables.phrases import find_phrases

TABLE = "clinical/routes.tsv"
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
