"""Groups of adverse events: what a rule for "other grade 3 adverse reactions" holds for."""

from __future__ import annotations

from functools import cache

from names.tables.rows import read_rows, split_cell

ANY_EVENT = "adverse reaction"
"""The group that every event belongs to."""


@cache
def _groups() -> dict[str, tuple[str, frozenset[str]]]:
    rows = read_rows("clinical/event_groups.tsv")
    return {name: (which, frozenset(split_cell(events))) for name, which, events in rows}


def is_group(event: str) -> bool:
    """Whether a name is that of a group."""
    return event in _groups()


def event_covers(rule: str, event: str) -> bool:
    """Whether a rule for ``rule`` holds for ``event``: the same one, or one of its group. Another
    group is none of them; an event without a name belongs to no narrow group."""
    if rule == event:
        return True
    which, events = _groups().get(rule, ("", frozenset()))
    if is_group(event):
        return which == "all"
    if which == "all but":
        return bool(event) and event not in events
    return which == "all" or event in events
