"""Performance status: ECOG (0 to 4) and Karnofsky index (100 to 10)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.values import FoundValue, Population
from names.patterns.filtered import filtered_pattern

_NO_STATUS = (
    r"(?!\s?-?(?:days?|weeks?|wks?|months?|mos?|years?|yrs?|trials?|stud(?:y|ies)|protocols?|phase"
    r"|lines?|cycles?|doses?|drugs?|mets)\b(?!\s?\d)|\s?[-–]\s?\d)"
)
"""Behind a number that counts something else: "ECOG 3 weeks ago", "the ECOG 2 trial"."""
PERFORMANCE = filtered_pattern(
    r"\b(?:ECOG|WHO|ECOG/WHO|Zubrod)(?:\s(?:PS|performance status|status|score))?"
    r"(?:\s?(?:of|is|:|=|PS))?\s?(?P<sign>≤|<=|≥|>=|>|<)?\s?(?P<first>[0-4])"
    rf"(?:\s?(?:-|–|to|or|and|/)\s?(?P<second>[0-4]))?(?!\.?\d|%){_NO_STATUS}"
    # "PS2+" is how strongly a cell is stained ("positive staining").
    r"|\b(?:PS(?![0-3]\+)|(?i:perf(?:ormance)?\.? status))(?:\s?[:=]|\s(?:of|is|was))?\s?"
    r"(?P<ps>[0-4])"
    rf"(?:\s?(?:-|–|to|or)\s?(?P<ps2>[0-4]))?(?!\.?\d|%|\+[\s:(]{{1,2}}\d{{1,3}}\s?%){_NO_STATUS}"
)
KARNOFSKY = filtered_pattern(
    r"\b(?:KPS|(?i:karnofsky)(?:\s(?i:performance status|index|score|PS))?)"
    r"(?:\s?(?:of|is|:|=))?\s?(?P<sign>≥|>=|<|≤)?\s?(?P<value>\d{2,3})\s?%?"
)
KARNOFSKY_TO_ECOG = ((100, 90, 0), (80, 70, 1), (60, 50, 2), (40, 30, 3), (20, 10, 4))
"""Highest and lowest Karnofsky index, and the ECOG status: Oken et al., Am J Clin Oncol
1982;5:649-655 (PMID 7165009), as the ECOG-ACRIN page on performance status sets them side by
side."""


def read_performance_status(text: str) -> Iterator[FoundValue]:
    """The performance status that the text names, as ECOG status from and to."""
    for match in PERFORMANCE.finditer(text):
        first = int(match["first"] or match["ps"])
        second = match["second"] or match["ps2"]
        last = int(second) if second else first
        low, high = sorted((first, last))
        sign = match["sign"] or ""
        if sign in {"≤", "<=", "<"}:
            low, high = 0, first - (sign == "<")
        elif sign in {"≥", ">=", ">"}:
            low, high = first + (sign == ">"), 4
        yield FoundValue(Population(ecog_from=low, ecog_to=high), *match.span())
    for match in KARNOFSKY.finditer(text):
        yield from _karnofsky(match)


def _karnofsky(match: re.Match[str]) -> Iterator[FoundValue]:
    value = int(match["value"])
    for highest, lowest, ecog in KARNOFSKY_TO_ECOG:
        if lowest <= value <= highest:
            low, high = ecog, ecog
            if match["sign"] in {"≥", ">="}:
                low = 0
            elif match["sign"] in {"<", "≤"}:
                high = 4
            yield FoundValue(Population(ecog_from=low, ecog_to=high), *match.span())
