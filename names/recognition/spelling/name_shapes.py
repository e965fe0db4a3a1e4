"""Words that look like a name, whether or not a table has them."""

from __future__ import annotations

import re

_PART = re.compile(r"[^\W_]+")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]{2,}")


def name_like_parts(text: str) -> tuple[str, ...]:
    """The parts of a text that look like a gene, a variant, a trial number and the like.

    Such a part has a digit beside a letter, or stands in capitals (unless all of the text does).
    Of a compound only such parts count: of "HER2-negative" the gene."""
    all_capitals = text.upper() == text
    return tuple(part for part in _PART.findall(text) if _is_name_like(part, all_capitals))


def _is_name_like(part: str, all_capitals: bool) -> bool:
    mixed = any(c.isdigit() for c in part) and any(c.isalpha() for c in part)
    return mixed or (not all_capitals and _CAPITALS.fullmatch(part) is not None)
