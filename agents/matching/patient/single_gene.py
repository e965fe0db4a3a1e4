"""Results for one gene alone, beside results for a panel of genes."""

from __future__ import annotations

from agents.matching.sub_question import SubQuestion
from retrieval.statements.model import Statement


def is_on_gene_alone(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement tells what a drug asked about did when just one gene asked about is
    altered. It is an exception to the result for a panel of genes ("and ATM?")."""
    rules = statement.applies.requires
    alone = {rule.any_of[0].name for rule in rules if len(rule.any_of) == 1} & asked.genes
    result = statement.kind in {"result", "resistance", "other"}
    return result and bool(alone and asked.drugs & frozenset(statement.drugs))
