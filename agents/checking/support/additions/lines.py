"""An earlier treatment turned round: "had not received" for "progressed on", "before" for "after".
Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_NOT_HAD = re.compile(
    r"\b(?:not (?:yet )?(?:received|had|been treated with|been given)|naive to|without (?:prior"
    r"|previous|earlier)|no (?:prior|previous|earlier))\b"
)
_DENIES = re.compile(
    r"\b(?:not|no|never|naive|untreated|without|treatment free|first line|newly|excluded?"
    r"|exclusions?|none|neither|before)\b"
)
_HAD = re.compile(
    r"\b(?:progress\w* (?:on|after|during|under)|pretreated|previously treated|received"
    r"|treated (?:before|with)|after (?:[\w-]+ ){0,5}(?:therap\w+|treatment|chemotherapy"
    r"|regimens?|lines?|inhibitors?|antibod\w+)|prior|previous|earlier|refractory|relaps\w+)\b"
)
_BEFORE = re.compile(
    r"\bbefore (?:at least |more than )?(?:\d|one|two|three|an?|any) (?:or more )?(?:[\w-]+ ){0,3}"
    r"(?P<noun>regimens?|lines?|therap(?:y|ies)|treatments?|chemotherap\w+)\b"
)
_AFTER = re.compile(
    r"\bafter (?:at least |more than )?(?:\d|one|two|three|an?|any) (?:or more )?(?:[\w-]+ ){0,3}"
    r"(?P<noun>regimens?|lines?|therap(?:y|ies)|treatments?|chemotherap\w+)\b"
)


def problem_with_turned_line(claim: CitedSentence) -> str:
    """Whether it denies or puts behind an earlier treatment that every quote tells as had."""
    text = claim.sentence.words
    quotes = [quote.words for quote in claim.quotes()]
    not_had = _NOT_HAD.search(text)
    if not_had and all(_HAD.search(quote) and not _DENIES.search(quote) for quote in quotes):
        return f"The cited quotes do not say “{not_had.group()}”."
    before = _BEFORE.search(text)
    if before and any(map(_AFTER.search, quotes)) and not any("before" in q for q in quotes):
        return f"The cited quotes say “after”, not “{before.group()}”."
    return ""
