"""What answers questions: the core that is set, and the one that answers where no service of others
may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agents.analyses.sandbox.offering import ONLY_FIXED, sandbox_problem
from agents.cores import Core
from agents.run.sealed_channels import SealedCore
from bot.settings import Settings
from names.recognise import load_tables

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
    from agents.llm.analysing.analyst import CodePolicy
    from agents.llm.calls.provider import CallSettings
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
        tuning=CallSettings(
            seconds=settings.model_seconds,
            max_tokens=settings.model_max_tokens,
            temperature=settings.model_temperature,
            effort=settings.model_effort,
            calls=settings.model_calls,
        ),
        is_trusted=settings.trusts(settings.model_url),
        reasoning=Reasoning(settings.reasoning_left_out),
        coding=CodePolicy(sees=settings.model_sees, problem=code_problem(settings)),
    )
