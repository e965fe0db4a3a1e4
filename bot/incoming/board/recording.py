"""Carries out what people do with the decision of a board: stores it and shows it in the thread."""

from __future__ import annotations

from agents.errors import DecisionChanged, RunUnknown
from agents.turns import Abstention, Answer, BoardDecision, Signature, View
from bot.db import event_transactions
from bot.db.outbox import Outgoing
from bot.failures import sentences
from bot.incoming.addressing import is_of_run
from bot.incoming.admission.admission import Admission
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import RecordDecision, SignDecision
from bot.rendering import narration
from bot.rendering.blocks import sections
from bot.rendering.board.reply import DECISION, unsaved_blocks
from bot.rendering.narration import Style
from bot.rendering.private.placing import part_of

NOT_BY_GUESTS = (
    "Guests and people of other organisations neither record nor sign the decision of a board."
    " Nothing is stored."
)
_NOT_A_REVIEWER = (
    "In this channel only the people named in its settings as those who mark answers record and"
    " sign decisions. Nothing is stored."
)
_NOT_PUBLISHED = "Publish the answer first: what a board decides on, all of it have seen."
_NO_ANSWER = "There is no answer yet that a decision could be recorded on. Nothing is stored."
_CHANGED = (
    "The question was changed after this answer, so that no decision is recorded on it. Record it"
    " on the new answer."
)


async def refusal(admission: Admission, incoming: Incoming, view: View) -> str:
    """Why the person may neither record nor sign on this run; empty if they may."""
    if view.is_private:
        return _NOT_PUBLISHED
    thread = view.question.thread
    rules = await admission.channels.rules(thread.team, thread.channel)
    if rules.reviewers:
        return "" if incoming.user in rules.reviewers else _NOT_A_REVIEWER
    return NOT_BY_GUESTS if await admission.access.is_guest(incoming.user) else ""


class BoardDecisions:
    """Stores decisions and signatures."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def record(self, row: int, incoming: Incoming, decision: RecordDecision) -> None:
        """Write down what was decided."""
        await self._store(row, incoming, decision.run_id, decision.decision, "decided")

    async def sign(self, row: int, incoming: Incoming, decision: SignDecision) -> None:
        """Write down who signs what was decided, or dissents from it."""
        await self._store(row, incoming, decision.run_id, decision.signature, "signed")

    async def _store(
        self, row: int, incoming: Incoming, run_id: str, value: BoardDecision | Signature, done: str
    ) -> None:
        try:
            view = await self._context.memory.view(run_id)
            why_not = await self._why_not(incoming, view)
            if not why_not:
                question_ts = await event_transactions.message_of_run(
                    self._context.database, run_id
                )
                root = question_ts or view.question.thread.thread
                style = await self._context.style_in(incoming.team, view.question.thread.channel)
                await event_transactions.decide(
                    self._context.database,
                    row,
                    run_id,
                    value,
                    done=done,
                    tell=lambda now: rows_of_decision(now, root, style),
                )
                return
        except (RunUnknown, DecisionChanged) as error:
            why_not = sentences.sentence(error)
        blocks = (
            unsaved_blocks(value, why_not)
            if isinstance(value, BoardDecision)
            else sections([why_not])
        )
        await self._context.tell_person(row, incoming, run_id, blocks)

    async def _why_not(self, incoming: Incoming, view: View) -> str:
        """Why nothing is stored; empty if it is."""
        if not is_of_run(incoming, view):
            return sentences.sentence(RunUnknown())
        if view.withdrawn is not None:
            return _CHANGED
        if not isinstance(view.ending, Answer | Abstention):
            return _NO_ANSWER
        return await refusal(self._context.admission, incoming, view)


def rows_of_decision(view: View, question_ts: str, style: Style) -> tuple[Outgoing, ...]:
    """What shows the decision: its reply, and the answer, which no longer offers to record one."""
    return tuple(
        row
        for row in narration.narrate(view, question_ts, style)
        if row.operation == "post" and part_of(row).startswith((narration.ANSWER, DECISION))
    )
