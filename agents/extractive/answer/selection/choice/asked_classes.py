"""Choices that ask for a class of drugs ("IO or BRAF/MEK?"): what is for its members."""

from __future__ import annotations

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.patient.therapies import OPTIONS
from agents.matching.sub_question import SubQuestion
from names.tables.ward.class_words import classes_asked_by


def is_of_class(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an indication or advice for the patient's own tumour is led by a drug of a class that
    the question asks for, and depends on no marker that is unknown. The words of the class seldom
    stand in it, so that they hardly match."""
    judged = found.judgement
    if any(v.dimension == "marker" and v.missing for v in judged.verdicts):
        return False
    own = any(asked.classes & classes_asked_by(drug) for drug in found.drugs[:1])
    in_tumour = any((v.dimension, v.outcome) == ("tumour", "ok") for v in judged.verdicts)
    return own and in_tumour and judged.statement.kind in OPTIONS
