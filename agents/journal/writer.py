"""Writes a run's journal: each row is stored, folded into the view, and narrated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from agents.facts.read_sheet import Message
from agents.journal.codec import PayloadValue, entry_of
from agents.journal.entry import Event, Journal
from agents.journal.folding import Fold
from agents.turns import Draft, Sentence, Turn, View

Narrate = Callable[[View], Awaitable[None]]
"""Shows people a run as it is now."""


class NarrationFailed(Exception):
    """The draft of an answer could not be narrated."""


class JournalWriter:
    """Writes the rows of one run and narrates the view after each."""

    def __init__(
        self,
        journal: Journal,
        turns: Sequence[Turn],
        steps_allowed: int,
        narrate: Narrate,
        earlier: Sequence[Message] = (),
    ) -> None:
        """``turns`` and ``earlier``: what happened in the thread before, as :func:`fold` takes
        them."""
        self._journal = journal
        self._narrate = narrate
        self._fold = Fold(turns, steps_allowed, earlier)
        self._events: list[Event] = []
        self._view: View | None = None

    @property
    def events(self) -> Sequence[Event]:
        return self._events

    @property
    def view(self) -> View:
        """The fold of all rows read so far."""
        if self._view is None:
            self._view = self._fold.view()
        return self._view

    async def open(self, events: Sequence[Event]) -> View:
        """Begin with these rows, all of the run's, and narrate the run as it is now. Raises what
        *narrate* raises."""
        self._add(events)
        await self._narrate(self.view)
        return self.view

    async def refresh(self) -> View:
        """Read what people added, if the journal has heard of anything; narrate it then."""
        if self._journal.last_seq > self._last_seq and await self._load_new():
            await self._narrate(self.view)
        return self.view

    async def write(
        self,
        value: PayloadValue,
        *,
        call_id: str = "",
        seconds: float = 0.0,
        made_of: Draft | None = None,
    ) -> Event:
        """Write one row and narrate. The row is durable before anything is narrated.

        A row whose ``call_id`` was written before is not written again. ``seconds`` is how long
        the work took; ``made_of`` is the draft of an ending, whose calls are counted here. Raises
        :class:`agents.errors.LeaseLost`, :class:`agents.errors.JournalConflict` and what *narrate*
        raises."""
        entry = entry_of(value, call_id=call_id, latency_ms=round(seconds * 1000), made_of=made_of)
        event = await self._journal.append(entry)
        if event.seq == self._last_seq + 1:
            self._add((event,))
        else:
            # People added rows before this one, or it was written before.
            await self._load_new()
        await self._narrate(self.view)
        return event

    async def narrate_draft(self, drafting: tuple[Sentence, ...]) -> None:
        """Narrate an answer that is still being written; no row is written. Raises
        :class:`NarrationFailed`."""
        try:
            await self._narrate(replace(self.view, drafting=drafting))
        except Exception as error:
            raise NarrationFailed from error

    async def _load_new(self) -> bool:
        new = await self._journal.load_after(self._last_seq)
        if new:
            self._add(new)
        return bool(new)

    @property
    def _last_seq(self) -> int:
        return self._events[-1].seq if self._events else 0

    def _add(self, new: Sequence[Event]) -> None:
        for event in new:
            self._fold.add(event)
        self._events += new
        self._view = None
