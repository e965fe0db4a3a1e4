"""The line that names a table, right before it: "Table 2. Doses by clearance". Pure."""

from __future__ import annotations

import re

from retrieval.statements.model import Span

LONGEST_CAPTION = 160
"""Characters. Chosen by hand: a longer line is running text that mentions a table."""
_CAPTION = re.compile(
    r"[*_ \t]{0,4}(?i:table|tab\.|chart|schedule) ?(?:\d{1,2}[a-z]?|[A-H])\b"
    r"(?:[*_ \t]{0,4}[.:–—-])?[*_ \t]{0,4}(?:\S[^\n|]{0,140})?"
)


def caption_before(text: str, start: int) -> Span | None:
    """Where the name of a table stands whose first row begins at ``start``."""
    above = text[max(0, start - 2 * LONGEST_CAPTION) : start].rstrip("| \t")
    if not above.endswith("\n"):
        return None
    above = above.rstrip()
    line = above[above.rfind("\n") + 1 :].strip()
    if not line or not is_caption(line):
        return None
    first = text.rfind(line, 0, start)
    return first, first + len(line)


def is_caption(line: str) -> bool:
    """Whether a line names a table."""
    return _CAPTION.fullmatch(line.strip()) is not None
