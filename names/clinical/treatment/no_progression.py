"""Reads that a disease has not progressed: "stable on palbociclib", "no pd", "still responding"."""

from __future__ import annotations

import re

from names.clinical.values import Condition, FoundValue
from names.patterns.filtered import filtered_pattern
from names.tables.other_drugs import other_drugs

NO_PROGRESSION = Condition(name="progression", polarity="absent")
_DENIED = filtered_pattern(
    r"(?i)\b(?:no|not|without|never|w/o|hasn['’]?t|has not|non)[\s-]{1,2}"
    r"(?:(?:yet|evidence of|sign of|signs of|radiologic(?:al)?|radiographic|clinical|further|any"
    r"|disease|had|been)\s){0,3}(?:progress(?:ed|ing|ion|ive)?|PD|POD)\b(?!-?L?1|[\s-]free)"
    r"|\bprogress(?:ed|ion|ing)\s?[?:]\s{0,2}no\b|\bprogression[\s-]free"
    r" (?:on|at|for|since)\b(?![^.?!]{0,60}\b(?:vs|versus|or placebo)\b)"
)
_STEADY = filtered_pattern(
    r"(?i)\b(?:(?:still|ongoing|currently|is|well)\sresponding\b"
    r"|(?<!no longer )(?<!not )(?<!n't )(?<!n’t )(?<!stopped )(?<!never )(?<!without )"
    r"\bresponding (?:on|to|well|after)\b"
    r"|(?<!not )(?<!n't )(?<!n’t )(?<!never )\bresponded (?:well )?to\b"
    r"|(?:after|following) (?:an? )?response to\b"
    r"|(?:ongoing|sustained|durable|continued) response\b|response (?:is )?ongoing\b"
    r"|(?:in|good|with|after|following) (?:an? )?(?:partial|complete|ongoing|metabolic)"
    r" (?:response|remission)\b"
    r"|stable disease\b|(?:imaging|scans?|CT|PET|disease|radiologically|tumou?r)"
    r" (?:(?:is|are|remains?|still|remained) )?stable\b|stable (?:imaging|scans?|CT|PET)\b"
    r"|disease control on\b|stable on (?P<drug>[a-z]{3,20})"
    r"|(?-i:(?:\b[Ii]n|\bnear|[Ww]ith|\ba|[Ss]till)\s(?:CR|PR|SD|VGPR|CMR)\b"
    r"|\b(?:CR|PR|SD|NED|CMR)\s(?:on|at|after|for|with|under|to(?!\s(?:be|follow|do)\b))\s))"
)
_PROGRESSED = filtered_pattern(
    r"(?i)\b(?:progress(?:ed|ing|ion|es|ive disease)|pd|pod|relapsed?|recurr(?:ed|ence)|refractory"
    r"|resistant|failed|failure|new (?:lesions?|mets|metastas\w{2}))\b(?!-?L?1)"
)


RESPONSE = re.compile(r"(?i)respon|remission|(?-i:\b(?:CR|PR|VGPR|CMR|NED)\b)")
"""Words for a disease that got smaller. That it is stable is less than labels ask for."""


_NOT_PROGRESSED = filtered_pattern(
    r"(?i)\b(?:has|have|had|did) not (?:yet )?(?:progress(?:ed)?|relapsed)\b(?! to\b)"
    r"|\bwithout (?:disease )?progression (?:on|during|after|following)\b"
)


def is_for_no_progression(text: str) -> bool:
    """Whether words of a source are on disease that a treatment has held."""
    return bool(_NOT_PROGRESSED.search(text))


def tells_response(text: str) -> bool:
    """Whether a text says that the disease responds or responded to a treatment."""
    return any(RESPONSE.search(text[each.start : each.end]) for each in read_no_progression(text))


def read_no_progression(text: str) -> tuple[FoundValue, ...]:
    """That there is no progression, where the text says so and tells of none besides."""
    denied = [match.span() for match in _DENIED.finditer(text)]
    steady = [match.span() for match in _STEADY.finditer(text) if not _is_of_other(match)]
    if _tells_progression(text, denied):
        return ()
    return tuple(FoundValue(NO_PROGRESSION, *span) for span in sorted([*denied, *steady]))


def _is_of_other(match: re.Match[str]) -> bool:
    """Whether a drug that is not against the tumour is taken in a stable dose."""
    return (match["drug"] or "").lower() in other_drugs()


def _tells_progression(text: str, denied: list[tuple[int, int]]) -> bool:
    return any(
        not any(start <= match.start() < end for start, end in denied)
        for match in _PROGRESSED.finditer(text)
    )
