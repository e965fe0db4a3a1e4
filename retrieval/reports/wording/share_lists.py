"""Several shares of reads in one cell: "22.4%, 1.2%" beside "Y220C, R196*". Pure."""

from __future__ import annotations

import re

from retrieval.reports.contract import Span, percent_of

_JOINT = r"(?: ?(?:[,;/&+]|\band\b) ?|$)"
_PARTS = re.compile(rf"(?P<share>[~≈<]? ?\d{{1,3}}(?:\.\d{{1,4}})?(?: ?%)?){_JOINT}")
_WITH_COMMAS = re.compile(rf"(?P<share>[~≈<]? ?\d{{1,3}}(?:[.,]\d{{1,4}})? ?%){_JOINT}")


def shares_listed(words: str) -> tuple[Span, ...]:
    """Where each share of a cell stands that is a list of them; empty for any other cell. A comma
    is that of a decimal where every share has its sign."""
    for pattern in (_WITH_COMMAS, _PARTS):
        found, place = [], 0
        while match := pattern.match(words, place):
            found.append(match.span("share"))
            place = match.end()
        told = [words[slice(*at)] for at in found]
        if place == len(words) and len(found) > 1 and None not in map(percent_of, told):
            return tuple(found)
    return ()
