"""Takes part in an ingestion that another process, on any machine, has begun or will begin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from agents.wording.counts import count_of
from bot.builders.summariser import build_summariser
from bot.composition import open_ingestion
from bot.db.ingestion.batches import documents_elsewhere, documents_left
from bot.lifecycle import stop_on_signals
from bot.processes.ingesting.taking import BatchTaker, queue_of
from bot.settings import Settings

OTHER_SETTINGS = (
    "Waiting for processes that have another embedder, other summaries, silos or another store than"
    " the settings here: {documents}."
)
_LOOK_SECONDS = 0.5
"""Between two looks whether something is left. Chosen by hand."""


async def join_ingestion(
    settings: Settings, url: str, tell: Callable[[str], None], *, once: bool
) -> int:
    """Carry out batches until SIGTERM or SIGINT, or until none is left if ``once``; how many
    documents were done here. Raises what ends an ingestion."""
    stop = stop_on_signals()
    async with open_ingestion(settings, url) as opened:
        database = opened.staging.database
        summariser = await asyncio.to_thread(build_summariser, settings)
        ingestion = replace(opened, summariser=summariser)
        queue = queue_of(ingestion, settings)
        if number := await documents_elsewhere(database, queue):
            tell(OTHER_SETTINGS.format(documents=count_of(number, "document")))
        taker = BatchTaker(ingestion, database, queue)
        taking = asyncio.create_task(taker.run(stop))
        try:
            while once and await documents_left(database, queue, "summarise", "embed"):
                if (await asyncio.wait({taking}, timeout=_LOOK_SECONDS))[0]:
                    break
        finally:
            if once:
                stop.set()
            await asyncio.wait({taking})
        await taking
        return taker.documents
