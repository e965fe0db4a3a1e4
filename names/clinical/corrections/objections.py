"""What a message says wrong first and then puts right, told as it was meant: "allergic to
carboplatin – actually paclitaxel" becomes "allergic to paclitaxel", "ECOG 3, correction 2" becomes
"ECOG 2", "66M never smoker? no, 40 py" is no denial."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from names.clinical.expansion import Change
from names.clinical.grammar.told_values import value_patterns
from names.clinical.grammar.two_times import ValuePatterns, read_last
from names.clinical.normalisation.answered_questions import asks_what_to_do
from names.clinical.treatment.agents import find_agents
from names.recognise import recognise

_NO = r"(?:no|nope|nah)"
_RIGHT = (
    r"(?:no\s?,?\s(?:wait|sorry)|sorry|oops|wait|actually|in fact|correction|corrected(?: to)?|typo"
    r"|mistake|my mistake|my bad|more like|closer to|scratch that|i meant?|i mean|rather"
    r"|make that|should (?:be|read)"
    r"|recte)"
)
_PAUSE = r"[\s,:;.–—-]{1,3}"
_MARK = r"\s?(?P<mark>\?{1,3}|[,;(–—]|\s-|\.{2,4}|…)\s{0,2}"
_IT_IS = r"(?:(?:it['’]s|it is|it was)\s)?"
"""Behind an objection; alone it tells of another time ("creatinine 1.2, it was 0.9 before")."""
_TO = r"(?:(?:to|on|with|of|after|the|a|an)\s){0,2}"
_OBJECTION = re.compile(
    rf"(?i){_MARK}(?:(?:{_RIGHT}){_PAUSE}(?:(?:{_RIGHT}|{_NO}){_PAUSE}){{0,2}}"
    rf"|(?P<plain>{_NO})(?:[,:;–—-]|\s[–—-])\s?(?:{_RIGHT}{_PAUSE}){{0,2}}){_IT_IS}{_TO}"
)
"""Between what was said and what is meant in its place."""
_ANSWERS = re.compile(rf"(?i)\s?,\s{_NO}\s?[–—-]\s?")
"""A "no" with a dash behind it denies nothing of what follows: "KRAS wt, no – BRAF V600E"."""
_SPOKEN = re.compile(r"(?i)\b(?:no|nope|nah|sorry|oops|wait|mean|meant|scratch|rather|make)\b")
"""An objection of who speaks; a report corrects itself in other words."""
_AGAIN = re.compile(rf"(?i)\s?(?:[:=–—-]|\bis|\bwas)\s?(?:{_NO}|yes|done|given)\b|\s?\?")
"""Behind an item of a list of answers ("bev – no, cetuximab – no"), and what is asked."""
_BESIDE = re.compile(
    r"(?i)\s(?:(?:was\s|is\s)?(?:not|never)|too|also|as well|before|earlier|first|then|next"
    r"|later)\b"
)
"""Behind what comes beside what was said, not in its place."""
_REGIMEN = re.compile(r"(?i)\s?(?:[+/&,]|\band\b|\bplus\b|\bwith\b|-)\s?")
_HAD = re.compile(
    r"(?i)\b(?:PD|POD|progress\w*|fail\w*|relaps\w*|recur\w*|refractory|resistan\w*|intoleran\w*"
    r"|allerg\w*|react\w*|anaphyla\w*|hypersensitiv\w*|after|post|s/p|following|stopped|had"
    r"|received"
    r"|takes|taking|on)\s(?:(?:to|on|of|under|with|after|the|her|his|an?|first|second|1st|2nd"
    r"|[12]L)\s){0,3}$"
)
"""Before a treatment of which a message tells how it went, even if it asks itself."""


_NOT = re.compile(
    r"(?i)\b(?:not|no|never|without|instead of|rather than)"
    r"\s(?:(?:on|to|had|got|received|given|took|been|an?)\s){0,2}$"
)


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    end: int
    kind: str


def objections(text: str) -> Iterator[Change]:
    """The words that a message takes back, with the objection to them, each to be left out."""
    matches = list(_OBJECTION.finditer(text))
    named = _names_in(text) if matches else []
    for match in matches:
        if found := list(_replacements(text, match, named)):
            yield from found
        elif _ANSWERS.fullmatch(match.group()) and _begins_name(text, match.end(), named):
            yield (*match.span(), ". ")
    if _MAY_CHANGE.search(text):
        yield from _other_values(text)
        yield from _doubted_values(text)
    yield from _denials_denied(text)


def _begins_name(text: str, place: int, named: Sequence[_Named]) -> bool:
    starts = {each.start for each in named} | {each.start for each in recognise(text).of("gene")}
    return place in starts


_MAY_CHANGE = re.compile(
    r"(?i)\b(?:no|nope|nah|wait|sorry|oops|actually|in fact|correct\w{0,4}|typo|mistake|scratch"
    r"|mean|meant|rather|more|closer|make|should|it|that|this|recte|supposedly|allegedly"
    r"|reportedly|apparently"
    r"|presumably|said|thought|told|quoted)\b"
)


def _names_in(text: str) -> list[_Named]:
    agents = [_Named(each.start, each.end, "treatment") for each in find_agents(text)]
    others = [
        _Named(each.start, each.end, each.kind)
        for each in recognise(text).of("variant", "tumour", "status")
    ]
    return sorted([*agents, *others], key=lambda each: (each.start, -each.end))


def _replacements(text: str, match: re.Match[str], named: Sequence[_Named]) -> Iterator[Change]:
    """What the objection takes back: the finding, or the whole regimen, that stands before it."""
    new = [each for each in named if each.start == match.end()]
    for kind in dict.fromkeys(each.kind for each in new):
        before = [each for each in named if each.kind == kind and each.end <= match.start()]
        if not before or not _is_beside(text, before[-1].end, match.start()):
            continue
        first = _first_of(text, before)
        last = max(each.end for each in new)
        spoken = _SPOKEN.search(match.group())
        if kind == "variant" and match["mark"] == "(" and not spoken:
            continue  # told as absent, as a report that corrects itself
        if _AGAIN.match(text, last) or _BESIDE.match(text, last):
            return
        if _is_told(text, match, first.start):
            yield first.start, match.end(), ""
            return


_ADDED = re.compile(r"(?i)\s?(?:\((?!no\b)[^()\n]{0,20}\)|first|1L|2L|initially)?\s?")


def _is_beside(text: str, start: int, end: int) -> bool:
    return _ADDED.fullmatch(text, start, end) is not None


def _first_of(text: str, named: Sequence[_Named]) -> _Named:
    """The first treatment of the regimen that ends with the last of these."""
    place = len(named) - 1
    while (
        place
        and named[place].kind == "treatment"
        and _REGIMEN.fullmatch(text, named[place - 1].end, named[place].start)
        and "," not in text[named[place - 1].end : named[place].start]
    ):
        place -= 1
    return named[place]


def _is_told(text: str, match: re.Match[str], start: int) -> bool:
    """Whether what stands before an objection was told. A plain "no" behind a question answers it,
    unless that asks how a treatment went that was had."""
    if _NOT.search(text, max(0, start - 20), start):
        return False
    if "?" not in match["mark"]:
        return True
    return bool(_HAD.search(text, max(0, start - 40), start)) and not asks_what_to_do(
        text, match.start()
    )


_PLAIN = re.compile(
    rf"(?i)(?:\s?(?:%|ms|mL/min))?{_MARK}(?:(?:{_RIGHT}|{_NO}){_PAUSE}){{1,3}}"
    rf"{_IT_IS}"
)
_NOW = r"(?:now|today|currently|actually|at present|on (?:repeat|recheck|review))"
_PRONOUN = re.compile(
    r"(?i)(?:\s?(?:%|ms|mL/min|mg/dL))?\s?[.…?!;,]{1,5}\s(?:but\s)?(?:it|that|this)"
    rf"(?:\s(?:is|was)|['’]s)\s(?P<now>{_NOW}\s)?"
)
"""Between a value and the one in its place, told in a sentence of its own."""
_ITS_TIME = re.compile(rf"(?i)(?:\s?(?:%|ms|mL/min|mg/dL))?\s{_NOW}\b")
_SUPPOSES = re.compile(
    r"(?i)\b(?:suppos\w{1,4}|assum\w{1,3}|say|imagine|if|what if)\s(?:(?:her|his|the|an?)\s)?$"
)
_HEDGE = (
    r"\s(?:(?i:(?:is|was)\s)?(?i:supposedly|allegedly|reportedly|apparently|presumably|said to be"
    r"|thought to be|told to be|quoted as))\s(?:(?i:of|at|around|about)\s)?"
)
"""Between a name and a value of which the message doubts whether it holds."""


def _other_values(text: str) -> Iterator[Change]:
    """A number that a message takes back, with the objection: "eGFR 38 – typo, 83"."""
    for patterns in value_patterns():
        for match in patterns.named.finditer(text):
            value = patterns.values.first.match(text, match.end())
            objects = _PLAIN.match(text, value.end()) if value else None
            if value and objects and patterns.values.first.match(text, objects.end()):
                yield value.start(), objects.end(), ""
            elif value and (second := _told_anew(text, value.end(), patterns.values.first)):
                supposed = _SUPPOSES.search(text, max(0, match.start() - 20), match.start())
                start = supposed.start() if supposed else match.start()
                yield start, second, f"{match['name']} "


def _told_anew(text: str, end: int, value: re.Pattern[str]) -> int | None:
    """Where a value begins that a sentence of its own tells in the place of the one before."""
    told = _PRONOUN.match(text, end)
    second = value.match(text, told.end()) if told else None
    if told and second and (told["now"] or _ITS_TIME.match(text, second.end())):
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


_OF_DENIAL = re.compile(
    r"(?i)\b(?:(?P<never>never\s)|(?:non-?|not an?\s|no\s))[a-z][\w-]{2,20}(?:\s[\w-]{2,14})?"
    rf"(?P<answer>\s?\?{{1,3}}\s{{0,2}}{_NO}(?:[,:;]|\s?[–—-])\s)(?=\S)"
)


def _denials_denied(text: str) -> Iterator[Change]:
    """A denial that is asked about and answered with no and more: nothing is denied, and behind
    "never" it was."""
    for match in _OF_DENIAL.finditer(text):
        if match["never"]:
            yield (*match.span("never"), "")
            yield (*match.span("answer"), ", ")
        else:
            yield (*match.span(), "")
