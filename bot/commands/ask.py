"""``curbside ask``: the same run as in Slack, without Slack.

A worker that runs on this machine is asked first (:mod:`bot.asking`). So what answering needs is
imported only when there is none."""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.wording.counts import count_of
from bot.asking.client import Show, ask_worker
from bot.asking.limits import LONGEST_QUESTION
from bot.asking.printing import print_lines, write_lines
from bot.asking.protocol import AskRequest, PrintedLine, is_conversation_name
from bot.cli.lazy_group import collector_paused
from bot.commands.json_lines import lines_of, refuse
from bot.failures.errors import ConversationNameInvalid, QuestionTooLong
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
        typer.Option(
            help="Ask every line of a file: JSON objects, each with “question” and, as you like,"
            " “id” (given back) and “thread”. Prints a JSON object a line, as --json does."
        ),
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
    if not is_conversation_name(thread):
        raise ConversationNameInvalid
    settings = read_settings()
    refused: list[dict[str, Any]] = []
    if batch is not None:
        rows, refused = read_batch(batch)
        requests = [_request(row["question"], row["thread"], True, row) for row in rows]
    else:
        requests = [_request(question, thread, as_json, {})]
    for row in refused:
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    failed: list[AskRequest] = []
    show = shower(failed)
    left = requests if alone else ask_worker(settings, requests, show)
    if left:
        _answer_here(settings, left, show)
    if refused:
        sys.stderr.write(
            f"Not asked: {count_of(len(refused), 'line')} of {batch}. Each says why.\n"
        )
    if failed or refused:
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
    from bot.processes.bootstrap import fill_silos_if_needed, migrated_database_url

    with ExitStack() as stack, ThreadPoolExecutor(1) as starter:
        starting = starter.submit(stack.enter_context, migrated_database_url(settings))
        with collector_paused():
            from bot.asking.consult import consult
            from bot.composition import open_consultation
            from bot.lifecycle import collect_seldom

        async def answer(url: str) -> None:
            async with open_consultation(settings, url) as consultation:
                ingestion = consultation.search.ingestion
                await fill_silos_if_needed(settings, ingestion, Console(stderr=True))
                collect_seldom()
                for request in requests:
                    show(request, await consult(consultation, request))

        url = starting.result()
        asyncio.run(answer(url))


def read_batch(path: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The questions of a batch file, and what is printed of each line that cannot be asked. Raises
    :class:`bot.failures.errors.BatchLineInvalid` that names the lines if none can."""
    rows: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for number, row in lines_of(path):
        problem = row if isinstance(row, str) else _problem_with_row(row)
        if isinstance(row, str) or problem:
            name = "" if isinstance(row, str) else row.get("id", "")
            told = f"Line {number} {problem}."
            refused.append({"id": name, "outcome": "not asked", "problem": told})
        else:
            rows.append({**row, "thread": str(row.get("thread") or "")})
    if not rows:
        refuse(path, [str(each["problem"]) for each in refused])
    return rows, refused


def _problem_with_row(row: dict[str, Any]) -> str:
    asked, thread = row.get("question"), row.get("thread")
    if not isinstance(asked, str) or not asked.strip():
        return "has no question"
    if len(asked) > LONGEST_QUESTION:
        return f"has a question of more than {LONGEST_QUESTION:,} characters"
    if thread is not None and not isinstance(thread, str | int):
        return "has a thread that is no name"
    return "" if is_conversation_name(str(thread or "")) else "has a thread that is no name"
