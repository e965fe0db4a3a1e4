"""A number that is the dose of a drug which the patient takes, and no value of the measure before
it: "ALT 160 last week, on prednisone 40"."""

from __future__ import annotations

import re

from names.recognise import recognise
from names.tables.other_drugs import other_drugs

_DRUG_BEFORE = re.compile(
    r"(?i)\b(?:on|during|under|taking|with|and)\s(?P<drug>[a-z][\w-]{2,25})\s$"
)
_REACH = 40
"""Characters before a number in which the drug that it is a dose of is looked for."""


def is_dose_behind(text: str, start: int, end: int) -> bool:
    """Whether a number without a unit is how much is taken of the drug before it, if that is none
    against the tumour: "ALT 160 last week, on prednisone 40", but "LVEF 62, on sunitinib 47"."""
    if not text[end - 1].isdigit():
        return False
    before = _DRUG_BEFORE.search(text, max(0, start - _REACH), start)
    if before is None:
        return False
    word = before["drug"]
    names = {word.lower(), *(each.name for each in recognise(word).of("drug"))}
    return not names.isdisjoint(other_drugs())
