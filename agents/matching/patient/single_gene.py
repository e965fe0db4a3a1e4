"""Statements for one gene alone, and options for a line whichever genes are altered."""

from __future__ import annotations

from collections.abc import Iterable, Set

from agents.facts.marker_states import is_gene
from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS, judge_prior
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.values import Therapy
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


def is_for_any_gene(statement: Statement, asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a statement offers an option for the tumour and the line of a choice, whichever genes
    are altered. The line may be told by the treatments that an option comes after: docetaxel after
    platinum."""
    if is_for_any_gene_in_line(statement, asked):
        return True
    if not asked.is_choice or asked.drugs or asked.classes or not statement.applies.prior_required:
        return False
    return is_after_treatment_had(statement, judge_prior(statement, sheet.of(Therapy)))


def is_after_treatment_had(statement: Statement, verdicts: Iterable[Verdict]) -> bool:
    """Whether an option for any gene comes after treatments, all of which the patient has had."""
    told = [v for v in verdicts if v.dimension == "prior therapy"]
    needed = (pattern for rule in statement.applies.requires for pattern in rule.any_of)
    return (
        statement.kind == "indication"
        and bool(statement.applies.tumours and told)
        and all(v.outcome == "ok" for v in told)
        and not any(map(is_gene, needed))
    )


def weighs_drugs_of_gene(statement: Statement, named: Set[str], asked: SubQuestion) -> bool:
    """Whether advice for all patients with the tumour of a choice weighs its drugs against those
    for a gene asked about: "nivolumab plus ipilimumab is preferred to a BRAF inhibitor",
    "regardless of BRAF status". ``named``: what its words name."""
    if not asked.is_choice or asked.drugs or asked.classes or not asked.genes:
        return False
    if statement.kind != "recommendation" or not statement.drugs:
        return False
    applies = statement.applies
    whole = bool(applies.tumours and applies.settings) and not applies.requires
    return whole and not applies.excludes and bool(asked.genes & genes_of_classes(named))


def genes_of_classes(named: Set[str]) -> frozenset[str]:
    """The genes that names of genes and of classes of drugs speak of: "B-RAF inhibition" of
    BRAF."""
    return frozenset(name.split(" ")[0].replace("-", "") for name in named)
