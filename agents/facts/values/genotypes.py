"""Alleles and variants that are told without their gene: "lab corrected: *2A/*13"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.markers import read_markers
from names.clinical.phenotypes import phenotype_of_alleles, read_phenotypes
from names.clinical.phenotypes.allele_counts import LOWER
from names.clinical.phenotypes.allele_patterns import ZYGOSITY
from names.clinical.phenotypes.derivation import phenotype_of_functions
from names.clinical.phenotypes.phases import REFERENCE, genotype_of_two, is_counted, lower_alleles
from names.clinical.values import ClinicalValue, FoundValue, Marker, Phenotype
from names.recognise import recognise
from names.tables.variant_classes import genes_of_variant, variant_classes

_ALLELE = re.compile(r"(?:\*\d{1,3}[A-Z]?|c\.\d{1,5}[ACGT]>[ACGT])(?![A-Za-z0-9])")
_ACTIVITY = re.compile(r"(?i)\b(?:activity score|AS)\b")


def genotypes_of(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """Phenotypes of the gene that the thread *knows*, where the message names alleles or a score
    and no gene. Of several genes nothing is taken: it may be of either."""
    genes = {value.gene for value in known if isinstance(value, Phenotype) and value.gene}
    told = _ALLELE.search(text) or _ACTIVITY.search(text)
    if told is None or len(genes) != 1 or any(isinstance(e.value, Phenotype) for e in found):
        return
    gene = f"{genes.pop()} "
    for each in read_phenotypes(text[: told.start()] + gene + text[told.start() :]):
        start = max(told.start(), each.start - len(gene))
        yield replace(each, start=start, end=max(start, each.end - len(gene)))


def copies_of(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """The phenotype of the gene that the thread *knows*, where the message only says how often its
    allele is there: "what if homozygous", "and both copies?". Of several genes, or if the message
    names another one, nothing is taken."""
    told = ZYGOSITY.search(text)
    before = [value for value in known if isinstance(value, Phenotype)]
    named = recognise(text).names("gene")
    if told is None or not before or any(isinstance(e.value, Phenotype) for e in found):
        return
    last = before[-1]
    if {value.gene for value in before} | named != {last.gene} or _ALLELE.search(text):
        return
    lower = {name for name in last.alleles if name != REFERENCE}
    if len(lower) == 1:
        name = lower.pop()
        pair = (name, name) if told["twice"] else (REFERENCE, name)
        yield FoundValue(phenotype_of_alleles(last.gene, pair), *told.span())
    elif not last.alleles and told["twice"]:
        yield FoundValue(_twice_lower(last.gene), *told.span())


_PUTS_RIGHT = re.compile(
    r"(?i)^\W*(?:and if|what if|if|no|nope|sorry|oops|wait|actually|what about|same)\b"
    r"|\b(?:correct(?:ed|ion)|amended|revised|erratum|instead|rather|typo|meant|wrong|mistake\w{0,2}"
    r"|supposed|not (?:\*|c\.)|mixed up)"
)


def with_second_allele(older: ClinicalValue, newer: ClinicalValue, text: str) -> Phenotype | None:
    """The genotype of somebody of whom a later message tells a second allele of lower function.
    None where the message puts the first one right or only supposes another, tells a third one
    without its count, which may be in place of them, and for anything else."""
    third = len(lower_alleles(older)) > 1 and not is_counted(newer)
    return None if third or _PUTS_RIGHT.search(text) else genotype_of_two(older, newer, text)


def _twice_lower(gene: str) -> Phenotype:
    """What two alleles of the same lower function mean. Where it depends on which function they
    have, only that the gene is deficient."""
    told = {phenotype_of_functions(gene, (each, each)).phenotype for each in LOWER} - {""}
    return Phenotype(gene=gene, phenotype=told.pop() if len(told) == 1 else "deficient")


def variants_of(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """Variants that the message names without a gene, of the gene of the thread that has them:
    "same but ex20ins". Where two genes of the thread have it, nothing is taken."""
    here = {value.name for value in known if isinstance(value, Marker)}
    text = _ANSWERED_NO.sub(lambda match: " " * len(match.group()), text)
    for begin, end, names in _named_alone(text):
        taken = any(each.start <= begin < each.end for each in found)
        genes = here & frozenset().union(*map(_genes_of, names))
        if taken or len(genes) != 1:
            continue
        gene = f"{genes.pop()} "
        for each in read_markers(text[:begin] + gene + text[begin:]):
            if each.start <= begin + len(gene) <= each.end:
                start = min(begin, each.start)
                yield replace(each, start=start, end=max(end, each.end - len(gene)))


_ANSWERED_NO = re.compile(r"(?i)^\W{0,3}(?:no|nope)\s?[,;:.!–—-]")
"""A “no” to what was said before; it is not of the variant behind it."""
_REGION = re.compile(r"(?<![\w-])(?:TKD|ITD)\b")
"""A kind of variant that is named by where it lies, in one gene."""


def _named_alone(text: str) -> list[tuple[int, int, frozenset[str]]]:
    """The variants and kinds of variants of a message, with their places and names."""
    regions = [(*match.span(), frozenset((match.group(),))) for match in _REGION.finditer(text)]
    variants = [(e.start, e.end, frozenset(e.names)) for e in recognise(text).of("variant")]
    return sorted([*regions, *variants], key=lambda each: each[:2])


def _genes_of(variant: str) -> frozenset[str]:
    """The genes in which a variant or an event such as an exon 20 insertion is known."""
    if _REGION.fullmatch(variant):
        return frozenset(("FLT3",))
    events = {gene for gene, table in variant_classes().items() if variant in table}
    return genes_of_variant(variant) or frozenset(events)
