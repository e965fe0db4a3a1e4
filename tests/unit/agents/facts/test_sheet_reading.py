"""What a pure function makes of a sheet is made once, whoever asks."""

from __future__ import annotations

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet


def test_a_sheet_is_read_once_by_each_reader() -> None:
    sheet = read_fact_sheet((Message("HER2-positive breast cancer, pregnant"),))
    calls: list[FactSheet] = []

    def count(read: FactSheet) -> int:
        calls.append(read)
        return len(read.facts)

    assert sheet.read_by(count) == sheet.read_by(count) == len(sheet.facts)
    assert calls == [sheet]
    assert sheet == read_fact_sheet((Message("HER2-positive breast cancer, pregnant"),))
