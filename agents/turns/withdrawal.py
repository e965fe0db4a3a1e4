"""A question that no longer stands as it was asked, and a run whose words were taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HowWithdrawn = Literal["edited", "deleted"]
WhyRedacted = Literal["deleted", "forgotten", "age"]
"""Its message or file was deleted in Slack; an admin had it forgotten; it was kept long enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """Somebody changed or deleted the question of a run. What the run said answers the old one."""

    how: HowWithdrawn
    by: str
    was_live: bool = False
    """Whether the run had not ended by then: it is replaced, or stopped."""
    next: str = ""
    """The run that answers the question as it is now; empty as long as nobody asked for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactedRow:
    """One row of a journal without its words, and the hash of what is left of it."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """That words were taken out of a run's journal. The rows stay, and so do their hashes."""

    why: WhyRedacted
    rows: tuple[RedactedRow, ...]
    is_whole: bool = True
    """Whether all words of the run went; else those of its files, or of one person."""
