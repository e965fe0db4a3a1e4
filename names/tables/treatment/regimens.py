"""Regimens of several drugs by their abbreviation."""

from __future__ import annotations

import re
from functools import cache

from names.tables.reading import read_rows, split_cell


@cache
def regimens() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Abbreviation in capitals → the drugs and the classes of the regimen."""
    return {
        form.upper(): (split_cell(drugs), split_cell(classes))
        for forms, drugs, classes, _ in read_rows("treatment/regimens.tsv")
        for form in split_cell(forms)
    }


@cache
def regimen_pattern() -> re.Pattern[str]:
    """Finds the abbreviations, in the letters of the table."""
    forms = {
        form for forms, *_ in read_rows("treatment/regimens.tsv") for form in split_cell(forms)
    }
    choices = "|".join(map(re.escape, sorted(forms, key=lambda form: (-len(form), form))))
    return re.compile(rf"(?<![\w-])(?:{choices})(?![\w])")
