"""Drugs of a class that has failed in the patient: which of them are told all the same."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.suitability import (
    caution_of,
    is_cautioned,
    is_of_class_again,
    is_on_gene,
    is_on_resistance_variant,
    offers,
    speaks_of_time_after,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import SubQuestion
from names.tables.treatment.class_sequences import PATHWAYS


def without_caution(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers without drugs of a class that failed in the patient, one after the other of which
    no source shows, and their results in others. Options of a drug asked for, on another target of
    a pathway, or for a relapse after the class was given with chemotherapy stay; so do those of a
    class asked for, if a source is on the time after it."""
    cautioned = {d for e in answers if asked.is_choice and is_cautioned(e) for d in e.drugs}
    is_after = any(speaks_of_time_after(e) and not is_cautioned(e) for e in answers)
    heard = [
        each
        for each in answers
        if each.judgement.statement.kind != "result"
        or not asked.drugs & cautioned & frozenset(each.drugs)
        or is_on_resistance_variant(each)
    ]
    return [
        each
        for each in heard
        if not (asked.is_choice and is_cautioned(each))
        or asked.drugs & frozenset(each.drugs)
        or is_on_resistance_variant(each)
        or _is_told_with_caution(each)
        or (is_after and is_of_class_again(each, asked))
    ]


def _is_told_with_caution(found: CitedStatement) -> bool:
    """Whether an option on the patient's gene is on another target of the pathway, or for the
    relapse after its class was a partner of chemotherapy."""
    apart = any(v.kind == "class beside others" for v in found.judgement.verdicts)
    pathway = any(name in caution_of(found) for name in PATHWAYS)
    return offers(found) and is_on_gene(found) and (apart or pathway)
