"""What a channel has chosen. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, cast

Display = Literal["steps", "plan", "quiet"]
FollowUps = Literal["mention", "smart", "always"]
MayAsk = Literal["everyone", "members", "named"]
"""Who may ask: everybody in the channel; nobody who is a guest; the people who are named."""
HowOften = Literal["daily", "weekly"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelChoices:
    """What differs in a channel from what is set for all. None and nothing: as for all."""

    display: Display | None = None
    """What its threads show of a run."""
    follow_ups: FollowUps | None = None
    """Whether a reply without a mention is answered."""
    without: tuple[str, ...] = ()
    """Silos that are not searched."""
    no_hosted_models: bool = False
    """Whether nothing may go to models of others."""
    private_first: bool = False
    """Whether who asks alone sees the answer, until they publish it."""
    may_ask: MayAsk = "everyone"
    askers: tuple[str, ...] = ()
    """Who may ask, if they are named: ids."""
    reviewers: tuple[str, ...] = ()
    """Who may mark answers: ids; empty: everybody."""
    steps: int | None = None
    """Thoughts that a question may have."""
    questions_a_day: int | None = None
    """Questions in the channel in 24 hours."""
    questions_a_day_each: int | None = None
    """The same of each person."""
    keep_days: int | None = None
    """Days for which the words of its runs are kept."""
    digest: HowOften | None = None
    """How often it is told what people marked; None: never."""


NO_CHOICES = ChannelChoices()
LABELS: Mapping[str, str] = {
    "display": "what a thread shows",
    "follow_ups": "replies without a mention",
    "without": "silos left out",
    "no_hosted_models": "no models of others",
    "private_first": "answers to who asked alone first",
    "may_ask": "who may ask",
    "askers": "people who may ask",
    "reviewers": "people who may mark answers",
    "steps": "steps of a question",
    "questions_a_day": "questions a day",
    "questions_a_day_each": "questions a day of one person",
    "keep_days": "days that words are kept",
    "digest": "digest of marks",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One setting that was changed."""

    setting: str
    before: Any
    after: Any


def stored_form(choices: ChannelChoices) -> dict[str, Any]:
    """What is stored: what differs from what is set for all."""
    usual = asdict(NO_CHOICES)
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(choices).items()
        if value != usual[name]
    }


def read_stored(stored: Mapping[str, Any]) -> ChannelChoices:
    """The choices that are stored. What a later version stored is left out."""
    known = {field.name for field in fields(ChannelChoices)}
    given = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in stored.items()
        if name in known
    }
    return ChannelChoices(**cast("Any", given))


def changes_between(before: ChannelChoices, after: ChannelChoices) -> tuple[Change, ...]:
    """What was changed, in the order of the form."""
    old, new = asdict(before), asdict(after)
    return tuple(Change(name, old[name], new[name]) for name in old if old[name] != new[name])
