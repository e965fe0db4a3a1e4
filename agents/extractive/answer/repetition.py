"""Whether a statement says what another one said already."""

from __future__ import annotations

import re

from agents.extractive.evidence.collected import Evidence
from agents.extractive.question.topics import stems

_SOURCE = re.compile(r"(?<!\s)\s*+\([^()]*\)\s*+(?=[.;]?\s*$)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ALIKE = 0.7
"""Share of words from which on a statement without a new number says the same again."""


def says_again(new: Evidence, old: Evidence) -> bool:
    """Whether a statement has no number and few words that another has not. Two changes of a dose
    in one label differ in what they are for, however alike their words are."""
    kinds = {new.judgement.statement.kind, old.judgement.statement.kind}
    if kinds == {"adjustment"} and new.citations[0].ref == old.citations[0].ref:
        return False
    told, known = _SOURCE.sub("", new.words), _SOURCE.sub("", old.words)
    words = stems(told)
    shared = len(words & stems(known)) / (len(words) or 1)
    return set(_NUMBER.findall(told)) <= set(_NUMBER.findall(known)) and shared >= _ALIKE
