"""The populations of a trial that a request names, each by the flag that ADaM has for it."""

from __future__ import annotations

import re

POPULATIONS = (
    (re.compile(r"(?i)\bsafety(?: population| set)?\b"), "SAFFL"),
    (
        re.compile(
            r"(?i)\b(?:intent(?:ion)?-?(?: |-)?to-?(?: |-)?treat|m?ITT)\b(?: population| set)?"
        ),
        "ITTFL",
    ),
    (re.compile(r"(?i)\befficacy (?:population|set)\b"), "EFFFL"),
    (re.compile(r"(?i)\bper[ -]protocol(?: population| set)?\b"), "PPROTFL"),
)


def without_population(words: str) -> str:
    """The words without those that name a population."""
    for pattern, _ in POPULATIONS:
        words = pattern.sub(" ", words)
    return words
