"""Reads tables: tab-separated rows, ``#`` before a comment, ``|`` inside a cell."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

DATA: Traversable = files("names") / "tables" / "data"


def read_lines(name: str, folder: Traversable = DATA) -> list[str]:
    """All lines of a table file, comments included. A name that ends in ``.gz`` is unpacked."""
    data = (folder / name).read_bytes()
    return (gzip.decompress(data) if name.endswith(".gz") else data).decode().splitlines()


def read_entries(name: str, folder: Traversable = DATA) -> Iterator[str]:
    """The lines of a table, comments and empty ones left out."""
    for line in read_lines(name, folder):
        if line.strip() and not line.startswith("#"):
            yield line


def read_rows(name: str, folder: Traversable = DATA) -> Iterator[tuple[str, ...]]:
    """The rows of a table, comments left out."""
    for line in read_entries(name, folder):
        yield tuple(line.split("\t"))


def read_pairs(name: str, folder: Traversable = DATA) -> dict[str, str]:
    """A table of two columns: its first → its second."""
    return {first: second for first, second in read_rows(name, folder)}  # noqa: C416 -- rows of two


def split_cell(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()
