"""For whom a claim holds by what they are fit for: "ineligible for cisplatin", or fit enough for
the chemotherapy that the drug is given with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.treatment.fitness import (
    ANTHRACYCLINE,
    CHEMOTHERAPY,
    FROM_AGE,
    INTENSIVE,
    UNFIT,
)
from names.clinical.values import Condition
from names.tables.treatment.drug_classes import class_in_sentence, drug_classes, wider_classes
from retrieval.derivation.scope import Scope
from retrieval.statements.model import StatementKind

_FOR_PATIENTS: frozenset[StatementKind] = frozenset(
    ("indication", "recommendation", "eligibility", "result", "design")
)
_OFFERING: frozenset[StatementKind] = frozenset(("indication", "recommendation", "result"))
_OR_OF_AGE = re.compile(
    r"(?i)\b(?P<age>\d{2}) years (?:of age )?(?:or|and) (?:older|over|above)\b[^.;]{0,60}\bor\b"
)
_PARTNER = re.compile(
    r"(?i)\b(?:plus|with|alongside|added to|and)\s(?:an?\s)?(?:[\w/-]{3,25}\s){0,3}$"
)
"""Before the chemotherapy that a drug is given with."""
_ADVISED = re.compile(
    r"(?i)\b(?:recommends?|offers?|advises|prefers?|suggests?|supports|is|are)\s(?:an?\s)?"
    r"(?:[\w/-]{3,25}\s){0,2}$"
)
_JOINED_BEHIND = re.compile(r"(?i)\s(?:with|plus|combined with|and|in combination with)\s")
"""Around chemotherapy that advice gives with a drug: "recommends chemotherapy with cetuximab"."""
_EARLIER = re.compile(
    r"(?i)\b(?:treated|progress\w*|contraindicated|after|following|prior|previous(?:ly)?|compared"
    r"|versus|than|against|without|received|candidates?|eligible|ineligible|untreated|on|for"
    r"|over|had|and not)\b[^.;]{0,40}$"
)
"""Before chemotherapy that is over, or that a drug is compared with."""
_ALSO_ALONE = re.compile(
    r"(?i)\b(?:alone or|single agent or|monotherapy or|with or without|alone and|optionally)\b"
)
_INTENSIVE_PARTNER = re.compile(
    r"(?i)\b(?:plus|with|added to)\s(?:standard\s)?(?:intensive|standard induction)\s"
)
_ARM = re.compile(
    r"\d{1,3}(?:[.,]\d{1,2})?\s?(?:%|(?:months?|weeks?|years?|days?|percent)\b)?"
    r"(?:\s\([^()]{1,40}\))?(?:\sof\s(?:the\s)?patients)?\s(?:with|on|under)\s(?:an?\s)?"
    r"(?:(?:standard|placebo|platinum|investigator|first-line|and|plus)[\s-]){0,3}$"
)
"""Before an arm of a trial that is told by what was measured in it: "16.1 months with"."""
_BEFORE = 60
"""Characters before chemotherapy in which its place in the regimen is looked for. By hand."""


def derive_fitness(scope: Scope, kind: StatementKind) -> tuple[Condition, ...]:
    """Which treatments the claim is for people unfit for, and which they must be fit for, since
    the drug is given with them. Each must hold."""
    found: list[Condition] = []
    if kind in _FOR_PATIENTS:
        found += _asked_for(scope)
    if kind in _OFFERING and not _ALSO_ALONE.search(scope.claim.text):
        named = {each.name for each in found}
        found += [each for each in _partners(scope.claim.text) if each.name not in named]
    return tuple(dict.fromkeys(found))


def _asked_for(scope: Scope) -> Iterator[Condition]:
    text = scope.claim.text
    for value, place in scope.claim.values(Condition):
        if not value.name.startswith(UNFIT):
            continue
        older = _OR_OF_AGE.search(text, max(0, place.start - 2 * _BEFORE), place.start)
        age = f"{FROM_AGE}{older['age']} years" if older and value.polarity == "present" else ""
        yield Condition(name=f"{value.name}{age}", polarity=value.polarity)


def _partners(text: str) -> Iterator[Condition]:
    agents = find_agents(text)
    drugs = {drug for agent in agents for drug in agent.drugs}
    intensive = "cytarabine" in drugs and any(map(_is_anthracycline, agents))
    if intensive or _INTENSIVE_PARTNER.search(text):
        yield Condition(name=f"{UNFIT}{INTENSIVE}", polarity="absent")
    for agent in agents:
        before = text[max(0, agent.start - _BEFORE) : agent.start]
        if _is_comparator(agent, agents, text):
            continue
        advised = _ADVISED.search(before) and _JOINED_BEHIND.match(text, agent.end)
        if (advised or _PARTNER.search(before)) and not _EARLIER.search(before):
            for name in agent.classes:
                if name == "Chemotherapy" or "Chemotherapy" in wider_classes(name):
                    told = CHEMOTHERAPY if name == "Chemotherapy" else class_in_sentence(name)
                    yield Condition(name=f"{UNFIT}{told}", polarity="absent")


def _is_comparator(agent: Agent, agents: Sequence[Agent], text: str) -> bool:
    """Whether an agent is all that one arm of a trial got, beside another arm: "31.5 months with A
    and 16.1 months with chemotherapy". What the control arm got, nobody has to be fit for."""
    if not _ARM.search(text, max(0, agent.start - _BEFORE), agent.start):
        return False
    joined = _JOINED_BEHIND.match(text, agent.end)
    if joined and any(each.start == joined.end() for each in agents):
        return False
    others = (each for each in agents if each.drugs and each.start != agent.start)
    return any(_ARM.search(text, max(0, each.start - _BEFORE), each.start) for each in others)


def _is_anthracycline(agent: Agent) -> bool:
    named = {name for drug in agent.drugs for name in drug_classes(drug)}
    return ANTHRACYCLINE in named | set(agent.classes)
