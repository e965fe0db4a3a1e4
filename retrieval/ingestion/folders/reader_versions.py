"""In which way files of each suffix are read: what was read in another one is read anew, though its
file is unchanged, and is told until then."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from retrieval.ingestion.staging.files import ReadAs

_SEEN = "with the signs that are seen alone"
_STRUCK_LEFT_OUT = f"{_SEEN}, without what is struck out or hidden"
_UNSEEN_LEFT_OUT = "without letters that nobody sees"
WAYS = {
    ".pdf": (
        f"{_SEEN}, with rows that are not drawn, lists in lists, without page numbers of one page,"
        f" {_UNSEEN_LEFT_OUT}"
    ),
    ".csv": f"{_SEEN}, with decimal points, comments apart",
    ".tsv": f"{_SEEN}, with decimal points, comments apart",
    ".docx": (
        f"{_STRUCK_LEFT_OUT}, with the tables of a page that a table lays out, bars in cells,"
        f" {_UNSEEN_LEFT_OUT}"
    ),
    ".xlsx": _STRUCK_LEFT_OUT,
    **dict.fromkeys(
        (".htm", ".html", ".xhtml"),
        f"{_STRUCK_LEFT_OUT}, by sheets of style, too, bars in cells, {_UNSEEN_LEFT_OUT}",
    ),
    **dict.fromkeys((".txt", ".md", ".markdown", ".yaml", ".yml", ".jsonl", ".gz"), _SEEN),
}
"""Change the words when a reader reads otherwise than before: they are part of the digest by which
a file is known."""

READ_ANEW = "`curbside ingest FOLDER` reads them anew."


def way_of(path: PurePath | str) -> str:
    """How such files are read now."""
    return WAYS.get(PurePath(path).suffix.lower(), "")


def read_otherwise(known: Iterable[ReadAs]) -> dict[str, int]:
    """How many files of each silo were read otherwise than they would be now."""
    found: dict[str, int] = {}
    for each in known:
        if each.way != WAYS.get(each.suffix, ""):
            found[each.silo] = found.get(each.silo, 0) + each.files
    return found


def otherwise_told(known: Iterable[ReadAs]) -> str:
    """How many files of which silos these are, in words; empty if there is none."""
    found = read_otherwise(known)
    told = ", ".join(f"{files} of {silo}" for silo, files in sorted(found.items()))
    return f"files that were read before their reader was mended: {told}" if told else ""
