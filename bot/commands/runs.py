"""Commands over runs and their journals: ``runs``, ``show``, ``export``, ``replay``."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.analyses.sandbox.offering import CodeRunner
from agents.endings.reviews import review_object, verdict_counts, vote_object
from agents.endings.sign_off import WORDS, counted_words, decision_object, sign_off_of
from agents.journal.entry import Event
from agents.journal.folding import fold
from agents.journal.hash_chain import ChainBreak, redacted_rows
from agents.memory.database import Memory
from agents.memory.runs import RunSummary
from agents.run.tools.repeating import run_code_again
from agents.turns import Citation, View
from bot.asking.printing import print_lines
from bot.asking.protocol import PrintedLine
from bot.asking.terminal import redacted_words, refused_lines, view_lines
from bot.composition import Consultation, open_consultation, open_database_parts
from bot.db.keeping.head_signatures import fits, read_signature
from bot.db.posting.kept_messages import kept_messages
from bot.failures.errors import RunIdTooShort, RunNotFound
from bot.packets.comparing import compare_packet, read_packet
from bot.packets.sent_messages import COMPARED, changed_messages
from bot.processes.bootstrap import migrated_database_url
from bot.settings import Settings, read_settings
from retrieval.errors import RetrievalError
from retrieval.sql import Database

RUN_HELP = "Run id, as `curbside runs` lists it, or as much of its beginning as is unique."
Run = Annotated[str, typer.Argument(help=RUN_HELP)]


def runs(limit: Annotated[int, typer.Option(min=1, max=1000)] = 20) -> None:
    """List the newest runs. Question texts are not shown; `curbside show` does that."""
    settings = read_settings()

    async def newest(url: str) -> list[str]:
        async with open_database_parts(settings, url) as parts:
            return [_run_line(row) for row in await parts.memory.recent_runs(limit)]

    with migrated_database_url(settings) as url:
        for line in asyncio.run(newest(url)) or ["No question was asked yet."]:
            typer.echo(line)


def _run_line(row: RunSummary) -> str:
    line = f"{row.run_id}  {row.opened_at:%Y-%m-%d %H:%M:%S}  {row.state:8}  {row.thread}"
    line = f"{line}  redacted" if row.is_redacted else line
    line = f"{line}  fork of {row.forked_from}" if row.forked_from else line
    line = f"{line}  marked {verdict_counts(row.reviews)}" if row.reviews else line
    if row.reviews or row.decided:
        line = f"{line}  {WORDS[sign_off_of(row.reviews, row.decided)].lower()}"
    return f"{line}  decided, {counted_words(row.decided)}" if row.decided else line


def show(run: Run) -> None:
    """Show a run: its steps and how it ended."""
    settings = read_settings()
    console = Console()

    async def print_run(url: str) -> None:
        async with open_database_parts(settings, url) as parts:
            view = await parts.memory.view(await whole_run_id(parts.memory, run))
        if view.redacted is not None:
            console.print(redacted_words(view.redacted), markup=False, highlight=False)
            return
        console.print(view.question.text, markup=False, highlight=False, style="bold")
        print_lines((*view_lines(view), *map(PrintedLine, refused_lines(view.ending))), console)

    with migrated_database_url(settings) as url:
        asyncio.run(print_run(url))


def export(run: Run) -> None:
    """Print a run's journal as JSON, with the check of its hash chain."""
    settings = read_settings()

    async def journal(url: str) -> dict[str, object]:
        """The rows of the run and what the check of their chain came to, as JSON has them."""
        async with open_database_parts(settings, url) as parts:
            run_id = await whole_run_id(parts.memory, run)
            events = await parts.memory.events(run_id)
            problem = await parts.memory.verify(run_id)
        view = fold(events)
        return {
            "run_id": run_id,
            "chain": f"broken at row {problem.seq}: {problem.reason}" if problem else "intact",
            "redacted_rows": redacted_rows(events),
            "reviews": [review_object(each, view) for each in view.reviews],
            "blind_votes": [vote_object(each) for each in view.votes],
            "sign_off": sign_off_of(view.reviews, view.decided),
            "decision": decision_object(view),
            "events": [_event_object(event) for event in events],
        }

    with migrated_database_url(settings) as url:
        sys.stdout.write(json.dumps(asyncio.run(journal(url)), ensure_ascii=False, indent=1) + "\n")


