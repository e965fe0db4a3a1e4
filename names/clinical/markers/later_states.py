"""What a text says of a marker some words behind its state: that it is not so after all ("MSI-H:
not detected"), or no longer ("T790M positive before osimertinib, negative now")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from names.clinical.markers.item import MarkerItem
from names.clinical.markers.lexing import MarkerToken
from names.clinical.markers.neighbours import NAMING_KINDS
from names.recognise import recognise_passage

NOT_THERE = re.compile(
    r"(?:(?:is|was|were|are|been|be|has|have) )?"
    r"(?:not\b|n['’]t|never|could|can|ca\b|(?:is|was|were|did|has|ca)n['’]t|excluded|ruled out"
    r"|absent|un-?detect|non-?detect|gone|cleared|disappeared)"
)
"""Says of what is named right before it that it is not there, whatever that name says."""
PLAIN_DENIALS = re.compile(r"(?:neg|none|nil|no\b|[-−–]$|0|n$|wild|wt\b)")
"""Says so behind a colon: "TMB-high: no"."""
FOR_OTHERS = re.compile(r"\s(?:from|for)\b")
""""Excluded from the trial"."""
TOLD = ("present", "level", "plus")
PASSED = ("filler", "test", "event")
SAMPLE_KINDS = ("filler", "test", "origin")
SAMPLES = frozenset((
    "tissue", "blood", "plasma", "liquid", "biopsy", "ctdna", "ngs", "fish", "ish", "ihc", "pcr",
    "repeat", "tumour", "tumor", "confirmed by", "sequencing", "assay",
))  # fmt: skip
"""Words for what is tested, or how."""
RESULTS = ("absent", "present", "plus", "minus", "variant", "level", "loss", "number", "whole")
CLAUSE = re.compile(r"[,;(\n]|\.\s|->|→|\b(?:but|and|then)\b")
CLAUSE_END = re.compile(r"[,;().?!\n]|\b(?:but|and|then)\b")
SENTENCE_END = re.compile(r"[.?!](?=\s)|\n")
REACH = 90
"""Characters between a marker and its later state; chosen by hand: two clauses."""
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
LATER = re.compile(
    r"(?i)\b(?:now|today|current(?:ly)?|at present|re-?biops\w*|re-?bx|re-?test\w*|repeat\w*"
    r"|recheck\w*|latest|(?:at|on|after|upon) (?:progression|relapse|recurrence|PD|resection"
    r"|surgery)|recurrence|relapse|resection|surgical|later|meanwhile|since)\b|->|→"
)
EARLIER = re.compile(
    r"(?i)\b(?:primary|initial(?:ly)?|at (?:first )?(?:diagnosis|dx|baseline|presentation)"
    r"|original(?:ly)?|before|previous(?:ly)?|formerly|core|first|earlier|prior|was|were|had"
    r"|used to be|once)\b"
)
TIMES = frozenset((
    "now", "today", "current", "currently", "at", "present", "rebiopsy", "re-biopsy", "rebx",
    "retest", "retesting", "repeat", "repeated", "recheck", "latest", "on", "after", "upon",
    "progression", "relapse", "recurrence", "pd", "resection", "surgery", "surgical", "later",
    "meanwhile", "since", "primary", "initial", "initially", "first", "diagnosis", "dx",
    "baseline", "presentation", "original", "originally", "before", "previous", "previously",
    "formerly", "core", "earlier", "prior", "was", "were", "had", "has", "have", "used", "to",
    "be", "been", "once", "in", "of", "the", "a", "an", "is", "it", "biopsy", "bx", "specimen",
    "sample", "ngs", "fish", "ihc", "pcr",
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "year", "years", "month", "months", "week", "weeks", "ago",
    "last", "this", "treatment", "therapy", "chemo", "chemotherapy", "line", "cycle", "cycles",
    "second", "by", "from", "testing", "test", "tested", "result", "status", "came", "back",
    "found", "to", "he", "she", "patient", "pt", "its", "which", "that", "but", "and", "then",
    "with", "cancer", "tumour", "tumor", "disease", "mutation", "mutated", "mutant", "variant",
    "fusion", "became", "turned", "went", "also", "still", "again", "local", "central",
))  # fmt: skip
"""Words that may stand between a marker and its later state: they name nothing else of which it
could be the state. Written by hand."""
WORD = re.compile(r"[^\W_]+(?:-[^\W\d_]+)?")
STATE = re.compile(
    r"(?i)(?:positiv|negativ|pos\b|neg\b|detect|present|absent|gone|lost|wild|type|wt)"
)


@dataclass(frozen=True, slots=True)
class Correction:
    """What counts of the last marker that begins before ``place``."""

    place: int
    said: Literal["absent", "present", "unknown"]
    whole_list: bool = False
    """Also of the markers that are joined to it."""


def with_later_states(
    text: str, tokens: Sequence[MarkerToken]
) -> tuple[list[MarkerToken], list[Correction]]:
    """The tokens without the words that take back or replace a state, and what these say."""
    kept, corrections = list(tokens), []
    last = -1
    for place, token in enumerate(tokens):
        if token.kind in NAMING_KINDS:
            last = place
        for of_test in _places_of_awaited_test(tokens, place):
            kept[of_test] = replace(tokens[of_test], kind="filler")
        said = _said_of(token)
        if said is None or last < 0:
            continue
        if said == "absent" and (at := _taken_back(text, tokens, place)):
            correction: Correction | None = Correction(at, "absent", whole_list=True)
        else:
            correction = _later(text, tokens, last, place, said)
        if correction is not None:
            kept[place] = replace(token, kind="filler")
            if correction.place >= 0:
                corrections.append(correction)
    return kept, corrections


def _places_of_awaited_test(tokens: Sequence[MarkerToken], place: int) -> Sequence[int]:
    """Where the words stand that tell of another test than the one whose result stands before them
    that its result is not there: "EGFR L858R in plasma, tissue pending", "BRCA germline neg,
    somatic pending". Of the marker they tell nothing."""
    at = place - 1
    if tokens[place].kind != "unknown":
        return ()
    while at > 0 and tokens[at].kind in SAMPLE_KINDS:
        at -= 1
    of_other = any(t.kind == "origin" or t.text.lower() in SAMPLES for t in tokens[at + 1 : place])
    if not of_other or at <= 0 or tokens[at].kind not in ("link", "open"):
        return ()
    before = at - 1
    while before > 0 and tokens[before].kind in (*SAMPLE_KINDS, "open", "close"):
        before -= 1
    told = tokens[before].kind in RESULTS or tokens[before].polarity
    return range(at + 1, place + 1) if told else ()


