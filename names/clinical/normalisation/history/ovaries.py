"""Ovaries that were taken out: "she's had her ovaries out", "TAH-BSO 2021" are "had BSO"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.organs.menopause import OVARIES_OUT, SHORT_FOR_OVARIES_OUT
from names.patterns.relatives import KIN

_OPERATION = re.compile(
    r"(?<![\w-])(?:(?i:s/p|after|post|underwent|had|following)\s)?(?:(?i:an?|lap\w{0,9}|her)\s)?"
    rf"(?:TAH\s?[,/+-]?\s?(?:and\s)?BSO|TAHBSO|{SHORT_FOR_OVARIES_OUT}"
    rf"|(?i:bilateral (?:{OVARIES_OUT}|(?:salpingo-?\s?)?adnexectom(?:y|ies))))(?![\w-])"
)
_PAST = re.compile(r"(?i)\b(?:s/p|after|post|underwent|had|following)\s")
_DATED = re.compile(
    r"(?i)\s?[(,]?\s?(?:(?:in|on)\s)?(?:(?:19|20)\d\d\b|\w{3,9}\s(?:19|20)\d\d\b|last\s\w{3,6}"
    r"|yesterday|done|at \d{2}\b|\d{1,2}\s(?:days?|d|weeks?|wks?|months?|mos?|years?|yrs?|y)\sago)"
    r"|\s?(?:[.;,)\n]|$)"
)
_REMOVED = re.compile(
    r"(?i)(?:\b(?:had|has had)\s)?(?:(?:both|her|the)\s){0,2}\bovaries\s"
    r"(?:(?:are|were|is|have|been|now|already|both|came|got|taken|surgically|all)\s){0,4}"
    r"(?:out(?=\s?(?:[.,;)?!\n]|$|\d|in\b|last\b|at\b|and\b|so\b|two\b|three\b|a\b))|removed"
    r"|resected|excised|gone)\b"
)
_NOT_DONE = re.compile(
    r"(?i)\b(?:want\w*|wish\w*|would|should|could|can|will|plan\w*|propos\w*|consider\w*|offer\w*"
    r"|discuss\w*|schedul\w*|await\w*|declin\w*|refus\w*|decid\w*|if|when|once|until|unless|before"
    r"|whether|or|vs|versus|no|not|never|without|n['’]t|instead of|rather than|need\w*|role of"
    rf"|get|getting|having|one of|left|right|{KIN})\b[^.;,?!\n]{{0,25}}$"
)
_TO_COME = re.compile(
    r"(?i)\s?[(,]?\s?(?:(?:is|was)\s)?(?:planned|plan|next|scheduled|pending|declined|refused|tomorrow"
    r"|not done|in (?:two|three|\d) (?:days|weeks|months)|or\b|vs\b|needed)|[^.;!\n]{0,12}\?"
)
_BEFORE = 50
"""Characters before the words in which a plan or a denial is looked for: a clause. By hand."""


def ovaries_removed(text: str) -> Iterator[Change]:
    """The words for an operation that was done, as those that tell that she has no ovaries."""
    for match in _OPERATION.finditer(text):
        told = _PAST.match(match.group()) or _DATED.match(text, match.end())
        if told and _is_done(text, match):
            yield (*match.span(), "had BSO")
    for match in _REMOVED.finditer(text):
        if _is_done(text, match):
            yield (*match.span(), "had BSO")


def _is_done(text: str, match: re.Match[str]) -> bool:
    before = _NOT_DONE.search(text, max(0, match.start() - _BEFORE), match.start())
    return not (before or _TO_COME.match(text, match.end()))
