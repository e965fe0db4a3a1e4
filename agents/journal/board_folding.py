"""What a board decided on a run: folded from the rows of its journal. Pure."""

from __future__ import annotations

from agents.journal.entry import Event
from agents.turns.board_decisions import (
    BoardDecision,
    DatedSignature,
    Signature,
    SignedDecision,
    standing_signatures,
)


class BoardFold:
    """The last decision stands. What signed another one does not count."""

    def __init__(self) -> None:
        self._recorded: Event | None = None
        self._decision: BoardDecision | None = None
        self._signed: list[DatedSignature] = []
        self._is_before_answer = False

    def add(self, event: Event, value: BoardDecision | Signature) -> None:
        """Take in a row. One without words says nothing any more; a decision without words leaves
        none, since an earlier one was changed by it."""
        if isinstance(value, Signature):
            if not event.entry.is_redacted:
                self._signed.append(DatedSignature(event.at, value))
            return
        self.forget()
        if not event.entry.is_redacted:
            self._recorded, self._decision = event, value

    def forget(self) -> None:
        """There is none: of a fork, what was decided on the other run is none of its own."""
        self._recorded, self._decision, self._signed = None, None, []
        self._is_before_answer = False

    def go_on(self) -> None:
        """The run goes on after a gap: what was decided stands, but on less than it will say."""
        self._is_before_answer = True

    def standing_decision(self) -> SignedDecision | None:
        """The decision that stands, with its signatures."""
        if self._recorded is None or self._decision is None:
            return None
        seq, at, decision = self._recorded.seq, self._recorded.at, self._decision
        own = Signature(decision=seq, stance="agrees", by=decision.by, role=decision.role)
        signed = [each for each in self._signed if each.signature.decision == seq]
        return SignedDecision(
            seq=seq,
            at=at,
            decision=decision,
            signatures=standing_signatures([DatedSignature(at, own), *signed]),
            is_before_answer=self._is_before_answer,
        )
