"""Cuts a text into claims with what belongs to them: limits, lead-ins of lists, heads of tables.

Pure and linear in the length of the text; every span is verbatim."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from retrieval.derivation.layout.captions import caption_before
from retrieval.derivation.layout.list_items import INDENT, OpenItem, indent_at, leave_items
from retrieval.derivation.layout.pdf_tables import LineTable, line_tables
from retrieval.derivation.layout.plain_headings import split_heading
from retrieval.derivation.layout.table_rows import TableReader
from retrieval.statements.model import Span
from retrieval.text import sentences

SegmentKind = Literal["sentence", "row"]

LONGEST = 900
"""Characters of a claim with its limits. Chosen by hand: about six sentences, what a reader in
Slack still takes in as one thing."""
MARKER = 40
"""Characters before a sentence in which the mark of its list item or heading stands, with the
blanks before that. Chosen by hand."""
PLAIN = 6
"""Level of a heading that has no mark, as in plain text: below nearly all that have one. What
begins the text heads all of it."""
MOST_LIMITS = 5
"""Sentences that take something back from one claim. Chosen by hand: more is another subject."""
MOST_LIMITED = 30
"""Claims under one heading that one limitation of use belongs to; a label has up to about 20."""

_LEANING = re.compile(
    r"(?:(?:By|In|For|With|On|Under|At|From|Of|Among|After)"
    r" (?:this|that|these|those|it|them|both|such)\b"
    r"|(?:It|Its|This|These|Those|They|Their|That|Both|Such|Here|He|She"
    r"|The (?:latter|former|same|other|trial|study|drug|combination)|Then|Instead|If so"
    r"|In contrast|In addition|Also|Moreover|Furthermore|Therefore|Thus|Conversely)\b)"
)
"""How a sentence begins that says nothing without the one before it."""
_POINTING_BACK = re.compile(
    r"\b(?:confirm|support|explain|reproduce|replicate)\w* (?:this|these|it)\b", re.IGNORECASE
)
_LIMIT = re.compile(
    r"(?:However|But|Otherwise|Nevertheless|Although|Except|Exceptions?|Unless|Only|Limitations?"
    r"|Limits?|Not (?:indicated|recommended|approved|studied|for)|Do not|Never|Caution|Caveat"
    r"|A (?:later|newer|more recent) (?:revision|version|update|analysis|guideline)|Superseded"
    r"|Replaced|Withdrawn|No longer|Since then|Since \d{4}|Newer)\b",
)
"""How a sentence begins that takes something back from the one before it."""
_TAKES_BACK = re.compile(
    r"\b(?:not|no|never|only|except|unless|without|cannot|neither|withdrawn|superseded|replaced"
    r"|revised|outdated|limited|uncertain|unknown|however|but|contingent|accelerated)\b",
    re.IGNORECASE,
)
_LIMITATION = re.compile(r"Limitations? of use\b", re.IGNORECASE)
_ITEM = re.compile(
    r"(?:\A|\n)[ \t]*(?:[-*+•‣–](?:[ \t]+(?:[A-Z]|[IVX]{2,5})\))?"
    r"|\(?(?:\d{1,3}|[A-Za-z]|[IVX]{2,5}|[ivx]{2,5})[.)])[ \t]+\Z"
)
_TELLING = re.compile(r"\n\(?(?:[A-Za-z]|[IVX]{2,5}|[ivx]{2,5})[.)][ \t]+\S")
"""A mark that belongs to the words of its item, as where stages are listed."""
_ENDED = re.compile(r"[.!?;:](?=\W|\Z)")
"""What a mere name of the items below has not."""
_HEADING_LEVEL = re.compile(r"(?:\A|\n)[ \t]{0,3}(#{1,6})[ \t]+\Z")


@dataclass(frozen=True, slots=True)
class ClaimSegment:
    """A claim and what belongs to it."""

    claim: Span
    kind: SegmentKind = "sentence"
    headings: tuple[str, ...] = ()
    """The headings it stands under, widest first, without the text's own title."""
    limits: tuple[Span, ...] = ()
    """Sentences that take something back from it."""
    context: tuple[Span, ...] = ()
    """What it cannot be understood without: the sentence before, a list's lead-in, a table's
    head."""
    cells: tuple[tuple[str, str], ...] = ()
    """Of a row: each cell under its head."""
    above: tuple[Span, ...] = ()
    """Of a row: what heads its table or several rows of it, the nearest first."""
    parents: tuple[Span, ...] = ()
    """Of an item in a list of a list: the items that it is in, widest first."""

    @property
    def spans(self) -> tuple[Span, ...]:
        return (self.claim, *self.limits, *self.context)

    @property
    def length(self) -> int:
        return sum(end - start for start, end in self.spans)


