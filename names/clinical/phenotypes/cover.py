"""Whether a rule on metabolism covers a patient: score first, then phenotype, then alleles."""

from __future__ import annotations

from names.clinical.phenotypes.derivation import (
    phenotype_of_alleles,
    phenotype_of_score,
    scores_of_phenotype,
)
from names.clinical.values import Phenotype
from names.tables.alleles import allele_key, alleles

DEFICIENT = "deficient"
LESS_THAN_NORMAL = frozenset({"poor", "intermediate"})


def phenotype_covers(rule: Phenotype, patient: Phenotype) -> bool | None:
    """Whether what is said for ``rule`` is said for this patient; None when it cannot be told.

    What follows from alleles is derived on both sides. "Deficient" without more covers poor
    metabolisers for sure, normal ones never, and tells nothing of intermediate ones."""
    if rule.gene != patient.gene:
        return None
    wanted, known = _derive_phenotype(rule), _derive_phenotype(patient)
    if wanted.score_from is not None and known.score_from is not None:
        return _scores_cover(wanted, known)
    if wanted.phenotype and known.phenotype:
        return _phenotype_covers(wanted, known) and (_same_alleles(wanted, known) or None)
    scores = scores_of_phenotype(wanted.gene, wanted.phenotype)
    if scores and known.score_from is not None:
        low, high = scores
        return _scores_cover(Phenotype(gene=wanted.gene, score_from=low, score_to=high), known)
    if wanted.alleles and known.alleles:
        return True if _keys(wanted) == _keys(known) else None
    return None


def _derive_phenotype(value: Phenotype) -> Phenotype:
    """The value with what follows from its alleles, its score or its phenotype."""
    if value.alleles and not value.phenotype and value.score_from is None:
        return phenotype_of_alleles(value.gene, value.alleles)
    if value.phenotype or value.score_from is None or value.score_from != value.score_to:
        return value
    return Phenotype(
        gene=value.gene,
        alleles=value.alleles,
        phenotype=phenotype_of_score(value.gene, value.score_from),
        score_from=value.score_from,
        score_to=value.score_to,
    )


def _scores_cover(rule: Phenotype, patient: Phenotype) -> bool | None:
    low, high = rule.score_from or 0, _top(rule)
    patient_low, patient_high = patient.score_from or 0, _top(patient)
    if low <= patient_low and patient_high <= high:
        return True
    return False if patient_high < low or high < patient_low else None


def _top(value: Phenotype) -> float:
    return float("inf") if value.score_to is None else value.score_to


def _phenotype_covers(rule: Phenotype, patient: Phenotype) -> bool | None:
    if rule.score_from is not None:
        scores = scores_of_phenotype(rule.gene, patient.phenotype)
        if scores:
            known = Phenotype(gene=rule.gene, score_from=scores[0], score_to=scores[1])
            return _scores_cover(rule, known)
    if rule.phenotype == patient.phenotype:
        return True
    if rule.phenotype == DEFICIENT:
        return _deficiency_covers(patient.phenotype)
    if patient.phenotype == DEFICIENT and rule.phenotype in LESS_THAN_NORMAL:
        return None
    return False


def _deficiency_covers(phenotype: str) -> bool | None:
    if phenotype == "poor":
        return True
    return None if phenotype in LESS_THAN_NORMAL else False


def _same_alleles(rule: Phenotype, patient: Phenotype) -> bool:
    """Whether both are of the same alleles, as far as both name them: what was seen with *28/*28 is
    not said of *6/*28."""
    complete = len(rule.alleles) == 2 and len(patient.alleles) == 2
    return not complete or _keys(rule) == _keys(patient)


def _keys(value: Phenotype) -> list[str]:
    table = alleles()
    found = [table.get((value.gene, allele_key(name))) for name in value.alleles]
    return sorted(
        each.name if each else allele_key(name)
        for each, name in zip(found, value.alleles, strict=True)
    )
