"""What answers questions: the core that is set, and the one that answers where no service of others
may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agents.analyses.sandbox.offering import (
    ONLY_FIXED,
    CodeRunner,
    languages_here,
    sandbox_problem,
)
from agents.answering import Answerer
from agents.cores import Core
from agents.errors import ModelMisconfigured
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.run.rules import RulesOf
from agents.run.sealed_channels import SealedCore, SealedParts
from agents.run.tools.analyses import CodeTools
from bot.settings import Settings
from names.recognise import load_tables
from retrieval.ingestion.summaries import ExtractiveSummariser, Summariser
from retrieval.records.library import RecordSources
from retrieval.silos import Silos

NO_ROUNDS = f"Code of a model is not run: CURBSIDE_CODE_ROUNDS is 0. {ONLY_FIXED}"


@dataclass(frozen=True, slots=True)
class Cores:
    """Who answers."""

    usual: Core
    sealed: Core
    """Where no hosted model may be asked; any channel may choose that."""
    code_problem: str = NO_ROUNDS
    """Why no code of a model is run; empty where it is."""


def build_cores(settings: Settings) -> Cores:
    """The cores that are set. Blocking: loads files. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    usual = build_core(settings)
    if settings.model is None:
        return Cores(usual, usual)
    problem = code_problem(settings)
    if settings.trusts(settings.model_url):
        return Cores(usual, _llm_core(settings, fallback=None), problem)
    from agents.extractive.core import ExtractiveCore

    return Cores(usual, SealedCore(ExtractiveCore()), problem)


def build_core(settings: Settings) -> Core:
    """The part that reasons: the chat model that is set, or the extractive core. Blocking: it
    loads files. Raises :class:`agents.errors.ModelMisconfigured`."""
    load_tables()  # Of names: every core needs them, and the first question would wait for them.
    if settings.model is None:
        from agents.extractive.core import ExtractiveCore, load_readers

        load_readers()
        return ExtractiveCore()
    return _llm_core(settings, fallback=settings.fallback_model)


@cache
def _problem_here() -> str:
    """Tried once: it starts a process."""
    return sandbox_problem()


def code_problem(settings: Settings) -> str:
    """Why no code of a model is run; empty where it is. Blocking: it tries."""
    return _problem_here() if settings.code_rounds else NO_ROUNDS


def _llm_core(settings: Settings, *, fallback: str | None) -> Core:
    from agents.llm.analysing.analyst import Coding
    from agents.llm.calls.provider import Tuning
    from agents.llm.core import open_llm_core
    from agents.llm.model_roles import ModelNames
    from agents.llm.writing.reasoning import Reasoning

    return open_llm_core(
        ModelNames(
            model=settings.model or "",
            fallback=fallback,
            planner=settings.planner_model,
            executor=settings.executor_model,
            concluder=settings.concluder_model,
            checker=settings.check_model,
        ),
        base_url=settings.model_url,
        tuning=Tuning(
            seconds=settings.model_seconds,
            max_tokens=settings.model_max_tokens,
            temperature=settings.model_temperature,
            effort=settings.model_effort,
            calls=settings.model_calls,
        ),
        is_trusted=settings.trusts(settings.model_url),
        reasoning=Reasoning(settings.reasoning_left_out),
        coding=Coding(sees=settings.model_sees, problem=code_problem(settings)),
    )


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
    from agents.llm.extracting.contract import Extracting

    if not isinstance(core, LlmCore):
        return core
    return core.with_extractors(Extracting(memory, CodeRunner()))


def build_summariser(settings: Settings) -> Summariser | None:
    """Who writes summaries for the focus of a silo, if anybody. Blocking: it loads files. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    if settings.summaries == "none":
        return None
    if settings.summaries == "extractive":
        return ExtractiveSummariser()
    if settings.model is None:
        detail = "CURBSIDE_SUMMARIES=model needs CURBSIDE_MODEL."
        raise ModelMisconfigured(detail)
    from agents.llm.summaries import open_model_summariser

    return open_model_summariser(
        model=settings.model,
        fallback=settings.fallback_model,
        base_url=settings.model_url,
        seconds=settings.model_seconds,
        is_trusted=settings.trusts(settings.model_url),
    )


def run_limits(settings: Settings) -> Limits:
    """How far a run may go."""
    steps, seconds, tokens = settings.max_steps, settings.max_seconds, settings.max_tokens
    limits = Limits(steps=steps, seconds=seconds, tokens=tokens)
    return limits.with_model(settings.model_seconds) if settings.model else limits
