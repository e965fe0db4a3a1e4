"""The drugs, classes of drugs and regimens that a text names, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from names.recognise import recognise_passage
from names.tables import effects_on_others
from names.tables.drugs import OF_EXPOSURE
from names.tables.other_drugs import cancer_drugs, other_drugs
from names.tables.treatment.drug_classes import class_patterns
from names.tables.treatment.regimens import regimen_pattern, regimens


@dataclass(frozen=True, slots=True)
class Agent:
    """One drug, class or regimen at its place."""

    start: int
    end: int
    drugs: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


def find_agents(text: str) -> list[Agent]:
    """Drugs, classes and regimens of a text, none on another, the longest first, in order."""
    found = sorted(_agents(text), key=lambda agent: (agent.start, -agent.end))
    kept: list[Agent] = []
    for agent in found:
        if not kept or agent.start >= kept[-1].end:
            kept.append(agent)
        elif agent.drugs and (agent.start, agent.end) == (kept[-1].start, kept[-1].end):
            # A short form of two drugs: either may be meant.
            drugs = dict.fromkeys((*kept[-1].drugs, *agent.drugs))
            kept[-1] = Agent(agent.start, agent.end, tuple(drugs), kept[-1].classes)
        elif agent.classes and (agent.start, agent.end) == (kept[-1].start, kept[-1].end):
            classes = dict.fromkeys((*kept[-1].classes, *agent.classes))
            kept[-1] = Agent(agent.start, agent.end, kept[-1].drugs, tuple(classes))
    return kept


def is_against_cancer(agent: Agent) -> bool:
    """Whether it treats cancer itself, and does more than change the exposure to others."""
    if agent.classes:
        return True
    others = other_drugs() | effects_on_others().keys()
    return not cancer_drugs().isdisjoint(agent.drugs) or not others.issuperset(agent.drugs)


@cache
def classes_worded(words: str) -> tuple[str, ...]:
    """The classes of the tables that a wording stands for: "androgen receptor pathway inhibitor"
    is Antiandrogen. The name of a class, and a wording that no table has, stay as they are."""
    if any(words == name for name, _ in class_patterns()):
        return (words,)
    found = [each for each in find_agents(words) if each.end - each.start == len(words)]
    return tuple(name for each in found for name in each.classes) or (words,)


def _agents(text: str) -> Iterator[Agent]:
    for match in regimen_pattern().finditer(text):
        yield Agent(*match.span(), *regimens()[match.group().upper()])
    for name, pattern in class_patterns():
        for match in pattern.finditer(text):
            yield Agent(*match.span(), classes=(name,))
    for mention in recognise_passage(text).of("drug", "unknown_drug", "drug_class"):
        if mention.kind == "drug_class":
            yield Agent(
                mention.start, mention.end, classes=_class_names(mention.text, mention.names)
            )
        else:
            yield Agent(mention.start, mention.end, drugs=mention.names)


def _class_names(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The classes that a word stands for; "endocrine therapy" is more than an anti-oestrogen."""
    if text.lower().startswith(("endocrine", "hormon")):
        return ()
    return tuple(name for name in names if not name.startswith(OF_EXPOSURE))


REGIMEN = re.compile(r"(?i)\s?(?:\+|/|&|and|plus|with|-)\s?")
"""Between treatments that are given together."""


def first_of_regimen(
    text: str, agents: Sequence[Agent], place: int, joins: re.Pattern[str] = REGIMEN
) -> int:
    """The number of the first treatment of the regimen, or of the list whose parts these words
    join, that ends with this one."""
    while place and joins.fullmatch(text, agents[place - 1].end, agents[place].start):
        place -= 1
    return place
