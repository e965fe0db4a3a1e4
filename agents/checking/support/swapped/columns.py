"""Values that a quote lists in the order of the groups it names before them. Pure.

"In the low versus high group it was 7.1 versus 2.6 months", "between N0, N1 and N2 disease (87%,
82% and 63%)", "worse in right-sided tumours (8.1 versus 10.2 months)": the first value is of the
group that is named first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.words import is_neutral, stems_of
from names.recognise import recognise_passage

_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_JOIN = re.compile(
    r"[\d.,]{1,12}[ -]?(?:%|months?|weeks?|years?|days?|patients?|mg)?(?: of patients)?,? ?"
    r"(?:versus|vs\.?|against|compared (?:with|to)|and|, and|,)? ?"
)
_COMPARES = re.compile(
    r",? ?(?:when )?\b(?:versus|vs|against|as compared (?:with|to)|compared (?:with|to)"
    r"|(?:superior|inferior) to|(?<!other )(?<!rather )than(?! \d))(?![a-z])"
)
_BEHIND = re.compile(
    r"\)?(?: ?(?:%|months?|years?|weeks?|days?))?,? (?:as )?(?:compared (?:with|to)|than|versus|vs)"
    r" (?P<right>[^;]{3,160})"
)
_ITEMS = re.compile(r", and |, or |, | and | or ")
_LISTS = re.compile(r"\bbetween\b|\bof (?:the )?(?:two|three|four|five)\b")
_START = re.compile(r"; |\.(?= )|\bwhereas\b|\bwhile\b")
_SEGMENT = re.compile(
    r"[;:] |\.(?= |$)|, |\b(?:and|versus|vs|against|compared (?:with|to)|than|while|whereas|but)\b"
)
_ONE_SIDED = re.compile(
    r"\b(?:higher|lower|longer|shorter|better|worse|poor(?:er)?|more|fewer|less|greater|superior"
    r"|inferior|increased?|reduced|improved)\b"
)
_OTHERS = re.compile(
    r"\b(?:others?|rest|remaining|control\w*|without|not?|than|versus|vs|against|compared|instead"
    r"|whereas|while|but|standard|comparator|rather|from|only|between)\b"
)
_IN_ORDER = re.compile(r"\brespectively\b|\d ?%? ?(?:versus|vs\.?|against|and) \d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TELLING = stems_of(
    "high low higher lower normal elevated raised positive negative early late first second third"
    " without alone single double left right young younger old older elderly men women male female"
    " placebo control observation chemotherapy surgery radiotherapy mild moderate severe wildtype"
    " mutant mutated responders primary secondary adjuvant neoadjuvant complete partial local"
    " distant fatal"
)
"""Words that tell two groups of one study apart."""
_ARMS = stems_of("placebo control observation chemotherapy surgery radiotherapy alone")
MOST_VALUES = 6
"""Values of a list. Chosen by hand."""
BEHIND_LIST = 60
"""Characters behind a list of values in which "respectively" stands. Chosen by hand."""
LIST_WORDS = 4
"""Words of an item of a list beside its separator. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A value and what tells its group from the others'."""

    value: str
    unit: str
    own: frozenset[str]
    others: frozenset[str]


def problem_with_columns(claim: CitedSentence) -> str:
    """The first value that stands in it with the group of another value of its list."""
    told = [f.value for quote in claim.quotes() for f in quote.figures]
    figures = {f.value: f for f in claim.sentence.figures if not f.is_bound}
    own = {column.value: column.own for column in _columns(claim.sentence)}
    for quote in claim.quotes():
        for column in _columns(quote):
            figure = figures.get(column.value)
            if figure is None or told.count(column.value) != 1:
                continue
            said = own.get(column.value) or _beside(claim.sentence, figure)
            if not said or said & column.own or not said & column.others:
                continue
            if column.own or not _OTHERS.search(claim.sentence.words):
                return f"{figure.value} is of another group in the cited quotes."
    return ""


def _beside(sentence: CanonicalText, figure: LabelledNumber) -> frozenset[str]:
    """The stems of the part that a value stands in; none where it tells values in an order."""
    if _IN_ORDER.search(sentence.words) and len(sentence.figures) > 1:
        return frozenset()
    part = _segment(sentence.words, figure, sentence.figures)
    return stems_of(part.replace("wild type", "wildtype"))


def _segment(text: str, figure: LabelledNumber, figures: Sequence[LabelledNumber]) -> str:
    """The part of a sentence that a value stands in; the whole one where it is the only value."""
    same = [f for f in figures if not f.is_bound and f.unit == figure.unit]
    if len({f.place for f in same}) == 1:
        return text
    cuts = [0, *(m.end() for m in _SEGMENT.finditer(text)), len(text)]
    start = max(cut for cut in cuts if cut <= figure.place)
    end = min(cut for cut in cuts if cut > figure.place)
    words = text[start:end]
    alone = sum(start <= f.place < end for f in same) == 1
    return words if alone and len(words.split()) > LIST_WORDS - 1 else ""


