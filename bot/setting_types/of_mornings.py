"""The settings of what is told once a day."""

from __future__ import annotations

from datetime import time
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import BaseSettings

from bot.setting_types.types import blank_means_unset


def _has_no_zone(value: time | None) -> time | None:
    if value is not None and value.tzinfo is not None:
        raise ValueError("must be a time of day such as 07:00, without a zone")
    return value


def _is_time_zone(value: str | None) -> str | None:
    try:
        ZoneInfo(value or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("must name a time zone such as Europe/Zurich") from None
    return value


TimeOfDay = Annotated[time | None, BeforeValidator(blank_means_unset), AfterValidator(_has_no_zone)]
TimeZone = Annotated[str | None, BeforeValidator(blank_means_unset), AfterValidator(_is_time_zone)]


class MorningSettings(BaseSettings):
    """When a day begins for whoever reads what is told once a day."""

    morning: TimeOfDay = None
    """Time of day of digests and of messages on open cases; without it 07:00."""

    time_zone: TimeZone = None
    """Where that time is read, such as ``Europe/Zurich``; without it UTC."""
