"""``curbside api``: questions of other programs over HTTP, answered in this process."""

from __future__ import annotations

from contextlib import AsyncExitStack

from rich.console import Console

from bot import logs
from bot.composition import open_consultation
from bot.lifecycle import (
    collect_seldom,
    ended_when_it_hangs,
    give_way,
    keep_what_is_loaded,
    share_interpreter,
    stop_on_signals,
)
from bot.pages.site import ConnectionLimits, open_site
from bot.processes.bootstrap import fill_silos_if_needed
from bot.programs.http.handlers import ApiHandlers
from bot.programs.parts import build_parts
from bot.programs.running import RunningQuestions
from bot.settings import Settings

_log = logs.log(__name__)
DRAIN_SECONDS = 8.0
"""How long what is being answered may go on when the process is asked to stop. Chosen by hand, as
for workers."""


async def serve_api(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT."""
    logs.configure(settings.log_level)
    stop = stop_on_signals()
    give_way(settings.worker_niceness)
    share_interpreter()
    url = settings.database_url or ""
    async with AsyncExitStack() as stack:
        consultation = await stack.enter_async_context(
            open_consultation(settings, url, runs=settings.workers)
        )
        await fill_silos_if_needed(settings, consultation.search.ingestion, Console(stderr=True))
        keep_what_is_loaded()
        collect_seldom()
        questions = build_parts(settings, consultation).questions
        running = RunningQuestions(questions)
        site = ApiHandlers(consultation.database, questions, running).application()
        listening = open_site(
            site,
            settings.host,
            settings.api_port,
            ConnectionLimits(answer_seconds=None),
            "CURBSIDE_API_PORT",
        )
        port = await stack.enter_async_context(listening)
        await stack.enter_async_context(ended_when_it_hangs())
        _log.info("serving_programs", host=settings.host, port=port)
        await stop.wait()
        # Before the site is closed, which waits for whoever waits for an answer.
        await running.end(DRAIN_SECONDS)
