"""What clinicians write short: abbreviations of the ward."""

from __future__ import annotations

import re
from functools import cache

from names.patterns.forms import one_of
from names.tables.rows import read_rows, split_cell
from names.tables.wordings import CASE_MARK


@cache
def abbreviations() -> tuple[dict[str, str], dict[str, str]]:
    """Form → what it says: those that count in exactly their letters, and those in lower case that
    count in any."""
    exact, any_case = {}, {}
    for form, meaning, _ in read_rows("ward/abbreviations.tsv"):
        if form.startswith(CASE_MARK):
            exact[form.removeprefix(CASE_MARK)] = meaning
        else:
            any_case[form.lower()] = meaning
    return exact, any_case


@cache
def abbreviation_pattern() -> re.Pattern[str]:
    """Finds every abbreviation, in any case; the longest first."""
    exact, any_case = abbreviations()
    choices = one_of({*(form.lower() for form in exact), *any_case})
    ends = r"(?:(?<=/)|(?!\w|-[A-Za-z]?\d|-cel\b|\sL-?[12]\b))"
    return re.compile(rf"(?<![\w/+-])(?:{choices}){ends}", re.IGNORECASE)


@cache
def ambiguous_forms() -> dict[str, dict[str, re.Pattern[str]]]:
    """Short form of several things → each drug or tumour with the words that tell that it is meant.
    A form that counts only in its own letters stands in them, others in small ones."""
    table: dict[str, dict[str, re.Pattern[str]]] = {}
    for form, drug, cell, _ in read_rows("ward/ambiguous.tsv"):
        words = one_of(word.lower() for word in split_cell(cell))
        told = re.compile(rf"(?<![\w-]){words}(?!\w)", re.IGNORECASE)
        table.setdefault(form.removeprefix(CASE_MARK), {})[drug] = told
    return table
