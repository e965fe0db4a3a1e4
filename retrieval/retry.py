"""How long a call to a provider is tried again, and what is said when it failed. Pure.

The clients' own retries are off: a search must not wait as long as an ingestion may.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

FIRST_PAUSE_SECONDS = 0.5
_AGAIN = frozenset((408, 409, 425, 429))
"""Besides 5xx."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is made, and how long one waits for the next try."""

    attempts: int
    longest: float
    """Seconds. A provider that asks for a longer pause is given up at once."""
    seconds: float
    """Time limit of one try."""

    def pause(self, attempt: int, trouble: Trouble) -> float | None:
        """Seconds before the next try after the ``attempt``-th (from 1) failed; None: give up."""
        if attempt >= self.attempts or not trouble.passing:
            return None
        if trouble.retry_after is None:
            return min(FIRST_PAUSE_SECONDS * 2.0 ** (attempt - 1), self.longest)
        return trouble.retry_after if trouble.retry_after <= self.longest else None


SEARCHING = Patience(attempts=2, longest=0.5, seconds=2.0)
"""Ends before a silo's five seconds do, so that the embedder is named and not the silo."""
RERANKING = Patience(attempts=2, longest=0.5, seconds=4.0)
INGESTING = Patience(attempts=5, longest=30.0, seconds=60.0)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why one call failed. ``status`` is 0 when no answer came."""

    status: int = 0
    retry_after: float | None = None
    late: bool = False
    unreadable: bool = False

    @property
    def passing(self) -> bool:
        """Whether another try may help."""
        if self.unreadable:
            return False
        return self.status == 0 or self.status in _AGAIN or self.status >= 500

    def sentence(self, service: str, model: str, key: str) -> str:
        """What is said of it; ``key`` is the name of the setting that holds the key."""
        if self.unreadable:
            return f"{service} sent an answer that cannot be read."
        if self.late:
            return f"{service} did not answer in time."
        said = {
            0: "cannot be reached; check the address and the network.",
            401: f"refused the key; check {key}.",
            403: f"refused the key; check {key}.",
            498: f"refused the key; check {key}.",
            404: f"does not know the model {model}, or its address is wrong.",
            413: "was asked for too much at once.",
            429: "had too many requests, or its quota is used up; try again later.",
        }
        usual = (
            f"failed (status {self.status}); try again later."
            if self.status >= 500
            else f"did not accept the request (status {self.status}); check the model {model}."
        )
        return f"{service} {said.get(self.status, usual)}"


def retry_after(headers: Mapping[str, str] | None) -> float | None:
    """The pause that the provider asks for, in seconds; a date is not honoured."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float((headers or {}).get(name, "")) * scale
        except ValueError:
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    return None
