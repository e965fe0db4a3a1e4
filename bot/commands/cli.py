"""The command ``curbside``. Each command says in one sentence what went wrong and what to do."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from typing import Annotated

import typer

from bot.commands import ask, check, ingest, runs, serve, silos
from bot.commands.error_messages import plain_sentence
from bot.commands.sandbox import Sandbox

app = typer.Typer(
    name="curbside",
    help="A Slack bot for tumor boards: answers with quotes that the program has verified.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for room in (ask, serve, runs, check):
    for command in room.COMMANDS:
        app.command()(command)
app.add_typer(silos.app, name="silos")
app.add_typer(ingest.app, name="ingest")


def _outside_command(name: str) -> None:
    """Attach a command that another package offers, loaded only when it is called."""

    @app.command(
        name=name,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
        add_help_option=False,
        help=OUTSIDE[name],
    )
    def call(
        arguments: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    ) -> None:
        (found,) = entry_points(group="curbside.commands", name=name)
        found.load()(arguments or [], Sandbox())


OUTSIDE = {
    "eval": "What answers and searches are worth: `curbside eval --help`.",
    "bench": "What answers cost in time and memory: `curbside bench --help`.",
}
for outside in OUTSIDE:
    _outside_command(outside)


def main() -> None:
    """Run the command line; a failure that has a sentence is shown as that sentence."""
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        sentence = plain_sentence(error)
        if sentence is None:
            raise
        sys.stderr.write(f"{sentence}\n")
        raise SystemExit(1) from None
