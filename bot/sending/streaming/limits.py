"""How many streams may begin. No clock and no network in here: the time is given.

Slack allows 20 starts and 20 ends a minute (tier 2); the message of a stream cannot be changed
before its end. So a stream begins only while its end, and those of all that go on, are allowed."""

from __future__ import annotations

from bot.sending.schedule import Bucket, CallRate

_TIER_2 = CallRate(0.15, 10)
_DEAD_AFTER = 300.0
"""Seconds after which Slack ends a stream itself."""


class StreamLimits:
    """Those of all workspaces. All times are seconds of one clock."""

    def __init__(self, rate: CallRate = _TIER_2) -> None:
        self._rate = rate
        self._teams: dict[str, _TeamStreams] = {}

    def may_begin(self, team: str, key: str, now: float) -> bool:
        """Whether a stream may begin for this row; if so, it is counted."""
        return self._of(team).may_begin(key, now)

    def end(self, team: str, key: str, now: float) -> None:
        """Count the end of the row's stream."""
        self._of(team).end(key, now)

    def _of(self, team: str) -> _TeamStreams:
        return self._teams.setdefault(team, _TeamStreams(self._rate))


class _TeamStreams:
    def __init__(self, rate: CallRate) -> None:
        self._starts = Bucket(rate)
        self._ends = Bucket(rate)
        self._begun: dict[str, float] = {}

    def may_begin(self, key: str, now: float) -> bool:
        self._begun = {one: at for one, at in self._begun.items() if now - at < _DEAD_AFTER}
        owed = len(self._begun) + 1
        if self._starts.calls_left(now) < 1 or self._ends.calls_left(now) < owed:
            return False
        self._starts.spend(now)
        self._begun[key] = now
        return True

    def end(self, key: str, now: float) -> None:
        self._begun.pop(key, None)
        self._ends.spend(now)
