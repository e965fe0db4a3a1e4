"""What a step costs beside its work, read from the times in a journal. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.journal.entry import ENDINGS, Event


def step_overheads(events: Sequence[Event]) -> list[float]:
    """Milliseconds of each step that searched, without its searches and without the next thought.

    From the row of a thought to the row of what came after its observations: that is, writing
    and narrating the thought and each observation. The searches of a step run at the same time,
    so the longest of them is taken off."""
    return [overhead for overhead, _ in _costs(events)]


def row_overheads(events: Sequence[Event]) -> list[float]:
    """The same for each row of these steps, as a mean of its step."""
    return [overhead / rows for overhead, rows in _costs(events) for _ in range(rows)]


def _costs(events: Sequence[Event]) -> Iterator[tuple[float, int]]:
    """Milliseconds and rows of each step that searched."""
    for step in _steps(events):
        overhead = _overhead(step)
        if overhead is not None:
            yield overhead, len(step) - 1


def _steps(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The rows from each thought up to the next thought or ending, that one included."""
    step: list[Event] = []
    for event in events:
        if event.entry.kind == "thought" or event.entry.kind in ENDINGS:
            if step:
                yield [*step, event]
            step = [event] if event.entry.kind == "thought" else []
        elif step and event.entry.kind == "observation":
            step.append(event)


def _overhead(step: Sequence[Event]) -> float | None:
    first, *searches, after = step
    if not searches:
        return None
    whole = (after.at - first.at).total_seconds() * 1000
    longest = max(search.entry.latency_ms for search in searches)
    return max(0.0, whole - longest - after.entry.latency_ms)
