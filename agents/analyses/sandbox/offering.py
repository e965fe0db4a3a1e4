"""Whether code can be run here, in which languages, and the one place through which it is run."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path

from agents.analyses.sandbox.bubblewrap import bubblewrap, program_for
from agents.analyses.sandbox.contract import (
    LANGUAGES,
    CodeJob,
    CodeLimits,
    CodeOutcome,
    CodeRan,
    CodeUnavailable,
    Language,
)
from agents.analyses.sandbox.denials import denial_of
from agents.analyses.sandbox.running import LIMITS, run_and_wait, run_confined

AT_ONCE = 2
"""Jobs that a process runs side by side; others wait. Chosen by hand: each may take 1 GB."""
ONLY_FIXED = "Only the fixed analyses are offered."
NOT_INSTALLED = (
    "Code of a model is not run here: bubblewrap is not installed, which shuts it in (Debian,"
    f" Ubuntu: `apt install bubblewrap`). {ONLY_FIXED}"
)
NOT_LINUX = f"Code of a model is run on Linux only: bubblewrap shuts it in. {ONLY_FIXED}"
_TRIED = CodeJob(language="bash", code="exit 0")
_TITLES = {"python": "Python", "r": "R", "bash": "Bash"}


@dataclass(frozen=True, slots=True)
class CodeRunner:
    """Runs code of a model on files of a thread."""

    limits: CodeLimits = LIMITS
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def run(self, job: CodeJob) -> CodeOutcome:
        """What comes of it; nothing runs that uses what it may not, or that is not installed."""
        if problem := missing_language(job.language):
            return CodeUnavailable(problem)
        if denied := denial_of(job):
            return denied
        async with self.turns:
            return await run_confined(job, self.limits)


def sandbox_problem() -> str:
    """Why no code can be run here, in plain words; empty where it can. Blocking: it tries."""
    if sys.platform != "linux":
        return NOT_LINUX
    if bubblewrap() is None:
        return NOT_INSTALLED
    match run_and_wait(_TRIED):
        case CodeRan(status=0):
            return ""
        case CodeUnavailable(reason):
            return f"{reason} {ONLY_FIXED}"
        case outcome:
            return f"bubblewrap could not be tried: {type(outcome).__name__}. {ONLY_FIXED}"


def languages_here() -> tuple[Language, ...]:
    """Those that are installed."""
    return tuple(each for each in LANGUAGES if not missing_language(each))


def missing_language(language: Language) -> str:
    """That a language is not installed; empty if it is."""
    program = program_for(language)
    if program and Path(program[0]).exists():
        return ""
    return f"{_TITLES[language]} is not installed on this machine."


def title_of(language: Language) -> str:
    """Its name for people."""
    return _TITLES[language]
