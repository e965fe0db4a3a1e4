"""Reads the files in ``data``: tab-separated rows, ``#`` before a comment, ``|`` inside a cell."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

DATA: Traversable = files("names") / "tables" / "data"


def read_lines(name: str) -> list[str]:
    """All lines of a table file, comments included. A name that ends in ``.gz`` is unpacked."""
    data = (DATA / name).read_bytes()
    return (gzip.decompress(data) if name.endswith(".gz") else data).decode().splitlines()


def read_rows(name: str) -> Iterator[tuple[str, ...]]:
    """The rows of a table, comments left out."""
    for line in read_lines(name):
        if line and not line.startswith("#"):
            yield tuple(line.split("\t"))


def split_cell(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()
