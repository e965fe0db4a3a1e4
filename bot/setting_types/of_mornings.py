"""The settings of what is told once a day."""

from __future__ import annotations

import re
from datetime import time
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import BaseSettings

from bot.setting_types.types import blank_means_unset

_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?")


def _is_time_of_day(value: Any) -> Any:
    """A time as it is set: pydantic would also take seconds since midnight, and a zone."""
    if value is None or isinstance(value, time):
        return value
    if not _TIME.fullmatch(str(value).strip()):
        raise ValueError("must be a time of day from 00:00 to 23:59, such as 07:00, without a zone")
    return time.fromisoformat(str(value).strip())


def _is_time_zone(value: str | None) -> str | None:
    try:
        ZoneInfo(value or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("must name a time zone such as Europe/Zurich") from None
    return value


TimeOfDay = Annotated[
    time | None, BeforeValidator(_is_time_of_day), BeforeValidator(blank_means_unset)
]
TimeZone = Annotated[str | None, BeforeValidator(blank_means_unset), AfterValidator(_is_time_zone)]


class MorningSettings(BaseSettings):
    """When a day begins for whoever reads what is told once a day."""

    morning: TimeOfDay = None
    """Time of day of digests and of messages on open cases; without it 07:00."""

    time_zone: TimeZone = None
    """Where that time is read, such as ``Europe/Zurich``; without it UTC."""
