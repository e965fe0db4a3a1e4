"""What a choice asks the patient to be given in place of what they have: "switch to B?", "B
instead?", "IO doublet?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agents.extractive.question.requests.halves import (
    agents_to_come,
    by_class_words,
    halves_of,
)
from agents.matching.sub_question import SubQuestion
from names.clinical.treatment.agents import Agent, find_agents

_SWITCH_TO = re.compile(
    r"(?i)\b(?:switch|swap|chang|mov)(?:e|es|ed|ing|ping|ped)?(?: \w{2,12}){0,3} (?:over )?to\s$"
)
_INSTEAD = re.compile(r"(?i)\s?(?:instead|as an alternative)\b(?! of)")
_JOINED = re.compile(r"(?i)\s?(?:[+/&]|plus|with|and)\s?")
"""What stands between the drugs of one regimen."""
BEFORE = 40
"""Characters before a drug in which "switch her over to" is looked for: the longest have 38."""


def on_new_options(asked: SubQuestion) -> SubQuestion:
    """The question as one on what the patient may get: on the drug that is switched to, on the
    classes that short words stand for."""
    return _with_class_words(_only_new_drug(asked))


def _only_new_drug(asked: SubQuestion) -> SubQuestion:
    """A choice "switch to B?" or "B instead?" as one on B: the drugs before it are those that the
    patient has."""
    if not asked.is_choice or len(asked.drugs) < 2:
        return asked
    text = asked.text
    agents = [each for each in find_agents(text) if each.drugs]
    new = [
        each
        for each in agents
        if _SWITCH_TO.search(text, max(0, each.start - BEFORE), each.start)
        or _INSTEAD.match(text, each.end)
    ]
    new += _given_with(new, agents, text)
    wanted = {drug for each in new for drug in each.drugs}
    wanted |= {d for h in halves_of(text) for d in h.drugs if wanted & h.drugs}
    first = min((each.start for each in new), default=len(text))
    old = {drug for each in agents if each.end <= first for drug in each.drugs}
    drugs = (asked.drugs - old) | (asked.drugs & wanted)
    return replace(asked, drugs=drugs, compared=len(drugs) > 1) if new and drugs else asked


def _given_with(new: Sequence[Agent], agents: Sequence[Agent], text: str) -> list[Agent]:
    """The agents that stand right before these in one regimen: "A plus B instead" is on both."""
    found: list[Agent] = []
    for before, behind in reversed(list(pairwise(agents))):
        if behind in (*new, *found) and _JOINED.fullmatch(text, before.end, behind.start):
            found.append(before)
    return [each for each in found if each not in new]


def _with_class_words(asked: SubQuestion) -> SubQuestion:
    """A choice that names no drug, with the classes that its short words stand for ("IO doublet?"),
    of which a regimen has a drug each."""
    if not asked.is_choice or asked.drugs or asked.trials:
        return asked
    regimens = {(each.start, each.end) for each in by_class_words(asked.text) if each.classes[1:]}
    named = [each for each in agents_to_come(asked.text) if (each.start, each.end) in regimens]
    if len(named) != 1:
        return asked
    return replace(asked, classes=frozenset(named[0].classes), are_joined=True)
