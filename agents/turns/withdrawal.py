"""A question that no longer stands in the thread as it was asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HowWithdrawn = Literal["edited", "deleted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """Somebody changed or deleted the question of a run. What the run said answers the old one."""

    how: HowWithdrawn
    by: str
    was_live: bool = False
    """Whether the run had not ended by then: it is replaced, or stopped."""
    next: str = ""
    """The run that answers the question as it is now; empty as long as nobody asked for it."""
