"""The fork server: it imports and reads once what our processes work with, then forks for each.

That is nearly all that the start of a process costs: 2 of 2.3 s of the processor for the worker
(measured). A child runs its module as ``python -m`` does, in a process of its own.
``python -m tests.forking.server FD PATH`` is started by ``tests.forking.child``: the socket that
test processes connect to, and where it lies."""

from __future__ import annotations

import gc
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

from agents.checking.sentences import problem_with_sentence
from agents.extractive.answer.short_form import question_in_short
from agents.journal import codec
from agents.journal.entry import EntryKind
from agents.turns import Citation, Question, ThreadKey, View
from names.patterns.filtered import FilteredPattern
from retrieval.documents import DocumentRef
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.privacy.finding import find_personal
from tests.forking.serving import run, serve

PRELOADED = (
    "agents.extractive.core",
    "agents.llm.calls.openai_client",
    "agents.llm.core",
    "bot.cli.error_messages",
    "bot.cli.main",
    "bot.commands.ask",
    "bot.commands.checks.doctor",
    "bot.commands.ingestion.ingest",
    "bot.commands.runs",
    "bot.commands.serve",
    "bot.commands.silos",
    "bot.builders.answerer",
    "bot.builders.cores",
    "bot.db.schema.migrate",
    "bot.demo.run",
    "bot.processes.listen",
    "bot.processes.serve",
    "bot.processes.worker",
    "genai_prices.data",
    "langchain_anthropic",
    "langchain_openai",
    "retrieval.ingestion.sources.literature.pubmed",
    "retrieval.reranking",
    "retrieval.stores.embedded",
    "workspace.http.server",
    # What libraries import when they are first used.
    "anyio._backends._asyncio",
    "cryptography.fernet",
    "httpcore2",
    "langchain_core.tracers.langchain",
    "numpy.ma",
    "openai.resources.chat.completions",
    "procrastinate.builtin_tasks",
    "rich._emoji_codes",
    "slack_bolt.listener_matcher.async_builtins",
    "truststore",
    "typer._adapters",
)
"""What the processes would import at their start and for their first question; the modules that run
as ``__main__`` are not among them."""


def main() -> None:
    """Serve until the last test process hangs up. In a child this runs what was requested."""
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        preload()
        request = serve(listener, Path(sys.argv[2]))
    if request is not None:
        run(request)


def preload() -> None:
    """Import and read what the processes would at their start and for their first question."""
    for name in PRELOADED:
        import_module(name)
    read_tables()


def read_tables() -> None:
    """Read the names, compile the patterns and the forms of the journal that are made at the first
    question, and check the weights of the embedder. What hides patients from a model is a tenth of
    what a worker needs for one question (profiled)."""
    find_personal("Mrs Anna Meier (MRN 4711234) of 12 Mill Road, born on 12 March 1956, asks.")
    question_in_short("Can olaparib be given with creatinine clearance 40 mL/min and BRCA1 V600E?")
    _check_a_sentence()
    for kind in get_args(EntryKind):
        codec._adapter(kind)
    for each in gc.get_objects():
        if type(each) is FilteredPattern:
            _ = each.needs, each.regex
    MiniLM().close()


def _check_a_sentence() -> None:
    """In other words than its quote, so that the tables of all checks are read: that takes 0.2 s of
    the processor (measured)."""
    quote = Citation(
        key="c1", ref=DocumentRef("pubmed", "d", "1"), title="", organisation="", url="", date="",
        quote="The median was 12.4 months with olaparib and 5.1 months with placebo.",
        start=0, end=1, match="exact", status="confirmed",
    )  # fmt: skip
    asked = Question(thread=ThreadKey("T", "C", "1"), asker="U", text="What did olaparib show?")
    view = View(run_id="r", question=asked)
    problem_with_sentence("Olaparib gave a median of 12.4 months.", [quote], view)


if __name__ == "__main__":
    main()
