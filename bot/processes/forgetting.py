"""Beside its runs, a worker takes what is older than its age, and what is to be forgotten."""

from __future__ import annotations

import asyncio

from bot.db.keeping.ages import Ages, take_old
from bot.db.keeping.redacting import redact_marked
from bot.db.taking_over.unfinished_tries import forget_old_tries
from bot.db.teams.installations import forget_old_states
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.settings import Settings
from retrieval.sql import Database

_log = log(__name__)
MARKED_SECONDS = 2.0
"""Between two looks for deleted questions whose words are to go. Chosen by hand: soon, and one look
at an index with nothing in it."""
OLD_SECONDS = 3600.0
"""Between two looks for what is older than its age. Chosen by hand: ages are counted in days."""


def ages_of(settings: Settings) -> Ages:
    """The ages that are set."""
    return Ages(
        journals=settings.keep_journals_days,
        files=settings.keep_files_days,
        turns=settings.keep_turns_days,
        messages=settings.keep_messages_days,
        events=settings.keep_events_days,
        traces=settings.keep_traces_days,
    )


async def forget_what_is_due(database: Database, ages: Ages, stop: asyncio.Event) -> None:
    """Until ``stop``: what is marked soon, what is old every hour. Several workers may do so."""
    clock = asyncio.get_running_loop()
    look_again = clock.time()
    while not stop.is_set():
        try:
            if clock.time() >= look_again:
                due = await take_old(database, ages)
                await forget_old_tries(database)
                await forget_old_states(database)
                look_again = clock.time() + OLD_SECONDS
                if any(due.values()):
                    _log.info("old_taken", **{str(kind): number for kind, number in due.items()})
            elif redacted := await redact_marked(database):
                _log.info("runs_redacted", number=redacted)
        except Exception as error:  # noqa: BLE001 - the worker goes on, and looks again
            _log.warning("forgetting_interrupted", cause=type(error).__name__)
        await sleep_unless(stop, MARKED_SECONDS)
