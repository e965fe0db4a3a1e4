"""What all of these layouts say: the names of a row in several spellings, and what is no finding.

The names of a row come from ``rows.tsv``; what is left alone is worded anew for these layouts.
"""

from __future__ import annotations

from evals.reports.cases import Case, MadeVariant
from names.variants.usual_forms import read_variant

_LOOKED_FOR = (("KRAS", "G12C"), ("BRAF", "V600E"), ("ERBB2", "amplification"), ("RET", "fusion"))
_QUIET = ("ALK", "ROS1", "NTRK1", "KIT", "PDGFRA", "ESR1")


def short_name(variant: MadeVariant) -> str:
    """``L858R``; an event as it is called."""
    found = read_variant(f"{variant.gene} {variant.name}")
    return found.change if found is not None and found.kind == "protein" else variant.name


def in_brackets(variant: MadeVariant) -> str:
    """``p.(Leu858Arg)``; an event as it is called."""
    name = variant.name
    return f"p.({name[2:]})" if name.startswith("p.") else name


def is_uncertain(variant: MadeVariant) -> bool:
    """Whether a laboratory would put it on its list of variants without known meaning."""
    return variant.classed.startswith("Variant")


def of_kind(case: Case, *, uncertain: bool) -> tuple[MadeVariant, ...]:
    """The variants of a case that are findings, or those without known meaning."""
    return tuple(each for each in case.variants if is_uncertain(each) == uncertain)


def looked_for(case: Case) -> tuple[tuple[str, str], ...]:
    """Gene and variant that are not there; none of a gene in which the case has one."""
    own = {each.gene for each in case.variants}
    return tuple(pair for pair in _LOOKED_FOR if pair[0] not in own)


def quiet_genes(case: Case) -> tuple[str, ...]:
    """Genes in which nothing was found."""
    own = {each.gene for each in case.variants}
    return tuple(each for each in _QUIET if each not in own)


NO_FINDINGS = (
    "BRAF p.V600E is found in about half of all melanomas and confers sensitivity to RAF"
    " inhibitors.",
    "The limit of detection is 5% variant allele fraction. The positive control (EGFR p.L861Q at"
    " 5% VAF) performed as expected.",
    "An outside report of 2019 described KRAS p.G12V (VAF 8%) in another sample; it was not"
    " available for review.",
    "Patients whose tumours carry ERBB2 p.V777L have been enrolled in a basket trial.",
    "If EGFR p.C797S is acquired, osimertinib is expected to lose its effect.",
    "The patient's sister is reported to carry BRCA2 c.5946del.",
)
"""Sentences that name a variant and tell no finding of this sample."""
