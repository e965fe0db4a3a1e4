"""Two alleles of one gene that are told one beside the other and not as a pair: "DPYD *2A + HapB3",
"c.1905+1G>A het and c.2846A>T het", "compound heterozygous for *2A and *13"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.phenotypes.phases import genotype_of_two, is_compared, is_counted, lower_alleles
from names.clinical.values import FoundValue

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


def with_pairs(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values, with two alleles of lower function that are joined by a word read as the two of
    one person (:mod:`names.clinical.phenotypes.phases`). Words that compare are about no one
    person, and a third one beside them is a list, unless each is said to be there: these stay as
    they are."""
    single = [each for each in sorted(found, key=_place) if len(lower_alleles(each.value)) == 1]
    if len(single) < 2 or (len(single) > 2 and not all(is_counted(e.value) for e in single)):
        return list(found)
    joined: FoundValue | None = single[0]
    for each in single[1:]:
        joined = _pair_of(text, joined, each) if joined else None
    if joined is None:
        return list(found)
    return [*(each for each in found if each not in single), joined]


def _pair_of(text: str, first: FoundValue, second: FoundValue) -> FoundValue | None:
    between = text[first.end : second.start]
    compound = _COMPOUND.search(text, max(0, first.start - _REACH), second.end + _REACH)
    names = (*lower_alleles(first.value), *lower_alleles(second.value))
    counted = is_counted(first.value) and is_counted(second.value)
    listed = _LISTED.fullmatch(between) if compound or counted else None
    joined = _JOINED.fullmatch(between) or listed
    if not joined or is_compared(text, names, is_found=counted):
        return None
    both = genotype_of_two(first.value, second.value, text, of_one_person=True)
    return None if both is None else FoundValue(both, first.start, second.end)


_REACH = 40
"""Characters around two alleles in which they are said to be a pair. Chosen by hand."""


def _place(found: FoundValue) -> tuple[int, int]:
    return found.start, found.end
