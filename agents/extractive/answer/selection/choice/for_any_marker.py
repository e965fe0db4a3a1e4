"""What is offered in the tumour and the place of the patient whatever the markers are, where
nothing else is offered without a condition."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.selection.conditional import is_no_choice, offers_nothing
from agents.extractive.answer.selection.excluded_options import is_overruled
from agents.extractive.answer.selection.suitability import (
    awaits_relapse,
    condition_of,
    is_conditional,
    offers,
    open_condition,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import SubQuestion

PLACE = frozenset(("setting", "line", "prior therapy"))
"""Dimensions that tell at which point of the disease an option is given."""
MOST = 3
"""Options that are shown beside others. Chosen by hand: the others may be many."""
MOST_ALONE = 3
"""Options that are shown where there are no others."""


def with_options_for_any_marker(
    points: Sequence[CitedStatement],
    found: Sequence[CitedStatement],
    excluded: Sequence[CitedStatement],
    asked: SubQuestion,
) -> tuple[CitedStatement, ...]:
    """The points of an answer to a choice that names no drug, gene or topic. If none of them offers
    something that depends on nothing unknown, behind them the options for just this tumour and
    place whose words hardly match the question: docetaxel after platinum, beside what is only for a
    marker that nobody has told. If there are no points at all, also those that depend on a fact of
    the patient."""
    asks_more = asked.drugs or asked.genes or asked.topics or asked.instead_of
    if not asked.is_choice or asks_more or any(offers(e) and not open_condition(e) for e in points):
        return tuple(points)
    fitting = [
        each
        for each in found
        if _is_for_place(each)
        and not is_overruled(each, excluded, asked)
        and not is_no_choice(each, found, asked)
        and each not in points
    ]
    whole = [each for each in fitting if not each.judgement.missing]
    own = list({each.drugs: each for each in reversed(whole)}.values())[::-1]
    if points or own:
        return (*points, *own[:MOST])
    open_ones = [e for e in fitting if not (is_conditional(e, asked) or awaits_relapse(e, asked))]
    return tuple({each.words: each for each in open_ones}.values())[:MOST_ALONE]


def _is_for_place(found: CitedStatement) -> bool:
    """Whether an option is for the patient's tumour, at this point of the disease, and for no
    marker."""
    judged = found.judgement
    agreed = {each.dimension for each in judged.verdicts if each.outcome == "ok"}
    applies = judged.statement.applies
    free = not (applies.requires or condition_of(found) or offers_nothing(found))
    placed = "tumour" in agreed and not PLACE.isdisjoint(agreed)
    # The drugs that a heading names are not advised by every sentence below it.
    named = judged.statement.kind == "indication" or "drugs" in judged.statement.stated
    offered = judged.answers and offers(found) and bool(found.drugs)
    return offered and named and free and placed
