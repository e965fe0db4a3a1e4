"""What was found for one gene alone, beside what holds for a panel of genes."""

from __future__ import annotations

from agents.matching.sub_question import SubQuestion
from retrieval.statements.model import Statement


def is_on_gene_alone(statement: Statement, asked: SubQuestion) -> bool:
    """Whether it tells what a drug that is asked about did where just one gene that is asked about
    is altered: an exception to what holds for a panel of genes ("and ATM?")."""
    rules = statement.applies.requires
    alone = {rule.any_of[0].name for rule in rules if len(rule.any_of) == 1} & asked.genes
    result = statement.kind in {"result", "resistance", "other"}
    return result and bool(alone and asked.drugs & frozenset(statement.drugs))
