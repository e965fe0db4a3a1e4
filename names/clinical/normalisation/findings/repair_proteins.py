"""Stains of the proteins of mismatch repair: "MLH1- PMS2- MSH2+ MSH6+" is "MLH1 lost PMS2 lost MSH2
retained MSH6 retained". A stain that is negative is no gene without a variant, and a positive one
no altered gene. Where nothing tells which of the two was looked at, neither is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change

_NAME = r"(?:MLH-?1|PMS-?2|MSH-?2|MSH-?6)"
_LIST = rf"{_NAME}(?:\s?(?:/|,|&|\band\b)\s?{_NAME}){{0,3}}"
_STAINED = re.compile(
    rf"(?<![A-Za-z])(?P<names>{_LIST})"
    r"(?P<result>(?P<how>\s(?i:IHC|stain(?:ing)?|protein|(?:nuclear\s)?expression))?"
    r"(?:\s?\(\s?(?P<bracket>[+−–-])\s?\)|(?P<sign>[+−–-])(?=[\s,;/.)\]]|$)"
    r"|\s?[:=]?\s?(?i:(?:is\s|was\s|are\s|were\s|both\s)?"
    r"(?P<told>neg(?:ative)?|absent|not expressed|pos(?:itive)?|present|expressed)\b)))"
)
_IS_STAIN = re.compile(
    r"(?i)\b(?:IHC|immuno\w{3,12}|stain\w{0,4}|MMR|nuclear|express\w{2,5}|proteins?)\b"
)
_IS_GENE = re.compile(
    r"(?i)\b(?:germ-?line|mutat\w{2,4}|variants?|methylat\w{2,4}|promoter|hypermeth\w+|NGS|panel|blood"
    r"|sequenc\w{2,4}|tested|carrier|lynch|pathogenic)\b"
)
NEAR = 60
"""Characters around a protein in which it is told what was looked at. Chosen by hand."""
_EITHER = re.compile(r"(?i)(?:neg|pos)(?:ative|itive)?")
"""Of a gene without a variant and of a protein that is lost the same is said."""
_LEFT_OPEN = " reported"
"""A word that is no result and keeps that of the next gene away, so that the answer says that the
protein was not weighed."""
_NEGATIVE = re.compile(r"(?i)neg|absent|not|[−–-]")


def repair_proteins(text: str) -> Iterator[Change]:
    """The results of such stains, in the words for lost and kept proteins."""
    for match in _STAINED.finditer(text):
        before = re.split(r"[.;\n]", text[max(0, match.start() - NEAR) : match.start()])[-1]
        behind = re.split(r"[.;\n]", text[match.end() : match.end() + NEAR])[0]
        if _IS_GENE.search(before) or _IS_GENE.match(behind.lstrip()):
            continue
        sign = match["sign"] or match["bracket"]
        stained = match["how"] or _IS_STAIN.search(before) or _IS_STAIN.search(behind)
        if sign or stained:
            lost = _NEGATIVE.match(sign or match["told"]) is not None
            yield (*match.span("result"), " lost" if lost else " retained")
        elif _EITHER.fullmatch(match["told"]) and not _IS_GENE.search(behind):
            yield (*match.span("result"), _LEFT_OPEN)
