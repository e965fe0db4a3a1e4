"""Messages that ask what a report comes to: which of its variants matter, or which it names."""

from __future__ import annotations

import re
from typing import Literal

AskedOfReport = Literal["actionable", "variants"]

_REPORT = r"(?:reports?|panels?|NGS|sequencing|profiles?|files?|PDF|results?|VCF|table)"
_ROWS = r"(?:variants?|mutations?|alterations?|findings?|aberrations?)"
_MATTERS = r"(?:actionable|targetable|drugg?able)"
_ACTIONABLE = re.compile(
    rf"(?i)\b(?:what|anything|something|any|which|is|are|list|show)\b.{{0,60}}\b{_MATTERS}\b"
    rf"|\b{_MATTERS} (?:{_ROWS}|targets?)\b"
    rf"|\bwhat (?:can|could|should|do) (?:we|i|you) (?:target|do with|make of)"
    rf" .{{0,40}}\b{_REPORT}\b"
    rf"|\bwhat (?:does|do) (?:this|the|these|her|his|their) (?:\w+ )?{_REPORT} mean\b"
    rf"|\binterpret (?:this|the|her|his|their|attached) (?:\w+ )?{_REPORT}\b"
)
_VARIANTS = re.compile(
    rf"(?i)\b(?:show|list|read|extract|give|tabulate|summari[sz]e)\b"
    rf".{{0,40}}\b(?:{_ROWS}|reports?|panels?|NGS|VCF)\b"
    rf"|\b(?:what|which) {_ROWS}\b.{{0,60}}\b(?:{_REPORT}|found|reported|named|there)\b"
    rf"|\bwhat (?:does|did|do) (?:this|the|her|his|their) (?:\w+ )?{_REPORT} (?:say|show|find|tell)"
    rf"|\bvariant table\b"
)
_OTHERWISE = re.compile(
    r"(?i)trial|stud(?:y|ies)|drug|dos(?:e|ing)|therap|treat|option|evidence|resist|guideline|label"
)
"""Words of a message that asks for something else, though it names variants."""


def asked_of_report(text: str) -> AskedOfReport | None:
    """What a message asks of a report that lies at hand; None for anything else."""
    if _ACTIONABLE.search(text):
        return "actionable"
    return "variants" if _VARIANTS.search(text) and not _OTHERWISE.search(text) else None
