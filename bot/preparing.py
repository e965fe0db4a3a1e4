"""What must be there before a run can start: a migrated database and filled silos."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot import postgres
from bot.composition import open_ingestion
from bot.migrating import migrate
from bot.settings import Settings
from retrieval.cards import read_cards
from retrieval.ingest import IngestReport, ingest


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
        TextColumn("{task.speed:.0f} documents/s"),
        TimeRemainingColumn(),
    )
    async with open_ingestion(settings, database_url) as (staging, store, embedder):
        with Progress(*columns, console=console, transient=True) as bars:
            bar = bars.add_task("Reading documents", total=None)

            def progress(done: int, total: int, what: str) -> None:
                bars.update(bar, completed=done, total=total, description=what)

            return await ingest(
                settings.corpus, staging=staging, store=store, embedder=embedder, progress=progress
            )


async def fill_if_empty(settings: Settings, database_url: str, console: Console) -> None:
    """Ingest the corpus when no silo holds anything yet."""
    async with open_ingestion(settings, database_url) as (_, store, _):
        counts = [await store.count(card.name) for card in read_cards()]
    if not any(counts):
        await fill_silos(settings, database_url, console)
