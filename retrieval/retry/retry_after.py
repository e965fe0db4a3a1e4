"""The pause that a service asks for in its answer. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS_PER_UNIT = {"retry-after-ms": 0.001, "retry-after": 1.0}
"""OpenAI and Cohere send ``retry-after-ms`` beside the standard header; it is finer."""


def retry_after(headers: Mapping[str, str] | None, now: datetime | None = None) -> float | None:
    """Seconds to wait by ``retry-after-ms`` or ``Retry-After``; None when neither can be read.

    ``Retry-After`` holds seconds or a date (RFC 9110 §10.2.3). A date that has passed gives 0.
    Names of headers may have any case. ``now`` is the current time unless given."""
    given = {str(name).lower(): str(value) for name, value in dict(headers or {}).items()}
    for name, unit in _SECONDS_PER_UNIT.items():
        try:
            seconds = float(given.get(name, "")) * unit
        except ValueError:
            continue
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
    return _seconds_until(given.get("retry-after", ""), now or datetime.now(UTC))


def _seconds_until(date: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(date.strip())
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max((moment - now).total_seconds(), 0.0)
