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
from bot.db.channels.rules import RulesOfChannels
from bot.processes.look_ups import LookUps
from bot.processes.worker import answer_and_send
from bot.settings import Settings
from retrieval.sql import Database
from tests.fakes import MemorySilos, ScriptedCore
from tests.sample_documents import DOCUMENTS


async def main(database_url: str, api_url: str, home: str) -> None:
    settings = Settings(
        _env_file=None,
        home=Path(home),
        database_url=database_url,
        slack_api_url=api_url,
        slack_bot_token="xoxb-local",
    )
    silos = MemorySilos(DOCUMENTS)
    database = Database(database_url)
    memory = Memory(database)
    answerer = Answerer(
        memory=memory, core=ScriptedCore(hang="think"), silos=silos, limits=Limits()
    )
    await answer_and_send(
        settings,
        asyncio.Event(),
        database=database,
        answerer=answerer,
        look_ups=LookUps(database, lambda _is_sealed: silos, RulesOfChannels(settings, database)),
        cards=silos.cards,
    )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
