"""The command line: what its help says and what it costs to be asked for it."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
import typer

from bot.cli.error_messages import plain_sentence
from bot.cli.main import COMMANDS, app

HEAVY = (
    "aiohttp", "alembic", "langchain", "langchain_core", "numpy", "procrastinate", "psycopg",
    "pydantic", "pydantic_settings", "slack_bolt", "slack_sdk", "sqlalchemy", "structlog",
    "weaviate",
)  # fmt: skip
LOOK = """
import sys
from bot.cli.main import app
try:
    app([{arguments}])
except SystemExit:
    pass
sys.stderr.write(" ".join(name for name in {heavy!r} if name in sys.modules))
"""


def loaded_after(*arguments: str) -> set[str]:
    """Which of the heavy packages are imported once the command line has run."""
    code = LOOK.format(arguments=", ".join(map(repr, arguments)), heavy=HEAVY)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_help_imports_nothing_heavy() -> None:
    assert loaded_after("--help") == set()


def test_ask_imports_neither_slack_nor_the_queue_nor_the_migrations() -> None:
    unneeded = {"aiohttp", "alembic", "langchain", "procrastinate", "slack_bolt", "slack_sdk"}
    assert loaded_after("ask", "--help") & (unneeded | {"weaviate", "structlog"}) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    command = COMMANDS[name].load(name)
    assert command.name == name
    assert inspect.cleandoc(command.help).splitlines()[0] == COMMANDS[name].help


def test_every_command_is_listed() -> None:
    group = typer.main.get_command(app)
    assert list(group.commands) == list(COMMANDS)  # type: ignore[attr-defined]


def test_a_path_that_cannot_be_used_is_named() -> None:
    error = FileNotFoundError(2, "No such file or directory", "/nope")
    assert plain_sentence(error) == "/nope could not be used: No such file or directory."
    assert plain_sentence(OSError("no path")) is None
