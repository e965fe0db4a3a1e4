"""Messages that ask whether the patient meets the criteria of a named trial. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.eligibility.rules import rules
from names.recognise import recognise
from names.tables import trial_numbers
from names.tables.trials import acronym_key

LONGEST_QUESTION = 4000
"""Characters of a message in which the request is looked for. Chosen by hand: a case with it."""
_CRITERIA = re.compile(r"(?i)\b(?:criteria|criterion)\b")


@lru_cache(maxsize=200)
def trial_to_compare(text: str) -> str:
    """The registration number of the trial whose criteria are to be compared; empty where anything
    else is asked. A trial that is named by its acronym is meant where its criteria are asked for:
    other questions on it are answered by what is published."""
    if len(text) > LONGEST_QUESTION or not rules().asking.search(text):
        return ""
    found = recognise(text)
    numbers = found.names("registration")
    if len(numbers) == 1:
        return next(iter(numbers))
    named = {acronym_key(each) for each in found.names("trial")}
    if numbers or len(named) != 1 or not _CRITERIA.search(text):
        return ""
    known = {acronym_key(acronym): number for acronym, number in trial_numbers().items()}
    return known.get(next(iter(named)), "")
