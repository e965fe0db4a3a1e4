"""What a soak counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evals.bench.soak.legs import Leg, add_leg, leg_of, read_legs, together
from evals.bench.soak.picture import soak_picture
from evals.bench.soak.tally import Fate, Sample, SoakResult, WrittenMessage, fate_of, figures_of
from evals.bench.soak.tenths import lines_by_tenth

ASKED, TOLD = WrittenMessage("C1", "100.0", asks=True), WrittenMessage("C1", "200.0", asks=False)


def message(ts: str, key: str = "") -> dict[str, Any]:
    metadata = {"metadata": {"event_payload": {"k": key}}} if key else {}
    return {"ts": ts, **metadata}


def test_what_is_lost_doubled_or_said_to_nobody_is_told_apart() -> None:
    once = [message("100.0"), message("101.0", "r:2:step"), message("104.5", "r:0:answer")]
    assert fate_of(ASKED, once) == Fate(ASKED, answers=1, doubled=0, seconds=4.5)
    twin = [*once, message("130.0", "r:2:step#1")]
    assert fate_of(ASKED, twin).doubled == 1
    two_runs = [*once, message("131.0", "other:0:answer")]
    assert fate_of(ASKED, two_runs) == Fate(ASKED, answers=2, doubled=0, seconds=4.5)
    assert fate_of(ASKED, [message("100.0")]) == Fate(ASKED, answers=0, doubled=0, seconds=None)


def test_every_goal_can_be_missed() -> None:
    fates = [
        Fate(ASKED, answers=0, doubled=0, seconds=None),
        Fate(ASKED, answers=2, doubled=1, seconds=3.0),
        Fate(TOLD, answers=1, doubled=0, seconds=1.0),
        *[Fate(ASKED, 1, 0, 1.0 if place < 90 else 9.0) for place in range(120)],
    ]
    samples = [Sample(5.0 * place, {"worker": 100.0 + place}) for place in range(400)]
    figures = figures_of(SoakResult(fates, samples, {"killed: bot": 2}))
    missed = {each.name for each in figures if each.met is False}
    assert missed == {
        "questions without an answer", "questions answered twice", "messages said twice",
        "answers to nobody", "wait (p50), last quarter", "memory of worker, last quarter",
    }  # fmt: skip
    calm = figures_of(SoakResult([Fate(ASKED, 1, 0, 1.0)] * 120, samples[:50], {}))
    assert all(each.met for each in calm if each.goal)


def test_the_picture_has_every_answer_and_every_process() -> None:
    samples = [
        Sample(0.0, {"bot": 90.0, "worker": 0.0}),
        Sample(5.0, {"bot": 91.0, "worker": 80.0}),
    ]
    svg = soak_picture("a soak", SoakResult([Fate(ASKED, 1, 0, 2.0)], samples, {}))
    assert svg.count("width='3.0'") == 1 + 3
    assert ">worker<" in svg


def test_runs_with_one_log_are_counted_together(tmp_path: Path) -> None:
    log = tmp_path / "soak.jsonl"
    assert read_legs(log) == []
    lost = SoakResult([Fate(ASKED, 0, 0, None), Fate(TOLD, 0, 1, None)], [], {})
    add_leg(log, leg_of(SoakResult([Fate(ASKED, 1, 0, 2.0)], [], {})))
    add_leg(log, leg_of(lost))
    legs = read_legs(log)
    assert legs == [Leg(1, 1, 0, 0, 0, 0), Leg(2, 1, 1, 0, 1, 0)]
    assert [leg.is_clean for leg in legs] == [True, False]
    assert together(legs, 10).startswith("3 of 10 messages in 2 runs: 1 of 2 questions without")


def test_each_tenth_has_a_line_with_waits_memory_work_and_load() -> None:
    samples = [Sample(float(at), {"bot": 90.0 + at}, 2.0, 0.5 * at) for at in range(0, 100, 5)]
    fates = [Fate(WrittenMessage("C1", f"{100 + at}.0", asks=True), 1, 0, 3.0) for at in range(100)]
    head, _, first, *others = lines_by_tenth(SoakResult(fates, samples, {}))
    assert "| bot (MB) |" in head
    assert first == "| 0 | 10 | 3.0 | 3.0 | 3.0 | 90 | 0.25 | 2.0 |"
    assert len(others) == 9
