"""Results that a message spells out, in the words that the readers know: "MMR IHC: no loss" is
pMMR, "HRD: not deficient" HRD-negative, "Sex: F" a woman, "ROS1 +" on its line ROS1-positive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change

_ENDS = r"(?=\s?(?:[,.;:)\n]|$|\b(?:and|but|on|by)\b))"
_INTACT_REPAIR = re.compile(
    r"(?i)\b(?:MMR(?:\s(?:IHC|proteins?|status|protein expression|immunohistochemistry)){0,2}"
    r"\s?[:=–-]?\s?(?:(?:shows?|showed|with|is|was)\s)?no loss(?:\sof\s(?:expression|staining"
    r"|(?:nuclear|protein) expression|nuclear staining))?"
    rf"|no loss of (?:the )?(?:MMR(?: proteins?| expression| protein expression)?))\b{_ENDS}"
)
_PROTEIN_LOST = re.compile(
    r"(?i)\b(?:MLH1|PMS2|MSH2|MSH6)\b[^.;\n?]{0,30}\b(?:loss|lost|absent|deficien\w{1,3})\b"
    r"|\b(?:loss|lost|absent|deficien\w{1,3})\b[^.;\n?]{0,20}\b(?:MLH1|PMS2|MSH2|MSH6)\b"
)
_NOT_DEFICIENT = re.compile(
    r"(?i)\bHRD(?:\s(?:status|test|score))?\s?[:=–-]?\s?(?:(?:is|was|tested)\s)?"
    rf"(?:not\s(?:HR\s)?deficient|non-?deficient|no deficiency)\b{_ENDS}"
)
_SURFACE_IN_FULL = (
    r"(?:hepatitis\s?B|hep\s?B|HBV)\s(?:virus\s)?(?:surface|s)[\s-]?(?:antigen|ag)"
    r"(?:\s?\(HBs-?Ag\))?(?![\w-])"
)
_SURFACE = re.compile(rf"(?i)\b{_SURFACE_IN_FULL}|\bHBs-?Ag(?:-(?=pos|neg))")
"""The surface antigen of hepatitis B in full: a negative test of it is none of the virus."""
_CORE_POSITIVE = re.compile(
    rf"(?i)\b(?:HBs-?Ag|{_SURFACE_IN_FULL})[:\s-]?\s?(?:was\s|is\s|tested\s)?"
    r"(?:neg(?:ative)?|not\sdetected|[-−])\s?[,/;.]?\s?(?:and\s|but\s)?(?:the\s)?"
    r"(?P<core>(?:anti-?|(?:hep(?:atitis)?\s?b|HBV)\s)?"
    r"(?:HBc|core)(?:\s(?:ab|antibod(?:y|ies)|igg))?:?\s?(?:was\s|is\s|were\s)?"
    r"(?:pos(?:itive)?\b|detected\b|\+))"
)
"""Antibodies to the core of hepatitis B, named beside its surface: "HBsAg neg, core pos"."""
_TO_COME = re.compile(r"(?i)\b(?:if|unless|when|whether)\b[^.;\n]{0,30}$")
_SEX = re.compile(r"(?im)(?:^|(?<=[;,|/.]))[ \t]*(?:sex|gender)\s?[:=]\s?(?P<sex>[FM])\b(?![\w/])")
_MENOPAUSE = re.compile(
    r"(?im)(?:^|(?<=[;,|/.]))[ \t]*(?:menop?(?:ausal|ause)?(?:\sstatus)?)\s?[:=]\s?"
    r"(?P<state>pre|peri|post)(?:-?menop\w{0,7})?\b(?![\w/])"
)
_PLUS_ALONE = re.compile(
    r"(?m)^[ \t]*(?:[-–•*]\s?)?[A-Z][A-Z0-9-]{1,8}(?P<plus>\s\+)(?=[ \t]*(?:$|\n))"
)
_INHIBITOR = re.compile(r"(?<![\w/-])[A-Z][A-Z0-9/-]{2,9}s?\s(?P<short>inhs?\b\.?)(?![\w/-])")
_NO_AUTOIMMUNE = re.compile(
    r"(?i)\b(?:no|without|denies|not)\s(?:(?:known|active|prior|history of|hx of|any)\s){0,2}"
    r"(?P<bare>auto-?immune(?:\s(?:dz|hx|history|issues?|conditions?|problems?))?)"
    r"(?=\s?(?:[.,;)?\n]|$)|\s(?:or|and)\b)"
)
_UNTREATED_BESIDE = re.compile(
    r"(?i)\b(?:varices|hepatitis [BC]|HBV|HCV|HIV|TB|hypertension|diabetes|depression|reflux"
    r"|ana?emia|osteoporosis)(?P<untreated>\s(?:is\s|still\s)?untreated)(?=\s?(?:[.,;)\n]|$))"
)
"""A disease beside the tumour that nobody has treated: of the tumour it tells nothing."""
_WOMAN_OR_MAN = {"F": "woman", "M": "man"}


def spelled_states(text: str) -> Iterator[Change]:
    """The results of a message, each by its usual name."""
    if not _PROTEIN_LOST.search(text):
        yield from _changes_to(text, _INTACT_REPAIR, "pMMR")
    yield from _changes_to(text, _NOT_DEFICIENT, "HRD-negative")
    for match in _SURFACE.finditer(text):
        yield (*match.span(), "HBsAg " if match.group().endswith("-") else "HBsAg")
    for match in _CORE_POSITIVE.finditer(text):
        yield (*match.span("core"), "anti-HBc positive")
    for match in _SEX.finditer(text):
        yield (*match.span(), f" {_WOMAN_OR_MAN[match['sex'].upper()]}")
    for match in _MENOPAUSE.finditer(text):
        yield (*match.span(), f" {match['state'].lower()}menopausal")
    for match in _NO_AUTOIMMUNE.finditer(text):
        yield (*match.span("bare"), "autoimmune disease")
    yield from ((*match.span("untreated"), "") for match in _UNTREATED_BESIDE.finditer(text))
    for match in _PLUS_ALONE.finditer(text):
        yield (*match.span("plus"), "-positive")
    for match in _INHIBITOR.finditer(text):
        yield (*match.span("short"), "inhibitor")


def _changes_to(text: str, pattern: re.Pattern[str], name: str) -> Iterator[Change]:
    """The places of a result that is told, and not the condition of something."""
    for match in pattern.finditer(text):
        if not _TO_COME.search(text, max(0, match.start() - 40), match.start()):
            yield (*match.span(), name)
