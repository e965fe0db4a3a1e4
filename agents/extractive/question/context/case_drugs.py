"""The drugs of the case around a question: what the patient takes or is to take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import replace

from agents.extractive.question.kinds import treats
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from agents.wording.answer_labels import without_refusals
from names.clinical.exposures.supportive import read_taken_remedies
from names.clinical.readers import read_clinical, read_patient
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import (
    ENDED,
    Condition,
    Exposure,
    Measurement,
    OrganFunction,
    Therapy,
    Toxicity,
)
from names.recognise import recognise
from names.tables import effects_on_others
from names.tables.other_drugs import remedies

NEVER = frozenset(("not given",))
"""The outcome of a treatment that the patient never had."""

WEIGHED = (Condition, Measurement, OrganFunction, Toxicity)
"""Kinds of fact that a choice has to weigh, beside the drugs that are taken."""


MOST_BESIDE = 30
"""Most words of a message that tells what is taken beside. Chosen by hand: two sentences."""


def drugs_of_case(message: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs that the patient takes or is to take, as the message says, or else as the thread
    says.

    A drug that was ended counts if no other is named ("T-DXd stopped for ILD. Rechallenge?"). A
    drug that the patient never had ("no bev"), or that only changes the exposure to other drugs,
    does not count."""
    agents = [each for each in find_agents(message) if not _has_outcome(each, NEVER, message)]
    ended = [agent for agent in agents if _has_outcome(agent, ENDED, message)]
    live = _names(agent for agent in agents if agent not in ended)
    live = live - {each.drug for each in read_taken_remedies(message)} or live
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


def only_taken(text: str) -> frozenset[str]:
    """The drugs of a text that treat no cancer and of which it tells, beside another fact, that the
    patient takes them: "a transplant 4 years ago, on tacrolimus". Empty if it names another."""
    values = [each.value for each in read_patient(text)]
    taken = {d for v in values if isinstance(v, Therapy | Exposure) for d in v.drugs}
    only = recognise(text).names("drug", "unknown_drug") <= taken and not any(map(treats, taken))
    return frozenset(taken) if only and any(isinstance(v, WEIGHED) for v in values) else frozenset()


def drugs_over(text: str) -> frozenset[str]:
    """The drugs that treat no cancer and of which a text tells that they are no longer taken:
    "citalopram stopped, QTcF now 440". Nothing is asked about them."""
    ended = (v for e in read_patient(text) if isinstance(v := e.value, Therapy))
    ended = (v for v in ended if v.outcome in ("given", "completed", "not given"))
    return frozenset(drug for v in ended for drug in v.drugs if not treats(drug))


def without_drugs_had(own: SubQuestion, text: str, before: SubQuestion) -> SubQuestion:
    """A question of a message without the drugs that its other sentences tell to be over, behind a
    question on a drug: "had docetaxel as well. Hb 7.4, start today?" asks of the drug before."""
    if not before.drugs - own.drugs:
        return own
    told = [each.value for each in read_patient(text)]
    had = {d for v in told if isinstance(v, Therapy) and v.outcome in _PASSED for d in v.drugs}
    named = {drug for each in recognise(own.text).of("drug") for drug in each.names}
    return replace(own, drugs=own.drugs - (had - named))


_PASSED = frozenset(("given", "completed", "progressed"))


def is_only_beside(text: str) -> bool:
    """Whether all drugs of a text treat no cancer, and it tells that the patient takes them, or
    that they took another's place: "and he's on warfarin", "PPI off, famotidine instead"."""
    values = [each.value for each in read_patient(text)]
    current = (v.drugs for v in values if isinstance(v, Therapy) and v.outcome == "current")
    exposing = (v.drugs for v in values if isinstance(v, Exposure))
    taken = {drug for drugs in (*current, *exposing) for drug in drugs}
    named = recognise(text).names("drug", "unknown_drug") - drugs_over(text)
    return bool(named) and named <= taken and not any(map(treats, taken))


def names_only_beside(text: str) -> bool:
    """Whether a message tells what is taken beside the drug of its thread and names no other
    subject: "started on fluconazole for thrush, does that change the tablets?"."""
    other = recognise(text).of("tumour", "gene", "variant", "drug_class", "trial", "registration")
    return len(text.split()) <= MOST_BESIDE and not other and is_only_beside(text)


