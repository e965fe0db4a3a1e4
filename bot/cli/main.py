"""The command ``curbside``. Each command says in one sentence what went wrong and what to do."""

from __future__ import annotations

import signal
import sys

import typer

from bot.cli.lazy_group import LazyCommand, lazy_group
from bot.cli.unexpected_errors import log_unexpected_errors, unexpected_error_sentence

_ASK = "bot.commands.ask"
_PROCESSES = "bot.commands.serve"
_RUNS = "bot.commands.runs"
_OTHER_PACKAGES = "bot.cli.other_packages"

COMMANDS = {
    "ask": LazyCommand(_ASK, "Ask a question and print the answer with its citations."),
    "demo": LazyCommand(
        _PROCESSES,
        "Run everything on this machine: PostgreSQL, a local Slack workspace, bot and worker.",
    ),
    "listen": LazyCommand(
        _PROCESSES,
        "Run the bot over Socket Mode (needs SLACK_BOT_TOKEN and SLACK_APP_TOKEN).",
    ),
    "serve": LazyCommand(
        _PROCESSES,
        "Run the bot over HTTP on $PORT (needs SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET).",
    ),
    "api": LazyCommand(
        _PROCESSES, "Answer questions of other programs over HTTP on $CURBSIDE_API_PORT."
    ),
    "worker": LazyCommand(_PROCESSES, "Answer questions from the queue and post what is due."),
    "migrate": LazyCommand(
        _PROCESSES,
        "Bring the database of DATABASE_URL to the newest schema (the release phase).",
    ),
    "explain": LazyCommand(
        "bot.commands.explain",
        "Show how a question is read, and why each statement answers it or does not.",
    ),
    "check": LazyCommand(
        "bot.commands.check",
        "Check sentences against the quotes they cite, and quotes against their documents.",
    ),
    "tokens": LazyCommand("bot.commands.programs.tokens", "Who may ask over HTTP.", "app"),
    "teams": LazyCommand(
        "bot.commands.teams.teams", "The workspaces that installed the app.", "app"
    ),
    "analyse": LazyCommand(
        "bot.commands.files.analyse",
        "Show what a table holds, or compute by fixed formulas what is asked of it.",
        "analyse_file",
    ),
    "sandbox": LazyCommand(
        "bot.commands.files.run_code",
        "Run code on a table as code of a model is run: shut in, without network, within limits.",
        "run_code",
    ),
    "report": LazyCommand(
        "bot.commands.files.report",
        "Show the variants that a sequencing report names, each with its page and row.",
    ),
    "mcp": LazyCommand(
        "bot.commands.programs.mcp",
        "Serve agents over the Model Context Protocol on standard input and output.",
    ),
    "runs": LazyCommand(
        _RUNS, "List the newest runs. Question texts are not shown; `curbside show` does that."
    ),
    "show": LazyCommand(_RUNS, "Show a run: its steps and how it ended."),
    "export": LazyCommand(
        _RUNS, "Print a run's journal as JSON, with the check of its hash chain."
    ),
    "packet": LazyCommand(
        "bot.commands.keeping.packet",
        "Write the packet of a run or a thread: question, answer, quotes, marks and decision.",
    ),
    "replay": LazyCommand(
        _RUNS,
        "Check a run again from its journal: the hash chain, its code, every quote of a document.",
    ),
    "reviews": LazyCommand(
        "bot.commands.reviews", "List the marks that people set on answers, the newest runs first."
    ),
    "why": LazyCommand(
        "bot.commands.why",
        "Say what became of a message in Slack: each event about it, and what was decided.",
    ),
    "fork": LazyCommand(
        "bot.commands.fork",
        "Run a question again from one of its steps on, and show what that changed.",
    ),
    "forget": LazyCommand(
        "bot.commands.keeping.forget",
        "Show what would be forgotten of a thread, a person, a team or by age; take it with --yes.",
    ),
    "links": LazyCommand(
        "bot.commands.keeping.links",
        "Close the links to passages that a thread shows; with --open they open again.",
    ),
    "settings": LazyCommand(
        "bot.commands.channel_settings",
        "Show what a channel has set for itself, and who changed what when.",
    ),
    "doctor": LazyCommand(
        "bot.commands.checks.doctor",
        "Say of each part what is configured, what answers, and what to do about the rest.",
    ),
    "eval": LazyCommand(
        _OTHER_PACKAGES,
        "What answers and searches are worth: `curbside eval --help`.",
        "evaluate",
    ),
    "bench": LazyCommand(
        _OTHER_PACKAGES, "What answers cost in time and memory: `curbside bench --help`."
    ),
    "silos": LazyCommand("bot.commands.silos", "What the silos hold.", "app"),
    "models": LazyCommand(
        "bot.commands.models",
        "Models that run on this machine: list and fetch them.",
        "app",
    ),
    "ingest": LazyCommand(
        "bot.commands.ingestion.ingest",
        "Take documents in: `curbside ingest [FOLDER]`, or from a public source by its name.",
        "app",
    ),
}
"""Each sentence is the first of the command's own help; a test compares them."""

app = typer.Typer(
    name="curbside",
    cls=lazy_group(COMMANDS),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Errors as plain lines: a box cuts what is wider than the terminal, such as a path.
    rich_markup_mode=None,
)


@app.callback()
def curbside() -> None:
    """A Slack bot for tumor boards: answers with quotes that the program has verified."""


def _interrupt(number: int, _frame: object) -> None:
    """SIGTERM ends a command as Ctrl-C does, so that what it started ends with it, such as its
    PostgreSQL; the second one ends it at once. Processes that serve have a handler of their own."""
    signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line; a failure that has a sentence is shown as that sentence, and a fault of
    the program with where its places are written down. Raises :class:`SystemExit` with 1 for
    either, with 130 when it was interrupted."""
    signal.signal(signal.SIGTERM, _interrupt)
    log_unexpected_errors()
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:  # noqa: BLE001 - a fault has its sentence, too
        from bot.cli.error_messages import plain_sentence

        sys.stderr.write(f"{plain_sentence(error) or unexpected_error_sentence(error)}\n")
        raise SystemExit(1) from None
