"""Advice told more strongly than the very part of a quote that it is on. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import stems_of

_MUST = re.compile(
    r"\b(?:must|has to be|have to be|is mandatory|is required|are required|is obligatory|always"
    r"|oblig(?:es?|ed|ing)|demands?|requires?|compels?|calls for|needs to be|need to be"
    r"|contraindicat\w+|forbid\w*|forbidden|is due)\b"
)
_MAY = re.compile(
    r"\b(?:may|could|can|might) (?:also )?be (?:considered|reduced|lowered|given|used|raised"
    r"|increased"
    r"|resumed|continued|decreased|started|stopped|tried|delayed)\b|\b(?:is"
    r"|are) (?:an )?optional?\b|\b(?:is|are) considered\b|\bto consider\b|\bconsiders?\b"
)
_PART = re.compile(r"[;,:](?= )|\.(?= |$)|\b(?:and|but)\b")
_GROUP = re.compile(
    r"\b(?:men|women|adults|children|adolescents|pregnan\w+|elderly|without \w+|premenopausal"
    r"|postmenopausal|mild|moderate|severe|grade \d|first|later|second|third|class [abc]|stage \w+"
    r"|intermediate|poor|normal)\b"
)
"""Whom a part of a rule is on, or which time."""
_SMALL = stems_of("the a an of in on for to with be is are may can could might must has have")
_WITHOUT = re.compile(r"\bwithout\b")
BESIDE = 4
"""Words on either side of "must" that it is on. Chosen by hand."""
LEAST_SHARED = 2
"""Words that make a part of a quote the one that a sentence is on. Chosen by hand."""


def problem_with_strength_of_part(claim: CitedSentence) -> str:
    """Whether it says "must" of what the nearest part of its quotes says "may" or "could"."""
    text = claim.sentence.words
    found = _MUST.search(text)
    if found is None or DENIAL.search(_WITHOUT.sub(" ", text)):
        return ""
    parts = [part for quote in claim.quotes() for part in _PART.split(quote.words) if part.strip()]
    groups = frozenset(_GROUP.findall(text))
    for group in sorted(groups):
        of_group = [part for part in parts if group in _GROUP.findall(part)]
        if of_group and all(map(_MAY.search, of_group)):
            return f"“{found.group()}” says more than the cited quotes do."
    before, behind = text[: found.start()].split(), text[found.end() :].split()
    own = stems_of(" ".join(before[-BESIDE:] + behind[:BESIDE])) - _SMALL
    shared = [len(own & stems_of(part)) for part in parts]
    most = max(shared, default=0)
    near = [part for part, count in zip(parts, shared, strict=True) if count == most]
    if most >= LEAST_SHARED and all(_MAY.search(part) for part in near):
        return f"“{found.group()}” says more than the cited quotes do."
    return ""
