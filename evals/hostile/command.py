"""``curbside eval hostile``: inputs that are built to harm, at every entry point."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import asdict

from evals.hostile import http, questions, records, sources
from evals.hostile.files import read_all
from evals.hostile.verdicts import TriedInput, table_lines
from evals.questions.asking import fill_silos
from evals.running.command import Command
from evals.running.terminal import Terminal
from evals.sandbox import Sandbox

ENTRY_POINTS = ("files", "sources", "records", "http", "questions")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON array")
    parser.add_argument(
        "--only",
        action="append",
        choices=ENTRY_POINTS,
        default=[],
        help="may be given several times",
    )


def _run(options: argparse.Namespace, sandbox: Sandbox, terminal: Terminal) -> bool:
    every: list[TriedInput] = []
    for entry_point in options.only or ENTRY_POINTS:
        terminal.say(f"Trying: {entry_point} …")
        every += _try_entry_point(entry_point, sandbox)
    if options.json:
        terminal.write_json([asdict(got) for got in every])
    else:
        for line in table_lines(every):
            terminal.write(line)
    return all(got.verdict != "broke" for got in every)


def _try_entry_point(entry_point: str, sandbox: Sandbox) -> list[TriedInput]:
    if entry_point == "files":
        return list(read_all())
    if entry_point == "sources":
        return asyncio.run(sources.ask_all())
    if entry_point == "records":
        return asyncio.run(records.ask_all())
    if entry_point == "http":
        with sandbox.temporary_environment() as environment:
            return asyncio.run(http.ask_all(environment.variables))
    fill_silos()
    return questions.ask_all()


COMMAND = Command(add_arguments=_add_arguments, run=_run)
