"""What follows from two alleles: activity score and phenotype, by the tables of CPIC."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from names.clinical.phenotypes.copies import activity_of_all, has_copies
from names.clinical.values import Phenotype
from names.tables.alleles import Allele, allele_key, alleles, phenotype_rules


def phenotype_of_alleles(
    gene: str, names: Sequence[str], *, more_of_one: bool = False
) -> Phenotype:
    """Score and phenotype of the two alleles as written; nothing follows from one allele, or from
    one that no table knows. ``more_of_one``: one of them is there more often."""
    if len(names) == 2 and (more_of_one or any(map(has_copies, names))):
        return _with_copies(gene, names, activity_of_all(gene, names, more_of_one=more_of_one))
    found = [alleles().get((gene, allele_key(name))) for name in names]
    known = [allele for allele in found if allele is not None]
    if len(known) != 2:
        return Phenotype(gene=gene, alleles=tuple(names))
    score = _score(known)
    return Phenotype(
        gene=gene,
        alleles=tuple(names),
        phenotype=phenotype_of_score(gene, score) if score is not None else _by_function(known),
        score_from=score,
        score_to=score,
    )


def _with_copies(
    gene: str, names: Sequence[str], activity: tuple[float, float] | None
) -> Phenotype:
    if activity is None:
        return Phenotype(gene=gene, alleles=tuple(names))
    low, high = activity
    told = {phenotype_of_score(gene, low), phenotype_of_score(gene, high)}
    return Phenotype(
        gene=gene,
        alleles=tuple(names),
        phenotype=told.pop() if len(told) == 1 else "",
        score_from=low,
        score_to=None if isinf(high) else high,
    )


def phenotype_of_functions(gene: str, functions: Sequence[str]) -> Phenotype:
    """Score and phenotype of two alleles of which only the functions are told ("no", "decreased",
    "normal"). Only the gene where its table does not tell: decreased alleles of CYP2D6 have several
    scores."""
    activities: list[float] = []
    for function in functions:
        found = {a.activity for a in alleles().values() if (a.gene, a.function) == (gene, function)}
        known = [value for value in found if value is not None]
        activities += known if len(found) == 1 else []
    if len(activities) == len(functions):
        score = sum(activities)
        phenotype = phenotype_of_score(gene, score)
        return Phenotype(gene=gene, phenotype=phenotype, score_from=score, score_to=score)
    told = tuple(sorted(functions))
    rules = phenotype_rules().get(gene, ())
    named = next((rule.phenotype for rule in rules if rule.functions == told), "")
    return Phenotype(gene=gene, phenotype=named)


def phenotype_of_score(gene: str, score: float) -> str:
    """The phenotype of an activity score; empty when the gene's table does not hold it."""
    for rule in phenotype_rules().get(gene, ()):
        if rule.low is not None and rule.high is not None and rule.low <= score <= rule.high:
            return rule.phenotype
    return ""


def scores_of_phenotype(gene: str, phenotype: str) -> tuple[float, float] | None:
    """The range of scores of a phenotype; None for a gene without scores."""
    for rule in phenotype_rules().get(gene, ()):
        if rule.phenotype == phenotype and rule.low is not None and rule.high is not None:
            return rule.low, rule.high
    return None


def _score(known: Sequence[Allele]) -> float | None:
    activities = [allele.activity for allele in known if allele.activity is not None]
    return sum(activities) if len(activities) == len(known) else None


def _by_function(known: Sequence[Allele]) -> str:
    functions = tuple(sorted(allele.function for allele in known))
    for rule in phenotype_rules().get(known[0].gene, ()):
        if rule.functions == functions:
            return rule.phenotype
    return ""
