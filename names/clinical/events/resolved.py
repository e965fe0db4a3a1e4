"""Adverse events that a message tells as over: "hepatitis resolved, off steroids".

Where it asks whether the drug can be given again, the event that was had decides, and still
counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from names.clinical.toxicities import TABLE
from names.clinical.values import FoundValue, Toxicity
from names.patterns.filtered import filtered_pattern
from names.tables.phrases import find_phrases

AGAIN = filtered_pattern(
    r"(?i)\b(?:re-?challeng\w{1,4}|re-?start\w{0,3}|resum\w{1,3}|re-?introduc\w{1,4}|re-?expos\w{1,4}"
    r"|re-?treat\w{0,5}|re-?initiat\w{1,4}|re-?escalat\w{1,4}|again|continu\w{1,3}|go on|carry on"
    r"|same dose|(?:full|reduced|lower) dose|dose)\b"
)
"""The drug that did it may be given again."""
_OVER = (
    r"(?:resolved|recovered|settled|cleared|subsided|healed|gone|disappeared"
    r"|(?:back|returned) to (?:normal|baseline)|normali[sz]ed)"
)
_AGO = (
    r"(?:\s(?:last (?:year|month|week|spring|summer|autumn|fall|winter)"
    r"|(?:\d{1,2}|an?|some|few|several) (?:wks?|weeks?|mos?|months?|yrs?|years?) ago))"
)
_RESOLVED_BEHIND = re.compile(
    rf"(?i)(?:\s?\(?(?:grade|gr|G)\s?[1-4]\)?)?{_AGO}?(?:\s(?:on|from|with|under|after|to|by|in|of)"
    rf"\s[\w/+-]{{2,25}}){{0,3}}{_AGO}?"
    r"\s?[,;:(–-]?\s?(?:(?:which|that|it|has|have|had|was|is|are|now|since|fully|completely|long"
    rf"|meanwhile|spontaneously|quickly|all|then|already|and|later|off|steroids)\s){{0,5}}{_OVER}\b"
    r"(?!\s(?:to|except|apart|but for|partially|partly|slowly)\b"
    r"(?!\s(?:(?:grade|G)\s?0|normal|baseline)))"
)
_RESOLVED_BEFORE = re.compile(
    r"(?i)\b(?:resolved|recovered from|resolution of|healed|recovery from)\s"
    r"(?:(?:the|her|his|an?|mild|severe|prior|previous|(?:grade|G)\s?[1-4])\s){0,3}$"
)
WAITED_FOR = re.compile(
    r"(?i)\b(?:until|till|once|when|if|unless|not|never|n['’]t|partially|partly|nearly|almost"
    r"|as soon as|un)\b"
)
REACH = 60
"""Characters before an event in which "resolved" is looked for. Chosen by hand."""


def without_resolved(found: Iterable[FoundValue], text: str) -> list[FoundValue]:
    """The values of a message without the adverse events that it tells as over."""
    values = list(found)
    if not any(isinstance(each.value, Toxicity) for each in values):
        return values
    over = events_resolved(text)
    return [
        each
        for each in values
        if not (isinstance(each.value, Toxicity) and each.value.event in over)
    ]


def events_resolved(text: str) -> frozenset[str]:
    """The names of the events that are over, where nothing is asked that they decide on."""
    return frozenset(name for name, _, _ in resolved_places(text))


def resolved_places(text: str) -> tuple[tuple[str, int, int], ...]:
    """Those events, each with the place of the words on it."""
    return () if AGAIN.search(text) else tuple(_find_resolved(text))


def _find_resolved(text: str) -> Iterator[tuple[str, int, int]]:
    for each in find_phrases(text, TABLE):
        behind = _RESOLVED_BEHIND.match(text, each.end)
        low = max(0, each.start - REACH)
        before = _RESOLVED_BEFORE.search(text, low, each.start)
        start, end = before.start() if before else each.start, behind.end() if behind else each.end
        waited = WAITED_FOR.search(text, start, each.start) or WAITED_FOR.search(
            text, each.end, end
        )
        if (behind or before) and not waited and not WAITED_FOR.search(text[low:start][-12:]):
            yield each.name.removesuffix("?"), start, end


_HOW_LONG = re.compile(
    r"(?i)\b(?:took|lasted|cleared|resolved|settled|subsided|healed|recovered|gone|over)\b"
    r"[^.?!]{0,20}?\b\d{1,3}\s?(?:days?|d|weeks?|wks?|months?|mos?)\b"
)


def tells_how_long(text: str) -> bool:
    """Whether a text tells how long an event lasted: "took 35 days to clear". The rule for the
    event may go by that."""
    return _HOW_LONG.search(text) is not None