def without_drugs_over(
    own: SubQuestion, text: str, meant: frozenset[str], sheet: FactSheet
) -> SubQuestion:
    """A follow-up that names no cancer drug, without those that the patient only had before: it is
    on the drug that the thread asks about (``meant``): "now on fluconazole: a problem?"."""
    named = any(treats(drug) for agent in find_agents(text) for drug in agent.drugs)
    past = frozenset(filter(treats, own.drugs)) - drugs_with_outcome(sheet, "current")
    if named or not any(map(treats, meant)) or past & meant:
        return own
    return replace(own, drugs=own.drugs - past)


def _has_outcome(agent: Agent, outcomes: Set[str], message: str) -> bool:
    """Whether the message tells a treatment with the agent that had one of these outcomes."""
    return any(
        each.start <= agent.start and agent.end <= each.end
        for each in read_clinical(message)
        if isinstance(each.value, Therapy) and each.value.outcome in outcomes
    )


def _names(agents: Iterable[Agent]) -> frozenset[str]:
    return frozenset(name for agent in agents for name in agent.drugs)


def _subjects(names: frozenset[str]) -> frozenset[str]:
    changing = frozenset(n for n in names if n in effects_on_others() and not treats(n))
    return names - changing


def remedies_taken(sheet: FactSheet) -> frozenset[str]:
    """The remedies of an adverse event that the patient, who has one, takes: "on prednisone 60"."""
    taken = drugs_with_outcome(sheet, "current") & remedies()
    return taken if sheet.of(Toxicity) else frozenset()


def drugs_with_outcome(sheet: FactSheet, *outcomes: str) -> frozenset[str]:
    """The drugs of the treatments that ended, or go on, in one of these ways."""
    return frozenset(d for t in sheet.of(Therapy) if t.outcome in outcomes for d in t.drugs)


BEFORE_DRUG = 60
"""Characters before a drug that are searched for such a word. Chosen by hand: half a clause."""
WISH = re.compile(
    r"(?i)\b(?:wants?|wish(?:es)?|would (?:like|use|give|add|start)|'d (?:like|use|give|add|start)"
    r"|prefers?|suggest(?:s|ed)?|propos(?:es?|ed)|recommend(?:s|ed)|consider(?:s|ing|ed)?"
    r"|plan(?:s|ned|ning)?|think(?:s|ing) (?:of|about)|pushes for|in favou?r of|favou?rs"
    r"|insists on|advis(?:es|ed)|votes? for|likes?|asks? (?:me |us )?(?:for|about))\b"
    r"[^.;:!?]{0,40}$"
)
"""Words before a drug which say that somebody wants to give it."""
OPINION = re.compile(
    r"(?i)\b(?:would you|do you|agreed?|your (?:take|view|opinion|call)|thoughts?|opinions?"
    r"|ok(?:ay)?|reasonable|sensible|wise|good idea|acceptable|appropriate|right|go ahead"
    r"|go for it)\W{0,4}$"
)
"""Words that ask for an opinion on what somebody wants."""


def wished_drugs(text: str, message: str) -> frozenset[str]:
    """The cancer drugs that somebody wants, according to the message, if the question only asks for
    an opinion: "She asks for olaparib. BRCA wild-type. Would you?"."""
    if not OPINION.search(text):
        return frozenset()
    named = (d for agent in find_agents(message) for d in agent.drugs)
    return frozenset(d for d in named if treats(d) and is_wished(frozenset((d,)), message))


def is_wished(drugs: frozenset[str], message: str) -> bool:
    """Whether the message says that somebody wants to give one of these drugs."""
    return any(
        WISH.search(message, max(0, agent.start - BEFORE_DRUG), agent.start)
        for agent in find_agents(message)
        if drugs & set(agent.drugs)
    )


def most_named_drug(answer: str) -> str:
    """The drug that an earlier answer named most; empty when it named none."""
    said = without_refusals(answer)
    counted = Counter(name for m in recognise(said).of("drug") for name in m.names)
    return counted.most_common(1)[0][0] if counted else ""
