"""Slack's rate limits as token buckets, per method and, for posting, per channel.

`real` allows what Slack documents (a whole minute's allowance may be used as a burst), `strict`
allows no bursts at all, `off` allows everything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

from workspace.clock import Clock

Mode = Literal["off", "real", "strict"]
Tier = Literal["tier_1", "tier_2", "tier_3", "tier_4", "posting", "special"]

_PER_MINUTE: dict[Tier, int] = {
    "tier_1": 1,
    "tier_2": 20,
    "tier_3": 50,
    "tier_4": 100,
    "posting": 400,
    "special": 600,
}
"""Calls a minute. Tiers: docs.slack.dev/apis/web-api/rate-limits, which also says "several hundred
messages per minute" for posting. The size of "special" limits is not documented; chosen by hand,
high enough that no well-behaved app meets it."""
POSTS_PER_SECOND = 1.0
"""To one channel (the same page)."""
POST_BURST = 4
"""Messages at once to one channel. Slack allows "short bursts"; the number is chosen by hand."""
_STRICT_BURST = 1
"""Calls at once in the mode ``strict``. Chosen by hand: one call, so that no burst is allowed."""


@dataclass(slots=True)
class _TokenBucket:
    capacity: float
    per_second: float
    filled: float
    at: float

    def take(self, now: float) -> float:
        """Take one token; returns 0, or the seconds until there will be one."""
        self.filled = min(self.capacity, self.filled + (now - self.at) * self.per_second)
        self.at = now
        if self.filled >= 1:
            self.filled -= 1
            return 0.0
        return (1 - self.filled) / self.per_second


@dataclass
class RateLimits:
    """The token buckets of all methods."""

    clock: Clock
    mode: Mode = "real"
    _buckets: dict[str, _TokenBucket] = field(default_factory=dict)

    def set_mode(self, mode: Mode) -> None:
        """Change the mode; every bucket is full again."""
        self.mode = mode
        self._buckets.clear()

    def take(self, method: str, tier: Tier, channel: str = "") -> int:
        """Count one call. Returns 0, or the whole seconds to wait (`Retry-After`)."""
        if self.mode == "off":
            return 0
        per_minute = _PER_MINUTE[tier]
        wait = self._bucket(method, per_minute, per_minute / 60).take(self.clock.now())
        if not wait and tier == "posting" and channel:
            key = f"{method} in {channel}"
            wait = self._bucket(key, POST_BURST, POSTS_PER_SECOND).take(self.clock.now())
        return math.ceil(wait)

    def _bucket(self, key: str, burst: int, per_second: float) -> _TokenBucket:
        if key not in self._buckets:
            capacity = _STRICT_BURST if self.mode == "strict" else burst
            self._buckets[key] = _TokenBucket(capacity, per_second, capacity, self.clock.now())
        return self._buckets[key]
