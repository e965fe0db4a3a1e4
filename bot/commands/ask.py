"""``curbside ask``: the same run as in Slack, without Slack."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.endings.json_result import result_object
from agents.fact_replies import asks_again, gives_fact, without_mark
from agents.turns import Question, ThreadKey, View
from bot.cli.terminal import print_view
from bot.composition import Consultation, open_consultation
from bot.failures.errors import BatchLineInvalid
from bot.processes.bootstrap import fill_if_empty, migrated_database_url
from bot.settings import Settings, read_settings
from retrieval.text.invisible import remove_invisible

TEAM, CHANNEL, ASKER = "cli", "ask", "cli"


def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of text.")
    ] = False,
    thread: Annotated[
        str,
        typer.Option(
            help="Name of a conversation to go on with; new by default. A fact that its last"
            " gap lacks lets that question go on; “again” asks it again."
        ),
    ] = "",
    batch: Annotated[
        Path | None,
        typer.Option(help="File with a JSON object a line: question, and optionally id, thread."),
    ] = None,
) -> None:
    """Ask a question and print the answer with its citations."""
    if bool(question.strip()) == (batch is not None):
        raise typer.BadParameter("Give either a question in quotes or --batch FILE.")
    settings = read_settings()
    with migrated_database_url(settings) as url:
        if batch is not None:
            asyncio.run(_ask_batch(settings, url, batch))
        else:
            asyncio.run(_ask_one(settings, url, question, thread, as_json=as_json))


async def _ask_one(
    settings: Settings, url: str, question: str, thread: str, *, as_json: bool
) -> None:
    async with _ready(settings, url) as consultation:
        view, seconds = await consult(consultation, question, thread)
        if as_json:
            _print_line(result_object(view, seconds))
        else:
            print_view(view, Console(), seconds)


async def _ask_batch(settings: Settings, url: str, batch: Path) -> None:
    rows = list(read_batch(batch))
    async with _ready(settings, url) as consultation:
        for row in rows:
            view, seconds = await consult(consultation, row["question"], row.get("thread", ""))
            named = {"id": row["id"]} if "id" in row else {}
            _print_line(named | result_object(view, seconds))


async def consult(consultation: Consultation, question: str, thread: str) -> tuple[View, float]:
    """Run one question to its end; the view of the finished run and its seconds.

    In a thread, words that give what the last gap lacks let that run go on, and "again" asks its
    last question again, as in Slack."""
    began = time.monotonic()
    text = remove_invisible(question)
    run_id = await _resumed(consultation, text, thread) if thread else ""
    if not run_id:
        run_id = str(uuid.uuid4())
        key = ThreadKey(TEAM, CHANNEL, thread or run_id)
        if thread and asks_again(text):
            turns = await consultation.memory.turns(key)
            text = turns[-1].question if turns else text
        asked = Question(thread=key, asker=ASKER, text=text)
        await consultation.memory.open_run(run_id, asked)
    await consultation.answerer.answer(run_id, narrate=_silent)
    return await consultation.memory.view(run_id), time.monotonic() - began


async def _resumed(consultation: Consultation, text: str, thread: str) -> str:
    """The run that goes on because the text gives what its gap lacks; empty without one."""
    gap = await consultation.memory.last_gap(ThreadKey(TEAM, CHANNEL, thread))
    if gap is None or not gives_fact(text, gap.missing):
        return ""
    await consultation.memory.add_to_run(gap.run_id, without_mark(text), ASKER)
    return gap.run_id


def read_batch(path: Path) -> Iterable[dict[str, Any]]:
    """The questions of a batch file. Raises :class:`bot.failures.errors.BatchLineInvalid`."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BatchLineInvalid(f"{path} could not be read: {type(error).__name__}.") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise BatchLineInvalid(f"Line {number} of {path} is not JSON.") from error
        if not isinstance(row, dict) or not str(row.get("question", "")).strip():
            raise BatchLineInvalid(f"Line {number} of {path} has no question.")
        yield {**row, "question": str(row["question"]), "thread": str(row.get("thread") or "")}


@asynccontextmanager
async def _ready(settings: Settings, url: str) -> AsyncIterator[Consultation]:
    async with open_consultation(settings, url) as consultation:
        await fill_if_empty(settings, consultation.search.ingestion, Console(stderr=True))
        yield consultation


async def _silent(view: View) -> None:
    """The command line shows the run when it has ended."""


def _print_line(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()
