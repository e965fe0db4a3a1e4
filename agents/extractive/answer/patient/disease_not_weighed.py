"""Facts of the patient's disease that no statement shown takes into account: altered genes and
markers, where it has spread, settings that are denied, another tumour, values before a drug on
which only a rule under it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.extractive.answer.patient.doses_with_finding import event_without_rule
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.selection.suitability import is_cautioned, speaks_of_time_after
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.facts.marker_states import is_gene
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.patient.class_partners import failed_classes
from agents.matching.patient.therapies import matches
from agents.matching.patient.tumours import ANY_SOLID, RESIDUAL
from agents.matching.safety.values_told import UNDER_DRUG
from agents.matching.sequence.class_again import is_against_class_again
from agents.matching.verdicts import STEPS, Judgement
from agents.wording.not_found import before_the_drug
from names.clinical.disease.sites import SITES
from names.clinical.values import (
    Condition,
    Marker,
    OrganFunction,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables import lineage
from names.tables.treatment.drug_classes import class_in_sentence
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


def left_open_of_question(parts: Sequence[PartHits], sheet: FactSheet) -> Iterator[str]:
    """Tumours for which no indication of the asked drug is at hand, or which none names, and
    classes asked for after their own failure on which nothing shown is, in words."""
    for chosen in parts:
        yield from chosen.other_tumours if chosen.answers else ()
        yield from _named_by_no_label(chosen)
    yield from classes_given_again(parts, sheet)


FAMILIES = frozenset(
    ("solid tumour", "thyroid cancer", "sarcoma", "leukaemia", "lymphoma", "glioma")
)
"""Tumours whose kinds are approved apart: what is for the wider one may not mean its kinds."""
_ON_LABEL = re.compile(r"(?i)\b(?:approv|indicat|licen[cs]|authori[sz]|label)\w{0,6}")


def _named_by_no_label(chosen: PartHits) -> Iterator[str]:
    """The tumours of a question on the approval of a drug that no indication shown names, but only
    the family of tumours to which they belong."""
    asked = chosen.asked
    told = (e for e in chosen.answers if asked.drugs & frozenset(e.drugs[:1]))
    labels = [e.judgement.statement for e in told if e.judgement.statement.kind == "indication"]
    if not labels or not _ON_LABEL.search(asked.text):
        return
    named = {name for each in labels for name in each.applies.tumours}
    for tumour in sorted(asked.tumours - FAMILIES):
        if named <= FAMILIES & {ANY_SOLID, *lineage(tumour)} and named:
            drugs = " or ".join(sorted(asked.drugs))
            yield f"{tumour} (no indication of {drugs} at hand names it)"


def classes_given_again(parts: Sequence[PartHits], sheet: FactSheet) -> Iterator[str]:
    """The classes that are asked for after their own failure, if what is shown is not on that, in
    words: "which PARP inhibitor after olaparib"."""
    had = sheet.of(Therapy)
    for chosen in parts:
        failed = chosen.asked.classes & failed_classes(had) if chosen.asked.is_choice else ()
        told = any(_is_on_time_after(each) for each in chosen.answers)
        for name in () if told else sorted(failed):
            own = Therapy(classes=(name,))
            over = (each for each in had if each.outcome == "progressed" and matches(own, each))
            before = " or ".join(sorted({d for e in over for d in e.drugs})) or "its failure"
            yield f"{class_in_sentence(name)} after {before} (no statement found is on that)"


def _is_on_time_after(found: CitedStatement) -> bool:
    """Whether a statement shown is on the treatment that the patient has had: for the time after
    it, or against its class."""
    after = speaks_of_time_after(found) and not is_cautioned(found)
    return after or is_against_class_again(found.judgement)


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
