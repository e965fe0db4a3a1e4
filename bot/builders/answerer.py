"""Who answers a question, by its channel, and how far a run may go."""

from __future__ import annotations

from dataclasses import dataclass

from agents.analyses.sandbox.offering import CodeRunner, languages_here
from agents.answering import Answerer
from agents.cores import Core
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.run.rules import RulesOf
from agents.run.sealed_channels import SealedParts
from agents.run.tools.analyses import CodeTools
from bot.builders.cores import Cores
from bot.settings import Settings
from retrieval.records.library import RecordSources
from retrieval.silos import Silos


@dataclass(frozen=True, slots=True)
class FoundIn:
    """What questions are answered from."""

    silos: Silos
    sealed: Silos
    """The same for questions of which nothing may leave."""
    records: RecordSources


def build_answerer(
    settings: Settings,
    memory: Memory,
    cores: Cores,
    found_in: FoundIn,
    rules: RulesOf,
) -> Answerer:
    """Who answers a question, by its channel. A chat model reads all that a search returns, so it
    gets nothing twice."""
    silos, sealed, records = found_in.silos, found_in.sealed, found_in.records
    has_model = settings.model is not None
    has_sealed_model = has_model and settings.trusts(settings.model_url)
    runs_code = has_model and not cores.code_problem
    code = CodeTools(CodeRunner(), settings.code_rounds, languages_here()) if runs_code else None
    if runs_code:
        records = records.showing_unread()
    return Answerer(
        memory=memory,
        core=_with_extractors(cores.usual, memory) if runs_code else cores.usual,
        silos=records.beside(silos.without_repeats() if has_model else silos),
        limits=run_limits(settings),
        sealed=SealedParts(
            cores.sealed,
            records.without_services().beside(
                sealed.without_repeats() if has_sealed_model else sealed
            ),
            code if has_sealed_model else None,
        ),
        rules=rules,
        code=code,
        reader=_reader(),
    )


def _reader() -> Core:
    """Who reads what came after an answer: no model is asked for what nobody waits for."""
    from agents.extractive.core import ExtractiveCore

    return ExtractiveCore()


def _with_extractors(core: Core, memory: Memory) -> Core:
    """The core of a model, which has answers of records in other forms read by code."""
    from agents.llm.core import LlmCore
    from agents.llm.extracting.contract import ExtractionTools

    if not isinstance(core, LlmCore):
        return core
    return core.with_extractors(ExtractionTools(memory, CodeRunner()))


def run_limits(settings: Settings) -> Limits:
    """How far a run may go."""
    steps, seconds, tokens = settings.max_steps, settings.max_seconds, settings.max_tokens
    limits = Limits(steps=steps, seconds=seconds, tokens=tokens)
    return limits.with_model(settings.model_seconds) if settings.model else limits
