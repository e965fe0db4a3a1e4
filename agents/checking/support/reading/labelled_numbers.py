"""The numbers of a text with the words that say what each is of. Pure."""

from __future__ import annotations

import operator
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agents.checking.support.reading.canonical import NUMBER_WORDS
from agents.checking.support.reading.lists import listed_items
from agents.checking.support.reading.words import (
    any_clinical,
    endpoints_as_one,
    is_neutral,
    stems_of,
)
from agents.checking.text.quantities import (
    PlacedQuantity,
    Quantity,
    located_quantities,
    sign_before,
)
from retrieval.text.words import words

BOUNDS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}  # fmt: skip
"""Whether a number keeps the limit behind a sign."""
ABOUT_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
"""Days of a time: those of a mean month and year of the Gregorian calendar."""
_INTERVAL = re.compile(
    r"(?:\(?\b(?:9\d% )?(?:\[?ci\b\]?|interval)[^0-9.;]{0,40}"
    r"|(?<=\.\d\d )\(|\((?=0\.\d{1,3} ?(?:-|to) ?\d)|(?<=\d\.\d\d, )(?=\d\.\d\d ?(?:-"
    r"|to)))(?P<low>\d+(?:\.\d+)?)%?"
    r"(?: to | ?- ?|, ?)(?P<high>\d+(?:\.\d+)?)%?(?=\)|[ ,.;\]]|$)"
)
_SEPARATOR = re.compile(
    r"[,;)]|\((?!\d)|\band\b|\bversus\b|\bvs\.?(?![a-z])|\bagainst\b|\bcompared (?:with|to)\b"
    r"|\bwhile\b"
    r"|\bwhereas\b|\bbut\b|\.(?= |$)"
)
_BEFORE = re.compile(
    r"(?<![\d%] )\b(?P<word>by|to|from)(?: (?:about|nearly|almost|around|roughly|under"
    r"|over|less than|more than))? ?$"
)
ISO_DATE = re.compile(r"\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b")
_COUNT_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen|twenty"
)
_COUNTED = re.compile(
    rf"\b(?:{_COUNT_WORDS})\b(?! in\b)(?![ -](?:days?|weeks?|months?|years?|hours?|minutes?)\b)"
)
_PAIRED = re.compile(
    r"(?:[ -]?(?:months?|weeks?|years?|days?|%|mg|patients?|of patients))?,? ?(?:versus|vs\.?"
    r"|against|compared (?:with|to)) ?(?:[a-z]+ )?$"
)
_IN_FULL = re.compile(r"[ -]?(?:months?|weeks?|years?|days?|mg),? ?(?:against|compared)")
"""After a number with its own unit: "11 months against 5.7 months with placebo"."""
_COMPARATOR = re.compile(r" ?(?:versus|vs\.?|against|compared (?:with|to))\b")
_IN_BRACKETS = re.compile(r"[^()]{0,40}(?:versus|vs|against|compared)[^()]{0,40}\)")
_TO = re.compile(r" ?(?:to|-) ?")
_SIGN_BEHIND = re.compile(
    r"^ ?(?:[a-z/]{1,8} )?(?:of age )?(?:and|or) (?:older|more|greater|above|over|higher|longer"
    r"|worse"
    r"|up|later|younger|less|fewer|below|under|lower|shorter|better)\b(?! than\b)"
)
"""What is its sign, in words."""
_OTHER_NUMBER = re.compile(
    r"(?<!grade )(?<![a-z\d-])[<>=≤≥~]?\d+(?:[.,]\d+)*(?![a-z\d-])|\b[vnp]\b"
)
_SHORT = re.compile(r"\([a-z -]{2,12}\)")
"""An abbreviation in brackets."""
_LISTED = re.compile(r",? ?(?:and )?")
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ALLELE = re.compile(r"\*\d{1,3}(?:/\*\d{1,3})?")
_GRADE = re.compile(r"\bgrade (\d)")
COUNT = "count"
"""The unit of a number in words before a noun: "two regimens"."""
COUNT_UNITS = frozenset(("patient", "", COUNT))
"""Of numbers that count."""
WORDS_BEFORE = 3
"""Words before a bracket with a number that say what it is of: "with normal expression (9.9".
Chosen by hand."""
WORDS_AFTER = 9
"""Words behind a number that say what it is of. Chosen by hand: "months with capivasertib plus
fulvestrant" has five."""


