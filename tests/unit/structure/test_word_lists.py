"""Words that several readers look for are listed once: a list that is spelled again misses what is
added to the other."""

from __future__ import annotations

import ast
import re

from tests.unit.structure.sources import PRODUCT, modules, nodes

RELATIVES = r"(?:mother|father|sister|brother|son|daughter|aunt|uncle)"
SPELLED = re.compile(rf"\b{RELATIVES}s?\|(?:\w+\|){{0,2}}{RELATIVES}\b")
PLACES = {
    "names/patterns/relatives.py": "the list",
    "agents/replies/patterns.py": "who of the ward is spoken to: a sibling may be a question",
}


def test_the_words_for_relatives_are_listed_once() -> None:
    found = {
        place
        for place, tree in modules(PRODUCT)
        for node in nodes(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if SPELLED.search(node.value)
    }
    assert found == PLACES.keys()
