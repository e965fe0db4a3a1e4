"""How metaboliser groups are written without the word: "CYP2D6 ultrarapid", "TPMT PM"."""

from __future__ import annotations

import re

BARE = re.compile(
    r"\b(?P<gene>DPYD|DPD|TPMT|NUDT15|UGT1A1|CYP2D6|CYP2C19|CYP2C9)[\s:]{1,2}(?i:is\s)?"
    r"(?P<kind>(?i:poor|intermediate|ultra-?rapid|rapid))\b"
    r"(?!\s(?i:metab|function|activity|allele|dose|or|to)|[/-])"
)
"""A phenotype without the word: "CYP2D6 ultrarapid", "TPMT: poor"."""
SHORT = re.compile(
    r"(?<![A-Za-z0-9])(?P<short>PM|IM|NM|EM|RM|UM"
    r"|(?<=(?:PYD|PMT|2D6|C19|2C9|T15|1A1)[ :])(?:pm|im|nm|em|rm|um))s?(?![A-Za-z0-9])"
)
SHORTS = {
    "PM": "poor",
    "IM": "intermediate",
    "NM": "normal",
    "EM": "normal",
    "RM": "rapid",
    "UM": "ultrarapid",
}
