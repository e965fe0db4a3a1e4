"""A worker in a process of its own, to be killed: it takes a run and hangs while it thinks.

``python -m tests.integration.bot.hanging_worker DATABASE_URL SLACK_API_URL HOME``
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from agents.answering import Answerer
from agents.memory.database import Memory
from agents.run.limits import Limits
from bot.db.database import Ledger
from bot.processes.worker import work_over
from bot.settings import Settings
from tests.fakes import MemorySilos, ScriptedCore
from tests.shelf import SHELF


async def main(database_url: str, api_url: str, home: str) -> None:
    settings = Settings(
        _env_file=None,
        home=Path(home),
        database_url=database_url,
        slack_api_url=api_url,
        slack_bot_token="xoxb-local",
    )
    silos = MemorySilos(SHELF)
    memory = await Memory.connect(database_url)
    answerer = Answerer(
        memory=memory, core=ScriptedCore(hang="think"), silos=silos, limits=Limits()
    )
    await work_over(settings, asyncio.Event(), Ledger.connect(database_url), answerer, silos)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
