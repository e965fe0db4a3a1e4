"""``curbside eval documents``: not met when rows are not told as they stand, or one sentence is
made up."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from evals.running.command import Command
from evals.running.extras import Extra
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

if TYPE_CHECKING:
    from evals.documents.scoring import DocumentScore

GOAL = 0.98
"""Of the rows; what the project aims at. No sentence may be invented."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--every", action="store_true", help="each text in each layout")
    parser.add_argument("--apart", action="store_true", help="those that are kept apart")
    parser.add_argument("--write", type=Path, help="write the documents into this folder, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    scores = score_all(options.write, every=options.every, apart=options.apart)
    if options.json:
        terminal.write_json({"documents": [asdict(each) for each in scores]})
    else:
        for line in _lines(scores):
            terminal.write(line)
    return is_met(scores)


def score_all(
    folder: Path | None = None, *, every: bool = False, apart: bool = False
) -> list[DocumentScore]:
    """The scores of the thirty documents, or of the ten kept ``apart``; or of ``every`` text of
    these in each of their layouts."""
    # What writes PDF files is an extra.
    from evals.documents.apart.cases import documents_apart
    from evals.documents.cases import made_documents
    from evals.documents.scoring import score_document
    from retrieval.ingestion.readers import read_attachment

    scores = []
    for made in (documents_apart if apart else made_documents)(every=every):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / made.name).write_bytes(made.written.content)
        scores.append(score_document(made, read_attachment(made.name, made.written.content)))
    return scores


def is_met(scores: Sequence[DocumentScore]) -> bool:
    """Whether enough rows are told as they stand, no sentence is made up, and the pages that are
    pictures are told."""
    rows, lost = sum(each.rows for each in scores), sum(len(each.lost_rows) for each in scores)
    wrong = any(each.invented or each.pages_wrong for each in scores)
    return not wrong and rows - lost >= GOAL * rows


def _lines(scores: Sequence[DocumentScore]) -> Iterator[str]:
    yield (
        f"{'layout':12}{'documents':>10}{'rows':>7}{'exact':>7}{'false':>7}"
        f"{'sentences':>11}{'whole':>7}{'invented':>10}"
    )
    for layout in dict.fromkeys(each.layout for each in scores):
        yield _line(layout, [each for each in scores if each.layout == layout])
    yield _line("all", scores)
    for each in scores:
        for what, found in (("lost row", each.lost_rows), ("false row", each.false_rows),
                            ("cut", each.cut_sentences), ("invented", each.invented)):  # fmt: skip
            yield from (f"- {each.name}: {what}: {words}" for words in found)
        if each.pages_wrong:
            yield f"- {each.name}: other pages without text are told than it has"
    met = "met" if is_met(scores) else "not met"
    yield f"Goal: {GOAL:.0%} of the rows exact, no sentence invented: {met}."


def _line(name: str, own: Sequence[DocumentScore]) -> str:
    rows, sentences = sum(s.rows for s in own), sum(s.sentences for s in own)
    exact = rows - sum(len(s.lost_rows) for s in own)
    whole = sentences - sum(len(s.cut_sentences) for s in own)
    false, invented = sum(len(s.false_rows) for s in own), sum(len(s.invented) for s in own)
    return (
        f"{name:12}{len(own):>10}{rows:>7}{exact:>7}{false:>7}"
        f"{sentences:>11}{whole:>7}{invented:>10}"
    )


COMMAND = Command(
    add_arguments=_add_arguments,
    run=_run,
    needs=lambda options: (Extra("evals", ("reportlab", "matplotlib")),),
)
