"""The table of readings adds up, and README tells of its last row what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]
ROW = re.compile(
    r"^\| (?P<name>\w[\w-]+), (?P<turns>\d+) [^|]*\|(?P<counts>(?: \d+ \|){6}) (?P<share>\d+) %"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One row of the table."""

    name: str
    turns: int
    answers: int
    gaps: int
    dangerous: int
    share: int
    """Dangerous of the answers, in per cent."""


def readings() -> list[Reading]:
    """The rows in their order."""
    text = (PROJECT / "docs" / "evaluation-readings.md").read_text(encoding="utf-8")
    found = []
    for row in filter(None, map(ROW.match, text.splitlines())):
        counts = [int(each) for each in re.findall(r"\d+", row["counts"])]
        found.append(
            Reading(
                row["name"],
                int(row["turns"]),
                sum(counts[:4]),
                sum(counts[4:]),
                counts[3],
                int(row["share"]),
            )
        )
    return found


@pytest.mark.parametrize("reading", readings(), ids=lambda reading: reading.name)
def test_each_row_adds_up(reading: Reading) -> None:
    assert reading.answers + reading.gaps == reading.turns
    assert abs(reading.share - 100 * reading.dangerous / reading.answers) <= 0.5


def test_readme_tells_the_last_row() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    last, before = readings()[-1], readings()[-2]
    words = " ".join(readme.split())
    assert f"of {last.turns} turns, {last.answers} got an answer: **{last.dangerous} of" in words
    assert f"it was {before.dangerous} of {before.answers}" in words


def test_all_readings_are_in_the_table() -> None:
    assert len(readings()) >= 45
