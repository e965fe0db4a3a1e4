"""What the SQLite file keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from workspace.clock import Clock
from workspace.storage.message_table import TimeRange
from workspace.storage.storage import Storage


class FixedClock(Clock):
    """A clock that shows what it is set to."""

    seconds = 1000.0

    def now(self) -> float:
        return self.seconds


@pytest.fixture
def storage() -> Iterator[Storage]:
    storage = Storage.open(":memory:", Clock())
    yield storage
    storage.close()


def message(ts: str, root: str | None = None) -> dict[str, str]:
    return {"ts": ts, "text": ts} | ({"thread_ts": root} if root else {})


def test_timestamps_grow_even_if_the_clock_stands_still_or_goes_back() -> None:
    clock = FixedClock()
    storage = Storage.open(":memory:", clock)
    stamps = []
    for clock.seconds in (1000.5, 1000.5, 999.0, 1001.0):
        stamps.append(storage.timestamps.new())
    assert stamps == ["1000.500000", "1000.500001", "1000.500002", "1001.000000"]
    storage.close()


def test_timestamps_go_on_after_a_restart(tmp_path: Path) -> None:
    path, clock = str(tmp_path / "state.sqlite"), FixedClock()
    clock.seconds = 2_000_000_000.0
    storage = Storage.open(path, clock)
    storage.messages.put("C1", message(storage.timestamps.new()))
    storage.close()
    clock.seconds = 1_000_000_000.0
    storage = Storage.open(path, clock)
    assert storage.timestamps.new() == "2000000000.000001"
    storage.close()


def test_ids_are_numbered_and_go_on_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "state.sqlite")
    storage = Storage.open(path, Clock())
    assert (storage.ids.new("F"), storage.ids.new("Ev")) == ("F0000000001", "Ev0000000002")
    storage.close()
    storage = Storage.open(path, Clock())
    assert storage.ids.new("F") == "F0000000003"
    storage.close()


def test_ids_go_on_after_everything_was_cleared(storage: Storage) -> None:
    storage.ids.new("F")
    storage.messages.put("C1", message("1.000000"))
    storage.clear()
    assert storage.messages.all() == []
    assert storage.ids.new("F") == "F0000000002"


def test_roots_come_newest_first_and_replies_oldest_first(storage: Storage) -> None:
    for body in (message("1.000000"), message("2.000000", "1.000000"), message("3.000000")):
        storage.messages.put("C1", body)
    storage.messages.put("C1", message("4.000000", "1.000000"))
    assert [one["ts"] for one in storage.messages.roots("C1")] == ["3.000000", "1.000000"]
    replies = storage.messages.replies("C1", "1.000000")
    assert [one["ts"] for one in replies] == ["2.000000", "4.000000"]
    assert storage.messages.replies("C2", "1.000000") == []


def test_a_time_range_excludes_its_ends_unless_inclusive(storage: Storage) -> None:
    for ts in ("1.000000", "2.000000", "3.000000"):
        storage.messages.put("C1", message(ts))
    exclusive = TimeRange(oldest="1.000000", latest="3.000000")
    inclusive = TimeRange(oldest="1.000000", latest="3.000000", inclusive=True)
    assert [one["ts"] for one in storage.messages.roots("C1", exclusive)] == ["2.000000"]
    assert len(storage.messages.roots("C1", inclusive)) == 3
    assert [one["ts"] for one in storage.messages.roots("C1", limit=1)] == ["3.000000"]


def test_a_described_file_gets_its_bytes_later(storage: Storage) -> None:
    storage.files.put({"id": "F1"})
    assert storage.files.content("F1") is None
    storage.files.put({"id": "F1"}, b"abc")
    storage.files.put({"id": "F1", "title": "later"})
    assert storage.files.content("F1") == b"abc"
    storage.files.remove("F1")
    assert storage.files.get("F1") is None
    assert storage.files.content("F1") is None


def test_deliveries_keep_their_order_through_updates(storage: Storage) -> None:
    for ident in ("a", "b"):
        storage.deliveries.put(ident, {"ident": ident})
    storage.deliveries.put("a", {"ident": "a", "attempt": 1})
    assert [one["ident"] for one in storage.deliveries.all()] == ["a", "b"]
    storage.deliveries.remove("a")
    assert [one["ident"] for one in storage.deliveries.all()] == ["b"]
