"""``curbside bench retrieval``: what a search and an ingestion cost, by number of documents."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from evals.bench.command import kept_folder, write_figures
from evals.bench.kept_figures import KeptFigures
from evals.bench.retrieval_cost import measure_retrieval
from evals.running.command import Command
from evals.running.errors import MeasurementFailed
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox
from retrieval.errors import RetrievalError

CORPUS = Path(__file__).parents[2] / "corpus"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON array of figures")
    parser.add_argument(
        "--sizes", type=_sizes, default=(1_000, 20_000, 200_000), help="documents, with commas"
    )
    parser.add_argument(
        "--store", choices=("embedded", "weaviate", "both"), default="embedded",
        help="weaviate is the one of CURBSIDE_WEAVIATE_URL",
    )  # fmt: skip


def _sizes(given: str) -> tuple[int, ...]:
    return tuple(int(each) for each in given.split(","))


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    stores = ("embedded", "weaviate") if options.store == "both" else (options.store,)
    kept = KeptFigures(kept_folder(sandbox))
    with sandbox.search_components() as components:
        try:
            figures = asyncio.run(
                measure_retrieval(components, CORPUS, options.sizes, stores, kept, terminal)
            )
        except RetrievalError as error:
            raise MeasurementFailed(str(error)) from error
    kept.forget()
    write_figures(figures, terminal, as_json=options.json)
    return True


COMMAND = Command(add_arguments=_add_arguments, run=_run)