@dataclass(slots=True)
class _Reading:
    """Where the reading of a text stands."""

    text: str
    title: str
    headings: list[tuple[int, str]] = field(default_factory=list)
    paragraph: int = -1
    """Index of the first segment of the paragraph."""
    lead_in: Span | None = None
    items: list[OpenItem] = field(default_factory=list)
    """The items that the reading is in, widest first."""
    table: TableReader | None = None
    """The table that is being read."""
    found: list[ClaimSegment] = field(default_factory=list)
    previous: sentences.Span | None = None
    taken: int = 0
    """Where the last table of plain lines ended."""


def segments(text: str, title: str = "") -> tuple[ClaimSegment, ...]:
    """The claims of the text in order. ``title`` is not taken for a heading."""
    reading = _Reading(text, title)
    tables = list(reversed(line_tables(text)))
    cut = sorted(place for table in tables for place in (table.start, table.end))
    wholes = (piece for whole in sentences.split(text) for piece in _cut_at(text, whole, cut))
    for span in (part for whole in wholes for part in split_heading(text, whole, title)):
        while tables and tables[-1].end <= span.start:
            tables.pop()
        if tables and tables[-1].start <= span.start:
            _take_table(reading, tables[-1])
        else:
            _take(reading, span)
        reading.previous = span
    return _with_limitations_of_use(text, reading.found)


def text_units(text: str) -> tuple[sentences.Span, ...]:
    """The sentences, headings, items and rows of a text, as claims are cut from it."""
    tables = line_tables(text)
    rows = [span for table in tables for row in table.rows for span in row.spans]
    names = [table.heading for table in tables if table.heading is not None]
    cut = sorted(edge for span in (*rows, *names) for edge in span)
    kinds: dict[int, sentences.SpanKind] = {start: "row" for start, _ in rows}
    kinds |= {start: "heading" for start, _ in names}
    wholes = (piece for whole in sentences.split(text) for piece in _cut_at(text, whole, cut))
    named = (replace(each, kind=kinds.get(each.start, each.kind)) for each in wholes)
    return tuple(part for each in named for part in split_heading(text, each, ""))


def _cut_at(text: str, span: sentences.Span, places: Sequence[int]) -> Iterator[sentences.Span]:
    """A span in pieces where tables of plain lines, or rows of them, begin and end inside it."""
    inside = places[bisect_right(places, span.start) : bisect_left(places, span.end)]
    for start, end in pairwise((span.start, *dict.fromkeys(inside), span.end)):
        piece = text[start:end]
        lead, tail = len(piece) - len(piece.lstrip()), len(piece) - len(piece.rstrip())
        if start + lead < end - tail:
            yield sentences.Span(start + lead, end - tail, span.kind)


def _take(reading: _Reading, span: sentences.Span) -> None:
    if span.kind == "heading":
        _take_heading(reading, span)
    elif span.kind == "row":
        _take_row(reading, span)
    else:
        reading.table = None
        _take_sentence(reading, span)


def _take_table(reading: _Reading, table: LineTable) -> None:
    """The rows of a table of plain lines, at the first sentence that lies in it."""
    if table.start < reading.taken:
        return
    reading.taken = table.end
    reading.table = None
    if table.heading is not None:
        _take_heading(reading, sentences.Span(*table.heading, "heading"))
    reading.found += [
        ClaimSegment(row.claim, "row", _headings(reading), context=row.head, cells=row.cells)
        for row in table.rows
    ]
    reading.paragraph = len(reading.found)


def _take_heading(reading: _Reading, span: sentences.Span) -> None:
    marks = _HEADING_LEVEL.search(reading.text[max(0, span.start - MARKER) : span.start])
    heads_all = reading.previous is None
    level = len(marks[1]) if marks else PLAIN - heads_all
    reading.headings = [each for each in reading.headings if each[0] < level]
    words = " ".join(reading.text[span.start : span.end].rstrip("# ").split())
    if words != reading.title:
        reading.headings.append((level, words))
    reading.lead_in, reading.table, reading.items = None, None, []
    reading.paragraph = len(reading.found)


def _take_row(reading: _Reading, span: sentences.Span) -> None:
    if reading.table is None or not _next_line(reading, span):
        caption = _caption(reading) or _take_caption(reading, span.start)
        reading.table = TableReader(reading.text, (span.start, span.end), caption=caption)
        return
    for row in reading.table.take((span.start, span.end)):
        reading.found.append(
            ClaimSegment(
                row.claim,
                "row",
                _headings(reading),
                context=row.context,
                cells=row.cells,
                above=row.above,
            )
        )
    reading.paragraph = len(reading.found)


def _caption(reading: _Reading) -> Span | None:
    """The words with a colon right before a table."""
    previous, lead_in = reading.previous, reading.lead_in
    follows = previous and lead_in and lead_in == (previous.start, previous.end)
    return lead_in if follows else None


def _take_caption(reading: _Reading, start: int) -> Span | None:
    """The line before a table that names it ("Table 2. …"), which is no claim and no heading of its
    own then."""
    caption = caption_before(reading.text, start)
    if caption is None:
        return None
    while reading.found and reading.found[-1].claim[0] >= caption[0]:
        reading.found.pop()
    words = " ".join(reading.text[slice(*caption)].split())
    if reading.headings and reading.headings[-1][1] == words:
        reading.headings.pop()
    return caption


