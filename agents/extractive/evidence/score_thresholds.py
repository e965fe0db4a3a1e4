"""From which score on a statement may answer."""

from __future__ import annotations

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import LIMITS, SubQuestion

LEAST = 0.5
"""Score from which on a statement may answer: it is as likely as not that it does."""
LEAST_OF_OTHER_KIND = 0.85
"""The same for a choice and a statement whose kind does not answer it. Chosen by hand: kinds are
derived by rules, which err. In a look-up the fitted weight of the kind says enough."""
LOOKED_UP = frozenset(
    ("function", "gene", "definition", "mechanism", "general", "eligibility", "significance")
)
LEAST_OF_LOOK_UP = 0.3
"""The same for what is given to nobody. By hand: "What does the BRCA2 gene do?" scores .48."""


def least_score(found: CitedStatement, asked: SubQuestion, *, is_of_named: bool) -> float:
    """The score, 0 to 1, from which on a statement may answer. One of a kind that offers nothing
    needs much that speaks for it; one of which nothing tells the kind is not taken for such. What a
    hospital's own rules say is looked up there, as is what somebody says who is asked by name
    (``is_of_named``)."""
    kind = found.judgement.statement.kind
    any_kind = not (asked.is_choice or asked.asks_who_entered)
    fits = any_kind or kind in asked.answered_by or kind == "other"
    if is_of_named or asked.kind in LOOKED_UP | {LIMITS} or (asked.asks_own and found.is_own):
        return LEAST_OF_LOOK_UP
    return LEAST if fits else LEAST_OF_OTHER_KIND
