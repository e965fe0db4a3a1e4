"""The command line: what its help says and what it costs to be asked for it."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
import typer

from bot.cli.error_messages import plain_sentence
from bot.cli.main import COMMANDS, app
from bot.commands.checks.check import Check
from bot.commands.checks.doctor import report_lines

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


def test_ask_imports_nothing_that_answers_before_it_knows_that_it_has_to() -> None:
    assert loaded_after("ask", "--help") == {"pydantic", "pydantic_settings"}


NEEDED_BY_ASK = {
    "Stemmer", "annotated_doc", "annotated_types", "dotenv", "greenlet", "numpy", "psutil",
    "psycopg", "psycopg_binary", "pydantic", "pydantic_core", "pydantic_settings", "rapidfuzz",
    "rich", "shellingham", "sqlalchemy", "threadpoolctl", "tokenizers", "typer",
    "typing_extensions", "typing_inspection",
}  # fmt: skip
"""The packages of others that answering needs. Before one more is imported at every question,
ask whether it can be imported where it is used, as bot/composition.py does."""
NOT_NEEDED_BY_ASK = (
    "agents.llm", "bot.demo", "bot.incoming", "bot.pages", "bot.sending", "evals",
    "retrieval.derivation.derive", "retrieval.ingestion.ingest", "retrieval.ingestion.readers",
    "retrieval.ingestion.sources.catalogue", "retrieval.stores.weaviate", "workspace",
)  # fmt: skip
"""Ours that only other commands need."""
IMPORTED = """
import sys
import bot.cli.main, bot.commands.ask, bot.asking.consult, bot.composition, bot.processes.bootstrap
import agents.extractive.core, retrieval.embedding.minilm.embedder
for name, module in sorted(sys.modules.items()):
    print(name, "site-packages" in (getattr(module, "__file__", None) or ""))
"""


def test_a_question_costs_no_more_imports_than_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )
    modules = dict(line.split() for line in done.stdout.splitlines())
    others = {name.partition(".")[0] for name, where in modules.items() if where == "True"}
    # What installs packages puts its own hooks there.
    others = {name for name in others if not name.startswith("_")}
    assert others <= NEEDED_BY_ASK
    assert not [name for name in modules if name in NOT_NEEDED_BY_ASK]


NOT_NEEDED_BY_ANY = {
    "alembic", "bot.demo", "cryptography", "mako", "openpyxl", "pypdf", "rich",
}  # fmt: skip
"""What migrates a database, runs the demo, reads tokens of many workspaces, reads files, or prints
on a terminal: each takes megabytes of every process for as long as it runs."""
NEEDED_BY_THE_WORKER = {"agents.run.loop", "numpy", "retrieval.silos"}
"""What searches and answers: the processes that take Slack's events in do neither."""


@pytest.mark.parametrize(
    ("process", "not_needed"),
    [
        ("listen", NOT_NEEDED_BY_ANY | NEEDED_BY_THE_WORKER),
        ("serve", NOT_NEEDED_BY_ANY | NEEDED_BY_THE_WORKER),
        ("worker", NOT_NEEDED_BY_ANY),
    ],
)
def test_a_process_holds_nothing_that_only_others_need(process: str, not_needed: set[str]) -> None:
    # What a first event asks of the settings is among what such a process does.
    asking = "from bot.settings import Settings; Settings(_env_file=None).asks_others"
    code = f"import bot.commands.serve, bot.processes.{process}, sys; {asking}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not not_needed & set(done.stdout.split())


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


def test_the_doctor_cuts_no_address_however_narrow_the_terminal_is() -> None:
    address = f"https://{'a' * 70}.example.org"
    checks = (Check("links", "ok", address), Check("Slack", "off", "no token " * 9, "Set it."))
    lines = [line for line, _ in report_lines(checks, 60)]
    assert lines[0] == f"ok     links  {address}"
    assert all(len(line) <= 60 for line in lines[1:])
    assert lines[-1] == "              → Set it."
