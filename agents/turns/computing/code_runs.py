"""What became of code that a model wrote, as the journal holds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PLAN_ANALYSIS = "plan_analysis"
RUN_CODE = "run_code"
REVIEW_RESULT = "review_result"
ANALYSIS_TOOLS = frozenset({PLAN_ANALYSIS, RUN_CODE, REVIEW_RESULT})
"""The tools with which a model computes with the tables of a thread."""

CodeEnding = Literal["ran", "refused", "time", "memory", "output", "processes", "unavailable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRun:
    """One run of code."""

    language: str
    code: str = ""
    """Empty where the arguments of its action hold it."""
    inputs: tuple[tuple[str, str], ...]
    """Name and SHA-256 of each file that it could read."""
    ending: CodeEnding
    status: int = 0
    """Exit status, where it ran to its end."""
    printed: str = ""
    complaint: str = ""
    """What it wrote to standard error, or why it was not run."""
    picture: str = ""
    """The PNG that it drew, as base64."""

    @property
    def is_sound(self) -> bool:
        """Whether it ran to its end and says that all went well."""
        return self.ending == "ran" and self.status == 0
