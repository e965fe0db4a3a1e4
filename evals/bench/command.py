"""``curbside bench``: the bot as a whole, part by part."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from evals.bench.kept_figures import KeptFigures
from evals.bench.suite import COMPARING, PARTS, measure
from evals.metrics.figures import Figure, figure_line
from evals.running.command import Command
from evals.running.counts import count
from evals.running.extras import Extra
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

LANGGRAPH = Extra("bench", ("langgraph.checkpoint.postgres",))


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON array of figures")
    parser.add_argument("--questions", type=count, default=40, help="asked of the whole bot")
    parser.add_argument(
        "--only", action="append", choices=sorted(PARTS), default=[],
        help="measure this part; may be given several times",
    )  # fmt: skip


def _needs(options: argparse.Namespace) -> Sequence[Extra]:
    return (LANGGRAPH,) if COMPARING in options.only else ()


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    parts = options.only or list(PARTS)
    if LANGGRAPH.missing_modules:
        terminal.say(f"Left out: {COMPARING}. It needs `pip install -e '.[{LANGGRAPH.name}]'`.")
        parts = [part for part in parts if part != COMPARING]
    kept = KeptFigures(kept_folder(sandbox))
    count = terminal.counter(len(parts), "parts")
    figures: list[Figure] = []
    for number, part in enumerate(parts, 1):
        name = f"{part}, {options.questions} questions"
        found = kept.get(name)
        if found is None:
            with sandbox.temporary_environment() as environment:
                work = measure(environment, [part], options.questions, terminal.say)
                found = asyncio.run(work)
            kept.put(name, found)
        figures += found
        count(number)
    kept.forget()
    write_figures(figures, terminal, as_json=options.json)
    return True


def kept_folder(sandbox: Sandbox) -> Path:
    """Where the figures of a benchmark wait for its end."""
    return sandbox.kept_environment("bench").home


def write_figures(figures: Sequence[Figure], terminal: Terminal, *, as_json: bool) -> None:
    """Figures to read, or as JSON."""
    if as_json:
        terminal.write_json([figure.as_object() for figure in figures])
        return
    for figure in figures:
        terminal.write(figure_line(figure))


COMMAND = Command(add_arguments=_add_arguments, run=_run, needs=_needs)
