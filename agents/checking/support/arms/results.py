"""Results of two arms that a text tells: "8.4 months with A and 5.4 months with B". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CanonicalText
from agents.checking.support.reading.words import endpoints_as_one, stems_of

_UNIT = r"(?: ?%| months?| weeks?| days?| years?)"
_BRACKET = r"(?: \([^()]{0,80}\))?"
_OF = (
    r"(?: of (?:the )?(?:patients|those|women|men|people|cases|participants))?(?: were| was| had)?"
    r" (?:with|on|in|for|among|receiving|given|under|after)"
)
_JOIN = r",? (?:and|versus|vs|against|compared (?:with|to)|but|while|whereas)"
_VALUE = r"(?<![\d.])(?<!at )(?<!after )(?<!within )(?<!grade )(?P<%s>\d{1,4}(?:\.\d{1,3})?)"
_WORDS = r"(?:(?! was | were | it )[^;:()])"
_ARM_OF_EACH = re.compile(
    rf"{_VALUE % 'one'}(?P<unit>{_UNIT})?{_BRACKET}{_OF} (?P<first>{_WORDS}{{2,90}}?){_JOIN}"
    rf" (?:in )?"
    rf"(?P<other>\d{{1,4}}(?:\.\d{{1,3}})?)(?P<last>{_UNIT})?{_BRACKET}{_OF}"
    r" (?P<second>[^,;:()]{2,90})"
)
ONE_ARM = re.compile(
    rf"{_VALUE % 'value'}{_UNIT}?{_BRACKET}{_OF} (?P<arm>[^,;:()\d]{{2,80}}?)"
    rf"(?=[,;:(]|\.?$|{_JOIN} | in | at | among )"
)
_VERSUS = r"(?:versus|vs|against|compared (?:with|to)|than)"
_PAIR = (
    rf"(?<![\d.])(?P<one>\d{{1,4}}(?:\.\d{{1,3}})?)(?P<unit>{_UNIT})?{_BRACKET},? (?:versus|vs"
    rf"|against|and|compared (?:with|to)) (?P<other>\d{{1,4}}(?:\.\d{{1,3}})?)(?P<last>{_UNIT})?"
    rf"{_BRACKET}"
)
_ARMS_BEHIND = re.compile(
    rf"{_PAIR}(?:,| \()?(?: (?:with|on|in|for|among))? ?(?P<first>[^,;:()\d]{{3,80}}?) {_VERSUS}"
    r" (?:with |on |in |for |among )?(?P<second>[^,;:()\d]{3,80})"
)
_PAIR_ALONE = re.compile(_PAIR)
_ARMS_BEFORE = re.compile(
    rf"(?:^|[,;:] |\b(?:with|on|for|in|between|than) )(?P<first>[^,;:()\d]{{3,80}}?) {_VERSUS}"
    r" (?:with |on |in |for |among )?(?P<second>[^,;:()\d]{3,80}?)(?= ?[:(,]| was| were| by| at|$)"
)
_VERB = re.compile(r" (?:were|was|had|have|are|is|remained|stayed|lived|responded|died)\b")
"""Behind an arm, before what happened in it."""
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
_PLACE = re.compile(r" (?:in|at|among|after|during|by|each|for|over|as|when|if|who|whose)\b")
_START = re.compile(r"[;:] |\.(?= )|, (?:and|but|while|whereas) ")
_ENDPOINT = re.compile(r"surviv|respons|controlofdisease|diseasecontrol|recur|progress|death|event")


@dataclass(frozen=True, slots=True)
class TwoArms:
    """Two values of one measure, and the words on the arm of either."""

    one: str
    other: str
    unit: str
    first: frozenset[str]
    second: frozenset[str]
    measure: frozenset[str]
    """The stems that stand before the values, endpoints as one word."""

    @property
    def own_first(self) -> frozenset[str]:
        return self.first - self.second

    @property
    def own_second(self) -> frozenset[str]:
        return self.second - self.first

    @property
    def difference(self) -> float:
        return float(self.one) - float(self.other)


def results_of(text: CanonicalText) -> Iterator[TwoArms]:
    """The results of a text whose arms stand behind their values or before both."""
    words = text.words
    for found in _ARM_OF_EACH.finditer(words):
        first, second = _without_place(found["first"], found["second"])
        yield _result(found, words, first, second)
    for found in _ARMS_BEHIND.finditer(words):
        yield _result(found, words, found["first"], _PLACE.split(found["second"], maxsplit=1)[0])
    for found in _PAIR_ALONE.finditer(words):
        start = max((m.end() for m in _START.finditer(words, 0, found.start())), default=0)
        before = list(_ARMS_BEFORE.finditer(words, 0, found.start() + 1))[-1:]
        if before and before[0].end() >= start:
            yield _result(found, words, before[0]["first"], before[0]["second"])


def _without_place(first: str, second: str) -> tuple[str, str]:
    """The arms without what says of both in whom or when it was seen."""
    second = second.rstrip(". ")
    if not _PLACE.search(f" {first}"):
        second = _PLACE.split(second, maxsplit=1)[0]
    return first, second


def _result(found: re.Match[str], text: str, first: str, second: str) -> TwoArms:
    start = max((m.end() for m in _START.finditer(text, 0, found.start())), default=0)
    return TwoArms(
        one=plain(found["one"]),
        other=plain(found["other"]),
        unit=(found["unit"] or found["last"] or "").strip().rstrip("s"),
        first=arm_names(first),
        second=arm_names(second),
        measure=frozenset(
            stem
            for stem in stems_of(endpoints_as_one(text[start : found.start()]))
            if _ENDPOINT.search(stem)
        ),
    )


def plain(number: str) -> str:
    """A number without noughts at its end."""
    return f"{float(number):g}" if _NUMBER.fullmatch(number) else number


def arm_names(text: str) -> frozenset[str]:
    """The stems that may name an arm."""
    text = _VERB.split(text, maxsplit=1)[0] or text
    return frozenset(stem for stem in stems_of(text) if not stem.isdigit() and len(stem) > 2)