def _said_of(token: MarkerToken) -> Literal["absent", "present"] | None:
    if token.kind == "absent" or (token.kind == "loss" and token.text.lower() == "lost"):
        return "absent"
    return "present" if token.kind == "present" else None


def _taken_back(text: str, tokens: Sequence[MarkerToken], place: int) -> int:
    """Where the state ends that the words at ``place`` take back; 0 if they take back none."""
    token = tokens[place]
    word = token.text.lower()
    if "amplif" in word or FOR_OTHERS.match(text, token.end):
        return 0
    colon, at = False, place - 1
    while at >= 0 and (tokens[at].kind in PASSED or (tokens[at].text == ":" and not colon)):
        colon = colon or tokens[at].text == ":"
        at -= 1
    if at < 0 or not (NOT_THERE.match(word) or (colon and PLAIN_DENIALS.match(word))):
        return 0
    before = tokens[at]
    own = before.kind == "marker" and before.polarity == "present"
    return before.end if own or before.kind in TOLD else 0


def _later(
    text: str,
    tokens: Sequence[MarkerToken],
    last: int,
    place: int,
    said: Literal["absent", "present"],
) -> Correction | None:
    """The state at ``place`` as one of another time of the last marker; None if it is none."""
    token, named = tokens[place], tokens[last]
    if token.start - named.end > REACH:
        return None
    starts = list(CLAUSE.finditer(text, named.end, token.start))
    if not starts or SENTENCE_END.search(text, named.end, token.start):
        return None
    end = CLAUSE_END.search(text, token.end)
    begin, stop = starts[-1].start(), end.start() if end else len(text)
    if any(begin <= t.start < stop for t in tokens[place + 1 :][:12] if t.kind in NAMING_KINDS):
        return None
    first = _clause_start(text, named.start)
    earlier, clause = text[first:begin], text[begin:stop]
    if not _is_of_times(text, named.end, begin, tokens) or not _is_of_times(
        text, begin, stop, tokens
    ):
        return None
    order = _order(earlier, clause)
    if not order:
        return None
    return Correction(named.end if order > 0 else -1, said)


def _clause_start(text: str, place: int) -> int:
    ends = [m.end() for m in CLAUSE.finditer(text, max(0, place - 40), place)]
    return ends[-1] if ends else max(0, place - 40)


def _order(earlier: str, clause: str) -> int:
    """1 when the second clause is of a later time, -1 of an earlier one, 0 when neither is told."""
    years = YEAR.search(earlier), YEAR.search(clause)
    if years[0] and years[1]:
        return (years[0].group() < years[1].group()) - (years[0].group() > years[1].group())
    if LATER.search(clause):
        return 1
    if EARLIER.search(clause):
        return -1
    return 1 if EARLIER.search(earlier) else 0


def _is_of_times(text: str, start: int, end: int, tokens: Sequence[MarkerToken]) -> bool:
    """Whether only states, times, drugs and tumours are named in this part of a text."""
    known = [
        (m.start, m.end)
        for m in recognise_passage(text).of("drug", "tumour")
        if m.start < end and start < m.end
    ]
    for word in WORD.finditer(text, start, end):
        plain = word.group().lower()
        if plain in TIMES or plain.isdigit() or STATE.match(plain):
            continue
        if not any(a <= word.start() < b for a, b in known):
            return False
    return True


def correct(items: Sequence[MarkerItem], corrections: Sequence[Correction]) -> None:
    """Write corrections into the items they are of."""
    for each in corrections:
        place = max((n for n, item in enumerate(items) if item.start < each.place), default=-1)
        if place < 0:
            continue
        _correct(items[place], each.said)
        for item in _joined_to(items, place):
            _correct(item, "unknown" if each.whole_list and not item.spread else each.said)


def _joined_to(items: Sequence[MarkerItem], place: int) -> Iterator[MarkerItem]:
    """The markers before it in its list that share its state."""
    while place and items[place].link in ("and", "or", "/"):
        place -= 1
        if not (items[place].spread or items[place].of_gene):
            return
        yield items[place]


def _correct(item: MarkerItem, said: Literal["absent", "present", "unknown"]) -> None:
    if said == "unknown" or len(item.whole) > 1:
        item.unknown = True
        return
    item.whole, item.denial, item.unknown = (), 0, False
    item.polarity, item.own_state = said, True
