"""Opens what answers while clients are greeted already: it takes seconds, once a minute."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress

from rich.console import Console

from bot.composition import open_consultation
from bot.lifecycle import collect_seldom
from bot.logs import log
from bot.processes.bootstrap import fill_silos_if_needed, migrated_database_url
from bot.programs.parts import ProgramParts, build_parts
from bot.settings import Settings

_log = log(__name__)


class OpeningParts:
    """Parts that are being opened."""

    def __init__(self) -> None:
        self._parts: asyncio.Future[ProgramParts] = asyncio.get_running_loop().create_future()

    async def ready(self) -> ProgramParts:
        """The parts, once they are open. Raises what kept them from it."""
        return await asyncio.shield(self._parts)

    async def hold_open(self, settings: Settings) -> None:
        """Open them, fill the silos if they are empty, and close them when cancelled."""
        try:
            with ExitStack() as stack:
                database = migrated_database_url(settings)
                url = await asyncio.to_thread(stack.enter_context, database)
                await self._hold_consultation(settings, url)
        except Exception as error:  # noqa: BLE001 - whoever asks is told
            _log.warning("parts_not_open", exc_info=error)
            if not self._parts.done():
                self._parts.set_exception(error)

    async def _hold_consultation(self, settings: Settings, url: str) -> None:
        async with open_consultation(settings, url, runs=settings.workers) as consultation:
            ingestion = consultation.search.ingestion
            await fill_silos_if_needed(settings, ingestion, Console(stderr=True), _log_outdated)
            collect_seldom()
            self._parts.set_result(build_parts(settings, consultation))
            await asyncio.Event().wait()


@asynccontextmanager
async def opening_parts(settings: Settings) -> AsyncIterator[OpeningParts]:
    """Parts that open behind the block and close at its end."""
    parts = OpeningParts()
    opening = asyncio.create_task(parts.hold_open(settings))
    try:
        yield parts
    finally:
        opening.cancel()
        with suppress(asyncio.CancelledError):
            await opening


def _log_outdated(what_to_do: str) -> None:
    _log.warning("starter_corpus_outdated", what_to_do=what_to_do)
