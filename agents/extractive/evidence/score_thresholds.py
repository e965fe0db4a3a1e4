"""The score that a statement needs to be an answer."""

from __future__ import annotations

from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.sub_question import LIMITS, SubQuestion

LEAST = 0.5
"""Score from which a statement may answer. At .5 it answers as likely as not."""
LEAST_OF_OTHER_KIND = 0.85
"""The same for a choice, if the kind of the statement does not answer it. Chosen by hand: kinds are
derived by rules, which err. In a look-up the fitted weight of the kind is enough."""
LOOKED_UP = frozenset(
    ("function", "gene", "definition", "mechanism", "general", "eligibility", "significance")
)
LEAST_OF_LOOK_UP = 0.3
"""The same for a look-up that offers nothing to a patient. Chosen by hand: "What does the BRCA2
gene do?" scores .48."""


def least_score(found: CitedStatement, asked: SubQuestion, *, is_of_named: bool) -> float:
    """The score, 0 to 1, that a statement needs to answer. In a choice, a kind that does not answer
    a choice needs a high score; an unknown kind does not. Look-ups need a low score, and so do the
    hospital's own rules and publishers that the question names (``is_of_named``)."""
    kind = found.judgement.statement.kind
    any_kind = not (asked.is_choice or asked.asks_who_entered)
    fits = any_kind or kind in asked.answered_by or kind == "other"
    if is_of_named or asked.kind in LOOKED_UP | {LIMITS} or (asked.asks_own and found.is_own):
        return LEAST_OF_LOOK_UP
    return LEAST if fits else LEAST_OF_OTHER_KIND