@dataclass(frozen=True, slots=True)
class LabelledNumber:
    """A quantity with the words that say what it is of."""

    value: str
    unit: str
    sign: str
    label: frozenset[str]
    """Stems of the words between it and its neighbours."""
    near: frozenset[str]
    """Those of the last word with a meaning of its own before it, and of the words behind it."""
    is_bound: bool
    """Whether it is an end of an interval."""
    preposition: str
    """``by``, ``to`` or ``from`` before it."""
    place: int
    """Where it stands in the words of its text."""
    arm: frozenset[str] = frozenset()
    """Stems of its arm, where that stands beside the pair before."""

    @property
    def number(self) -> float | None:
        """Its value, where that is a plain number: not of "10^5" or "1.2.3"."""
        return float(self.value) if _PLAIN_NUMBER.fullmatch(self.value) else None


def intervals_of(text: str) -> tuple[tuple[str, str], ...]:
    """The ends of the confidence intervals."""
    return tuple((m["low"], m["high"]) for m in _INTERVAL.finditer(text))


def labelled_numbers(text: str) -> Iterator[LabelledNumber]:
    """The figures of a text in canonical words, in the level form."""
    bounds = {
        place
        for m in _INTERVAL.finditer(text)
        for place in range(m.start(), m.end() + text.startswith(")", m.end()))
    }
    # The ends of intervals separate nothing and say nothing of the others.
    masked = "".join(" " if at in bounds else sign for at, sign in enumerate(text))
    masked = _SHORT.sub(lambda found: " " * len(found.group()), masked)
    text, masked = (_ALLELE.sub(_as_a_word, each) for each in (text, masked))
    text = ISO_DATE.sub(lambda found: "x" * len(found.group()), text)
    located = [*_with_signs_of_ranges(text, located_quantities(text)), *_counts(masked)]
    rivals: dict[str, list[int]] = {}
    for each in sorted(located, key=lambda each: each.start):
        if each.start not in bounds:
            rivals.setdefault(each.quantity.unit, []).append(each.start)
    listed: dict[int, frozenset[str]] = {}
    for places in rivals.values():
        listed.update(listed_items(masked, places))
    cuts = [0, *(m.start() for m in _SEPARATOR.finditer(masked)), len(masked)]
    for each in located:
        if each.start in bounds:
            yield _figure(each, "", "", is_bound=True)
            continue
        own = rivals.get(each.quantity.unit, [])
        figure = _beside(masked, each, own, cuts)
        item = listed.get(each.start)
        yield replace(figure, label=item, near=item) if item else figure


def _as_a_word(found: re.Match[str]) -> str:
    """A diplotype, whose numbers count nothing."""
    return found.group().replace("*", "s").replace("/", "x")


def _with_signs_of_ranges(text: str, located: Sequence[PlacedQuantity]) -> Iterator[PlacedQuantity]:
    """The numbers; both ends of a range have its sign: "at least 4 to 6 weeks"."""
    signs = [each.quantity.sign for each in located]
    for place, (one, other) in enumerate(pairwise(located)):
        if _TO.fullmatch(text, one.end, other.start):
            signs[place] = signs[place + 1] = signs[place] or signs[place + 1]
        elif _LISTED.fullmatch(text, one.end, other.start):
            signs[place + 1] = signs[place + 1] or signs[place]
    for each, sign in zip(located, signs, strict=True):
        yield replace(each, quantity=replace(each.quantity, sign=sign))


