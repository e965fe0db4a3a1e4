"""A number or class that a message takes back, tells anew or doubts, told as the one that holds:
"eGFR 38 – typo, 83" becomes "eGFR 83", "Child B7? recalculated: A6" "Child A6"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.clinical.corrections.objection_words import IT_IS, MARK, NO, PAUSE, RIGHT
from names.clinical.expansion import Change
from names.clinical.grammar.told_values import value_patterns
from names.clinical.grammar.two_times import ValuePatterns, read_last

_MAY_CHANGE = re.compile(
    r"(?i)\b(?:no|nope|nah|wait|sorry|oops|actually|in fact|correct\w{0,4}|typo|mistake|scratch"
    r"|mean|meant|rather|more|closer|make|should|it|that|this|recte|supposedly|allegedly"
    r"|reportedly|apparently"
    r"|presumably|said|thought|wrote|typed|told|quoted|re-?(?:calc|check|scor|peat|view|ass|test|count|grad|stag|measur|scan)\w{0,9})\b"
)

_PLAIN = re.compile(
    rf"(?i)(?:\s?(?:%|ms|mL/min))?{MARK}(?:(?:{RIGHT}|{NO}){PAUSE}){{1,3}}"
    rf"{IT_IS}"
)
_REDONE = (
    rf"(?i)\s?(?:\?{{1,3}}|[,;(–—.]|\s-|->|→|\.{{2,4}}|…)\s{{0,2}}(?:(?:{NO}|but|and|then){PAUSE}){{0,2}}"
    r"(?:(?:when|on|after|it was|i|we|she|he|now)\s){0,2}"
    r"re-?(?:calc\w{0,8}|check\w{0,3}|scor\w{1,3}|assess\w{0,4}|count\w{0,3}|view\w{0,2}"
    r"|grad\w{1,3}|stag\w{1,3}|measur\w{1,3}|peat\w{0,2}|test\w{0,3})\b"
)
_DONE_AGAIN = (
    re.compile(rf"{_REDONE}\s"),
    re.compile(
        rf"{_REDONE}(?:\s(?!(?:in|at|on|for|after|every|days?|weeks?|wks?|months?|mos?|cycles?|line"
        r"|grade)\b)[\w./%+-]{1,12}){0,5}?(?:\s?(?:->|=>|→|⇒|=|:|,|–)\s?"
        r"|\s(?:is|was|to|as|gives|makes|comes to|came back(?: as)?)\s)"
    ),
)
"""Behind a value: that it was found out anew, up to the new one."""
_NOW = r"(?:now|today|currently|actually|at present|on (?:repeat|recheck|review))"
_PRONOUN = re.compile(
    r"(?i)(?:\s?(?:%|ms|mL/min|mg/dL))?\s?[.…?!;,]{1,5}\s(?:but\s)?(?:it|that|this)"
    rf"(?:\s(?:is|was)|['’]s)\s(?P<now>{_NOW}\s)?"
)
"""Between a value and the one in its place, told in a sentence of its own."""
_I_SAID = re.compile(
    r"(?i)\b(?:i|we)\s(?:said|wrote|put|told you|typed|gave|quoted)\s(?:it was\s|the\s|an?\s)?$"
)
"""Before a value that the message itself takes back: "I said CPS 1, it's 10"."""
_ITS_TIME = re.compile(rf"(?i)(?:\s?(?:%|ms|mL/min|mg/dL))?\s{_NOW}\b")
_SUPPOSES = re.compile(
    r"(?i)\b(?:suppos\w{1,4}|assum\w{1,3}|say|imagine|if|what if)\s(?:(?:her|his|the|an?)\s)?$"
)
_HEDGE = (
    r"\s(?:(?i:(?:is|was)\s)?(?i:supposedly|allegedly|reportedly|apparently|presumably|said to be"
    r"|thought to be|told to be|quoted as))\s(?:(?i:of|at|around|about)\s)?"
)
"""Between a name and a value of which the message doubts whether it holds."""


def other_values(text: str) -> Iterator[Change]:
    """What a message says of a number before the one that holds, with that number, each to be left
    out."""
    if _MAY_CHANGE.search(text):
        yield from _values_taken_back(text)
        yield from _doubted_values(text)


def _values_taken_back(text: str) -> Iterator[Change]:
    for patterns in value_patterns():
        for match in patterns.named.finditer(text):
            value = patterns.values.first.match(text, match.end())
            told = _told_instead(text, value.end(), patterns.values.first) if value else None
            if value and told:
                yield value.start(), told, ""
            elif value and (second := _told_anew(text, match, value, patterns.values.first)):
                supposed = _SUPPOSES.search(text, max(0, match.start() - 20), match.start())
                start = supposed.start() if supposed else match.start()
                yield start, second, f"{match['name']} "


def _told_instead(text: str, end: int, value: re.Pattern[str]) -> int | None:
    """Where a value begins that stands behind an objection to the one before, or that was found
    out anew."""
    objections = (pattern.match(text, end) for pattern in (_PLAIN, *_DONE_AGAIN))
    places = [each.end() for each in objections if each and value.match(text, each.end())]
    return places[0] if places else None


def _told_anew(
    text: str, name: re.Match[str], old: re.Match[str], value: re.Pattern[str]
) -> int | None:
    """Where a value begins that a sentence of its own tells in the place of the one before."""
    told = _PRONOUN.match(text, old.end())
    second = value.match(text, told.end()) if told else None
    said = _I_SAID.search(text, max(0, name.start() - 30), name.start())
    if told and second and (told["now"] or said or _ITS_TIME.match(text, second.end())):
        return second.start()
    return None


@cache
def _doubt_patterns() -> tuple[tuple[re.Pattern[str], ValuePatterns], ...]:
    return tuple(
        (re.compile(rf"(?P<name>{each.kind.name}){_HEDGE}"), each.values)
        for each in value_patterns()
    )


def _doubted_values(text: str) -> Iterator[Change]:
    """A number that a message doubts, up to the later one: "LVEF supposedly 40, repeat echo 56"."""
    for pattern, values in _doubt_patterns():
        for match in pattern.finditer(text):
            two = read_last(text, match.end(), values)
            if two and two.holds == "second":
                yield match.start(), two.second[0], f"{match['name']} "
