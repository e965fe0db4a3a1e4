"""A question in the light of the case around it: what kind it is, and on which drug."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agents.extractive.question.kinds import (
    EFFECTS,
    QuestionKind,
    kinds,
    only_names_drugs,
    treats,
    words_outside_names,
)
from agents.extractive.question.parts import UNSAID
from agents.facts.sheet import FactSheet
from names.clinical.reading import read_clinical
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)
from names.entities import Entities
from names.tables import effects_on_others

ENDED = frozenset(("progressed", "intolerant", "completed", "given"))
OPEN = frozenset(("dose",)) | EFFECTS
"""Kinds of which a phenotype makes a question of pharmacogenomics."""
CHILD = frozenset(("pregnant", "breastfeeding"))
WHAT_IS = re.compile(r"\W{0,3}what (?:is|are) (?:an? |the )?", re.I)


def kind_in_case(
    kind: QuestionKind, text: str, found: Entities, sheet: FactSheet, case_drugs: frozenset[str]
) -> QuestionKind:
    """The kind of a question about a patient: one that says nothing else asks what to give; with
    a drug and a finding, what to do about it. Drugs held against each other for a patient with a
    disease are a choice, not a question on that disease as an adverse effect.

    ``case_drugs``: what the patient takes or is to take, where the question itself names none."""
    drugs = found.names("drug", "unknown_drug")
    if not found.of("drug_class"):
        drugs = drugs or case_drugs
    if kind == "definition" and _asks_what_a_name_is(text, found):
        return kind
    if kind == "interaction" and _is_regimen_asked(text, found, sheet):
        return "therapy"
    unsaid = kind in UNSAID or (kind == "therapy" and not kinds()[kind].asked_by.search(text))
    whether = bool(drugs) and kinds()["adverse"].asked_in_case_by.search(text)
    if (unsaid or kind in OPEN or whether) and _speaks_of_phenotype(text, sheet):
        return "pharmacogenomics"
    if drugs and (unsaid or kind == "therapy") and _asks_about_finding(text, sheet, unsaid=unsaid):
        return "adverse"
    if unsaid and not (found.of("gene") and not drugs) and _holds(sheet, Marker, Tumour, Therapy):
        return "therapy"
    asks_effects = kinds()["adverse"].asked_by.search(text)
    if kind == "adverse" and len(found.of("drug")) > 1 and sheet.of(Condition) and not asks_effects:
        return "therapy"
    return kind


def _is_regimen_asked(text: str, found: Entities, sheet: FactSheet) -> bool:
    """Whether cancer drugs are only named, for a patient in whom treatment has failed: "pd on
    letrozole. capivasertib + fulvestrant?" asks for a choice, not for what they do together."""
    failed = any(each.outcome == "progressed" for each in sheet.of(Therapy))
    words = words_outside_names(text, found)
    named = failed and only_names_drugs(found) and not kinds()["interaction"].asked_by.search(words)
    return named and all(map(treats, found.names("drug")))


def _asks_about_finding(text: str, sheet: FactSheet, *, unsaid: bool) -> bool:
    """Whether what to do about a finding is asked: by words for that, or because nothing else is
    said and the question itself or the case tells a finding."""
    if kinds()["adverse"].asked_in_case_by.search(text):
        own = (OrganFunction, Toxicity, Measurement, Condition)
        return _holds(sheet, *own) or any(p.pregnancy in CHILD for p in sheet.of(Population))
    if not unsaid:
        return False
    inside = tuple(each.value for each in read_clinical(text))
    pregnant = any(isinstance(v, Population) and v.pregnancy in CHILD for v in inside)
    return pregnant or _holds(sheet, OrganFunction, Toxicity, Measurement)


def _speaks_of_phenotype(text: str, sheet: FactSheet) -> bool:
    """Whether the question tells how a drug is metabolised, or the case that it is unusual."""
    inside = any(
        isinstance(each.value, Phenotype) and (each.value.phenotype or each.value.alleles)
        for each in read_clinical(text)
    )
    return inside or any(each.phenotype not in ("", "normal") for each in sheet.of(Phenotype))


def _asks_what_a_name_is(text: str, found: Entities) -> bool:
    """Whether all that stands behind "what is" is a name."""
    start = WHAT_IS.match(text)
    places = [place for m in found.mentions for place in (m.start, m.end)]
    if start is None or not places:
        return False
    return min(places) <= start.end() and max(places) >= len(text.rstrip(" ?."))


def _holds(sheet: FactSheet, *kinds: type[ClinicalValue]) -> bool:
    """Whether the sheet has a fact of one of these kinds."""
    return any(isinstance(fact.value, kinds) for fact in sheet.facts)


def drugs_of_case(message: str, sheet: FactSheet) -> frozenset[str]:
    """What the patient takes or is to take, as the message says it, else as the thread does.

    What was ended counts where nothing else is named ("T-DXd stopped for ILD. Rechallenge?").
    A drug that only changes the exposure to others is no subject."""
    agents = find_agents(message)
    ended = [agent for agent in agents if _is_ended(agent, message)]
    live = _names(agent for agent in agents if agent not in ended)
    taken = frozenset(d for t in sheet.of(Therapy) if t.outcome == "current" for d in t.drugs)
    last = _names(ended[-1:])
    for names in (live, taken, last):
        if subjects := _subjects(names):
            return subjects
    return frozenset()


def drugs_mentioned(message: str, sheet: FactSheet) -> frozenset[str]:
    """Every drug that the message names or the sheet holds."""
    held = frozenset(drug for therapy in sheet.of(Therapy) for drug in therapy.drugs)
    return held | _names(find_agents(message))


def _is_ended(agent: Agent, message: str) -> bool:
    return any(
        each.start <= agent.start and agent.end <= each.end
        for each in read_clinical(message)
        if isinstance(each.value, Therapy) and each.value.outcome in ENDED
    )


def _names(agents: Iterable[Agent]) -> frozenset[str]:
    return frozenset(name for agent in agents for name in agent.drugs)


def _subjects(names: frozenset[str]) -> frozenset[str]:
    changing = frozenset(n for n in names if n in effects_on_others() and not treats(n))
    return names - changing
