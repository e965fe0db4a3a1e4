"""How alleles are written: "*1/*2A", "heterozygous for c.2846A>T", "(*1/*4)xN"."""

from __future__ import annotations

import re

from names.clinical.phenotypes.copies import COPIED

_STAR = rf"\*\d{{1,3}}[A-WYZ]?(?:{COPIED})?(?:\+\*\d{{1,3}})?"
_HGVS = r"c\.\d{1,5}(?:[+-]\d{1,5})?(?:_\d{1,5})?(?:[ACGT]>[ACGT]|del[ACGT]{0,8})|HapB3|rs\d{4,11}"
_ALLELE = rf"(?:{_STAR}|{_HGVS})"
DIPLOTYPE = re.compile(
    rf"(?P<one>{_ALLELE})\s?/\s?(?P<two>{_STAR}|{_HGVS}|wt\b|WT\b|wild[\s-]type)"
    rf"(?P<more>\)\s?{COPIED})?"
)
_ONE = r"(?:one|1|a|single|a single) (?:copy|allele)"
_BOTH = r"(?:both|two|2) (?:copies|alleles)"
BEFORE = (
    r"(?P<before>(?i:homozygous|heterozygous|hom|het|compound heterozygous)(?:ly)?"
    rf"|(?i:{_ONE}|{_BOTH})(?= of ))"
)
_NOT_OF_NEXT = rf"(?!\s[a-z]{{2,12}}\s(?:for\s|of\s)?(?:[A-Z0-9]{{3,7}}\s)?{_ALLELE})"
"""A count behind a comma is of the next allele: "het DPYD *2A, het DPYD *13"."""
ALLELES = re.compile(
    rf"(?:{BEFORE}\s(?:for\s|carriers?\sof\s|of\s)?(?:the\s)?(?:[A-Z0-9]{{3,7}}[\s]?)?)?"
    rf"(?P<allele>{_ALLELE})(?:(?:,{_NOT_OF_NEXT})?\s"
    r"(?:allele\s|variant\s|carrier\s)?(?:(?i:on|in) )?\(?"
    rf"(?P<after>(?i:homozygous|heterozygous|homozygote|heterozygote|hom|het)s?|(?i:{_ONE}|{_BOTH}))"
    r"\b)?"
)
ZYGOSITY = re.compile(
    rf"(?i)\b(?:(?P<twice>homozyg(?:ous|otes?)|hom\b|{_BOTH})|(?P<once>heterozyg(?:ous|otes?)|het\b"
    rf"|{_ONE}))(?! (?:of|for) (?!it\b|that\b|this\b))"
)
"""How often an allele is there, in a message that does not name it: "what if both copies"."""


def is_twice(words: str) -> bool:
    """Whether words for how often an allele is there say that both alleles are it."""
    return (told := ZYGOSITY.search(words)) is not None and told["twice"] is not None
