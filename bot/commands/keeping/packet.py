"""``curbside packet``: the packet of a run or a thread as a file."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from agents.memory.database import Memory
from bot.commands.runs import quote_verdicts, whole_run_id
from bot.composition import Consultation, open_consultation
from bot.failures.errors import NoRunInThread, PacketNeedsFile, RunWithoutWords
from bot.incoming.payloads.message_links import read_message_link
from bot.packets.contents import PacketRun, head_of
from bot.packets.json_form import write_json
from bot.packets.markdown import write_markdown
from bot.processes.bootstrap import migrated_database_url
from bot.settings import read_settings


class PacketFormat(StrEnum):
    """What a packet may be written as."""

    MD = "md"
    DOCX = "docx"
    JSON = "json"


def packet(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RUN_OR_THREAD",
            help="Run id or its beginning, or the link of a message of a thread: all its runs.",
        ),
    ],
    *,
    format_: Annotated[PacketFormat, typer.Option("--format", help="md, docx or json.")] = (
        PacketFormat.MD
    ),
    to: Annotated[
        Path | None, typer.Option(help="The file to write, readable by you alone.")
    ] = None,
) -> None:
    """Write the packet of a run or a thread: question, answer, quotes, marks and decision."""
    if format_ is PacketFormat.DOCX and to is None:
        raise PacketNeedsFile
    settings = read_settings()

    async def collected(url: str) -> list[PacketRun]:
        async with open_consultation(settings, url) as consultation:
            run_ids = await _run_ids(consultation.memory, what)
            return [await _packet_run(consultation, run_id) for run_id in run_ids]

    with migrated_database_url(settings) as url:
        written = _write(asyncio.run(collected(url)), format_)
    if to is None:
        sys.stdout.write(written.decode("utf-8"))
        return
    to.touch(mode=0o600)
    to.write_bytes(written)


async def _run_ids(memory: Memory, what: str) -> tuple[str, ...]:
    """The runs that are named, oldest first."""
    if "://" not in what:
        return (await whole_run_id(memory, what),)
    message = read_message_link(what)
    found = await memory.runs_at(message.channel, message.thread_ts or message.ts)
    if not found:
        raise NoRunInThread
    return found


async def _packet_run(consultation: Consultation, run_id: str) -> PacketRun:
    memory = consultation.memory
    events = await memory.events(run_id)
    view = await memory.view_of(run_id, events)
    if view.redacted is not None:
        raise RunWithoutWords(run_id)
    broken = await memory.verify(run_id)
    problem = f"row {broken.seq}, {broken.reason}" if broken else ""
    checked = await quote_verdicts(consultation, view)
    return PacketRun(view=view, head=head_of(events, problem), checked=checked)


def _write(runs: list[PacketRun], format_: PacketFormat) -> bytes:
    match format_:
        case PacketFormat.MD:
            return write_markdown(runs).encode("utf-8")
        case PacketFormat.JSON:
            return write_json(runs, datetime.now(UTC)).encode("utf-8")
        case PacketFormat.DOCX:
            # Slow to import, and only one format needs it.
            from bot.packets.word import write_docx

            return write_docx(runs)
