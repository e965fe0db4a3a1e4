"""What must be there before a run can start: a migrated database and filled silos."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars

from bot import postgres
from bot.composition import open_ingestion
from bot.migrating import migrate
from bot.settings import Settings
from retrieval.cards import read_cards
from retrieval.ingest import IngestReport, Progress, ingest
from retrieval.remembered import remembering

STAGES = {"read": "Reading documents", "embed": "Embedding documents"}


class Rate(ProgressColumn):
    """Documents per second."""

    def render(self, task: Task) -> str:
        speed = task.finished_speed or task.speed
        return "" if speed is None else f"{speed:.0f}/s"


@contextmanager
def own_or_configured(settings: Settings) -> Iterator[str]:
    """URL of the configured database, or of our own for as long as the block lasts."""
    if settings.database_url:
        yield settings.database_url
        return
    with postgres.lent(settings.home) as server:
        yield server.url


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """URL of a migrated database."""
    with own_or_configured(settings) as url:
        migrate(url)
        yield url


async def fill_silos(settings: Settings, database_url: str, console: Console) -> IngestReport:
    """Bring the silos to the state of the corpus folder; shows progress when there is work."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
    )
    async with open_ingestion(settings, database_url) as (staging, store, embedder):
        with Bars(*columns, console=console, transient=True) as bars:
            shown: dict[str, TaskID] = {}

            def progress(now: Progress) -> None:
                if now.stage not in shown:
                    shown[now.stage] = bars.add_task(STAGES[now.stage], total=now.total)
                bars.update(shown[now.stage], completed=now.done, total=now.total)

            return await ingest(
                settings.corpus,
                staging=staging,
                store=store,
                embedder=await asyncio.to_thread(remembering, embedder, settings.corpus),
                progress=progress,
            )


def report_lines(report: IngestReport) -> tuple[str, ...]:
    """What an ingestion did, and one line per file that could not be taken in."""
    done = (
        f"{report.held} documents in the silos: {report.written} written, "
        f"{report.removed} removed, {report.unchanged_files} of {report.files} files unchanged."
    )
    return (done, *(f"{problem.path}: {problem.reason}" for problem in report.problems))


async def fill_if_empty(settings: Settings, database_url: str, console: Console) -> None:
    """Ingest the corpus when no silo holds anything yet."""
    async with open_ingestion(settings, database_url) as (_, store, _):
        counts = [await store.count(card.name) for card in read_cards()]
    if not any(counts):
        await fill_silos(settings, database_url, console)