def _beside(
    text: str, each: PlacedQuantity, own: Sequence[int], cuts: Sequence[int]
) -> LabelledNumber:
    """A number with the words around it, up to separators and to numbers of its unit (``own``)."""
    place = bisect_left(own, each.start)
    last = own[place - 1] + 1 if place else 0
    before = text[max(last, cuts[bisect_right(cuts, each.start) - 1]) : each.start]
    if _COMPARATOR.match(before):
        before = before.partition(":")[2]
    after = _behind(text, each, own, cuts)
    if not before.endswith("("):
        return _figure(each, before, after, is_bound=False)
    # In brackets a figure is on what stands before them; which arm a pair there is of, the words
    # before it do not say.
    pair = _PAIRED.search(after) or _IN_BRACKETS.match(text, each.end)
    phrase = _words_before(text, each.start, cuts)
    figure = replace(_figure(each, phrase, "", is_bound=False), near=_own_stems(phrase))
    return replace(figure, label=frozenset()) if pair else figure


def _words_before(text: str, start: int, cuts: Sequence[int]) -> str:
    """The words before the bracket that a figure opens, back to the separator before."""
    return text[cuts[max(bisect_right(cuts, start - 2) - 1, 0)] : start - 1]


def _own_stems(phrase: str) -> frozenset[str]:
    """Those of the last words of a phrase that have a meaning of their own."""
    phrase = endpoints_as_one(phrase)
    last = stems_of(" ".join(phrase.split()[-WORDS_BEFORE:]))
    return frozenset(s for s in last if not is_neutral(s) or s == "not")


def _words_only(text: str) -> str:
    """The text without other numbers, which say nothing of what one is of; grades do."""
    return _OTHER_NUMBER.sub(" ", text)


def _counts(text: str) -> Iterator[PlacedQuantity]:
    for match in _COUNTED.finditer(text):
        value = NUMBER_WORDS[match.group()]
        yield PlacedQuantity(
            Quantity(value, COUNT, sign_before(text[: match.start()])), *match.span()
        )


def _behind(text: str, each: PlacedQuantity, own: Sequence[int], cuts: Sequence[int]) -> str:
    """The words behind a figure that are on it: of "7.3 versus 3.1 months with capivasertib" they
    stand behind the second number and are on the first."""
    place, after = bisect_left(own, each.start), bisect_right(own, each.end)
    if place and _PAIRED.fullmatch(_between(text, own[place - 1], each.start)):
        return ""
    start = each.end
    between = _between(text, each.start, own[after]) if after < len(own) else ""
    if after < len(own) and _PAIRED.fullmatch(between) and not _IN_FULL.match(between):
        start, after = own[after], after + 1
    following = own[after] if after < len(own) else len(text)
    cut = bisect_right(cuts, start + 1)
    return text[start : min(cuts[cut] if cut < len(cuts) else following, following)]


def measure_alike(first: LabelledNumber, second: LabelledNumber) -> bool:
    """Whether two numbers have one unit, and a word of what they are of."""
    shared = (first.near | first.label) & (second.near | second.label)
    return first.unit == second.unit and any_clinical(shared)


def _between(text: str, start: int, end: int) -> str:
    number = re.match(r"[\d.,]+", text[start:end])
    return text[start + (number.end() if number else 0) : end]


def _figure(each: PlacedQuantity, before: str, after: str, *, is_bound: bool) -> LabelledNumber:
    after = _SIGN_BEHIND.sub("", after)
    before, after = (_words_only(endpoints_as_one(text)) for text in (before, after))
    found = _BEFORE.search(before)
    quantity = each.quantity
    last = [
        word
        for word in words(_GRADE.sub(r"grade\1", before))
        if not is_neutral(word) and not word.isdigit()
    ][-1:]
    own = stems_of(quantity.unit)
    near = stems_of(" ".join(after.split()[:WORDS_AFTER])) - own
    if all(is_neutral(stem) and stem != "not" for stem in near):
        near |= frozenset(last)
    return LabelledNumber(
        value=quantity.value,
        unit=quantity.unit,
        sign=quantity.sign,
        label=stems_of(f"{before} {after}") - own,
        near=near,
        is_bound=is_bound,
        preposition=found["word"] if found else "",
        place=each.start,
    )
