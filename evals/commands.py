"""``curbside eval`` and ``curbside bench``, as the command line loads them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.running.command import ListedCommand
from evals.running.errors import MeasurementFailed
from evals.running.extras import Extra, require
from evals.running.terminal import open_terminal
from evals.sandbox import Sandbox

EVALUATIONS: Mapping[str, ListedCommand] = {
    "questions": ListedCommand(
        "evals.questions.command", "plain questions and the documents to be cited"
    ),
    "clinical": ListedCommand("evals.clinical.command", "clinicians' questions: use and danger"),
    "answers": ListedCommand(
        "evals.answers.command", "oncologists' questions: regimens named in full"
    ),
    "claims": ListedCommand(
        "evals.claims.command", "lies that pass the check, honest sentences it flags"
    ),
    "near-misses": ListedCommand(
        "evals.near_misses.command", "made patients: what does not hold for them is not told"
    ),
    "added-facts": ListedCommand(
        "evals.added_facts.command", "one more fact of a patient: right rows kept, facts weighed"
    ),
    "rewordings": ListedCommand(
        "evals.rewordings.command", "questions in other words: do they get the same answer"
    ),
    "gaps": ListedCommand("evals.gaps.command", "what is taken away: is it recognised and named"),
    "tools": ListedCommand(
        "evals.tools.command", "chains of silos beside those that a question needs"
    ),
    "objective": ListedCommand(
        "evals.objective.command", "multiple choice, yes or no, drug lists, short answers"
    ),
    "citations": ListedCommand("evals.citations.command", "do citations support their sentences"),
    "context": ListedCommand(
        "evals.faithfulness.command", "is an answer in what was found: two faithfulness numbers"
    ),
    "reviews": ListedCommand(
        "evals.reviews.command", "answers that people marked: what is said now beside then"
    ),
    "genomics": ListedCommand(
        "evals.genomics.command", "genes, variants, sequences: looked up in records"
    ),
    "reports": ListedCommand(
        "evals.reports.command",
        "made sequencing reports: rows read, rows invented",
        (Extra("evals", ("reportlab",)),),
    ),
    "documents": ListedCommand(
        "evals.documents.command", "made documents of many layouts: rows kept, nothing invented"
    ),
    "tables": ListedCommand(
        "evals.tables.command", "clinical tables: the numbers of their analyses"
    ),
    "trials": ListedCommand(
        "evals.trials.command", "criteria of trials held against cases: verdicts that are wrong"
    ),
    "dabench": ListedCommand(
        "evals.dabench.command", "questions on tables, answered by code of a chat model"
    ),
    "hostile": ListedCommand(
        "evals.hostile.command", "inputs built to harm, at every entry point: answered or refused"
    ),
    "retrieval": ListedCommand(
        "evals.retrieval.command", "judged sets: are the right documents found"
    ),
}  # fmt: skip
BENCHMARKS: Mapping[str, ListedCommand] = {
    "all": ListedCommand("evals.bench.command", "the bot: acknowledging, answering, waiting"),
    "retrieval": ListedCommand("evals.bench.retrieval_command", "searching and ingesting by size"),
    "soak": ListedCommand(
        "evals.bench.soak.command", "under trouble of every kind: is anything lost or said twice"
    ),
}


def evaluate(arguments: Sequence[str], sandbox: Sandbox) -> None:
    """``curbside eval NAME``: exit status 1 when a goal is not met, it could not be made, or runs
    of it failed, which are in no figure.

    What is not installed is said before any work. Where a run was broken off, the same command
    goes on."""
    _dispatch(
        _Group("eval", "evaluation", "What answers are worth.", EVALUATIONS), arguments, sandbox
    )


def bench(arguments: Sequence[str], sandbox: Sandbox) -> None:
    """``curbside bench``: figures, not a test; the exit status is 0 whatever they are, but for
    ``soak``."""
    first = arguments[0] if arguments else ""
    if first not in {*BENCHMARKS, "-h", "--help"}:
        arguments = ["all", *arguments]
    _dispatch(_Group("bench", "benchmark", "What answers cost.", BENCHMARKS), arguments, sandbox)


_NO_DEFAULTS: tuple[object, ...] = (None, [], "", argparse.SUPPRESS)
_WRITTEN = ("picture", "log")
"""Options that name a file to be written."""


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    noun: str
    about: str
    commands: Mapping[str, ListedCommand]


def _dispatch(group: _Group, arguments: Sequence[str], sandbox: Sandbox) -> None:
    name, rest = _choose_command(group, arguments)
    listed = group.commands[name]
    try:
        command = listed.load()
    except MeasurementFailed as error:
        raise SystemExit(f"The {group.noun} could not be made: {error}") from error
    parser = argparse.ArgumentParser(
        f"curbside {group.name} {name}", description=listed.help, formatter_class=_WithDefaults
    )
    command.add_arguments(parser)
    options = parser.parse_args(rest)
    with open_terminal() as terminal:
        try:
            require(command.needs(options))
            _require_places(options)
            if getattr(options, "core", "") == "llm":
                sandbox.require_model()
            met = command.run(options, sandbox, terminal) and not terminal.has_left_out
            terminal.tell_left_out()
        except MeasurementFailed as error:
            raise SystemExit(f"The {group.noun} could not be made: {error}") from error
        except KeyboardInterrupt:
            terminal.say("Broken off; the same command goes on where it stopped.")
            raise
    if not met:
        raise SystemExit(1)


class _WithDefaults(argparse.HelpFormatter):
    """Says what an option is when it is not given, where that is something."""

    def _get_help_string(self, action: argparse.Action) -> str:
        told = action.help or ""
        has_none = isinstance(action.default, bool) or action.default in _NO_DEFAULTS
        if has_none or "default" in told:
            return told
        return f"{told} (default: %(default)s)" if action.option_strings else told


def _require_places(options: argparse.Namespace) -> None:
    """That what is written at the end can be: minutes of work are not lost for want of a folder.
    Raises :class:`MeasurementFailed`."""
    for name in _WRITTEN:
        path = getattr(options, name, None)
        if isinstance(path, Path) and not path.parent.is_dir():
            raise MeasurementFailed(f"--{name}: there is no folder {path.parent}.")


def _choose_command(group: _Group, arguments: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The command's name and its own arguments; ends the process for ``--help`` and a name that
    none has."""
    lines = [f"  {name:12}{listed.help}" for name, listed in group.commands.items()]
    parser = argparse.ArgumentParser(
        f"curbside {group.name}",
        description="\n".join((group.about, "", *lines)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "what",
        choices=tuple(group.commands),
        metavar="|".join(group.commands),
        help=argparse.SUPPRESS,
    )
    parser.parse_args(arguments[:1])
    return arguments[0], arguments[1:]
