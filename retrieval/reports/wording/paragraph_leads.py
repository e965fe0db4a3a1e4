"""How a paragraph begins that says what it lists: "Variants of unclear significance (class 3): …".
What stands in it is none of the heading above. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.reports.cells import CLASS, origin_of
from retrieval.reports.contract import Group

LONGEST_PARAGRAPH = 4_000
"""Characters that are gone back to the beginning of a paragraph. Chosen by hand: a page of text."""
_LABEL = re.compile(r"(?m)^(?:[-*•‣–▪#] ?)?(?P<label>[A-Z][^:.;|\n]{1,90}): ")
_ON_CHANGES = re.compile(
    r"(?i)\b(?:variants?|mutations?|alterations?|VUS|changes|copy[- ]numbers?|CNVs?|SNVs?|fusions?"
    r"|rearrangements?|amplifications?)\b"
)


def group_of_paragraph(text: str, start: int, group: Group) -> Group:
    """What is said of a sentence that begins here: by the label of its line, or of the last line
    above it in its paragraph, if that says which changes are listed; else by the heading above."""
    first = max(0, start - LONGEST_PARAGRAPH)
    begin = max(text.rfind("\n\n", first, start) + 2, text.rfind("\f", first, start) + 1, first)
    end = text.find("\n", start)
    labels = (match for match in _LABEL.finditer(text, begin, end if end >= 0 else len(text))
              if match.start() <= start)  # fmt: skip
    label = next(reversed([match["label"] for match in labels]), "")
    if not _ON_CHANGES.search(label):
        return group
    classed = CLASS.search(label)
    origin = origin_of(label) or group.origin
    return replace(group, origin=origin, classed=classed[0] if classed else "")
