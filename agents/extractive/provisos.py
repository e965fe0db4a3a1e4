"""Circumstances under which a quote on the usual case must not be read as an answer.

"Olaparib in a BRCA1 VUS?" finds sentences on pathogenic variants. They may be worth reading, but
the answer has to say that none of them speaks of the case that was asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from names.recognise import recognise_passage


@dataclass(frozen=True, slots=True)
class Proviso:
    """How a circumstance is written, and what is said when no quote speaks of it."""

    wording: re.Pattern[str]
    line: str


PROVISOS = (
    Proviso(
        re.compile(r"\bVUS\b|(?i:variants? of (?:uncertain|unknown|undetermined) significance)"),
        "a variant of uncertain significance; what holds for pathogenic variants need not hold for"
        " it",
    ),
    Proviso(
        re.compile(r"(?i)\bwild[- ]?type\b|(?<=\s)WT\b"),
        "the wild type; what holds for the mutated gene need not hold for it",
    ),
    Proviso(
        re.compile(r"(?i)\b(?:ha?emo)?dialy(?:s[ei]s|[sz]ed)\b|\bend[- ]stage (?:renal|kidney)\b"),
        "dialysis; what holds for lesser renal impairment need not hold there",
    ),
    Proviso(
        re.compile(r"(?i)\b(?:third|fourth|fifth|[345](?:rd|th)|later)[- ]line\b"),
        "that line of therapy; what holds for an earlier line need not hold there",
    ),
)
POSITIVE = {
    "HER2-negative": re.compile(
        r"(?i)\b(?:HER2|ERBB2)[- ](?:positive|overexpress\w*|amplif\w*)|\bHER2\+"
    ),
    "HR-negative": re.compile(r"(?i)\b(?:HR|ER|hormone[- ]receptor)[- ]positive|\bHR\+|\bER\+"),
    "PD-L1-negative": re.compile(r"(?i)\bPD-?L1[- ]positive|\bPD-L1 expression\b|\bCPS\b|\bTPS\b"),
}
"""How the opposite of a negative state is written."""


def provisos(question: str, quotes: Sequence[str]) -> tuple[str, ...]:
    """A line for every circumstance of the question that no quote speaks of."""
    if not quotes:
        return ()
    lines = [
        f"No quoted sentence speaks of {proviso.line}."
        for proviso in PROVISOS
        if proviso.wording.search(question) and not any(map(proviso.wording.search, quotes))
    ]
    asked = recognise_passage(question).names("status")
    told = frozenset(name for quote in quotes for name in recognise_passage(quote).names("status"))
    lines += [
        f"No quoted sentence speaks of {state} disease; some speak of the opposite."
        for state, opposite in POSITIVE.items()
        if state in asked and state not in told and any(map(opposite.search, quotes))
    ]
    return tuple(lines)


def in_a_proviso(words: str) -> bool:
    """Whether a proviso already tells of these words of the question."""
    return any(proviso.wording.search(words) for proviso in PROVISOS)