def _next_line(reading: _Reading, span: sentences.Span) -> bool:
    """Whether the row goes on with the table: between it and the last row stand only rules."""
    if reading.previous is None or reading.previous.kind != "row":
        return False
    return "\n\n" not in reading.text[reading.previous.end : span.start]


def _take_sentence(reading: _Reading, span: sentences.Span) -> None:
    text, own = reading.text, (span.start, span.end)
    # What stands in the sentence before is no mark.
    before = max(0, span.start - MARKER, reading.previous.end if reading.previous else 0)
    item = bool(_ITEM.search(text[before : span.start]) or _TELLING.match(text, span.start - 1))
    apart = reading.previous is None or "\n\n" in text[reading.previous.end : span.start]
    if item or apart:
        reading.paragraph = len(reading.found)
    if item:
        _enter_item(reading, own)
    elif apart:
        leave_items(reading.items, indent_at(text, span.start))
        reading.lead_in = None
    around = reading.items if apart and not item else reading.items[:-1]
    words = text[span.start : span.end]
    if words.endswith(":"):
        reading.lead_in = own
        if reading.items and not item:
            reading.items[-1].words += (own,)
        return
    if _LIMITATION.match(words) or not _joins_previous(reading, own, words):
        lead_in = (reading.lead_in,) if item and reading.lead_in else ()
        above = tuple(each for outer in around for each in outer.told)
        parents = tuple(outer.words[0] for outer in around)
        segment = ClaimSegment(own, "sentence", _headings(reading), context=(*above, *lead_in))
        reading.found.append(replace(segment, parents=parents))


def _enter_item(reading: _Reading, own: Span) -> None:
    """Go on to an item: of a list inside the item before, of the same list, or of one around it. A
    lead-in holds for the items of its list; an item that has a list leads no items beside it."""
    indent = indent_at(reading.text, own[0])
    beside = leave_items(reading.items, indent, INDENT)
    if beside is not None and beside.has_list:
        reading.lead_in = beside.lead_in
    elif beside is None and reading.items:
        reading.lead_in = None
        outer = reading.items[-1]
        if not outer.has_list and reading.found and reading.found[-1].claim == outer.words[0]:
            _drop_mere_name(reading)
        outer.has_list = True
    reading.items.append(OpenItem(indent, (own,), reading.lead_in))


def _drop_mere_name(reading: _Reading) -> None:
    """Forget the last claim if it only names the items below, which are told with it: "Grade 3"."""
    if not _ENDED.search(reading.text, *reading.found[-1].claim):
        reading.found.pop()
        reading.paragraph = len(reading.found)


def _joins_previous(reading: _Reading, own: Span, words: str) -> bool:
    """Puts a sentence to the claim before it, when it leans on that; whether it did."""
    if reading.paragraph >= len(reading.found):
        return False
    previous = reading.found[-1]
    full = len(previous.limits) >= MOST_LIMITS
    if full or previous.length + len(words) > LONGEST:
        return False
    leaning = bool(_LEANING.match(words) or _POINTING_BACK.search(words))
    limitation = _LIMITATION.match(reading.text, previous.claim[0])
    if _LIMIT.match(words) or (leaning and (limitation or _TAKES_BACK.search(words))):
        reading.found[-1] = replace(previous, limits=(*previous.limits, own))
        return True
    if leaning:
        context = (previous.claim, *previous.context)
        reading.found.append(ClaimSegment(own, "sentence", _headings(reading), context=context))
        return True
    return False


def _with_limitations_of_use(text: str, found: Sequence[ClaimSegment]) -> tuple[ClaimSegment, ...]:
    """A "Limitations of use" belongs to the claims before it under its heading, back to the next
    such limitation. One without a claim stands alone."""
    done: list[ClaimSegment] = []
    limited: list[int] = []
    """Places in ``done`` of the claims that the next limitation belongs to."""
    closed = False
    for segment in found:
        if limited and done[limited[-1]].headings != segment.headings:
            limited, closed = [], False
        if limited and _LIMITATION.match(text, segment.claim[0]):
            closed = True
            for place in limited:
                done[place] = _with_limit(done[place], segment)
            continue
        limited = [len(done)] if closed else [*limited[-MOST_LIMITED:], len(done)]
        closed = False
        done.append(segment)
    return tuple(done)


def _with_limit(segment: ClaimSegment, limitation: ClaimSegment) -> ClaimSegment:
    full = len(segment.limits) >= 2 * MOST_LIMITS
    if full or segment.length + limitation.length > 2 * LONGEST:
        return segment
    return replace(segment, limits=(*segment.limits, limitation.claim, *limitation.limits))


def _headings(reading: _Reading) -> tuple[str, ...]:
    return tuple(words for _, words in reading.headings)
