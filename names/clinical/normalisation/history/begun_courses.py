"""Treatments of which a message tells behind them when they began, or the steps of their dose, led
by the word that the readers know: "osi started 3 wks ago" becomes "on osi started 3 wks ago",
"cabo 60 -> 40 -> 20" "on cabo 60 -> …", "imatinib 400 -> 800 -> sunitinib" "had imatinib …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from names.clinical.expansion import Change
from names.clinical.exposures.comedication import drugs_named
from names.clinical.treatment.agents import Agent, find_agents, first_of_regimen
from names.clinical.treatment.time_phrases import DATE
from names.entities import EntityKind
from names.recognise import recognise

_DOSE = r"\d{1,4}(?:\.\d)?(?:\s?mg)?(?:\s(?:od|bd|bid|qd|daily))?"
_ARROW = r"\s?(?:->|→|=>|⇒)\s?"
_STEPS = re.compile(
    rf"(?i)\s{_DOSE}(?:{_ARROW}{_DOSE}(?![\w.])){{1,4}}"
    rf"(?P<next>{_ARROW}(?=[a-z]))?(?!\s?\?|{_ARROW}|[\s,;(]{{0,2}}(?:SD|PR|CR|PD|POD)\b)"
)
"""Behind a treatment: its dose in steps, and that another one came behind them."""
_BEGUN = re.compile(
    rf"(?i)(?:\s{_DOSE})?\s(?:(?:was|were|just|newly)\s)?(?:started|begun|commenced|initiated)\s"
    r"(?:(?:about|around|only|just|some)\s|~\s?)?"
    r"(?:(?:\d{1,3}|an?|one|two|three|four|five|six|(?:a\s)?few)[\s-]?"
    r"(?:d|days?|w|wks?|weeks?|m|mos?|mths?|months?|y|yrs?|years?)\sago|yesterday|today"
    rf"|(?:last|this)\s(?:week|month|year|\w{{3,6}}day)|(?:on|in|since)\s(?:\w{{3,6}}day\b|{DATE}))"
    rf"|(?:\s{_DOSE})?\s\((?:from|since)\s{DATE}\)"
    r"|\s(?:C|cycles?\s?)\d{1,2},?\s(?:is\s)?now\s?[:,]?\s?(?-i:CR|PR|SD|VGPR|CMR)\b"
)
_IT_WAS = re.compile(r"(?i)\b(?:it|that)\swas\s$")
_GOT = re.compile(
    r"(?i)\s(?:(?:that|which)\s)?(?:s?he|they|pt|(?:the|our)\spatient)\s"
    r"(?:got|had|received|took|was on|was given|has had|is on)\b(?!\s?\?)"
)
""" "It was nivolumab he got"."""
_ENDED = re.compile(
    r"(?i)\s?\?|[^.;?!\n]{0,60}(?:\b(?:(?:stop|hold)(?!\s?\?)|stopp\w+|discontinu\w+|held|paus\w+"
    r"|off|refus\w+|declin\w+|PD|POD|progress\w*|switch\w*|changed|until|till|never)\b)"
)
"""Behind such a treatment: it may be over, and other readers tell how."""
_CLAUSE = re.compile(r"(?:^|[,;.:(\n])\s?$")
_ON = re.compile(r"(?i)\bon\s$")
_FOLLOWED = re.compile(rf"(?i)(?:\s{_DOSE})?{_ARROW}(?:(?:then|now)\s)?")
_TO_COME = re.compile(
    r"(?i)[^.;\n]{0,80}(?:\?|\b(?:plan\w*|next|propos\w+|consider\w*|option|if|when|should|will)\b)"
)
"""Behind a treatment that may only follow."""
_FATE = re.compile(
    r"(?i)[^.;\n]{0,40}?(?:->|→|=>|\b(?:PD|POD|progress\w*|fail\w*|stop\w*|discontinu\w+|intoleran\w+"
    r"|not tolerated|until|then)\b)"
)
"""Behind a treatment: how it ended, or what came then."""
_JOINS = re.compile(r"(?i)\s?(?:\+|/|&|and|plus)\s?")


_HEADS: tuple[EntityKind, ...] = ("tumour", "variant", "status")
"""Names that a treatment may stand behind without a comma: "CML imatinib 400 -> 600"."""


def courses_begun(text: str) -> Iterator[Change]:
    """The places before treatments that have begun, with the word for that."""
    agents = find_agents(text)
    for place, agent in enumerate(agents):
        it_was = _IT_WAS.search(text, max(0, agent.start - 10), agent.start)
        if it_was and (got := _GOT.match(text, agent.end)):
            yield agent.start, agent.start, "on " if got.group().endswith("is on") else "had "
            continue
        if on := _lead_of_former(text, agents, place):
            yield on.start(), agent.start, "had "
            came = agents[place + 1]
            if not _FATE.match(text, came.end):
                yield agent.end, came.start, "; on "
            continue
        begun, steps = _BEGUN.match(text, agent.end), _STEPS.match(text, agent.end)
        told = begun or steps
        if told and not (begun and _ENDED.match(text, told.end())):
            start = agents[first_of_regimen(text, agents, place, _JOINS)].start
            yield from _with_lead(text, start, "had " if steps and steps["next"] else "on ")
    yield from _begun_beside(text, {each.start for each in agents})


def _lead_of_former(text: str, agents: Sequence[Agent], place: int) -> re.Match[str] | None:
    """The "on" of a treatment that another one has followed: "on imatinib 400 -> nilotinib, PD"."""
    agent, behind = agents[place], agents[place + 1 : place + 2]
    arrow = _FOLLOWED.match(text, agent.end)
    if not arrow or not behind or behind[0].start != arrow.end():
        return None
    return (
        None
        if _TO_COME.match(text, behind[0].end)
        else _ON.search(text, max(0, agent.start - 4), agent.start)
    )


def _with_lead(text: str, start: int, words: str) -> Iterator[Change]:
    """The words before a treatment that begins a clause, or stands behind the name of what it is
    for."""
    if _CLAUSE.search(text, max(0, start - 3), start):
        yield start, start, words
    elif any(each.end == start - 1 for each in recognise(text).of(*_HEADS)):
        yield start - 1, start, f", {words}"


def _begun_beside(text: str, treatments: Set[int]) -> Iterator[Change]:
    """The same of drugs beside the treatments, which begin at these places."""
    for drug in drugs_named(text):
        match = _BEGUN.match(text, drug.end) if drug.start not in treatments else None
        if match and not _ENDED.match(text, match.end()):
            yield from _with_lead(text, drug.start, "on ")
