"""``curbside ask``: the same run as in Slack, without Slack.

A worker that runs on this machine is asked first (:mod:`bot.asking`). So what answering needs is
imported only when there is none."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from bot.asking.client import Show, ask_worker
from bot.asking.printing import print_lines, write_lines
from bot.asking.protocol import AskRequest, PrintedLine
from bot.cli.lazy_group import collector_paused
from bot.commands.json_lines import lines_of, refuse
from bot.failures.errors import LONGEST_QUESTION, QuestionTooLong
from bot.settings import Settings, read_settings


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
    alone: Annotated[
        bool, typer.Option("--alone", help="Answer in this process, even if a worker runs.")
    ] = False,
) -> None:
    """Ask a question and print the answer with its citations."""
    if bool(question.strip()) == (batch is not None):
        raise typer.BadParameter("Give either a question in quotes or --batch FILE.")
    if len(question) > LONGEST_QUESTION:
        raise QuestionTooLong
    settings = read_settings()
    if batch is not None:
        rows = read_batch(batch)
        requests = [_request(row["question"], row["thread"], True, row) for row in rows]
    else:
        requests = [_request(question, thread, as_json, {})]
    failed: list[AskRequest] = []
    show = shower(failed)
    left = requests if alone else ask_worker(settings, requests, show)
    if left:
        _answer_here(settings, left, show)
    if failed:
        raise typer.Exit(1)


def _request(question: str, thread: str, as_json: bool, row: dict[str, Any]) -> AskRequest:
    named = {"id": row["id"]} if "id" in row else {}
    return AskRequest(question, thread, str(uuid.uuid4()), as_json, named)


def shower(failed: list[AskRequest]) -> Show:
    """Prints answers, and notes the questions whose run failed."""
    console = Console()

    def show(request: AskRequest, lines: Sequence[PrintedLine]) -> None:
        if request.as_json:
            write_lines(lines)
        else:
            print_lines(lines, console)
        if any(line.failed for line in lines):
            failed.append(request)

    return show


def _answer_here(settings: Settings, requests: Sequence[AskRequest], show: Show) -> None:
    """Answer in this process, with a database of our own if none is set. It is started while
    what answers is imported: each takes some tenths of a second."""
    from bot.processes.bootstrap import fill_if_empty, migrated_database_url

    with ExitStack() as stack, ThreadPoolExecutor(1) as starter:
        starting = starter.submit(stack.enter_context, migrated_database_url(settings))
        with collector_paused():
            from bot.asking.consult import consult
            from bot.composition import open_consultation
            from bot.lifecycle import collect_seldom

        async def answer(url: str) -> None:
            async with open_consultation(settings, url) as consultation:
                await fill_if_empty(settings, consultation.search.ingestion, Console(stderr=True))
                collect_seldom()
                for request in requests:
                    show(request, await consult(consultation, request))

        url = starting.result()
        asyncio.run(answer(url))


def read_batch(path: Path) -> list[dict[str, Any]]:
    """The questions of a batch file; nothing is asked while one line is not sound. Raises
    :class:`bot.failures.errors.BatchLineInvalid` that names the lines."""
    rows: list[dict[str, Any]] = []
    problems: list[str] = []
    for number, row in lines_of(path):
        problem = row if isinstance(row, str) else _problem_with_row(row)
        if isinstance(row, str) or problem:
            problems.append(f"Line {number} {problem}.")
        else:
            rows.append({**row, "thread": str(row.get("thread") or "")})
    refuse(path, problems)
    return rows


def _problem_with_row(row: dict[str, Any]) -> str:
    asked, thread = row.get("question"), row.get("thread")
    if not isinstance(asked, str) or not asked.strip():
        return "has no question"
    if len(asked) > LONGEST_QUESTION:
        return f"has a question of more than {LONGEST_QUESTION:,} characters"
    if thread is not None and not isinstance(thread, str | int):
        return "has a thread that is no name"
    return ""
