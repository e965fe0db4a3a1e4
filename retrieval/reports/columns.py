"""Which field a column holds, told by its head."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, cast

Column = Literal["", "gene", "variant", "coding", "vaf", "class", "origin", "type"]
_PLAIN = re.compile(r"[^a-z0-9]+")
_BRACKETS = re.compile(r"[(\[][^)\]]{0,30}[)\]]")
LONGEST_HEAD = 40
"""Characters of a cell that heads a column. Chosen by hand: longer ones are sentences."""
LONGEST_HEAD_NAME = 3
"""Words of one name in a line of heads. Chosen by hand: "variant allele frequency"."""


@cache
def _columns() -> Mapping[str, Column]:
    text = (files("retrieval") / "reports" / "columns.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: cast(Column, field) for field, names in rows for name in names.split()}


def column_of(head: str) -> Column:
    """The field that a column of this head holds; empty for any other."""
    if len(head) > LONGEST_HEAD:
        return ""
    for written in (head, _BRACKETS.sub(" ", head)):
        if found := _columns().get(_PLAIN.sub("", written.lower())):
            return found
    return ""


def columns_of(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """The fields of the columns that these cells head; None if they are no heads of a table of
    variants."""
    found = tuple(map(column_of, cells))
    told = {each for each in found if each}
    return found if len(told) > 1 and told & {"variant", "coding"} else None


def heads_variants(line: str) -> bool:
    """Whether a line of plain text heads columns of variants: a gene, a variant and something
    else, and hardly another word."""
    words = line.split()
    found: set[Column] = set()
    place = read = 0
    while place < len(words):
        # "Gene Variant" are two heads here, though one cell may hold both.
        longest = 1 if column_of(words[place]) == "gene" else LONGEST_HEAD_NAME
        for size in range(longest, 0, -1):
            if column := column_of(" ".join(words[place : place + size])):
                found.add(column)
                read += size
                break
        else:
            size = 1
        place += size
    return {"gene"} < found and bool(found & {"variant", "coding"}) and 2 * read >= len(words)
