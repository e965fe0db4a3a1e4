"""Values that stand bare in a list of them: "Plt 150M" is a count, the "M" of "CrCl 71, M, 82 kg" a
man, "77, F, 70 kg" a woman of 77."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change

_MILLIONS = re.compile(
    r"\b(?i:plts?|platelets?|thrombocytes?)\s?[:=]?\s?\d{2,3}(?P<unit>M)(?![\w/])"
)
"""Millions per millilitre, as nobody writes out: 10^9/L."""
_SEX = re.compile(r"(?P<before>[^,;.\n]{2,25})[,;]\s(?P<sex>[MF])(?=[,;]\s?[^,;.\n]{0,12}\d)")
_AGE = re.compile(r"\s?(?P<age>[2-9]\d)")
_BEGINS = re.compile(r"(?:^|[.;:(\n])$")
"""Before an age that opens a list of values."""
_OF_TNM = re.compile(r"(?:^|[\s(])[cpy]{0,2}[TN][0-4x]|\b[MF]\d")
_MEASURED = re.compile(
    r"(?i)\b(?:CrCl|CLcr|e?GFR|creat\w{0,9}|cr|age|wt|weight|height|ht|BSA|ECOG|PS|stage|Hb|plts?"
    r"|ANC|LVEF|EF)\b|\d\s?(?:kg|cm|y|yo|years?|mL/min)\b"
)
_SEXES = {"M": "male", "F": "female"}


def bare_values(text: str) -> Iterator[Change]:
    """The units and words that stand for bare letters."""
    for match in _MILLIONS.finditer(text):
        yield (*match.span("unit"), " 10^9/L")
    for match in _SEX.finditer(text):
        sex, age = _SEXES[match["sex"]], _AGE.fullmatch(match["before"])
        if age and _BEGINS.search(text[max(0, match.start() - 1) : match.start()]):
            start = match.start() + age.start("age")
            yield start, match.end("sex"), f"{age['age']}-year-old {sex}"
        elif _MEASURED.search(match["before"]) and not _OF_TNM.search(match["before"]):
            yield (*match.span("sex"), sex)
