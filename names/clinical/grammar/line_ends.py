"""Where the line of a message ends a sentence: above a last line that asks of a drug, where it ends
with a drug itself. Any other line may go on in the next ("germline BRCA" over "negative")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.recognise import recognise
from names.tables.ward.abbreviations import abbreviations

Change = tuple[int, int, str]
"""Start, end, and the words in place of those that stand there."""
LAST_BREAK = re.compile(
    r"(?<=[\w)*])[ \t]{0,3}\n[ \t]{0,3}(?:[-–—•*]\s{1,3})?"
    r"(?=(?P<word>[a-z][\w/+-]{1,60})[^\n.;:]{0,60}\?\s{0,3}\Z)"
)
"""The break above a last line that is a short question."""
PARTS = re.compile(r"[/+&,\s]+")


def line_ends(text: str) -> Iterator[Change]:
    """The break that ends a sentence, to be written with a full stop; nothing if there is none."""
    match = LAST_BREAK.search(text)
    if match is None:
        return
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    last = PARTS.split(line.strip())[-1]
    if _is_drug(last) and _is_drug(PARTS.split(match["word"])[0]):
        yield (*match.span(), ".\n")


def _is_drug(word: str) -> bool:
    exact, any_case = abbreviations()
    meant = exact.get(word) or any_case.get(word.lower()) or word
    return bool(recognise(meant).of("drug", "drug_class"))
