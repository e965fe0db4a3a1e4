"""Items of a list below a line that says that they were found: "Our findings are:". Pure."""

from __future__ import annotations

import re

from retrieval.reports.wording.telling import is_sure

_ITEM = re.compile(r"[ \t]{0,8}(?:[-*•‣–▪]|\(?\d{1,2}[.)]) ?\S")
_LEAD = re.compile(
    r"(?i)\b(?:findings?|results?|(?:we|was|were|is|are|have been|has been) (?:found|detected"
    r"|identified|seen)|(?:found|detected|identified|revealed|showed|shows|reveals)"
    r"|(?:alterations?|variants?|mutations?|changes)(?: (?:is|are|were))?)\b[^.;:\n]{0,40}:$"
)
_ON_PROTEIN = re.compile(
    r"(?i)\b(?:IHC|immuno\w+|express\w+|protein|stain\w*|nuclear|MLH1|MSH2|MSH6|PMS2)\b"
)
MOST_ITEMS = 30
"""Lines that are gone back. Chosen by hand: a longer list has a heading."""
LONGEST_LEAD_LINE = 400
"""Characters of the paragraph whose end leads to the list. Chosen by hand."""


def is_listed_finding(text: str, start: int, words: str) -> bool:
    """Whether the words that begin here are an item of a list of what was found, and not on a
    protein: "loss of MLH1" is none of the gene."""
    begin = text.rfind("\n", 0, start) + 1
    if not _ITEM.match(text, begin) or _ON_PROTEIN.search(words):
        return False
    for _ in range(MOST_ITEMS):
        end = begin - 1
        begin = text.rfind("\n", 0, max(end, 0)) + 1
        line = text[begin : max(end, 0)].strip()
        if end <= 0:
            return False
        if line and not _ITEM.match(text, begin):
            return _leads(line)
    return False


def _leads(line: str) -> bool:
    last = re.split(r"(?<=[.!?]) ", line[-LONGEST_LEAD_LINE:])[-1]
    return _LEAD.search(last) is not None and is_sure(last)
