"""When mornings are. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.settings import Settings

_USUAL = time(7)
"""Chosen by hand: before the boards of most hospitals begin."""
_MONDAY = 0


@dataclass(frozen=True, slots=True)
class Mornings:
    """The mornings of a place."""

    at: time
    zone: ZoneInfo

    def newest(self, now: datetime) -> datetime:
        """The last morning that has come, in UTC."""
        return self._newest(now, any_day=True)

    def newest_monday(self, now: datetime) -> datetime:
        """The last one of a Monday."""
        return self._newest(now, any_day=False)

    def _newest(self, now: datetime, *, any_day: bool) -> datetime:
        day = now.astimezone(self.zone).date()
        while True:
            morning = datetime.combine(day, self.at, self.zone).astimezone(UTC)
            if morning <= now and (any_day or day.weekday() == _MONDAY):
                return morning
            day -= timedelta(days=1)


def mornings_of(settings: Settings) -> Mornings:
    """Those that are set."""
    return Mornings(settings.morning or _USUAL, ZoneInfo(settings.time_zone or "UTC"))
