"""A treatment told as the first one that the quotes keep for after another. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, clauses

_TREATMENT = r"(?:chemotherapy|treatment|therapy|drugs?|line|medicine|regimen)"
_FIRST = re.compile(
    rf"\b(?:before any (?:[a-z]+ ){{0,2}}{_TREATMENT}|from the (?:very )?(?:first|start|beginning"
    rf"|outset)(?: {_TREATMENT})?|up ?front|as (?:the |a |an |her |his )?(?:very )?(?:first|initial"
    rf"|opening) (?:systemic )?{_TREATMENT}|(?:in|for|with) (?:[a-z]+ ){{0,2}}(?:untreated"
    rf"|treatment naive)"
    rf"|without (?:any )?(?:earlier|prior|previous) {_TREATMENT}|to begin with"
    r"|(?:recommends?|advises?|prefers?|uses?|gives?) (?:[\w-]+ ){1,4}first\b(?! line| choice))\b"
)
_LATER = re.compile(
    r"\b(?:after (?!meals?|food|a meal|surgery|resection|the (?:last|start)|[\d.]+ (?:days|weeks))"
    r"|progress(?:ed|ion) (?:on|after|during|following)|pretreated|refractory|previously treated"
    r"|(?:prior|earlier|previous) (?:[a-z]+ ){0,2}(?:treatment|therapy|chemotherapy)"
    r"|second line|third line|later lines?|following (?:[a-z]+ ){0,2}(?:treatment|therapy))"
)
_OR_FIRST = re.compile(
    r"\b(?:untreated|treatment naive|first line|initial\w*|loading|newly|primary(?! peritoneal)"
    r"|neoadjuvant|adjuvant"
    r"|(?:no|without|not) (?:[a-z]+ ){0,2}(?:prior|earlier|previous|treat\w*)|up ?front|start"
    r"|regardless|irrespective|any line)\b"
)
_BEHIND_FIRST = re.compile(r"\bafter (?:[a-z]+ ){0,3}first line\b")


def problem_with_first_treatment(claim: CitedSentence) -> str:
    """Whether it gives before any other treatment what its quotes give only after one."""
    quotes = " ".join(_BEHIND_FIRST.sub("after it", quote.words) for quote in claim.quotes())
    if not _LATER.search(quotes) or _OR_FIRST.search(quotes):
        return ""
    for clause in clauses(claim.sentence.words):
        found = _FIRST.search(clause)
        if found and found.group() in quotes:
            continue  # "from the first to the third line"
        if found and not DENIAL.search(clause[: found.start()]):
            return f"The cited quotes say this of later treatment, not “{found.group()}”."
    return ""
