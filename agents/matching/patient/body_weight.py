"""Rules by body weight: "77 kg or more", "below 50 kg"."""

from __future__ import annotations

import re

from agents.facts.sheet import FactSheet
from agents.matching.verdicts import Verdict
from names.clinical.values import Measurement

BOUND = re.compile(
    r"(?i)\b(?:(?P<least>at least|from|≥|>=|over|above|more than)"
    r"|(?P<below>below|under|less than|lighter than|<))\s?"
    r"(?P<first>\d{2,3})\s?kg\b|\b(?P<second>\d{2,3})\s?kg (?:or|and) (?P<side>more|over|above"
    r"|heavier|less|under|below|lighter)\b"
)
_OTHERWISE = re.compile(r"(?i)\s{0,2},?\s?or\b|(?<=\bor )$")
"""Words beside a bound that make it one of several alternatives. The weight alone then decides
nothing."""


def judge_weight(text: str, sheet: FactSheet) -> Verdict:
    """The verdict against a rule for another body weight than the patient's; silent otherwise."""
    weights = [m.value for m in sheet.of(Measurement) if m.name == "weight" and m.unit == "kg"]
    if not weights:
        return Verdict("organ function", "silent")
    for match in BOUND.finditer(text):
        if _OTHERWISE.match(text, match.end()) or text[: match.start()].endswith("or "):
            continue
        number = float(match["first"] or match["second"])
        least = bool(match["least"]) or (match["side"] or "").lower() in HEAVIER
        if (weights[-1] >= number) != least:
            reason = f"is for a body weight of {match.group().lower()}; here: {weights[-1]:g} kg"
            return Verdict("organ function", "contradicts", reason=reason)
    return Verdict("organ function", "silent")


HEAVIER = frozenset(("more", "over", "above", "heavier"))
