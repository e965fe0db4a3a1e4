"""Fusions that are known: the order of their genes, and their other names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from names.tables.rows import read_rows, split_cell


@cache
def _orders() -> frozenset[tuple[str, str]]:
    return frozenset((five, three) for five, three, *_ in read_rows("genomics/known_fusions.tsv"))


def known_order(one: str, other: str) -> tuple[str, str]:
    """The two genes as they stand in the transcript, where the fusion is known in the other order
    alone; else as they are given."""
    is_turned = (other, one) in _orders() and (one, other) not in _orders()
    return (other, one) if is_turned else (one, other)


@cache
def fusion_names() -> Mapping[str, str]:
    """Names by older symbols or by chromosomes → the fusion: ``BCR-ABL``, ``t(9;22)(q34;q11)``."""
    return {
        name: f"{five}::{three}"
        for five, three, names, _ in read_rows("genomics/known_fusions.tsv")
        for name in split_cell(names)
    }
