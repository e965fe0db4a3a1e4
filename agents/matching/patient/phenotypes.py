"""Phenotypes: which genes of a rule must agree, and what another gene for the same drug means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.facts.value_words import describe
from agents.matching.verdicts import Verdict, differs
from names.clinical.phenotypes import phenotype_covers, phenotype_of_alleles, phenotype_of_score
from names.clinical.values import Phenotype
from names.tables.alleles import dosing_genes
from retrieval.statements.model import Statement, StatementKind

NORMAL = "normal"
FAR_FROM_NORMAL: Mapping[str, int] = {
    NORMAL: 0,
    "rapid": 1,
    "intermediate": 1,
    "deficient": 2,
    "poor": 3,
    "ultrarapid": 3,
}
"""How far a phenotype is from normal. A rule for a nearer phenotype does not say enough for a
patient who has a farther phenotype of another gene."""
DOSES: frozenset[StatementKind] = frozenset(("dose",))
"""Kinds of statement that give a dose without weighing a phenotype."""


def judge_phenotypes(statement: Statement, stated: Sequence[Phenotype]) -> list[Verdict]:
    """One verdict on phenotypes. Rules of one gene are alternatives. Rules of several genes must
    all hold if the statement says so, or if it is on normal phenotypes."""
    rules = statement.applies.phenotypes
    if reason := _unweighed_reason(statement, stated):
        return [Verdict("phenotype", "contradicts", reason=reason)]
    if not rules:
        return []
    told = " or ".join(dict.fromkeys(map(describe, rules)))
    here = [value for value in stated if value.gene in {rule.gene for rule in rules}]
    if not here:
        return [Verdict("phenotype", "silent", missing=told)]
    outcomes = {gene: _of_gene(gene, rules, here) for gene in {value.gene for value in here}}
    if _contradicts(statement, outcomes, here):
        own = tuple(dict.fromkeys(map(describe, here)))
        return [differs("phenotype", f"is for {told}", " and ".join(own), names=own)]
    unknown = [rule for rule in rules if outcomes.get(rule.gene) is not True]
    if not _together(statement) and any(outcomes.values()):
        return [Verdict("phenotype", "ok")]
    if not unknown:
        return [Verdict("phenotype", "ok")]
    missing = " and ".join(map(describe, unknown))
    known = " and ".join(dict.fromkeys(map(describe, here)))
    return [Verdict("phenotype", "silent", missing=missing, reason=known)]


def phenotype_name(value: Phenotype) -> str:
    """The phenotype, as stated or following from alleles or score; empty if none follows."""
    if value.phenotype:
        return value.phenotype
    if value.alleles and value.score_from is None:
        return phenotype_of_alleles(value.gene, value.alleles).phenotype
    known = value.score_from is not None and value.score_from == value.score_to
    return phenotype_of_score(value.gene, value.score_from or 0.0) if known else ""


def _of_gene(gene: str, rules: Sequence[Phenotype], here: Sequence[Phenotype]) -> bool | None:
    own = [rule for rule in rules if rule.gene == gene]
    judged = [phenotype_covers(rule, value) for rule in own for value in here if value.gene == gene]
    if any(each is True for each in judged):
        return True
    # A rule for normal phenotypes does not hold for an allele of unknown function.
    unsure = any(each is None for each in judged) and not all(map(_is_normal, own))
    return None if unsure else False


def _contradicts(
    statement: Statement, outcomes: Mapping[str, bool | None], here: Sequence[Phenotype]
) -> bool:
    if _together(statement):
        return any(each is False for each in outcomes.values())
    if not any(each is True for each in outcomes.values()):
        return all(each is False for each in outcomes.values())
    covered = max(_distance(value) for value in here if outcomes[value.gene] is True)
    return any(_distance(value) > covered for value in here if outcomes[value.gene] is False)


def _together(statement: Statement) -> bool:
    rules = statement.applies.phenotypes
    return statement.applies.phenotypes_together or all(map(_is_normal, rules))


def _is_normal(value: Phenotype) -> bool:
    return phenotype_name(value) == NORMAL


def _distance(value: Phenotype) -> int:
    return FAR_FROM_NORMAL.get(phenotype_name(value), 0)


def _unweighed_reason(statement: Statement, stated: Sequence[Phenotype]) -> str:
    """Why a dose, or a statement on normal phenotypes, does not hold: another gene by which the
    drug is dosed is not normal, and the statement does not speak of it. Empty otherwise."""
    rules = statement.applies.phenotypes
    if not (statement.kind in DOSES or (rules and all(map(_is_normal, rules)))):
        return ""
    spoken = {rule.gene for rule in rules}
    genes = {gene for drug in statement.drugs for gene in dosing_genes(drug)} - spoken
    apart = [value for value in stated if value.gene in genes and not _is_normal(value)]
    return f"does not weigh {describe(apart[0])}" if apart else ""
