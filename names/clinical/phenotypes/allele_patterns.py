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
BEFORE = r"(?P<before>(?i:homozygous|heterozygous|hom|het|compound heterozygous)(?:ly)?)"
ALLELES = re.compile(
    rf"(?:{BEFORE}\s(?:for\s|carriers?\sof\s)?(?:the\s)?(?:[A-Z0-9]{{3,7}}[\s]?)?)?"
    rf"(?P<allele>{_ALLELE})(?:\s(?:allele\s|variant\s|carrier\s)?\(?(?P<after>(?i:homozygous"
    r"|heterozygous|homozygote|heterozygote|hom|het)s?)\b)?"
)
