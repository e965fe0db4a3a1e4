"""A run again from one of its steps on. The fork has no copies: its journal is the rows of the
other run before that step, and its own behind them, in one hash chain. The other is not touched.
Each function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import Select

from agents.errors import RunUnknown, StepUnknown
from agents.journal.codec import Addition, entry_of
from agents.journal.entry import Event
from agents.journal.folding import fold
from agents.memory.journal.rows import append_row, events_after, lock_run
from agents.memory.tables import runs
from agents.turns import Answer, Forked, Steering
from agents.wording.counts import count_of

_ADD = (
    insert(runs)
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "run_id", "team", "channel", "thread", "asker", "question",
                "forked_from", "forked_at", "last_seq", "last_hash",
            )
        }
    )
    .on_conflict_do_nothing()
    .returning(runs.c.run_id)
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFork:
    """A fork about to be made."""

    run_id: str
    parent: str
    step: int
    """The first step that is made anew, as people count."""
    text: str
    """What was asked, in the words of the person."""
    by: str
    steering: Steering | None = None
    """Where the steps from there on search."""
    fact: str = ""
    """What was put right about the patient."""


async def fork_run(connection: AsyncConnection, new: NewFork) -> bool:
    """Store a fork: what was corrected stands behind the rows that it shares, then what people
    added to the other run after them. False if it existed. Raises
    :class:`agents.errors.RunUnknown` and :class:`agents.errors.StepUnknown`."""
    parent = await lock_run(connection, new.parent)
    if parent.redact_for is not None:
        raise RunUnknown(new.parent)
    events = await events_after(connection, new.parent)
    head = _last_shared(events, new.step)
    values = {
        "run_id": new.run_id,
        "team": parent.team,
        "channel": parent.channel,
        "thread": parent.thread,
        "asker": parent.asker,
        "question": parent.question,
        "forked_from": new.parent,
        "forked_at": head.seq,
        "last_seq": head.seq,
        "last_hash": head.hash,
    }
    stored = await connection.execute(_ADD, {f"new_{key}": each for key, each in values.items()})
    if stored.first() is None:
        return False
    before = fold(events)
    ending = before.ending
    cited = ending.citations if isinstance(ending, Answer) else ()
    forked = Forked(run_id=new.parent, step=new.step, text=new.text, by=new.by, cited=cited)
    entries = [entry_of(forked)]
    entries += [entry_of(before.published)] if before.published else []
    entries += [entry_of(new.steering)] if new.steering else []
    entries += [each.entry for each in events if each.seq > head.seq and each.entry.kind == "fact"]
    entries += [entry_of(Addition(text=new.fact, by=new.by))] if new.fact else []
    for entry in entries:
        await append_row(connection, new.run_id, entry)
    return True


def _last_shared(events: Sequence[Event], number: int) -> Event:
    """The row before the thought of a step."""
    steps = fold(events).all_steps
    step = next((each for each in steps if each.number == number), None)
    if step is None:
        raise StepUnknown(f"It has {count_of(len(steps), 'step')}.")
    return events[step.seq - 2]


def line_of(run_id: BindParameter[str]) -> Select[tuple[str]]:
    """A run and those that it was forked from, by id."""
    columns = runs.c.run_id, runs.c.forked_from
    line = select(*columns).where(runs.c.run_id == run_id).cte("line", recursive=True)
    line = line.union_all(select(*columns).join(line, line.c.forked_from == runs.c.run_id))
    return select(line.c.run_id)
