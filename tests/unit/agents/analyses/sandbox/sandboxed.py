"""Tests that run code in the sandbox: skipped where bubblewrap cannot be had, never in CI."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from agents.analyses.sandbox.contract import CodeJob, CodeLimits, CodeOutcome, Language
from agents.analyses.sandbox.offering import sandbox_problem
from agents.analyses.sandbox.running import run_and_wait
from tests.conftest import IN_CI

LIMITS = CodeLimits(seconds=10, processor_seconds=5, memory=150 << 20, scratch=4 << 20, output=4000)


@cache
def problem() -> str:
    """Why no code can be run here, tried once."""
    return sandbox_problem()


def require_sandbox() -> None:
    """Skip the test where there is none; in CI there must be one."""
    if problem():
        assert not IN_CI, problem()
        pytest.skip(problem())


def confined(
    code: str, language: Language = "bash", files: dict[str, bytes] | None = None, **limits: float
) -> CodeOutcome:
    """What comes of code that nothing has looked at before."""
    job = CodeJob(language=language, code=code, files=files or {})
    return run_and_wait(job, replace(LIMITS, **limits))
