"""The tumour types and which of them belong to wider ones."""

from __future__ import annotations

from functools import cache, lru_cache

from names.tables.rows import read_rows


@cache
def _tumours_of_wordings() -> dict[str, str]:
    return {
        wording.lstrip("=").lower(): name
        for name, _, wordings in read_rows("tumours.tsv")
        for wording in (name, *wordings.split("|"))
    }


def tumour_of_wording(wording: str) -> str:
    """The tumour type that the table gives this wording; empty for none."""
    return _tumours_of_wordings().get(wording, "")


@cache
def tumour_parents() -> dict[str, str]:
    """Tumour type → the wider type it belongs to, empty for the widest."""
    return {name: parent for name, parent, _ in read_rows("tumours.tsv")}


@lru_cache(maxsize=2_000)
def lineage(tumour: str) -> frozenset[str]:
    """A tumour type and all wider types it belongs to."""
    found = [tumour]
    while parent := tumour_parents().get(found[-1], ""):
        found.append(parent)
    return frozenset(found)


def is_same_tumour(wanted: str, other: str) -> bool:
    """Whether what is said of ``other`` holds for ``wanted``: one belongs to the other, or it is
    said of all solid tumours."""
    return wanted in lineage(other) or other in lineage(wanted) or other == "solid tumour"
