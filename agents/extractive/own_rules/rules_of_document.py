"""The rules of a document: rows, items and sentences, each with what stands above and beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice, takewhile

from agents.extractive.own_rules.values import GRADE, Range, ranges_inside, ranges_of
from agents.extractive.own_rules.vocabulary.line_beginnings import (
    LONGEST_BEGIN,
    mark_of_line,
    says_ended,
)
from agents.extractive.own_rules.vocabulary.rule_kinds import signs_in
from agents.extractive.own_rules.vocabulary.words import bag_of, initials_of
from retrieval.derivation.segments import ClaimSegment, segments
from retrieval.statements.model import Span

LONGEST_LABEL = 80
"""Characters before a colon that name what an item is on. Chosen by hand."""
MOST_OF_BEGINNING = 4
"""Sentences that begin a document. Chosen by hand: whom it is for stands in the first ones."""
KEPT = 64
"""Documents whose rules are kept between questions."""
_LABEL = re.compile(rf"\W{{0,6}}(?P<label>[^:|]{{1,{LONGEST_LABEL}}}):(?=\W)")
_CLAUSE = re.compile(
    r"(?i)(?:if|for|when|in case of|with|after|during|under)"
    rf" (?P<label>[^,:|]{{3,{LONGEST_LABEL}}})[,:]"
)
_GRADED = re.compile(r"(?i)\b(?:grades?|CTCAE)\b")
_SCALED = re.compile(r"(?i)\b(?:grades?|CTCAE|score|stage|class|level)\b")
_ONLY_RANGE = re.compile(
    r"(?i)(?:[<>≤≥]|above|below|over|under|up to|at least|less than|more than)? ?"
    r"\d[\d.,]{0,8}(?: ?(?:-|–|to) ?\d[\d.,]{0,8})?(?: ?[×x] ?ULN| ?%| ?[µm]?mol/L| ?g/d?L)?"
    r"(?: or (?:above|below|more|less))?"
)
_BEGINS_WITH_RANGE = re.compile(
    r"(?i)(?:up to|at least|less than|more than|above|below|over|under|[<>≤≥]) ?\d[\d.,]{0,8}"
    r"|\d[\d.,]{0,8} ?(?:-|–|to) ?\d[\d.,]{0,8}|\d[\d.,]{0,8} or (?:above|below|more|less)"
)
_BOUNDED = re.compile(
    r"(?i)(?:\b(?:up to|at least|less than|more than|above|below|over|under)|[<>≤≥]) ?\d"
    r"|\d ?(?:-|–|to) ?\d"
)
_BARE = re.compile(r"\d[\d.,]{0,8}(?![\d%]| ?[A-Za-z])")
_UNIT_OF_HEAD = re.compile(
    r"(?i)[(,\[] ?(?:in |working |calendar ){0,2}"
    r"(?P<unit>min(?:ute)?s?|h(?:ou)?rs?|h|days?|d|w(?:ee)?ks?|months?|mg|g|mcg|units?|%|mL|L)(?![a-z])"
)
MOST_OF_COLUMN = 3
"""Words that head a second column whose width is not known. Chosen by hand: a measure has so
many."""
_IMPRINT = re.compile(
    r"(?i:version|revision|edition|valid (?:from|until)|last (?:updated|revised|reviewed)|issued)\b"
    r"[^|%]{0,80}"
    r"|(?:(?:[A-Z][\w.'’-]{0,30}|of|and|for|the),?\s){0,8}"
    r"(?:Clinic|Hospital|Department|Institute|Division|University|Cent(?:re|er))s?\b,?"
    r"(?:\s(?:[A-Z][\w.'’-]{0,30}|of|and|for|the),?){0,8}\.?"
)
"""A line that tells whose a document is, or its version."""
_TIME = re.compile(r"(?i)(?:at |hour |after )?\d{1,3} ?(?:h|hours?|hrs?)(?: after (?:the )?start)?")


@dataclass(frozen=True, kw_only=True)
class OwnRule:
    """A row, an item or a sentence of a document, and what it is compared by."""

    claim: Span
    own: str
    """Its words."""
    label: str
    """What it says it is on: the first cell of a row, the words before a colon."""
    head: str
    """Of a row: what heads its columns, its group and its caption."""
    headings: tuple[str, ...]
    """The headings above it, widest first, and the items that it is in."""
    parents: int = 0
    """How many of these are items."""
    title: str
    beside: str = ""
    """The other sentences of its line."""
    beginning: str = ""
    """What begins the document."""
    ranges: tuple[Range, ...] = ()
    """The values for which it holds, by its label and its cells."""
    table: Span | None = None
    """Where the table begins that it is a row of."""
    units: frozenset[str] = frozenset()
    """The kinds of thing that bare numbers of a row are, by the heads of their columns."""
    item: Span | None = None
    """The first sentence of the item that it is in, "Grade 2: …", whose label is its own."""
    column: str = ""
    """Of a cell that holds for a condition: the head of its column."""
    is_ended: bool = False
    """Whether its document says that it was replaced."""
    mark: str = ""
    """Of a footnote: the mark that its line begins with."""
    lead: str = ""
    """Of a later sentence of a line that has a label of its own: the first sentence of the line."""

    @cached_property
    def words(self) -> frozenset[str]:
        return bag_of(self.own) | self.units

    @cached_property
    def label_words(self) -> frozenset[str]:
        return bag_of(self.label) | initials_of(self.label)

    @cached_property
    def lead_words(self) -> frozenset[str]:
        """What stands before the first colon of it, and its label."""
        return self.label_words | bag_of(_label(self.own.strip("| ")))

    @cached_property
    def near_words(self) -> frozenset[str]:
        near = " . ".join((self.head, self.lead, self.column, *self.headings[-1:]))
        return bag_of(near) | initials_of(near)

    @cached_property
    def far_words(self) -> frozenset[str]:
        far = " . ".join((*self.headings[:-1], self.title))
        return bag_of(far) | initials_of(far)

    @cached_property
    def beside_words(self) -> frozenset[str]:
        return bag_of(self.beside) | self.beginning_words

    @cached_property
    def beginning_words(self) -> frozenset[str]:
        return bag_of(self.beginning)

    @cached_property
    def heading_ranges(self) -> tuple[tuple[Range, ...], ...]:
        """The values for which each heading above holds."""
        return tuple(map(_ranges_of_heading, self.headings))


def _ranges_of_heading(heading: str) -> tuple[Range, ...]:
    """The values for which a heading holds; none is a grade that is to be reached."""
    found = ranges_of(heading, "", points=bool(_TIME.fullmatch(heading)))
    inside = ranges_inside(heading, "")
    return tuple(each for each in found if each.unit != GRADE or each in inside)


def all_words(rule: OwnRule) -> frozenset[str]:
    """All that a rule says and that stands above or beside it."""
    return rule.words | rule.label_words | rule.near_words | rule.far_words | rule.beside_words


@dataclass(frozen=True, slots=True)
class _Around:
    """What all rules of a document share, and what stands beside one of them."""

    text: str
    title: str
    beginning: str
    beside: str = ""


@lru_cache(maxsize=KEPT)
def rules_of(text: str, title: str) -> tuple[OwnRule, ...]:
    """The rules of a document in order."""
    told = segments(text, title)
    around = _Around(text, title, _begin_of_document(text, told))
    rules: list[OwnRule] = []
    for place, segment in enumerate(told):
        rule = _rule(replace(around, beside=_beside(text, told, place)), segment)
        rules.append(_in_item(text, rule, rules[-1]) if rules else _first_of_item(rule))
    ended = _says_ended(text, title, rules)
    found = map(_without_title, _told_apart(rules, told))
    return tuple(replace(each, is_ended=True) for each in found) if ended else tuple(found)


def _says_ended(text: str, title: str, rules: Sequence[OwnRule]) -> bool:
    """Whether a document says at its beginning that it was replaced."""
    begin = text[:LONGEST_BEGIN].strip()
    first = takewhile(lambda each: each.claim[0] < LONGEST_BEGIN, rules)
    return says_ended(f"{title} . {begin.split(chr(10))[0]}", (each.own for each in first))


def _without_title(rule: OwnRule) -> OwnRule:
    """The rule; of a line that tells whose the document is or its version, its words alone: it is
    no rule on what the title names."""
    if rule.table is not None or not _IMPRINT.fullmatch(rule.own.strip()):
        return rule
    return replace(rule, title="", headings=(), parents=0, beside="", beginning="")


def _told_apart(rules: Sequence[OwnRule], told: Sequence[ClaimSegment]) -> Iterator[OwnRule]:
    """The rules, where rows of one table with one label hold for the values of their second cell:
    "Magnesium | below 0.42 mmol/L | …", "Magnesium | 0.42-0.57 mmol/L | …"."""
    same: dict[tuple[Span | None, str], list[ClaimSegment]] = {}
    for rule, segment in zip(rules, told, strict=True):
        same.setdefault((rule.table, rule.label), []).append(segment)
    for rule, segment in zip(rules, told, strict=True):
        rows = same[rule.table, rule.label] if rule.table and not rule.ranges else []
        seconds = {row.cells[1][1] for row in rows if len(row.cells) > SECOND}
        bounded = sum(_BOUNDED.search(each) is not None for each in seconds)
        if len(seconds) < 2 or len(seconds) < len(rows) or 2 * bounded <= len(seconds):
            yield rule
            continue
        name, cell = segment.cells[1]
        yield replace(rule, ranges=ranges_of(cell, f"{rule.label} {name}"))


SECOND = 2
"""Cells of a row of which the second may say for which values it holds: one more tells the rule."""


def _in_item(text: str, rule: OwnRule, before: OwnRule) -> OwnRule:
    """The rule, with the label and the values of the item that it goes on with. One with a label of
    its own keeps that, and is also on what its line begins with; where its label is only a range
    ("Over 3 cm: …"), the label before it tells what is measured."""
    if rule.table is not None or before.table is not None:
        return rule
    goes_on = rule.claim[0] - before.claim[1] <= SPACE_BETWEEN and rule.headings == before.headings
    if rule.label and goes_on:
        lead = before.lead or before.own
        on_line = "\n" not in text[before.claim[1] : rule.claim[0]]
        rule = replace(rule, lead=lead if on_line and len(lead) <= LONGEST_LEAD else "")
        if _BEGINS_WITH_RANGE.match(rule.label) and before.label:
            rule = replace(rule, ranges=ranges_of(rule.label, f"{before.label} {rule.lead}"))
    if rule.label:
        return _first_of_item(rule)
    if not goes_on or before.item is None:
        return rule
    ranges = (*before.ranges, *rule.ranges)
    lead = before.lead
    return replace(rule, label=before.label, item=before.item, ranges=ranges, lead=lead)


def _first_of_item(rule: OwnRule) -> OwnRule:
    """The rule as the beginning of an item, if it has a label."""
    return replace(rule, item=rule.claim) if rule.label and rule.table is None else rule


LONGEST_LEAD = 160
"""Characters of a first sentence that tells what its line is on. Chosen by hand: a line."""
SPACE_BETWEEN = 1
"""Characters between two sentences of one item: a blank, or the end of a line."""


def _rule(around: _Around, segment: ClaimSegment) -> OwnRule:
    own = _words(around.text, segment.claim)
    head = " . ".join(_words(around.text, span) for span in segment.context)
    parents = tuple(_name_of_item(_words(around.text, span)) for span in segment.parents)
    headings = (*segment.headings, *parents)
    rule = OwnRule(
        claim=segment.claim,
        own=own,
        label=_label(own),
        head=head,
        headings=headings,
        parents=len(parents),
        title=around.title,
        beside=around.beside,
        beginning=around.beginning,
    )
    if segment.kind == "row" and segment.cells:
        return _row(rule, segment)
    rule = replace(rule, mark=_mark(around.text, segment.claim))
    measure = " ".join((*headings[-1:], head))
    if not rule.label:
        return replace(rule, ranges=ranges_inside(own, measure))
    ranges = ranges_of(rule.label, measure)
    # "Taper: G2 over 4 weeks; G3 over 6 weeks": the grades stand behind the label.
    inside = (e for e in ranges_inside(own, measure) if e.unit == GRADE)
    return replace(rule, ranges=ranges or tuple(inside))


def _row(rule: OwnRule, segment: ClaimSegment) -> OwnRule:
    (corner, first), *rest = segment.cells
    measure = f"{corner} {rule.headings[-1] if rule.headings else ''}"
    scaled, graded = bool(_SCALED.search(corner)), bool(_GRADED.search(corner))
    ranges = ranges_of(first, measure, graded=graded, points=scaled)
    if len(rest) == 1 and rest[0][1] == rule.own:
        # A cell under a condition; the first cell of its row stands before it.
        label = rest[0][0]
        above = segment.above[0] if segment.above else (0, 0)
        ranges = (*ranges, *ranges_of(label, measure))
        if begins := _BEGINS_WITH_RANGE.match(rule.own):
            # A cell that says for which values it holds: "5-20x ULN: …".
            ranges = (*ranges, *ranges_of(_label(rule.own) or begins.group(), label))
        return replace(rule, label=label, column=first, ranges=ranges, table=above)
    if len(rest) == 1 and not rest[0][0] and (begins := _BEGINS_WITH_RANGE.match(rest[0][1])):
        # A table of a PDF that lost its columns: the second column stands before the others.
        second = " ".join(rule.head.split()[len(corner.split()) :][:MOST_OF_COLUMN])
        ranges += ranges_of(begins.group(), second)
    for name, cell in rest:
        if _SCALED.search(name):
            ranges += ranges_of(cell, name, graded=bool(_GRADED.search(name)), points=True)
        elif ranges and _ONLY_RANGE.fullmatch(cell):
            # A second condition beside the first: "ALT | Bilirubin | Dose".
            ranges += ranges_of(cell, name)
    table = segment.context[0] if segment.context else None
    units = frozenset(sign for cell in rest for sign in _signs_of_cell(*cell))
    return replace(rule, label=first, ranges=ranges, table=table, units=units)


def _signs_of_cell(head: str, cell: str) -> frozenset[str]:
    """What a bare number is, by the unit in the head of its column: "Turnaround (working days)"."""
    number = _BARE.match(cell)
    unit = _UNIT_OF_HEAD.search(head) if number else None
    return signs_in(f"{number[0]} {unit['unit']}") if number and unit else frozenset()


def _mark(text: str, claim: Span) -> str:
    """The mark of a footnote, if a claim begins its line with one."""
    line = text.rfind("\n", 0, claim[0]) + 1
    return mark_of_line(text[line : claim[0]], text[slice(*claim)])


def _label(own: str) -> str:
    match = _LABEL.match(own) or _CLAUSE.match(own)
    return match["label"].strip("*_ ") if match else ""


def _name_of_item(words: str) -> str:
    """What an item says that the items in it are on."""
    return _label(words) or words.rstrip(" :")


def _begin_of_document(text: str, told: Sequence[ClaimSegment]) -> str:
    """What a document says before its first lower heading or table: whom it is for."""
    first = told[0].headings if told else ()
    if len(first) > 1:
        return ""
    found = takewhile(lambda each: each.kind != "row" and each.headings == first, told)
    return " ".join(_words(text, each.claim) for each in islice(found, MOST_OF_BEGINNING))


def _beside(text: str, told: Sequence[ClaimSegment], place: int) -> str:
    """The sentences of the same line, before and after."""
    segment = told[place]
    if segment.kind == "row":
        return ""
    near = []
    for other in told[max(0, place - 2) : place + 3]:
        first, last = sorted((other.claim, segment.claim))
        apart = "\n" in text[first[1] : last[0]] or other.kind == "row"
        if other is not segment and not apart:
            near.append(_words(text, other.claim))
    return " ".join(near)


def _words(text: str, span: Span) -> str:
    return " ".join(text[slice(*span)].split())
