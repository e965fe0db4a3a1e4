"""Puts the steps of a reduction behind a rule that only speaks of "the next lower dose".

Which dose that is follows from the steps of the label. Who is only told "the next lower dose" for a
patient on a reduced one does not know it, nor when the drug is stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.requests.aspects import aspects_said
from agents.matching.general_rules import is_only_of_event
from agents.matching.subject.aspects import LEVELS, is_of_one_circumstance

_UNNAMED = re.compile(
    r"(?i)\b(?:next lower dose|(?:by )?(?:one|two|1|2) (?:dose )?levels?(?: lower)?"
    r"|next (?:lower )?dose level)\b"
)
"""Words of a rule that leave open which dose the lower one is."""


def with_lower_doses_named(
    parts: Sequence[PartHits], pool: Sequence[CitedStatement]
) -> list[PartHits]:
    """The selections, each with the steps of the reduction of a drug whose rule does not name the
    lower dose. A part that asks for the steps tells them itself. ``pool``: all statements found for
    any part of the message."""
    told = {drug for each in parts if LEVELS in each.asked.aspects for drug in each.asked.drugs}
    steps = [[s for rule in e.answers for s in _steps(rule, e, pool, told)] for e in parts]
    return [
        replace(each, answers=(*each.answers, *dict.fromkeys(own))) if own else each
        for each, own in zip(parts, steps, strict=True)
    ]


def _steps(
    rule: CitedStatement, of: PartHits, pool: Sequence[CitedStatement], told: set[str]
) -> list[CitedStatement]:
    """The steps of the drug of a rule, and none if an answer tells them. Of a drug whose steps
    differ by the tumour both are told."""
    drugs = frozenset(rule.drugs)
    if not _UNNAMED.search(rule.words) or not drugs or drugs & told:
        return []
    if any(_tells_steps(each, drugs) for each in of.answers):
        return []
    return [each for each in pool if _tells_steps(each, drugs) and is_only_of_event(each.judgement)]


def _tells_steps(found: CitedStatement, drugs: frozenset[str]) -> bool:
    """Whether a statement tells the doses to which just these drugs are reduced, for adverse
    reactions of any kind."""
    statement = found.judgement.statement
    own = frozenset(found.drugs) == drugs and statement.kind in {"adjustment", "dose"}
    own = own and not is_of_one_circumstance(statement.applies)
    return own and LEVELS in aspects_said(found.words)
