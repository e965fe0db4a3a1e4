"""Facts of the patient's disease that no statement shown takes into account: altered genes and
markers, where it has spread, settings that are denied, another tumour, values before a drug on
which only a rule under it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.extractive.answer.patient.doses_with_finding import event_without_rule
from agents.extractive.answer.selection.statements import PartHits
from agents.facts.marker_states import is_gene
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.tumours import RESIDUAL
from agents.matching.safety.values_told import UNDER_DRUG
from agents.matching.verdicts import STEPS, Judgement
from agents.wording.not_found import before_the_drug
from names.clinical.disease.sites import SITES
from names.clinical.values import Condition, Marker, OrganFunction, Setting, Toxicity, Tumour
from names.tables import lineage
from names.tables.treatment.event_groups import event_covers
from retrieval.statements.model import Statement

HER2 = "HER2"
_GENE_OF_HER2 = "ERBB2"
_ADJECTIVES = {
    "leptomeninges": "leptomeningeal",
    "lymph nodes": "lymph node",
    "peritoneum": "peritoneal",
    "pleura": "pleural",
    "viscera": "visceral",
}
_ALSO = {"brain": r"|central nervous", "leptomeninges": r"|meninge"}
_OF_TUMOUR = re.compile(r"(?i)\s(?:cancer|tumou?r|carcinoma|adenocarcinoma|disease)\b")
"""Behind an organ that names a tumour, not a site to which one has spread."""


def altered_genes(sheet: FactSheet, compared: Sequence[Statement]) -> Iterator[str]:
    """The patient's altered genes, and HER2, that none of these statements speaks of, in words."""
    genes = {gene for each in compared for gene in each.genes}
    rules = [rule for e in compared for rule in (*e.applies.requires, *e.applies.excludes)]
    genes |= {pattern.name for rule in rules for pattern in rule.any_of}
    genes |= {HER2} if _GENE_OF_HER2 in genes else set()
    said = (fact.value for fact in sheet.facts if not fact.rule)
    for value in said:
        if not isinstance(value, Marker) or value.name in genes or value.polarity != "present":
            continue
        if is_gene(value) or (value.name == HER2 and value.state == "positive"):
            yield describe(value).removesuffix(": present")


def sites_of_spread(sheet: FactSheet, said: str) -> Iterator[str]:
    """Where the patient's tumour has spread, if the words shown (``said``) do not speak of it:
    "brain metastases". The organ of the tumour itself is left out."""
    tumours = [each for each in sheet.of(Tumour) if each.polarity == "present"]
    own = " ".join(name for each in tumours if each.name for name in lineage(each.name))
    conditions = " ".join(each.name for each in sheet.of(Condition))
    for site in dict.fromkeys(site for each in tumours for site in each.sites):
        words = re.compile(rf"(?i)\b(?:{SITES[site]}{_ALSO.get(site, '')})")
        if words.search(f"{own}. {conditions}"):
            continue
        if not any(not _OF_TUMOUR.match(said, each.end()) for each in words.finditer(said)):
            yield f"{_ADJECTIVES.get(site, site)} metastases"


def left_untold(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """Settings that are denied, and tumours beside the one asked about, that neither the
    statements shown nor their words (``said``) speak of."""
    yield from denied_settings(sheet, shown, said)
    yield from tumours_beside(sheet, shown, said)


def tumours_beside(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """The tumours of a patient who has or had several of which nothing shown speaks: "a history of
    myelodysplastic syndrome" may be what speaks against a drug for the other tumour."""
    tumours = [e.name for e in sheet.of(Tumour) if e.polarity == "present" and e.name]
    on = {own for each in shown for name in each.applies.tumours for own in lineage(name)}
    spoken = {name for name in tumours if name in on or not on.isdisjoint(lineage(name))}
    for name in dict.fromkeys(tumours) if spoken else ():
        if name not in spoken and name not in said:
            yield name


def denied_settings(sheet: FactSheet, shown: Sequence[Statement], said: str) -> Iterator[str]:
    """Settings that the patient is told not to be in and that neither the statements shown nor
    their words (``said``) speak of: "not residual disease". What a trial found after surgery may be
    of those with residual disease alone."""
    spoken = {name for each in shown for name in each.applies.settings}
    spoken |= {RESIDUAL} if "complete response" in said else set()
    for value in sheet.of(Setting):
        if value.polarity == "absent" and value.name not in spoken and value.name not in said:
            yield f"no {RESIDUAL}" if value.name == RESIDUAL else describe(value)


def with_conditional(parts: Sequence[PartHits]) -> list[PartHits]:
    """The parts with the indications that depend on something unstated among their answers: they
    are told, too."""
    return [replace(each, answers=(*each.answers, *each.conditional)) for each in parts]


def values_without_rule(parts: Sequence[PartHits]) -> Iterator[str]:
    """Values before a drug on which only a rule under it is, and graded events of which the rules
    shown are for events of any kind, in words."""
    yield from _values_to_start(parts)
    yield from _values_outside_rules(parts)
    for chosen in parts:
        if event := event_without_rule(chosen):
            yield describe(event)


def _values_outside_rules(parts: Sequence[PartHits]) -> Iterator[str]:
    """Measured values that are asked about and that no rule shown is for, while a rule on the same
    measure is for other values, in words: what is done above 500 ms, or with an arrhythmia, does
    not weigh a QTc of 495 ms."""
    for chosen in parts:
        values = [v for v in chosen.asked.about if isinstance(v, OrganFunction) and v.measure]
        events = [v.event for v in chosen.asked.about if isinstance(v, Toxicity)]
        near = [e.judgement for e in (*chosen.neighbours, *chosen.excluded)]
        missed = [each for each in near if each.statement.kind in STEPS]
        shown = [each.judgement for each in chosen.answers]
        for value in values if shown and not any(map(_is_for_value, shown)) else ():
            if any(_misses_value(each, value, events) for each in missed):
                yield describe(value)


def _misses_value(judgement: Judgement, value: OrganFunction, events: Sequence[str]) -> bool:
    """Whether a rule is for other values of the same measure, or for other grades of the event."""
    against = {each.dimension for each in judgement.contradictions}
    applies = judgement.statement.applies
    same = any((r.organ, r.measure) == (value.organ, value.measure) for r in applies.organ)
    of_event = any(event_covers(r.event, event) for r in applies.toxicities for event in events)
    return ("organ function" in against and same) or ("toxicity" in against and of_event)


def _is_for_value(judgement: Judgement) -> bool:
    """Whether a value of the patient, or the grade that follows from it, meets a rule."""
    graded = any(rule.grade_from is not None for rule in judgement.statement.applies.toxicities)
    met = {each.dimension for each in judgement.verdicts if each.outcome == "ok"}
    return "organ function" in met or (graded and "toxicity" in met)


def _values_to_start(parts: Sequence[PartHits]) -> Iterator[str]:
    """The values at which a rule stops a drug that is not yet given, in words. That a dose for the
    start is met ("below 150") does not weigh a value at which the drug would be withheld."""
    for chosen in parts:
        for _, value in chosen.under_drug:
            yield before_the_drug(value.removesuffix(UNDER_DRUG))
