"""Statements for one gene alone, and options for a line whichever genes are altered."""

from __future__ import annotations

from agents.facts.marker_states import is_gene
from agents.matching.patient.therapies import OPTIONS
from agents.matching.sub_question import SubQuestion
from retrieval.statements.model import Statement


def is_on_gene_alone(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement tells what a drug asked about did when just one gene asked about is
    altered. It is an exception to the result for a panel of genes ("and ATM?")."""
    rules = statement.applies.requires
    alone = {rule.any_of[0].name for rule in rules if len(rule.any_of) == 1} & asked.genes
    result = statement.kind in {"result", "resistance", "other"}
    return result and bool(alone and asked.drugs & frozenset(statement.drugs))


def is_for_any_gene_in_line(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement offers an option for just the tumour and line of a choice, whichever
    genes are altered: what is given when no option for the gene asked about fits."""
    line, wanted = statement.applies.line, asked.line
    if not asked.is_choice or asked.drugs or asked.classes or line is None or wanted is None:
        return False
    needed = (pattern for rule in statement.applies.requires for pattern in rule.any_of)
    return (
        statement.kind in OPTIONS
        and line.first == wanted.first
        and bool(statement.applies.tumours)
        and not any(map(is_gene, needed))
    )
