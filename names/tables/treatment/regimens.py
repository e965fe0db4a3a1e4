"""Regimens of several drugs by their abbreviation."""

from __future__ import annotations

from functools import cache

from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.patterns.forms import one_of
from names.tables.rows import read_rows, split_cell
from names.tables.trials import acronym_key


@cache
def regimens() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Abbreviation in capitals → the drugs and the classes of the regimen."""
    return {
        form.upper(): (split_cell(drugs), split_cell(classes))
        for forms, drugs, classes, _ in read_rows("treatment/regimens.tsv")
        for form in split_cell(forms)
    }


@cache
def drugs_of_trials() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Key of a trial → the drugs and the further classes that its tested arm was given."""
    return {
        acronym_key(trial): (split_cell(drugs), split_cell(classes))
        for trial, drugs, classes, _ in read_rows("ward/trial_regimens.tsv")
    }


LONG_FORM = 5
"""Letters from which on an abbreviation is no part of another word. Chosen by hand."""


@cache
def regimen_pattern() -> FilteredPattern:
    """Finds the abbreviations, in the letters of the table."""
    forms = {
        form for forms, *_ in read_rows("treatment/regimens.tsv") for form in split_cell(forms)
    }
    long_forms = {form for form in forms if len(form) >= LONG_FORM}
    # Behind a drug and a hyphen only a long form is one: "cetuximab-FOLFIRI", not "anti-TC".
    begins = rf"(?:(?<![\w-])(?:{one_of(forms)})|(?<=[a-z]{{3}}-)(?:{one_of(long_forms)}))"
    return filtered_pattern(rf"{begins}(?![\w])")
