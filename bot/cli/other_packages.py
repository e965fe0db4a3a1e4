"""Commands that another package offers: ``curbside eval`` and ``curbside bench``."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Annotated

import typer

from bot.cli.sandbox import Sandbox

Arguments = Annotated[list[str] | None, typer.Argument(hidden=True)]

evaluate = typer.Typer(add_completion=False)
bench = typer.Typer(add_completion=False)
_AS_THEY_ARE = {"allow_extra_args": True, "ignore_unknown_options": True}
"""The other package reads the arguments, ``--help`` included."""


@evaluate.command(context_settings=_AS_THEY_ARE, add_help_option=False)
def _evaluate(arguments: Arguments = None) -> None:
    """What answers and searches are worth: `curbside eval --help`."""
    _call("eval", arguments)


@bench.command(context_settings=_AS_THEY_ARE, add_help_option=False)
def _bench(arguments: Arguments = None) -> None:
    """What answers cost in time and memory: `curbside bench --help`."""
    _call("bench", arguments)


def _call(name: str, arguments: list[str] | None) -> None:
    (found,) = entry_points(group="curbside.commands", name=name)
    found.load()(arguments or [], Sandbox())
