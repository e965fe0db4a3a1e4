"""What a person's Home is made of: values, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from agents.endings.standing import Standing
from agents.turns import ThreadKey
from agents.turns.reviews import VoteOutcome
from retrieval.ingestion.staging.status import Freshness


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question that somebody asked, and how far it is."""

    run_id: str
    thread: ThreadKey
    ts: str
    """Of its message."""
    text: str
    at: datetime
    standing: Standing | None
    """How it ended; None while it is worked on."""


@dataclass(frozen=True, slots=True)
class OpenReview:
    """An answer that others marked other than right and that the person has not marked yet."""

    question: AskedQuestion
    verdicts: tuple[tuple[str, str], ...]
    """Each with the person who gave it, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageOfPerson:
    """How much somebody asked in the last 30 days, and what that took."""

    questions: int
    searches: tuple[tuple[str, int], ...]
    """How often each tool was used, the most used first."""
    tokens_given: int
    tokens_written: int
    cost_usd: float | None
    """Of the models; None when none was used, or a price is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeContents:
    """All that one person sees."""

    is_first: bool
    """Whether they open it for the first time."""
    channels_known: bool
    """Whether Slack told in which channels they are; else only direct messages are shown."""
    questions: tuple[AskedQuestion, ...]
    """Their own, newest first."""
    reviews: tuple[OpenReview, ...]
    agreement: Mapping[str, Mapping[VoteOutcome, int]]
    """How often blind second readers agreed, by channel."""
    cases: tuple[AskedQuestion, ...]
    """Of each case that is followed in their channels the newest question."""
    silos: tuple[Freshness, ...]
    usage: UsageOfPerson
