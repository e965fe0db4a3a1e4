"""A morning comes once a day, by the clock of its place."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from bot.processes.mornings.clock import Mornings, mornings_of
from bot.settings import SettingsInvalid, read_settings

ZURICH = Mornings(time(7), ZoneInfo("Europe/Zurich"))


def utc(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "morning", "monday"),
    [
        # Clocks go forward on Sunday, 29 March 2026: seven o'clock is 6:00 UTC, then 5:00.
        (utc(28, 6), utc(28, 6), utc(23, 6)),
        (utc(28, 5, 59), utc(27, 6), utc(23, 6)),
        (utc(29, 5), utc(29, 5), utc(23, 6)),
        (utc(30, 4, 59), utc(29, 5), utc(23, 6)),
        (utc(30, 5), utc(30, 5), utc(30, 5)),
    ],
)
def test_the_newest_morning_and_the_newest_monday(
    now: datetime, morning: datetime, monday: datetime
) -> None:
    assert (ZURICH.newest(now), ZURICH.newest_monday(now)) == (morning, monday)


def test_it_is_seven_in_utc_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mornings_of(read_settings()) == Mornings(time(7), ZoneInfo("UTC"))
    monkeypatch.setenv("CURBSIDE_MORNING", "06:30")
    monkeypatch.setenv("CURBSIDE_TIME_ZONE", "Europe/Zurich")
    assert mornings_of(read_settings()) == Mornings(time(6, 30), ZoneInfo("Europe/Zurich"))


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CURBSIDE_MORNING", "seven"),
        ("CURBSIDE_MORNING", "7am"),
        ("CURBSIDE_MORNING", "25:00"),
        ("CURBSIDE_MORNING", "25200"),
        ("CURBSIDE_MORNING", "07:00+02:00"),
        ("CURBSIDE_TIME_ZONE", "Zurich"),
        ("CURBSIDE_TIME_ZONE", "../etc"),
    ],
)
def test_a_wrong_one_is_named(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsInvalid, match=rf"^{variable}: must .* such as ..+\.$"):
        read_settings()
