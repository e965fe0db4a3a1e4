"""Treatments of which a message tells behind them when they began, or the steps of their dose, led
by the word that the readers know: "osi started 3 wks ago" becomes "on osi started 3 wks ago",
"cabo 60 -> 40 -> 20" "on cabo 60 -> …", "imatinib 400 -> 800 -> sunitinib" "had imatinib …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from names.clinical.expansion import Change
from names.clinical.exposures.comedication import drugs_named
from names.clinical.treatment.agents import find_agents, first_of_regimen
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
        begun, steps = _BEGUN.match(text, agent.end), _STEPS.match(text, agent.end)
        told = begun or steps
        if told and not (begun and _ENDED.match(text, told.end())):
            start = agents[first_of_regimen(text, agents, place, _JOINS)].start
            yield from _with_lead(text, start, "had " if steps and steps["next"] else "on ")
    yield from _begun_beside(text, {each.start for each in agents})


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
