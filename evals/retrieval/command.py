"""``curbside eval retrieval``: figures of every method on every set, no goals."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from evals.retrieval.evaluation import evaluate_sets
from evals.retrieval.judged_sets import JudgedSet, SetInvalid, read_set, sample_queries
from evals.retrieval.named_sets import SETS, read_named_set
from evals.retrieval.report import draw_picture, print_tables
from evals.running.command import Command
from evals.running.counts import count
from evals.running.errors import MeasurementFailed
from evals.running.extras import Extra
from evals.running.terminal import Count, Terminal
from evals.sandbox import Sandbox
from retrieval.errors import RetrievalError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    for name in ("corpus", "queries", "qrels"):
        parser.add_argument(f"--{name}", type=Path, help="in BEIR layout, plain or gzip")
    parser.add_argument(
        "--set", action="append", default=[], dest="sets", metavar="NAME",
        help=f"a set in CURBSIDE_DATA, or all: {', '.join(SETS)}",
    )  # fmt: skip
    parser.add_argument("--method", action="append", default=[], help="only this and default")
    parser.add_argument("--store", choices=("embedded", "weaviate"), default="embedded")
    parser.add_argument("--queries-at-most", type=count, help="a sample, always the same")
    parser.add_argument("--picture", type=Path, help="draw nDCG@10 (.svg or .png)")
    parser.add_argument("--json", action="store_true", help="print one JSON array")


def _needs(options: argparse.Namespace) -> Iterator[Extra]:
    drawing = ("matplotlib",) if options.picture else ()
    yield Extra("evals", ("ir_measures", *drawing))


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    try:
        with sandbox.search_components() as components:
            sets = _judged_sets(options, components.data)
            found = asyncio.run(
                evaluate_sets(
                    sets,
                    components,
                    store=options.store,
                    names=options.method,
                    progress=progress_bars(terminal),
                )
            )
    except RetrievalError as error:
        raise MeasurementFailed(str(error)) from error
    if options.picture:
        draw_picture(found, options.picture)
    if options.json:
        terminal.write_json([scores.as_object() for scores in found])
    else:
        print_tables(found, Console(width=None if sys.stdout.isatty() else 130))
    return True


def progress_bars(terminal: Terminal) -> Callable[[str, int, int], None]:
    """A bar for each thing that is told of."""
    bars: dict[str, Count] = {}

    def show(what: str, done: int, total: int) -> None:
        if what not in bars:
            bars[what] = terminal.counter(total, what)
        bars[what](done)

    return show


def _judged_sets(options: argparse.Namespace, data: Path | None) -> list[JudgedSet]:
    files = (options.corpus, options.queries, options.qrels)
    if any(files) and (options.sets or not all(files)):
        raise SetInvalid("Give --corpus, --queries and --qrels together, or --set.")
    if all(files):
        sets = [read_set(common_name(*files), *files)]
    else:
        names = list(SETS) if "all" in options.sets else options.sets
        if not names:
            raise SetInvalid(f"Name a set: --set {', '.join(SETS)} or all.")
        sets = [read_named_set(name, data) for name in names]
    most = options.queries_at_most
    return [sample_queries(one, most) if most else one for one in sets]


def common_name(corpus: Path, *others: Path) -> str:
    """The folder that holds all the files, such as ``scifact``; else the name of the corpus."""
    folder = corpus.resolve().parent
    holds_all = next(
        each
        for each in (folder, *folder.parents)
        if all(other.resolve().is_relative_to(each) for other in others)
    )
    return holds_all.name or corpus.name.split(".")[0]


COMMAND = Command(
    add_arguments=_add_arguments, run=_run, needs=lambda options: tuple(_needs(options))
)
