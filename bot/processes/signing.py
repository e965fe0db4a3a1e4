"""Beside its runs, a worker signs the heads of journals, where a key is set."""

from __future__ import annotations

import asyncio
from itertools import count

from bot.db.keeping.head_signatures import sign_heads
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.settings import Settings
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
LOOK_SECONDS = 5.0
"""Between two looks for runs that ended. Chosen by hand: what is changed before, is signed."""
LOOKS_AT_ALL = 120
"""Each so many-th look is for rows that were added to signed runs, too: ten minutes. Chosen by
hand: it goes through all runs."""


async def sign_what_ended(database: Database, settings: Settings, stop: asyncio.Event) -> None:
    """Until ``stop``; nothing without a key. Several workers may do so."""
    if settings.head_key is None:
        return
    key = settings.head_key.get_secret_value()
    for look in count():
        if stop.is_set():
            return
        try:
            await sign_heads(database, key, older=look % LOOKS_AT_ALL == 0)
        except DatabaseUnavailable as error:
            _log.warning("signing_interrupted", cause=type(error).__name__)
        await sleep_unless(stop, LOOK_SECONDS)
