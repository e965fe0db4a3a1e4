"""Treatments that a value or a graded event names: "creatinine 2.4 on pembrolizumab", "pneumonitis
grade 2 on durvalumab"; and those of which it is asked whether they stop: "abemaciclib: DVT, stop?".
They go on, unless the event is told as over."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.treatment.agents import Agent
from names.clinical.treatment.outcomes.cycles import agents_in
from names.clinical.treatment.outcomes.therapy_outcomes import are_joined, therapy_of
from names.clinical.values import (
    Condition,
    FoundValue,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Therapy,
    TherapyOutcome,
    Toxicity,
    Tumour,
)

_ON = re.compile(r"(?i)\s(?:(?:today|now|while|still|newly|asymptomatic)\s){0,2}on\s$")
_ASKED = re.compile(
    r"(?i)\s?(?:\?|(?:vs|versus|or|trial|study|label|protocol|start|tomorrow|planned)\b)"
)
_OVER = re.compile(
    r"(?i)\b(?:resolv\w{1,3}|recover\w{0,3}|rechalleng\w{1,4}|re-?start\w{0,3}|resum\w{1,3}"
    r"|re-?introduc\w{1,4}|previous(?:ly)?|prior|in the past|last year|history|h/o|hx|years? ago"
    r"|months? ago|stopped|off|(?:19|20)\d\d)\b"
)
"""The event, or the treatment, may be one of the past."""
_GENERAL = re.compile(r"(?i)\b(?:if|whether|when|patients|risk of|rate of|incidence|manage\w*)\b")
_LONGEST = 30
"""Characters between a value and the treatment. Chosen by hand: "today still on"."""


def treatments_beside_values(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """Such treatments, beside what was ``found`` of a patient."""
    valued = [each for each in found if _is_value(each)]
    if not valued or not _is_of_patient(found) or _GENERAL.search(text):
        return ()
    agents = agents_in(text)
    read = [each for each in found if isinstance(each.value, Therapy)]
    added = []
    for place, agent in enumerate(agents):
        before = [v for v in valued if 0 < agent.start - v.end <= _LONGEST]
        if not before or not _ON.fullmatch(text, before[-1].end, agent.start):
            continue
        group = _group_from(text, agents, place)
        if not _is_read(group, read) and not _ASKED.match(text, group[-1].end):
            event = isinstance(before[-1].value, Toxicity)
            outcome: TherapyOutcome = "given" if event and _OVER.search(text) else "current"
            added.append(therapy_of(text, group, outcome))
    return tuple(added)


_HEAD = re.compile(r"\s?(?::|,|;|[–—]|-(?=\s))\s?")
"""Behind the drugs that stand before what has happened on them."""
_STOP = re.compile(
    r"(?i)[,;:.?–-]\s?(?:(?:so|and|do|should|must|can|shall)\s)?(?:(?:we|i|she|he)\s)?"
    r"(?:stop|hold|withhold|continue|carry on|go on|interrupt|discontinue|pause|keep going)"
    r"(?:\s(?:it|them|both|now|or (?:continue|carry on|go on|hold|reduce|stop))){0,2}\s?\?"
)
_NEXT = re.compile(
    r"(?i)[,;:.?–-]\s?(?:(?:so|and)\s)?(?:next steps?|what (?:now|next|to do)(?: (?:now|next))?"
    r"|what (?:do|should|would) (?:i|we|you) do(?: (?:now|next))?|how (?:do|should) (?:i|we) manage"
    r"(?: (?:it|this|that))?)\s?\?"
)
"""Words that ask what follows, behind a drug with a colon and what happened on it."""
_COLON = re.compile(r"\s?:\s")
_NOT_BEGUN = re.compile(
    r"(?i)\b(?:start\w*|begin\w*|initiat\w*|plan\w*|eligib\w*|baseline|before|prior to|candidate"
    r"|h/o|hx|history|re-?challeng\w*|resum\w*|restart\w*|stopped|off|label|trials?|study)\b"
)


def treatments_asked_to_stop(text: str, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """The treatment at the head of a message that tells what happened and asks whether to stop: "X
    plus Y: patient has a DVT now, stop?"; behind a colon also what follows: "X: glucose 14.8, next
    step?". Nothing where a word says that it has not begun or is over."""
    stop, head = _STOP.search(text), _HEAD
    if stop is None:
        stop, head = _NEXT.search(text), _COLON
    if stop is None or _NOT_BEGUN.search(text):
        return ()
    agents = agents_in(text[: stop.start()])
    if not agents or agents[0].start > 0:
        return ()
    group = _group_from(text, agents, 0)
    end = group[-1].end
    happened = Toxicity | Measurement | OrganFunction | Condition
    told = any(isinstance(each.value, happened) and each.start >= end for each in found)
    read = [each for each in found if isinstance(each.value, Therapy)]
    if not told or not head.match(text, end) or _is_read(group, read):
        return ()
    return (therapy_of(text, group, "current"),)


def _is_value(found: FoundValue) -> bool:
    value = found.value
    graded = isinstance(value, Toxicity) and value.grade_from is not None
    return graded or isinstance(value, Measurement | OrganFunction)


def _is_of_patient(found: Sequence[FoundValue]) -> bool:
    return any(isinstance(each.value, Tumour | Marker | Population) for each in found)


def _group_from(text: str, agents: Sequence[Agent], first: int) -> Sequence[Agent]:
    last = first
    while last + 1 < len(agents) and are_joined(text, agents[last].end, agents[last + 1].start):
        last += 1
    return agents[first : last + 1]


def _is_read(group: Sequence[Agent], read: Sequence[FoundValue]) -> bool:
    own = {name for agent in group for name in (*agent.drugs, *agent.classes)}
    return any(
        isinstance(each.value, Therapy) and own & {*each.value.drugs, *each.value.classes}
        for each in read
    )
