"""Where a tumour has spread, put right or told in short: "mets to brain? no, wait, liver" is "no
brain mets. mets to liver", "TNBC met, 1L" "TNBC metastatic, 1L"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.disease.settings import places_of_met
from names.clinical.disease.sites import SITES
from names.clinical.expansion import Change

_PLACE = rf"(?:{'|'.join(SITES.values())}|lungs|bones|nodes|adrenals)"
_SPREAD = r"(?:mets?|metasta(?:sis|ses|tic)|spread)"
_NAMED = (
    rf"(?:{_SPREAD}\s(?:(?:to|in)\s)?(?:the\s)?(?P<one>{_PLACE})"
    rf"|(?P<other>{_PLACE})[\s-]{_SPREAD})"
)
_OBJECTS = r"(?:(?:wait|sorry|actually|rather|i mean|it['’]?s|in|to|the)[\s,–—-]{1,3}){0,3}"
_ENDS = (
    rf"(?=\s?(?:[.,;)?!\n]|$)|\s(?:only|{_SPREAD})\b|\s?(?:,|&|\+|/|\band\b)\s?(?:the\s)?{_PLACE})"
)
_ASKED = re.compile(
    rf"(?i)\b{_NAMED}\s?\?\s?(?:no|nope|nah)\b[\s,.:–—-]{{1,3}}{_OBJECTS}(?P<meant>{_PLACE})\b{_ENDS}"
)
_TOLD = re.compile(
    rf"(?i)\b{_NAMED}\s?[,;–—-]\s?(?:no[\s,–—-]{{1,3}})?(?:sorry|wait|i mean|actually|correction"
    rf"|oops)[\s,:–—-]{{1,3}}{_OBJECTS}(?P<meant>{_PLACE})\b{_ENDS}"
)
_NEW = re.compile(
    rf"(?i)\bnow\s(?:(?:also|in|the|has)\s){{0,3}}(?P<place>{_PLACE})"
    r"(?P<more>\s(?:too|as well|also))\b"
)
"""A place where the disease was not before: "now brain too"."""
_BEHIND = re.compile(rf"(?i)\s{_SPREAD}\b")
_ONE = re.compile(rf"(?<![\w-])met(?=\s(?:to|in)\s(?:the\s)?(?i:{_PLACE})\b)")


def spread_told(text: str) -> Iterator[Change]:
    """The words that tell where a tumour has spread, as they are meant."""
    for match in _ASKED.finditer(text):
        yield match.start(), match.start("meant"), f"no {_place(match)} mets. mets to "
        yield from _without_second(text, match)
    for match in _TOLD.finditer(text):
        yield match.start(), match.start("meant"), "mets to "
        yield from _without_second(text, match)
    for match in _NEW.finditer(text):
        yield (*match.span("more"), " mets")
    for match in _ONE.finditer(text):
        yield (*match.span(), "mets")
    for place in places_of_met(text):
        yield (*place, "metastatic")


def _place(match: re.Match[str]) -> str:
    return match["one"] or match["other"]


def _without_second(text: str, match: re.Match[str]) -> Iterator[Change]:
    """The word for the spread behind the place that is meant: it stands before it now."""
    if behind := _BEHIND.match(text, match.end("meant")):
        yield (*behind.span(), "")
