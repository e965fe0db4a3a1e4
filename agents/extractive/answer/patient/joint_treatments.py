"""Puts first what sources say against giving a drug of a choice together with another treatment of
the tumour.

Example: the patient takes anastrozole, and somebody asks whether to add tamoxifen. A label says
that the two should not be combined. That is no indication, and still the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.answer.patient.weighing import name_of
from agents.extractive.answer.selection.statements import MOST_OPTIONS, PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.kinds import treats
from agents.facts.sheet import FactSheet
from agents.matching.safety.joint_drugs import given_together, speaks_against_both


def with_joint_treatments(
    selected: PartHits, pool: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The selection of a choice that names drugs. What is said against one of them together with
    another one, or with the patient's treatment now, comes first. Drugs that are not for the tumour
    are weighed elsewhere, as facts of the patient. ``pool``: all statements found for any part of
    the message."""
    asked = selected.asked
    given = frozenset(filter(treats, given_together(asked, sheet)))
    first = {
        name_of(each): each
        for each in pool
        if not each.judgement.contradictions and speaks_against_both(each.words, asked.drugs, given)
    }
    if not first:
        return selected
    rest = [each for each in selected.answers if name_of(each) not in first]
    return replace(selected, answers=(*first.values(), *rest)[:MOST_OPTIONS])
