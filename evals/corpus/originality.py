"""Look for sentences that a document copied from the records it names.

``python -m evals.corpus.originality --data DIR [--corpus corpus] [--silo NAME ...]`` compares
runs of nine words of every document with the records it names, prints each shared run and ends
with 1 if there is any. Short runs are names of drugs, genes and indications that cannot be said
otherwise; nine words in the same order are a copied sentence. The text of public pages is not at
hand, only our own notes of it, so pages are not compared.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from evals.corpus.files import CorpusFile, MalformedFile, paths, read
from evals.corpus.records import RecordSets, RecordUnknown

RUN = 9
"""How many words in the same order are taken for copying."""

WRITTEN = (
    "nccn_guidelines",
    "asco_guidelines",
    "esmo_guidelines",
    "jnccn_guidelines",
    "nccn_references",
    "trial_references",
    "landmark_trials",
    "pubmed",
    "wikipedia",
)
"""The silos whose documents are prose about abstracts and pages, not composed from fields."""

_WORD = re.compile(r"[^\W_]+(?:[.·,]\d+)*(?:[-‑–/][^\W_]+)*")


def words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, without punctuation and figures.

    ``HER2-negative`` is one word. Figures are facts, and two texts that report the same results
    have them in common.
    """
    found = (re.sub("[‑–]", "-", word).casefold() for word in _WORD.findall(text))
    return tuple(word for word in found if word[0].isalpha())


def shared_runs(ours: str, theirs: str, run: int = RUN) -> tuple[str, ...]:
    """The longest stretches of at least ``run`` words that stand in both texts, in our order."""
    mine, source = words(ours), words(theirs)
    known = {source[start : start + run] for start in range(len(source) - run + 1)}
    starts = [start for start in range(len(mine) - run + 1) if mine[start : start + run] in known]
    return tuple(" ".join(mine[first : last + run]) for first, last in _stretches(starts))


def copied_runs(file: CorpusFile, records: RecordSets) -> Iterator[str]:
    """Every shared run of one document, with the record that holds it."""
    for key in file.records:
        try:
            text = records.text(key)
        except RecordUnknown:
            continue  # the look-up of facts says so
        yield from (f"{key}: {found}" for found in shared_runs(file.body, text))


def _stretches(starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Rows of consecutive starts, each as its first and last."""
    row: list[int] = []
    for start in starts:
        if row and start != row[-1] + 1:
            yield row[0], row[-1]
            row = []
        row.append(start)
    if row:
        yield row[0], row[-1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the corpus with its sources and say what was found; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m evals.corpus.originality", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the record sets")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    parser.add_argument("--silo", action="append", help="a silo to compare; default: the prose")
    given = parser.parse_args(arguments)
    say = sys.stdout.write
    if not given.data.is_dir():
        say(f"There is no folder of records at {given.data}; nothing was compared.\n")
        return 2
    records = RecordSets(given.data)
    compared, found = 0, 0
    for path in paths(given.corpus):
        if path.parent.name not in (given.silo or WRITTEN):
            continue
        try:
            file = read(given.corpus, path)
        except MalformedFile:
            continue  # the look-up of facts says so
        compared += 1
        for line in copied_runs(file, records):
            found += 1
            say(f"corpus/{file.path}: {line}\n")
    say(f"{compared} documents compared, {found} runs of {RUN} or more words shared.\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
