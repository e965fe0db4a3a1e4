"""What follows from different alleles of lower function of one person, each told by itself.

A laboratory seldom says whether both lie on one chromosome. Where a message tells that each is
there once and nothing of the phase, each is taken to lie on its own chromosome: that is how
activity scores of DPYD are counted (CPIC, 2018), and the dose that follows is the lower one. Where
the message says that the phase is open or that both lie on one chromosome, only what the tables
give either way holds. Of more than two the two of the lowest function count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from names.clinical.phenotypes.allele_counts import LOWER
from names.clinical.phenotypes.derivation import phenotype_of_alleles, phenotype_of_functions
from names.clinical.values import ClinicalValue, Phenotype
from names.tables.alleles import allele_key, alleles

REFERENCE = "*1"
_UNKNOWN = (
    r"(?:unknown|undetermined|unclear|uncertain|unresolved|pending|open|not|no|without|n/?a|\?)"
)
_PHASE_OPEN = re.compile(
    rf"(?i)\b(?:un-?phased\b|phas(?:e|ed|ing)\b[\s:]{{0,2}}(?:is\s|was\s|still\s)?{_UNKNOWN}"
    rf"|{_UNKNOWN}\s(?:the\s)?phas(?:e|ed|ing)\b|cis(?:\sor\s|/)(?:in\s)?trans\b"
    r"|trans(?:\sor\s|/)(?:in\s)?cis\b)"
)
_ONE_CHROMOSOME = re.compile(
    r"(?i)(?<!not\s)\b(?:in[\s-]cis|cis[\s-]config\w{0,8}"
    r"|(?:on|in) the same (?:allele|chromosome|strand|copy))\b"
)
_OTHER_CHROMOSOME = re.compile(
    r"(?i)\b(?:other (?:allele|copy|chromosome|strand)|compound[\s-]het\w{0,10}|in[\s-]trans"
    r"|not in[\s-]cis|bi-?allelic)\b"
)
_OF_ONE_NAME = {"TPMT": {allele_key("*3B"), allele_key("*3C")}}
"""Alleles that lie on one chromosome in an allele with a name of its own, TPMT*3A, which is more
frequent than either: whoever has both once may have that one allele
(https://pmc.ncbi.nlm.nih.gov/articles/PMC7708673/table/T1)."""
_COMPARED = re.compile(
    r"(?i)\b(?:or|vs\.?|versus|compared?|differen(?:t|ce|tly)|between|either|worse|such as|e\.g"
    r"|carriers|patients|people)\b"
)
_TESTED = re.compile(r"(?i)\b(?:test(?:s|ed|ing)?|panel|covers?|includ(?:es?|ing))\b")
"""Words of messages that name alleles beside each other which are not those of one person."""
_SENTENCE_END = re.compile(r"[.?!;]\s|\n")
_BEFORE, _BEHIND = 40, 25
"""Characters around the alleles in which such words are about them. Chosen by hand."""


def genotype_of_two(
    one: ClinicalValue, other: ClinicalValue, text: str, *, of_one_person: bool = False
) -> Phenotype | None:
    """The genotype of somebody with two different alleles of lower function of one gene, by what
    the message says of their phase. *of_one_person*: the message joins both, so that they count as
    two without "heterozygous". None for anything else."""
    if not (isinstance(one, Phenotype) and isinstance(other, Phenotype)) or one.gene != other.gene:
        return None
    names = (*lower_alleles(one), *lower_alleles(other))
    if not _are_all_different(one, other, names):
        return None
    told_once = is_counted(one) and is_counted(other)
    presumed = (of_one_person or told_once) and not is_compared(text, names, is_found=told_once)
    lowest = sorted(names, key=lambda name: _function(one.gene, name))[:2]
    lowest.sort(key=names.index)
    if _is_apart(one.gene, lowest, text, presumed=presumed):
        return replace(phenotype_of_alleles(one.gene, lowest), alleles=names)
    return replace(_of_open_phase(one.gene, lowest), alleles=names)


def is_compared(text: str, names: Sequence[str], *, is_found: bool) -> bool:
    """Whether the words around the alleles tell of no one person; *is_found*: each is said to be
    there, so that a word on testing is no doubt."""
    places = [place for name in names if (place := text.find(name)) >= 0]
    start, end = min(places, default=0), max(places, default=len(text))
    before = _SENTENCE_END.split(text[max(0, start - _BEFORE) : start])[-1]
    around = before + text[start:end] + _SENTENCE_END.split(text[end : end + _BEHIND])[0]
    return bool(_COMPARED.search(around) or (not is_found and _TESTED.search(around)))


def is_counted(value: ClinicalValue) -> bool:
    """Whether a value says how often its alleles are there."""
    return isinstance(value, Phenotype) and len(value.alleles) > 1


def lower_alleles(value: ClinicalValue) -> tuple[str, ...]:
    """The alleles of lower function of a value; none if one of them has another function."""
    if not isinstance(value, Phenotype):
        return ()
    told = tuple(name for name in value.alleles if allele_key(name) != REFERENCE)
    known = [alleles().get((value.gene, allele_key(name))) for name in told]
    return told if all(each is not None and each.function in LOWER for each in known) else ()


def _are_all_different(one: Phenotype, other: Phenotype, names: Sequence[str]) -> bool:
    """Whether both values tell of alleles, and none is told twice."""
    known = {alleles()[one.gene, allele_key(name)].name for name in names}
    return bool(lower_alleles(one) and lower_alleles(other)) and len(known) == len(names)


def _function(gene: str, name: str) -> tuple[float, int]:
    """By how much an allele works: its activity, else its function."""
    allele = alleles()[gene, allele_key(name)]
    return allele.activity or 0, LOWER.index(allele.function)


def _is_apart(gene: str, names: Sequence[str], text: str, *, presumed: bool) -> bool:
    """Whether each chromosome carries one of the alleles, as told or *presumed*."""
    if _PHASE_OPEN.search(text) or _ONE_CHROMOSOME.search(text):
        return False
    if _OTHER_CHROMOSOME.search(text):
        return True
    return presumed and {allele_key(name) for name in names} != _OF_ONE_NAME.get(gene)


def _of_open_phase(gene: str, names: Sequence[str]) -> Phenotype:
    """The phenotype that the tables give either way, else only that the gene is deficient."""
    told = _either_way(gene, names)
    kinds = {each.phenotype for each in told}
    if len(kinds) > 1 or "" in kinds:
        return Phenotype(gene=gene, phenotype="deficient")
    scores = [each.score_from for each in told if each.score_from is not None]
    return Phenotype(
        gene=gene,
        phenotype=kinds.pop(),
        score_from=min(scores, default=None),
        score_to=max(scores, default=None),
    )


def _either_way(gene: str, names: Sequence[str]) -> list[Phenotype]:
    """What follows if each chromosome carries one of the alleles, and if one carries both: that one
    works like one of them at best, and perhaps not at all."""
    apart = phenotype_of_alleles(gene, names)
    together = [phenotype_of_alleles(gene, (REFERENCE, name)) for name in names]
    return [apart, *together, phenotype_of_functions(gene, ("no", "normal"))]
