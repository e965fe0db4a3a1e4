"""Genes joined by a stroke in short, and what only looks like it."""

from __future__ import annotations

import pytest

from names.variants.gene_lists import genes_in_short


@pytest.mark.parametrize(
    ("word", "symbols"),
    [
        ("CDKN2A/B", ("CDKN2A", "CDKN2B")),
        ("NTRK1/2/3", ("NTRK1", "NTRK2", "NTRK3")),
        ("FGF3/4/19", ("FGF3", "FGF4", "FGF19")),
        ("SDHA/B/C/D", ("SDHA", "SDHB", "SDHC", "SDHD")),
    ],
)
def test_each_gene_of_a_list_in_short_is_told(word: str, symbols: tuple[str, ...]) -> None:
    assert genes_in_short(word) == symbols


@pytest.mark.parametrize(
    "word", ["HER2/neu", "ER/PR", "BRCA1/BRCA2", "TSC1/5", "KRAS/N", "FGF3/A", "CDKN2A", "BRCA1/1"]
)
def test_what_is_no_such_list_is_none(word: str) -> None:
    assert genes_in_short(word) == ()
