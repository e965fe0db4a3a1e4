"""What serves programs, built over an open consultation."""

from __future__ import annotations

from dataclasses import dataclass

from bot.composition import Consultation
from bot.db.channels.rules import RulesOfChannels
from bot.programs.library import ProgramLibrary
from bot.programs.questions import ProgramQuestions
from bot.programs.searched_silos import libraries_of
from bot.settings import Settings
from retrieval.sql import Database


@dataclass(frozen=True, slots=True)
class ProgramParts:
    """Answers questions, searches, and knows the clients."""

    questions: ProgramQuestions
    library: ProgramLibrary
    database: Database
    """Whose tokens hold."""


def build_parts(settings: Settings, consultation: Consultation) -> ProgramParts:
    """The parts of one process."""
    rules = RulesOfChannels(settings, consultation.database)
    return ProgramParts(
        ProgramQuestions(
            database=consultation.database,
            memory=consultation.memory,
            answerer=consultation.answerer,
            rules=rules,
            at_a_time=settings.workers,
        ),
        ProgramLibrary(libraries_of(consultation.search), rules),
        consultation.database,
    )
