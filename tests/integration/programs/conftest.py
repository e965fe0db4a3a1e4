"""What serves programs, over a real PostgreSQL, a core that follows a script and silos in
memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.answering import Answerer
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Thought
from bot.db.channels.rules import RulesOfChannels
from bot.programs.library import ProgramLibrary
from bot.programs.parts import ProgramParts
from bot.programs.questions import ProgramQuestions
from bot.settings import Settings
from retrieval.sql import Database, open_database
from tests.fakes import MemorySilos, ScriptedCore, search
from tests.sample_documents import DOCUMENTS

ONE_SEARCH = (
    Thought(text="I look at the trials.", actions=(search("clinical_trials", "trial alpha"),)),
)
QUESTION = "What does drug alpha do in gene beta?"


@dataclass(frozen=True, slots=True)
class Served:
    """The parts and what they stand on."""

    parts: ProgramParts
    database: Database
    memory: Memory
    core: ScriptedCore
    searched: list[bool]
    """Of each search: whether nothing might leave."""


@pytest.fixture
async def served(database_url: str, tmp_path: Path) -> AsyncIterator[Served]:
    settings = Settings(_env_file=None, home=tmp_path, questions_a_day=2)
    core, silos, searched = ScriptedCore(ONE_SEARCH), MemorySilos(DOCUMENTS), []

    def library_by(is_sealed: bool) -> MemorySilos:
        searched.append(is_sealed)
        return silos

    async with open_database(database_url, connections=8) as database:
        memory, rules = Memory(database), RulesOfChannels(settings, database)
        answerer = Answerer(
            memory=memory, core=core, silos=silos, limits=Limits(), rules=rules.run_rules
        )
        questions = ProgramQuestions(
            database=database, memory=memory, answerer=answerer, rules=rules, at_a_time=2
        )
        parts = ProgramParts(questions, ProgramLibrary(library_by, rules), database)
        yield Served(parts, database, memory, core, searched)