def _columns(quote: CanonicalText) -> Iterator[_Column]:
    for run in _runs(quote):
        items = _items_of(quote.words, run)
        for at, figure in enumerate(run):
            if not items:
                break
            others = frozenset().union(*(each for i, each in enumerate(items) if i != at))
            yield _Column(figure.value, figure.unit, items[at] - others, others - items[at])


def _runs(quote: CanonicalText) -> Iterator[list[LabelledNumber]]:
    """Lists of values of one unit: those outside brackets, and those of each bracket."""
    spans = [(m.start(), m.end()) for m in _BRACKETS.finditer(quote.words)]
    figures = sorted((f for f in quote.figures if not f.is_bound), key=lambda f: f.place)
    inside: dict[int, list[LabelledNumber]] = {}
    for figure in figures:
        at = next((n for n, (start, end) in enumerate(spans) if start < figure.place < end), -1)
        inside.setdefault(at, []).append(figure)
    masked = _BRACKETS.sub(lambda m: " " * len(m.group()), quote.words)
    for at, own in inside.items():
        yield from _joined_values(masked if at < 0 else quote.words, own)


def _joined_values(text: str, figures: Sequence[LabelledNumber]) -> Iterator[list[LabelledNumber]]:
    run: list[LabelledNumber] = []
    for figure in figures:
        between = re.sub(r" {2,}", " ", text[run[-1].place : figure.place]) if run else ""
        if _YEAR.fullmatch(figure.value):
            continue
        if run and not (_JOIN.fullmatch(between) and figure.unit == run[-1].unit):
            if 1 < len(run) <= MOST_VALUES:
                yield run
            run = []
        run.append(figure)
    if 1 < len(run) <= MOST_VALUES:
        yield run


def _items_of(text: str, run: Sequence[LabelledNumber]) -> list[frozenset[str]]:
    """What tells apart the groups of a list of values, in its order; empty when nothing does."""
    first, last = run[0].place, run[-1].place
    start = max((m.end() for m in _START.finditer(text, 0, first)), default=0)
    before = text[start:first]
    behind = text[last + len(run[-1].value) :]
    closed = before.rstrip().endswith("(")
    if closed and (found := _BEHIND.match(behind[behind.find(")") :])):
        left, right = _of_two(before, found["right"])
        return [left, *([right] * (len(run) - 1))] if right - left else []
    listed = "respectively" in behind[:BEHIND_LIST] or _LISTS.search(before)
    if listed and (items := _items_of_list(before, len(run))):
        return items
    compared = list(_COMPARES.finditer(before))
    if len(run) == 2 and len(compared) == 1:
        left, right = _of_two(before[: compared[0].start()], before[compared[0].end() :])
        return [left, right] if left != right else []
    if len(run) == 2 and closed and not compared and _ONE_SIDED.search(before):
        return [_telling_words(before), frozenset()]
    return []


def _items_of_list(before: str, count: int) -> list[frozenset[str]]:
    parts = _ITEMS.split(before)
    if len(parts) < count:
        return []
    parts = parts[-count:]
    ends = (parts[0].split()[-LIST_WORDS:], parts[-1].split()[:LIST_WORDS])
    words = [" ".join(ends[0]), *parts[1:-1], " ".join(ends[1])]
    items = [
        frozenset(s for s in stems_of(each) if s in _TELLING or not is_neutral(s)) for each in words
    ]
    common = frozenset.intersection(*items)
    items = [each - common for each in items]
    return items if all(items) else []


def _of_two(one: str, other: str) -> tuple[frozenset[str], frozenset[str]]:
    """What tells two groups apart; a drug that only one side names is of both, where the other side
    names no treatment."""
    left, right = _telling_words(one), _telling_words(other)
    drugs = [_drugs(each) for each in (one, other)]
    if not drugs[1] and not right & _ARMS:
        left -= drugs[0]
    if not drugs[0] and not left & _ARMS:
        right -= drugs[1]
    return left, right


def _drugs(text: str) -> frozenset[str]:
    return frozenset().union(*(stems_of(m.name) for m in recognise_passage(text).of("drug")))


def _telling_words(text: str) -> frozenset[str]:
    """The drugs, the names with digits and the words that tell groups apart."""
    stems = stems_of(text.replace("wild type", "wildtype").replace("ones", ""))
    names = frozenset(s for s in stems if any(c.isdigit() for c in s) and not s[0].isdigit())
    return (stems & _TELLING) | _drugs(text) | names
