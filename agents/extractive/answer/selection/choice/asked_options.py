"""What a choice asks for without the words that a source has: a class of drugs ("IO or BRAF/MEK?"),
for whom a drug is approved, what there is in place of a drug."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.patient.therapies import OPTIONS
from agents.matching.sub_question import SubQuestion
from names.tables.ward.class_words import classes_asked_by

_FOR_WHOM = re.compile(
    r"(?i)\b(?:approv(?:ed|als?)|indicated|indications?|licen[cs]ed?|authori[sz]ed|for whom"
    r"|criteria)(?!\w)"
)
_ON_APPROVAL = re.compile(r"(?i)\b(?:approv\w{2,4}|indicat\w{2,5}|withdrawn|authoris\w{2,5})\b")


def is_asked_option(found: CitedStatement, asked: SubQuestion, *, is_free: bool) -> bool:
    """Whether an option is for what the question asks for, though its words hardly match: a drug
    that it names (``is_free``: the option depends on no marker that is unknown), a class, what it
    asks the approvals of, or what there is in place of a drug."""
    named = is_free and bool(asked.drugs & frozenset(found.drugs[:1]))
    told = named or _is_of_class(found, asked) or _is_approval_asked(found, asked)
    return told or _is_in_place(found, asked)


def _is_in_place(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an indication is for a marker of the patient and the question asks what there is in
    place of another drug: its words are on that drug."""
    met = any((v.dimension, v.outcome) == ("marker", "ok") for v in found.judgement.verdicts)
    return bool(asked.instead_of) and found.judgement.statement.kind == "indication" and met


def _is_of_class(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether an indication or advice for the patient's own tumour is led by a drug of a class that
    the question asks for, and depends on no marker that is unknown. The words of the class seldom
    stand in it."""
    judged = found.judgement
    if any(v.dimension == "marker" and v.missing for v in judged.verdicts):
        return False
    own = any(asked.classes & classes_asked_by(drug) for drug in found.drugs[:1])
    in_tumour = any((v.dimension, v.outcome) == ("tumour", "ok") for v in judged.verdicts)
    return own and in_tumour and judged.statement.kind in OPTIONS


def _is_approval_asked(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is the indication of a drug of which the question asks for whom it is.
    What the indication needs is the answer then, whether or not it is known."""
    own = bool(asked.drugs & frozenset(found.drugs[:1]))
    indicated = found.judgement.answers and found.judgement.statement.kind == "indication"
    return own and indicated and asked.is_choice and bool(_FOR_WHOM.search(asked.text))


def without_other_remarks(
    answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The answers. If they have an indication of a drug of which the question asks for whom it is:
    without remarks on the drug that are on no tumour and no approval."""
    if not any(_is_approval_asked(each, asked) for each in answers):
        return list(answers)
    return [
        each
        for each in answers
        if each.judgement.statement.applies.tumours or _ON_APPROVAL.search(each.words)
    ]
