"""Which of two arms did better, told the other way round. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.checking.support.arms.results import TwoArms, results_of
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.words import endpoints_as_one, stems_of

_THAN = re.compile(
    r"\b(?P<word>longer|higher|greater|better|more (?:often|common\w*|frequent\w*)|more|shorter"
    r"|lower"
    r"|less (?:often|common\w*|frequent\w*)|fewer|less|rarer|commoner"
    r"|worse)\b(?P<between>[^,;:()]{0,60}?)"
    r"(?:\b(?:with|on|for|in|under|after) )?(?P<first>[^,;:()\d]{0,80}?) than"
    r"(?! [a-z0-9.]+ ?(?:%|years?|months?|weeks?|days?)| (?:double|twice|triple|half|halve|a|one"
    r"|two|three|four|five)\b) (?:with |on |for "
    r"|in |under |after )?"
    r"(?P<second>[^,;:().]{3,80})"
)
_TIMES_AS = re.compile(
    r"\b(?P<word>twice|half|(?:two|three|four|five|\d(?:\.\d)?) times) as (?:often|frequent\w*"
    r"|common\w*|likely|high|long|many)(?: \w+)? (?:with|on|in|for|under)"
    r" (?P<first>[^,;:()\d]{3,60}?) as (?:with |on |in |for |under )?(?P<second>[^,;:()\d]{3,60})"
)
_RARER_ON = re.compile(
    r"\b(?P<word>more|less) (?:frequent\w*|common\w*|often) (?:with|on|in|under)"
    r" (?P<first>(?:(?! than )[^,;:()\d]){3,60})$"
)
_HAD = re.compile(
    r"^(?P<first>[^,;:()\d]{3,60}?) (?:had|has|gave|brought|showed|saw|achieved|reached|produced)"
    r" (?:the|an?) (?:median )?(?P<word>longer|longest|higher|highest|better|best|greater|greatest"
    r"|shorter|shortest|lower|lowest|worse|worst) (?P<what>[^,;:()]{3,60})"
)
_GRADE = re.compile(r"\b(?:and|or) (?:higher|greater|more|lower|less|worse|better)\b")
_LESS = ("shorter", "lower", "less", "fewer", "rarer", "worse")
_HELPS = re.compile(
    r"^(?P<first>[^,;:()\d]{3,80}?) (?:significantly |clearly )?(?P<verb>lengthen(?:s|ed)"
    r"|prolong(?:s|ed)"
    r"|improv(?:es|ed)|rais(?:es|ed)|increas(?:es|ed)|lower(?:s|ed)|reduc(?:es|ed)|cuts?"
    r"|decreas(?:es|ed)|halv(?:es|ed)|doubl(?:es|ed)|add(?:s|ed)(?= (?:\d|about|nearly|some))"
    r"|extend(?:s|ed)) (?P<what>[^;:()]{3,120}?)"
    r"(?=$|[;:()]|,? and (?:[a-z]+ )?(?:[a-z]+ed|cuts?) )"
)
_LOWERS = ("lower", "reduc", "cut", "decreas", "halv")
_BAD = re.compile(r"\b(?:risk|hazard|deaths?|mortality|recurrences?|relapses?)\b(?! free)")
_OVER = re.compile(
    r" (?:over|against|versus|vs|compared (?:with|to)|than) (?P<second>[^,;:()\d]{3,80})"
)
_SURVIVAL = re.compile(r"surviv|respons")


def problem_with_winner(claim: CitedSentence) -> str:
    """Whether it says that the arm did better, or had more, that did worse or had less."""
    if DENIAL.search(claim.sentence.words):
        return ""
    told = [each for quote in claim.quotes() for each in results_of(quote) if each.difference]
    measured = _measures(claim.sentence)
    same = [each for each in told if each.measure & measured]
    if not same and len({each.measure for each in told}) > 1:
        return ""
    for said in _claims(claim.sentence.words):
        fits = [_fit(said, each) for each in same or told]
        if fits and min(fits) < 0 and max(fits) <= 0:
            return "The values of the cited quotes say the opposite."
    return ""


@dataclass(frozen=True, slots=True)
class _Claim:
    """That the first has more (1) or less (-1) than the second of something good (1), bad (-1) or
    neither (0)."""

    first: frozenset[str]
    second: frozenset[str]
    more: int
    worth: int


def _claims(text: str) -> Iterator[_Claim]:
    text = _GRADE.sub(" ", text)
    for found in _THAN.finditer(text):
        more = -1 if found["word"].split()[0] in _LESS else 1
        before = f"{text[: found.start()]} {found['between']}"
        first = found["first"] or before
        worth = -1 if _BAD.search(before) else int(bool(_SURVIVAL.search(before)))
        yield _Claim(
            stems_of(f"{found['between']} {first}"), stems_of(found["second"]), more, worth
        )
    for found in (*_TIMES_AS.finditer(text), *_RARER_ON.finditer(text)):
        second = stems_of(found.groupdict().get("second") or "")
        more = -1 if found["word"] in ("less", "half") else 1
        bad = -1 if _BAD.search(text[: found.start()]) else 0
        yield _Claim(stems_of(found["first"]), second, more, bad)
    had = None if " than " in text else _HAD.match(text)
    if had:
        more = -1 if had["word"].startswith(("short", "low", "wors")) else 1
        worth = -1 if _BAD.search(had["what"]) else int(bool(_SURVIVAL.search(had["what"])))
        yield _Claim(stems_of(had["first"]), frozenset(), more, worth)
    helps = _HELPS.match(text)
    worth = 0
    if helps:
        worth = -1 if _BAD.search(helps["what"]) else int(bool(_SURVIVAL.search(helps["what"])))
    if helps and worth:
        over = _OVER.search(helps["what"])
        second = stems_of(over["second"]) if over else frozenset()
        more = -1 if helps["verb"].startswith(_LOWERS) else 1
        yield _Claim(stems_of(helps["first"]), second, more, worth)


def _fit(said: _Claim, told: TwoArms) -> int:
    """1 where the values say the same, -1 where they say the opposite, 0 where they say nothing."""
    straight = len(said.first & told.own_first) + len(said.second & told.own_second)
    crossed = len(said.first & told.own_second) + len(said.second & told.own_first)
    worth = _worth(told.measure)
    if straight == crossed or bool(worth) != bool(said.worth):
        return 0
    order = 1 if straight > crossed else -1
    greater = 1 if told.difference > 0 else -1
    return order * greater * said.more * (worth * said.worth or 1)


def _worth(measure: frozenset[str]) -> int:
    if any(_SURVIVAL.search(stem) for stem in measure):
        return 1
    return -1 if measure else 0


def _measures(text: CanonicalText) -> frozenset[str]:
    return stems_of(endpoints_as_one(text.words))
