"""Two alleles of one gene that are told one beside the other and not as a pair: "DPYD *2A + HapB3",
"c.1905+1G>A het and c.2846A>T het", "compound heterozygous for *2A and *13"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.phenotypes.derivation import phenotype_of_alleles
from names.clinical.phenotypes.names_of_alleles import is_one_allele
from names.clinical.values import FoundValue, Phenotype
from names.tables.alleles import allele_key, alleles

_GENE = r"(?:DPYD|DPD|TPMT|NUDT15|UGT1A1|CYP2D6|CYP2C19|CYP2C9)"
_ONCE = r"(?:\(?(?i:het|heterozygous|heterozygote|one copy|1 copy)\)?)"
_OTHER_NAME = r"(?:\([^()]{1,24}\))"
_JOINED = re.compile(
    rf"\)?\s?{_OTHER_NAME}?\s?{_ONCE}?\s?"
    r"(?:\+|&|(?i:and|plus|with)\b|(?i:as well as|together with)\b)"
    r"\s?(?:(?i:also|a|an|one|the)\s)?(?:(?i:for|carrier of|copy of)\s)?"
    rf"(?:{_GENE}\s)?"
)
_LISTED = re.compile(rf"\)?\s?(?:,|;)\s?(?:(?i:and)\s)?(?:{_GENE}\s)?")
_COMPOUND = re.compile(r"(?i)\bcompound[\s-]het")
_ONE_CHROMOSOME = re.compile(
    r"(?i)\b(?:in[\s-]cis|cis[\s-]config\w*|(?:on|in) the same (?:allele|chromosome))\b"
)
_COMPARED = re.compile(
    r"(?i)\b(?:or|vs\.?|versus|compared?|differen(?:t|ce|tly)|between|either|worse|test(?:s|ed|ing)?"
    r"|panel|covers?|includ(?:es?|ing)|such as|e\.g)\b"
)
"""Words of messages that name alleles beside each other which are not those of one person."""
_LOWER = frozenset(("no", "decreased"))


def with_pairs(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values, with two alleles of lower function that are joined by a word read as the two of
    one person, one on each chromosome, as CPIC counts them (activity scores of DPYD, 2018). A third
    one beside them is a list, and words that compare are about no one person: both stay as they
    are."""
    single = [each for each in sorted(found, key=_place) if _lower_allele(each)]
    apart = _COMPARED.search(text) or _ONE_CHROMOSOME.search(text)
    if len(single) != 2 or apart:
        return list(found)
    first, second = single
    pair = _pair_of(text, first, second)
    if pair is None:
        return list(found)
    return [*(each for each in found if each not in single), pair]


def _pair_of(text: str, first: FoundValue, second: FoundValue) -> FoundValue | None:
    one, other = first.value, second.value
    if not (isinstance(one, Phenotype) and isinstance(other, Phenotype)) or one.gene != other.gene:
        return None
    names = (_lower_allele(first), _lower_allele(second))
    between = text[first.end : second.start]
    compound = _COMPOUND.search(text, max(0, first.start - _REACH), second.end + _REACH)
    counted = len(one.alleles) == len(other.alleles) == 2
    listed = _LISTED.fullmatch(between) if compound or counted else None
    joined = _JOINED.fullmatch(between) or listed
    if not joined or is_one_allele(*names) or _is_same(one.gene, names):
        return None
    return FoundValue(phenotype_of_alleles(one.gene, names), first.start, second.end)


_REACH = 40
"""Characters around two alleles in which they are said to be a pair. Chosen by hand."""


def _lower_allele(found: FoundValue) -> str:
    """The one allele of lower function that a value tells, on one chromosome; else empty."""
    value = found.value
    if not isinstance(value, Phenotype) or not value.alleles:
        return ""
    told = [name for name in value.alleles if allele_key(name) != "*1"]
    known = alleles().get((value.gene, allele_key(told[0]))) if len(told) == 1 else None
    return told[0] if known is not None and known.function in _LOWER else ""


def _is_same(gene: str, names: Sequence[str]) -> bool:
    first, second = (alleles().get((gene, allele_key(name))) for name in names)
    return first == second


def _place(found: FoundValue) -> tuple[int, int]:
    return found.start, found.end
