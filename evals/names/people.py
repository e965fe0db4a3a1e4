"""The tables of names and of ordinary words by which a bare name is known.

    python -m evals.names.people CENSUS TEXTS...

``CENSUS`` holds the lists of the United States Census of 1990 (``dist.all.last``,
``dist.female.first``, ``dist.male.first``; public domain), ``TEXTS`` are folders of texts: a word
that stands in them in small letters is an ordinary one.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

TABLES = Path(__file__).parents[2] / "retrieval/privacy/words"
FAMILY, GIVEN = "dist.all.last", ("dist.female.first", "dist.male.first")
MOST_FAMILY_NAMES, COMMON = 30_000, 1_000
"""Family names that are kept, and how many of them are names beside an age even if they are words,
too: Grant, Bell. Chosen by hand."""
FEWEST_TIMES = 3
"""That a word stands in small letters in the texts."""
_LARGEST = 15_000_000
"""Bytes of a file that are read. Chosen by hand: more of the same words change no rank."""
_WORD = re.compile(r"(?<![\w@/.-])[^\W\d_]{2,24}(?![\w@/-])")
_TEXTS = (".jsonl.gz", ".jsonl", ".yaml", ".md", ".json.gz", ".txt.gz", ".tsv.gz")


def name_lines(census: Path, ordinary: frozenset[str]) -> Iterator[str]:
    """``name``, ``g`` for a given and ``f`` for a family name, and ``o`` where it is a word."""
    family = _names(census / FAMILY)[:MOST_FAMILY_NAMES]
    common = frozenset(family[:COMMON])
    given = frozenset(name for file in GIVEN for name in _names(census / file))
    for name in sorted({*family, *given}):
        is_word = name in ordinary
        if len(name) > 2 and (not is_word or name in common or name in given):
            marks = ("g" * (name in given), "f" * (name in family), "o" * is_word)
            yield f"{name}\t{''.join(marks)}"


def ordinary_words(folders: Iterable[Path]) -> frozenset[str]:
    """The words that the texts of some folders write in small letters, and not mostly with a
    capital: some texts have no capitals at all."""
    found: Counter[str] = Counter()
    for folder in folders:
        for path in sorted(each for each in folder.rglob("*") if each.name.endswith(_TEXTS)):
            found.update(_WORD.findall(_text(path)))
    return frozenset(
        word
        for word, times in found.items()
        if word.islower() and times >= FEWEST_TIMES and times >= found[word.title()] / 2
    )


def main() -> None:
    """Write both tables."""
    parser = argparse.ArgumentParser(description="Write the tables of names and ordinary words.")
    parser.add_argument("census", type=Path)
    parser.add_argument("texts", type=Path, nargs="+")
    options = parser.parse_args()
    ordinary = ordinary_words(options.texts)
    _write(TABLES / "census_names.tsv.gz", name_lines(options.census, ordinary))
    _write(TABLES / "ordinary_words.tsv.gz", sorted(ordinary))


def _names(path: Path) -> list[str]:
    lines = path.read_text(encoding="ascii").splitlines()
    return [line.split()[0].lower() for line in lines if line.strip()]


def _text(path: Path) -> str:
    data = path.read_bytes()[:_LARGEST]
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode(errors="ignore")


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


if __name__ == "__main__":
    main()
