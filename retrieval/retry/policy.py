"""Whether a failed call is tried again, and after how many seconds. Pure.

The retries of the clients (Cohere, OpenAI, Anthropic, httpx) are off: a search must not wait as
long as an ingestion may. Every caller states a :class:`RetryPolicy` of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_TRANSIENT = frozenset((408, 409, 425, 429))
"""Statuses below 500 that may go away: request timeout, conflict, too early, too many requests
(RFC 9110 §15.5, RFC 8470 §5.2, RFC 6585 §4). Of 500 and above all count."""
_MOST_DOUBLINGS = 60
"""Keeps the power in the range of a float; every pause is at its longest long before."""


@dataclass(frozen=True, slots=True)
class CallFailure:
    """Why one call failed, without a word of what the service said."""

    status: int = 0
    """HTTP status; 0 when no answer came."""
    retry_after: float | None = None
    """Seconds that the service asks to wait; None when it does not say."""
    timed_out: bool = False
    unreadable: bool = False
    """Whether an answer came that cannot be read."""

    @property
    def is_transient(self) -> bool:
        """Whether another try may help."""
        if self.unreadable:
            return False
        return self.status == 0 or self.status in _TRANSIENT or self.status >= 500


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often a call is made and how long the pauses are. All times are seconds."""

    attempts: int | None
    """Calls at most, the first included. None: until :attr:`total_seconds` are over."""
    first_pause: float = 0.5
    """Chosen by hand: a service that was busy for a moment is tried soon."""
    growth: float = 2.0
    """Each pause is so many times the one before; 1 keeps them equal."""
    longest_pause: float
    longest_requested: float = math.inf
    """A service that asks for a longer pause than this is given up at once."""
    requested_at_most: float = math.inf
    """A longer pause that a service asks for is cut to this."""
    try_seconds: float = math.inf
    """Time limit of one call; the caller sets it on its client."""
    total_seconds: float | None = None
    """No call begins later than this after the first one began."""

    def backoff(self, attempt: int) -> float:
        """Seconds after the ``attempt``-th failed call (from 1), when the service asked for no
        pause of its own."""
        doublings = min(max(attempt - 1, 0), _MOST_DOUBLINGS)
        return min(self.first_pause * self.growth**doublings, self.longest_pause)

    def pause(self, attempt: int, failure: CallFailure) -> float | None:
        """Seconds before the next call, after the ``attempt``-th (from 1) failed; None: give up.

        A pause that the service asks for takes the place of the backoff, within
        :attr:`longest_requested` and :attr:`requested_at_most`."""
        if not failure.is_transient or (self.attempts is not None and attempt >= self.attempts):
            return None
        if failure.retry_after is None:
            return self.backoff(attempt)
        if failure.retry_after > self.longest_requested:
            return None
        return min(failure.retry_after, self.requested_at_most)
