"""Genotypes told by counting: "two no-function DPYD alleles", "one decreased-function allele"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.patterns.filtered import filtered_pattern

_GENES = r"DPYD|DPD|TPMT|NUDT15|UGT1A1|CYP2D6|CYP2C19|CYP2C9"
COUNTED = filtered_pattern(
    r"\b(?P<count>(?i:two|2|both|homozygous|one|1|a single|single|heterozygous))\s"
    rf"(?:(?i:for|carriers? of)\s)?(?:(?i:an?)\s)?(?:(?:{_GENES})\s)?"
    r"(?P<function>(?i:no|non|loss[\s-]of|decreased|reduced|null))[\s-]?(?i:function(?:al|ing)?)?\s"
    rf"(?:(?:{_GENES})\s)?(?i:alleles?|variants?|copies|copy)\b"
)
_ALLELE = (
    r"\s{0,2}(?:for\s)?(?:an?\s)?"
    r"(?:\*|c\.|p\.|rs\d|HapB3|D949V|no[\s-]|decreased|deficien|def\b)"
)
HETEROZYGOUS = filtered_pattern(
    r"\b(?P<gene>DPYD|TPMT|NUDT15)[\s:-]{1,2}(?i:is\s|gene\s|genotype\s)?"
    rf"(?i:het(?:erozygo(?:us|te))?)\b(?!{_ALLELE})"
    r"|\b(?i:het(?:erozygous)?)\s(?i:carrier of (?:an? )?)?(?P<gene2>DPYD|TPMT|NUDT15)\b"
    rf"(?!{_ALLELE})"
)
"""One allele of lower function, without a name of the allele."""
LOWER = ("no", "decreased")
FUNCTIONS = {"decreased": "decreased", "reduced": "decreased"}
"""How the tables call a function; the other words say that there is none."""
TWICE = frozenset(("two", "2", "both", "homozygous"))


def counted_alleles(text: str) -> Iterator[tuple[re.Match[str], tuple[str, str]]]:
    """Each count in a text, with the functions of both alleles. Of one that is told the other is
    taken as normal, as in "heterozygous"."""
    for match in COUNTED.finditer(text):
        function = FUNCTIONS.get(match["function"].lower(), "no")
        other = function if match["count"].lower() in TWICE else "normal"
        yield match, (function, other)
