"""What the SQLite file keeps."""

from __future__ import annotations

from pathlib import Path

from workspace.model.state import Span, State


def message(ts: str, root: str | None = None) -> dict[str, str]:
    return {"ts": ts, "text": ts} | ({"thread_ts": root} if root else {})


def test_timestamps_grow_even_if_the_clock_stands_still_or_goes_back() -> None:
    state = State(":memory:")
    stamps = [state.next_ts(now) for now in (1000.5, 1000.5, 999.0, 1001.0)]
    assert stamps == ["1000.500000", "1000.500001", "1000.500002", "1001.000000"]
    state.close()


def test_timestamps_go_on_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "state.sqlite")
    state = State(path)
    state.put_message("C1", message(state.next_ts(2_000_000_000.0)))
    state.close()
    state = State(path)
    assert state.next_ts(1_000_000_000.0) == "2000000000.000001"
    state.close()


def test_ids_are_numbered_and_go_on_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "state.sqlite")
    state = State(path)
    assert (state.ident("F"), state.ident("Ev")) == ("F0000000001", "Ev0000000002")
    state.close()
    state = State(path)
    assert state.ident("F") == "F0000000003"
    state.close()


def test_roots_come_newest_first_and_replies_oldest_first() -> None:
    state = State(":memory:")
    for body in (message("1.000000"), message("2.000000", "1.000000"), message("3.000000")):
        state.put_message("C1", body)
    state.put_message("C1", message("4.000000", "1.000000"))
    assert [one["ts"] for one in state.roots("C1", Span(), 10)] == ["3.000000", "1.000000"]
    replies = state.replies("C1", "1.000000", Span(), 10)
    assert [one["ts"] for one in replies] == ["2.000000", "4.000000"]
    assert state.replies("C2", "1.000000", Span(), 10) == []
    state.close()


def test_a_span_excludes_its_ends_unless_inclusive() -> None:
    state = State(":memory:")
    for ts in ("1.000000", "2.000000", "3.000000"):
        state.put_message("C1", message(ts))
    open_span = Span(oldest="1.000000", latest="3.000000")
    closed = Span(oldest="1.000000", latest="3.000000", inclusive=True)
    assert [one["ts"] for one in state.roots("C1", open_span, 10)] == ["2.000000"]
    assert len(state.roots("C1", closed, 10)) == 3
    state.close()


def test_a_described_file_gets_its_bytes_later() -> None:
    state = State(":memory:")
    state.put_file({"id": "F1"})
    assert state.file_content("F1") is None
    state.put_file({"id": "F1"}, b"abc")
    state.put_file({"id": "F1", "title": "later"})
    assert state.file_content("F1") == b"abc"
    state.remove_file("F1")
    assert state.file("F1") is None
    assert state.file_content("F1") is None
    state.close()


def test_deliveries_keep_their_order_through_updates() -> None:
    state = State(":memory:")
    for ident in ("a", "b"):
        state.put_delivery(ident, {"ident": ident})
    state.put_delivery("a", {"ident": "a", "attempt": 1})
    assert [one["ident"] for one in state.deliveries()] == ["a", "b"]
    state.remove_delivery("a")
    assert [one["ident"] for one in state.deliveries()] == ["b"]
    state.close()
