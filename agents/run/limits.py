"""What one run may use up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one run. Reaching one is an ending, not an error of the program."""

    steps: int = 8
    """Thoughts."""
    seconds: float = 300.0
    """Time spent thinking and searching, over all workers that had the run."""
    tokens: int = 200_000
    """Input and output tokens of all model calls."""
    context_characters: int = 60_000
    """How much of a run the core is shown before the middle of it is compressed."""
    tool_seconds: float = 45.0
    """One action; longer is an observation that says so."""
    closing_seconds: float = 20.0
    """What the answer may take after the time of the run is used up."""

    def with_steps(self, most: int | None) -> Self:
        """The limits where a run may have no more thoughts than this."""
        return self if most is None else replace(self, steps=min(self.steps, most))

    def with_model(self, seconds: float) -> Self:
        """The limits where a call of the model may take so long: reading is such a call, made again
        when a quote does not stand, and its limit must not be the shorter one."""
        return replace(self, tool_seconds=max(self.tool_seconds, 2 * seconds))
