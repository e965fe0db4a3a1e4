"""A state of a marker that a message denies, told as the one that holds: "RAS is not wt" becomes
"RAS is mutated", "not RAS wt" "RAS mutated", "EGFR is not positive" "EGFR is negative", "Ph is pos,
p190, not neg" "Ph is pos, p190"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.grammar.sentences import is_asked_from
from names.recognise import recognise

_WILD = r"(?:wt|wild[\s-]?type)"
_NEGATIVE = r"neg(?:ative)?"
_POSITIVE = r"pos(?:itive)?"
_ENDS = r"(?![\w+-])(?!\s(?:yet|tested|known|confirmed|for|on|in|at|by|or)\b)"
_NOT = r"(?:\s(?:is|was|are|were))?(?:\snot|\s?n['’]t)(?:\s(?:actually|really|in fact))?\s"
_DENIED = re.compile(
    rf"(?i)(?P<not>{_NOT})(?:(?P<wild>{_WILD})|(?P<negative>{_NEGATIVE})|(?P<positive>{_POSITIVE}))"
    rf"{_ENDS}"
)
_STATES = {"wild": "mutated", "negative": "positive", "positive": "negative"}
_BEFORE = re.compile(r"(?i)\bnot\s(?:an?\s|the\s)?$")
_REACH = len(" not the ")
_WILD_BEHIND = re.compile(rf"(?i)[\s-]{_WILD}{_ENDS}")
_SAID_AGAIN = re.compile(
    rf"(?i)\b(?:(?:{_POSITIVE}|present|mut(?:ated|ant)?)(?P<first>(?:,?\s[\w./+-]{{2,12}}){{1,2}}),?"
    rf"\snot\s(?:{_NEGATIVE}|{_WILD}|absent)"
    rf"|(?:{_NEGATIVE}|{_WILD}|absent)(?P<second>(?:,?\s[\w./+-]{{2,12}}){{1,2}}),?"
    rf"\snot\s(?:{_POSITIVE}|present|mut(?:ated|ant)?))(?=\s?(?:[.,;)!\n]|$))"
)
"""A state, a word or two on it, and the state that it is not."""
_JOINS = re.compile(r"(?i)\b(?:and|or|but|with)\b")
_OTHERS = re.compile(r"\b(?:(?:pan-?)?RAS|Ph|BCR(?:::|[-/])ABL1?|E[Rr]|PR|PgR)\b")
"""Markers that are no gene by name."""
_EVENT = re.compile(r"(?i)\s(?:fusion|mutation|rearrangement|translocation|amplification)\b")
_PHILADELPHIA = re.compile(
    r"\bPh(?=\s(?:is|was|came back|turned out|now|chromosome)\b(?:\s(?:now|actually|in fact))?"
    r"\s(?:not\s)?(?i:neg|pos)|\s(?i:pos)\b)"
)
_SIGNED = frozenset(("ERBB2", "HER2"))
"""Of HER2 "not negative" tells no state: it may be low, or equivocal."""


def denied_states(text: str) -> Iterator[Change]:
    """The words of each denied state."""
    for match in _PHILADELPHIA.finditer(text):
        yield (*match.span(), "BCR::ABL1")
    for match in _SAID_AGAIN.finditer(text):
        word = match["first"] or match["second"]
        if not _JOINS.search(word) and not recognise(word).of("gene", "status"):
            group = "first" if match["first"] else "second"
            yield match.end(group), match.end(), ""
    if not _MAY_DENY.search(text):
        return
    for start, end, name in _markers_in(text):
        if is_asked_from(text, end):
            continue
        event = _EVENT.match(text, end)
        denied = _DENIED.match(text, event.end() if event else end)
        state = denied.lastgroup if denied else ""
        if denied and state in _STATES and not (state == "negative" and name in _SIGNED):
            yield (*denied.span(state), _STATES[state])
            yield (*denied.span("not"), " ")
        before = _BEFORE.search(text, max(0, start - _REACH), start)
        wild = _WILD_BEHIND.match(text, end)
        if before and wild:
            yield (*before.span(), "")
            yield (*wild.span(), " mutated")


_MAY_DENY = re.compile(r"(?i)\bnot\b|n['’]t\b")


def _markers_in(text: str) -> Iterator[tuple[int, int, str]]:
    """The markers that a text names: start, end, name."""
    for each in recognise(text).of("gene"):
        yield each.start, each.end, each.name
    for match in _OTHERS.finditer(text):
        yield (*match.span(), match.group())
