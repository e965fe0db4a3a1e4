"""Filling the silos from the corpus folder or from public sources, with progress bars."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

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

from agents.wording.counts import count_of
from bot.builders.summariser import build_summariser
from bot.composition import open_ingestion
from bot.processes.ingesting.sharing import shared_batches
from bot.settings import SHIPPED_CORPUS, Settings
from retrieval.embedding.cache import with_cached_embeddings
from retrieval.ingestion.batches import RunBatches, run_in_turn
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.folders.removed_files import KEEP, RemovalChoice, RemovedFiles
from retrieval.ingestion.harvest import HarvestReport, harvest
from retrieval.ingestion.ingest import (
    IndexReport,
    IngestReport,
    Progress,
    index_staged,
    ingest,
)
from retrieval.ingestion.sources.contract import HarvestRequest, Source

MOST_NAMED = 30
"""Files that are gone and named one by one. Chosen by hand: a screen of them."""
STAGES = {
    "read": "Reading documents",
    "summarise": "Summarising documents",
    "embed": "Embedding documents",
}


class RateColumn(ProgressColumn):
    """Documents per second."""

    def render(self, task: Task) -> str:
        speed = task.finished_speed or task.speed
        return "" if speed is None else f"{speed:.0f}/s"


COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    RateColumn(),
    TimeRemainingColumn(),
)


@dataclass(frozen=True, slots=True)
class OpenSource:
    """A source that is open, and what it is asked for."""

    name: str
    source: Source
    request: HarvestRequest


@dataclass(frozen=True, slots=True)
class FillReport:
    """What sources brought, and what that changed in the silos."""

    reports: tuple[HarvestReport, ...]
    index: IndexReport


async def harvest_into_silos(
    settings: Settings,
    database_url: str,
    wanted: Sequence[OpenSource],
    console: Console,
    tell: Callable[[HarvestReport], None],
) -> FillReport:
    """Stage what the sources have, one after the other, then embed what is new. A source that
    fails does not keep the others from going on; ``tell`` is given each report at once."""
    async with open_ingestion(settings, database_url) as ingestion:
        roles = {card.name: card.role for card in ingestion.cards}
        with Bars(*COLUMNS, console=console, transient=True) as bars:
            reports = []
            for loaded in wanted:
                shown = bars.add_task(f"Asking {loaded.name}", total=None)
                try:
                    report = await harvest(
                        loaded.source,
                        loaded.request,
                        staging=ingestion.staging,
                        role=roles.get(loaded.request.silo, ""),
                        progress=lambda now, shown=shown: bars.update(  # type: ignore[misc]
                            shown, completed=now.done, total=now.total
                        ),
                    )
                finally:
                    await loaded.source.close()
                reports.append(report)
                tell(report)
                bars.remove_task(shown)
            full = replace(
                ingestion, summariser=await asyncio.to_thread(build_summariser, settings)
            )
            silos = {loaded.request.silo for loaded in wanted}
            shared = shared_batches(settings)
            index = await index_staged(silos, full, _shower(bars), shared)
    return FillReport(tuple(reports), index)


def _shower(bars: Bars) -> Callable[[Progress], None]:
    shown: dict[str, TaskID] = {}

    def progress(now: Progress) -> None:
        if now.stage not in shown:
            shown[now.stage] = bars.add_task(STAGES[now.stage], total=now.total)
        bars.update(shown[now.stage], completed=now.done, total=now.total)

    return progress


async def fill_silos(
    settings: Settings,
    database_url: str,
    console: Console,
    name: str = "",
    pruning: RemovalChoice = KEEP,
) -> IngestReport:
    """Bring the silos to the state of the corpus folder; shows progress when there is work."""
    async with open_ingestion(settings, database_url) as ingestion:
        shared = shared_batches(settings)
        return await ingest_corpus(settings, ingestion, console, name, pruning, shared)


async def ingest_corpus(
    settings: Settings,
    ingestion: Ingestion,
    console: Console,
    name: str = "",
    pruning: RemovalChoice = KEEP,
    run_batches: RunBatches = run_in_turn,
) -> IngestReport:
    """The same with parts that are open. What a new version of the starter corpus leaves out goes:
    it came with the program."""
    if settings.corpus == SHIPPED_CORPUS:
        name, pruning = SHIPPED_CORPUS.name, RemovalChoice(wanted=True, confirmed=True)
    full = replace(
        ingestion,
        embedder=await asyncio.to_thread(
            with_cached_embeddings, ingestion.embedder, settings.corpus
        ),
        summariser=await asyncio.to_thread(build_summariser, settings),
    )
    with Bars(*COLUMNS, console=console, transient=True) as bars:
        return await ingest(
            settings.corpus,
            full,
            _shower(bars),
            name=name,
            pruning=pruning,
            run_batches=run_batches,
        )


def report_lines(report: IngestReport) -> tuple[str, ...]:
    """What an ingestion did, and one line per file that could not be taken in."""
    done = (
        f"{count_of(report.held, 'document')} in the silos: {report.written} written, "
        f"{report.removed} removed, {report.unchanged_files} of {report.files} files unchanged."
    )
    said = (*report.problems, *report.remarks)
    return (
        done,
        *(f"{problem.path}: {problem.reason}" for problem in said),
        *_gone_lines(report.gone),
    )


def _gone_lines(gone: RemovedFiles) -> Iterator[str]:
    """The files that are gone, the first of them by name."""
    yield from (f"{path}: removed, its file is gone." for path in gone.removed[:MOST_NAMED])
    yield from (f"{path}: its file is gone, and it stays." for path in gone.kept[:MOST_NAMED])
    more = len(gone.removed) + len(gone.kept) - MOST_NAMED
    if more > 0:
        yield f"… and {count_of(more, 'more file')} (all of them: --json)."
    if gone.too_many:
        yield (
            "That is a large part of what this folder brought. Is it mounted, and the right one?"
            " If so, add --yes to --prune."
        )
    elif gone.kept:
        yield "To remove what is gone, add --prune."
