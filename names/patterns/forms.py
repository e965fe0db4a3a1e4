"""Many fixed forms as one pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any


def one_of(forms: Iterable[str]) -> str:
    """A pattern that takes the longest of these forms at a place, or a shorter one when what
    follows in the pattern needs it.

    Written letter by letter as a tree: of hundreds of forms only those are tried that begin as the
    text does. In a pattern that ignores case the forms must be in small letters."""
    tree: dict[str, Any] = {}
    for form in sorted(forms):
        node = tree
        for letter in form:
            node = node.setdefault(letter, {})
        node[""] = {}
    return _pattern_of_form(tree)


def _pattern_of_form(node: dict[str, Any]) -> str:
    longer = [re.escape(letter) + _pattern_of_form(rest) for letter, rest in node.items() if letter]
    if not longer:
        return ""
    if "" in node:
        return f"(?:{'|'.join(longer)})?"
    return longer[0] if len(longer) == 1 else f"(?:{'|'.join(longer)})"
