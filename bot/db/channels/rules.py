"""What holds in a channel: what it has chosen, over what is set for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agents.memory.db_errors import translate_memory_errors
from agents.run.rules import RunRules
from agents.turns import ThreadKey
from bot.db.channels.choices import ChannelChoices, Display, FollowUps, MayAsk
from bot.db.channels.limits import DailyLimits
from bot.db.channels.settings import choices_of
from bot.settings import Settings
from retrieval.sql import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelRules:
    """What holds in a channel now."""

    display: Display
    follow_ups: FollowUps
    run: RunRules
    private_first: bool
    may_ask: MayAsk
    askers: frozenset[str]
    reviewers: frozenset[str]
    daily: DailyLimits


class RulesOfChannels:
    """Reads what holds in a channel. Never kept: a change holds for the next question."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database

    @property
    def asks_others(self) -> bool:
        """Whether any model, embedder or re-ranker of others is set."""
        return self._settings.asks_others

    @property
    def highest(self) -> Mapping[str, int]:
        """What a channel may set its numbers to, where that is limited for all."""
        return highest_of(self._settings)

    async def rules(self, team: str, channel: str) -> ChannelRules:
        """What holds in a channel now. Raises
        :class:`retrieval.errors.DatabaseUnavailable`."""
        return join(self._settings, channel, await choices_of(self._database, team, channel))

    async def run_rules(self, thread: ThreadKey) -> RunRules:
        """How a run of a thread may be answered. Raises
        :class:`agents.errors.MemoryUnavailable`."""
        with translate_memory_errors():
            return (await self.rules(thread.team, thread.channel)).run


def join(settings: Settings, channel: str, chosen: ChannelChoices) -> ChannelRules:
    """The rules. A channel can forbid what is allowed for all, and allow nothing that is not."""
    return ChannelRules(
        display=chosen.display or settings.display,
        follow_ups=chosen.follow_ups or settings.follow_ups,
        run=RunRules(
            sealed=settings.is_sealed(channel) or chosen.no_hosted_models,
            removes=settings.removes_failed(channel),
            shows_results=settings.shows_results(channel),
            without=frozenset(chosen.without),
            steps=chosen.steps,
        ),
        private_first=chosen.private_first,
        may_ask=chosen.may_ask,
        askers=frozenset(chosen.askers),
        reviewers=frozenset(chosen.reviewers),
        daily=DailyLimits(
            channel=_lower(chosen.questions_a_day, settings.questions_a_day),
            person=_lower(chosen.questions_a_day_each, settings.questions_a_day_each),
            tokens=settings.tokens_a_day,
        ),
    )


def highest_of(settings: Settings) -> Mapping[str, int]:
    """The numbers set for all channels, by the names that channels have for theirs."""
    given = {
        "steps": settings.max_steps,
        "questions_a_day": settings.questions_a_day,
        "questions_a_day_each": settings.questions_a_day_each,
        "keep_days": settings.keep_journals_days,
    }
    return {name: most for name, most in given.items() if most is not None}


def _lower(one: int | None, other: int | None) -> int | None:
    given = [each for each in (one, other) if each is not None]
    return min(given) if given else None
