"""What the patient has that a drug of the question is limited by, asked for each fact alone.

"Urologist insists on docetaxel with bilirubin 1.6x ULN. Acceptable?" may be read as this or that
kind of question. Whatever its kind, what a source says of just this drug with just this finding is
on the point. These parts are heard only where nothing answers the question itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.extractive.question.kinds import answering
from agents.extractive.question.splitting.things import is_other_drug, pair_of, treatments_among
from agents.facts.sheet import FactSheet
from agents.facts.words import describe
from agents.matching.asked import LIMITS, Asked
from agents.matching.subject import topic_of
from agents.matching.tumours import tumour_names
from agents.matching.weighing.safety import CO_MEDICATION, safety_facts_of
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Marker,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)

LIMITED = frozenset(
    (
        "therapy",
        "eligibility",
        "dose",
        "interaction",
        "adverse",
        "contraindication",
        "monitoring",
        "pharmacogenomics",
        "general",
    )
)
"""Kinds of question that a limit of the drug may answer in a patient who meets it."""
MOST_FACTS = 4
"""Facts that are held against the drugs of one part. Chosen by hand: each is judged by itself."""
MOST_DRUGS = 3
"""Drugs of a part for which limits are looked up. Chosen by hand: a regimen has no more."""


def limit_parts(
    parts: Sequence[Asked], sheet: FactSheet, of_case: frozenset[str]
) -> tuple[tuple[int, Asked], ...]:
    """For each part on drugs, or on those of the case, one on each fact that may limit them, with
    the number of the part that it stands for."""
    found = []
    for place, asked in enumerate(parts):
        drugs = treatments_among(asked.drugs) or treatments_among(of_case)
        if asked.kind not in LIMITED or asked.trials or not 0 < len(drugs) <= MOST_DRUGS:
            continue
        elsewhere = {v for part in parts if part is not asked and part.focus for v in part.about}
        on_facts = [
            *_with_partners(asked, drugs, sheet),
            *_with_findings(asked, drugs, sheet, elsewhere - {*asked.about}),
        ]
        found += [(place, each) for each in on_facts[:MOST_FACTS]]
    return tuple(found)


def _with_partners(asked: Asked, drugs: frozenset[str], sheet: FactSheet) -> Iterator[Asked]:
    """One for each drug for something else that the patient takes or the message names."""
    if asked.partners:
        return
    taken = [drug for value in sheet.of(Exposure) for drug in value.drugs]
    had = [each for each in sheet.of(Therapy) if each.outcome in {"current", "given"}]
    taken += [drug for each in had for drug in each.drugs]
    partners = [d for d in dict.fromkeys((*taken, *sorted(asked.mentioned))) if is_other_drug(d)]
    for partner in partners:
        yield _plain(pair_of(asked, drugs, partner, tuple(partners)), asked)


def _with_findings(
    asked: Asked, drugs: frozenset[str], sheet: FactSheet, elsewhere: set[ClinicalValue]
) -> Iterator[Asked]:
    """One for each organ, event, condition, genotype and state of pregnancy; none on what another
    part of the same question is on."""
    for values in _findings(asked, sheet):
        if elsewhere & {*values}:
            continue
        part = replace(asked, kind=LIMITS, answered_by=answering(LIMITS), drugs=drugs, about=values)
        yield _plain(replace(part, together=False, partners=frozenset()), asked)


def _findings(asked: Asked, sheet: FactSheet) -> list[tuple[ClinicalValue, ...]]:
    """The facts that may limit a drug; what is told of one organ or event stands together."""
    values: list[ClinicalValue] = [v for v in asked.about if not isinstance(v, Exposure)]
    facts = [each for each in safety_facts_of(sheet) if each.name != CO_MEDICATION]
    values += [_value_of(each.name, each.value) for each in facts]
    values += sheet.of(OrganFunction)
    values += sheet.of(Toxicity)
    values += [each for each in sheet.of(Phenotype) if each.phenotype != "normal"]
    together: dict[object, list[ClinicalValue]] = {}
    for value in dict.fromkeys(values):
        if not (isinstance(value, OrganFunction) and value.grade == "normal"):
            together.setdefault(topic_of(value, values), []).append(value)
    return [tuple(each) for each in together.values()]


def _value_of(name: str, value: ClinicalValue) -> ClinicalValue:
    """A number beyond a limit as what it is a sign of; else the value itself."""
    own = (Condition, OrganFunction, Phenotype, Population, Toxicity)
    return value if isinstance(value, own) else Condition(name=name)


def _plain(part: Asked, asked: Asked) -> Asked:
    """The part without what only the words of the question ask for."""
    return replace(
        part,
        text=asked.text,
        focus=asked.focus,
        lacks_drug=False,
        compared=False,
        alone=False,
        classes=frozenset(),
        genes=frozenset(),
        variants=frozenset(),
        statuses=frozenset(),
        words=frozenset(),
        routes=frozenset(),
        aspects=frozenset(),
        topics=frozenset(),
        said=frozenset(),
        numbers=frozenset(),
    )


def indication_parts(parts: Sequence[Asked], sheet: FactSheet) -> tuple[tuple[int, Asked], ...]:
    """For each part on the dose of a drug that the patient does not take yet, one on whether it is
    indicated with the markers stated, with the number of the part. Who asks how to give a drug
    takes for granted that it is to be given."""
    altered = [each for each in sheet.of(Marker) if each.polarity != "uncertain"]
    tumours = tumour_names(sheet.of(Tumour))
    taken = {drug for each in sheet.of(Therapy) for drug in each.drugs}
    if not altered or not tumours:
        return ()
    return tuple(
        (place, _on_indication(asked, drugs, tumours))
        for place, asked in enumerate(parts)
        if asked.kind == "dose" and not asked.trials
        if 0 < len(drugs := treatments_among(asked.drugs)) <= MOST_DRUGS and not drugs & taken
    )


def _on_indication(asked: Asked, drugs: frozenset[str], tumours: frozenset[str]) -> Asked:
    part = replace(asked, kind="therapy", answered_by=answering("therapy"), drugs=drugs, about=())
    single = replace(part, together=False, partners=frozenset(), tumours=asked.tumours or tumours)
    return _plain(single, asked)


def told_facts(part: Asked) -> str:
    """The facts that a part is on, in words: ``bilirubin 1.6 ×ULN``, ``warfarin``."""
    if part.partners:
        return " and ".join(sorted(part.partners))
    return " and ".join(dict.fromkeys(map(describe, part.about)))