def replay(
    run: Run,
    packet: Annotated[
        Path | None, typer.Option(help="A packet of the run in JSON, to be compared as well.")
    ] = None,
) -> None:
    """Check a run again from its journal: the hash chain, its code, every quote of a document."""
    settings = read_settings()
    packed = packet.read_bytes() if packet else b""

    async def check(url: str) -> list[str]:
        """One line on the chain, then one on each quote and on each run of code."""
        async with open_consultation(settings, url) as consultation:
            run_id = await whole_run_id(consultation.memory, run)
            events = await consultation.memory.events(run_id)
            view = await consultation.memory.view_of(run_id, events)
            problem = await consultation.memory.verify(run_id)
            compared = await _packet_lines(consultation, packed, run_id, events) if packet else []
            chain = _chain_line(events, problem)
            changed = await consultation.memory.changed_copies(run_id)
            said = changed_messages(
                events, await kept_messages(consultation.database, run_id, COMPARED)
            )
            beside = [f"CHANGED outside the journal: {words}" for words in (*changed, *said)]
            again = [
                f"step {each.step}, code in {each.language} run again: {each.verdict}"
                for each in await run_code_again(view, CodeRunner(), consultation.search.silos.open)
            ]
            quotes = await _check_quotes(consultation, view)
            signed = await _signature_lines(consultation.database, settings, run_id, events)
            return [chain, *signed, *beside, *quotes, *again, *compared]

    with migrated_database_url(settings) as url:
        lines = asyncio.run(check(url))
    for line in lines:
        typer.echo(line)
    if not lines[0].startswith("hash chain: intact") or any("CHANGED" in line for line in lines):
        raise typer.Exit(1)


async def _packet_lines(
    consultation: Consultation, text: bytes, run_id: str, events: Sequence[Event]
) -> list[str]:
    packed = read_packet(text, run_id)
    then = [event for event in events if event.seq <= packed.rows]
    view = await consultation.memory.view_of(run_id, then) if then else None
    return compare_packet(packed, then, view)


async def _signature_lines(
    database: Database, settings: Settings, run_id: str, events: Sequence[Event]
) -> list[str]:
    """Whether the head is the one that was signed; nothing where no key is set."""
    if settings.head_key is None:
        return []
    signed = await read_signature(database, run_id)
    if signed is None:
        return ["head: not signed: the run goes on, or ended before a worker had the key"]
    if not fits(settings.head_key.get_secret_value(), signed, events):
        return [f"head: CHANGED since it was signed at row {signed.seq}, or signed by another key"]
    later = len(events) - signed.seq
    return [f"head: signed at row {signed.seq}" + (f", {later} rows came later" if later else "")]


def _chain_line(events: Sequence[Event], problem: ChainBreak | None) -> str:
    if problem:
        return f"hash chain: broken at row {problem.seq}, {problem.reason}"
    redacted = redacted_rows(events)
    words = f"; {redacted} of them redacted, as later rows note" if redacted else ""
    return f"hash chain: intact over {len(events)} rows{words}"


def _event_object(event: Event) -> dict[str, object]:
    entry = event.entry
    return {
        # Of a fork, the first rows are those of the run it was forked from.
        "run_id": event.run_id,
        "seq": event.seq,
        "at": event.at.isoformat(),
        "kind": entry.kind,
        "call_id": entry.call_id,
        "payload": entry.payload,
        "usage": asdict(entry.usage),
        "prompt_sha": entry.prompt_sha,
        "latency_ms": entry.latency_ms,
        "prev_hash": event.prev_hash,
        "hash": event.hash,
    }


async def quote_verdicts(consultation: Consultation, view: View) -> dict[str, str]:
    """What came of comparing each quote of a run with its stored document, by key."""
    return {key: await _compare(consultation, citation) for key, citation in view.citations.items()}


async def _check_quotes(consultation: Consultation, view: View) -> list[str]:
    lines = []
    for key, verdict in (await quote_verdicts(consultation, view)).items():
        citation = view.citations[key]
        where = f"{citation.ref.silo}/{citation.ref.id} version {citation.ref.version}"
        lines.append(f"{key} {where} {citation.start}-{citation.end}: {verdict}")
    return lines


async def _compare(consultation: Consultation, citation: Citation) -> str:
    try:
        document = await consultation.search.silos.open(citation.ref)
    except RetrievalError as error:
        return f"CHANGED, {error}"
    if document.text[citation.start : citation.end] != citation.quote:
        return "CHANGED, the stored text at this span is another"
    if not await consultation.search.ingestion.staging.is_as_staged(document):
        return "CHANGED, the stored text around it is not what was taken in"
    return "stands"


async def whole_run_id(memory: Memory, start: str) -> str:
    """The id of the one run that begins like this. Raises
    :class:`bot.failures.errors.RunNotFound` and :class:`bot.failures.errors.RunIdTooShort`."""
    found = await memory.runs_beginning(start) if start else ()
    if not found:
        raise RunNotFound(start)
    if len(found) > 1:
        raise RunIdTooShort(start)
    return found[0]
