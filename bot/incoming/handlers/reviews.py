"""Carries out what a person thinks of a run: a mark is stored, and the thread shows it."""

from __future__ import annotations

from agents.endings.reviews import has_target
from agents.errors import RunUnknown
from agents.turns import Review, View
from agents.turns.reviews import TAKEN_BACK
from bot.db import event_transactions
from bot.db.outbox import Outgoing
from bot.failures import sentences
from bot.incoming.addressing import is_of_run, messages_to_person
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import StoreReview
from bot.rendering import narration
from bot.rendering.blocks import sections
from bot.rendering.board.reply import DECISION
from bot.rendering.narration import Style
from bot.rendering.private.placing import part_of

_THANKS = "Thank you. Your mark stands below the answer."
_NOT_A_REVIEWER = "In this channel only the people named in its settings mark answers."
_GONE = "Your mark no longer counts."


class Reviews:
    """Stores marks."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def store(self, row: int, incoming: Incoming, decision: StoreReview) -> None:
        """Write the mark into the journal of the run and show it where the run is shown."""
        review = decision.review
        try:
            view = await self._context.memory.view(decision.run_id)
        except RunUnknown as error:
            await self._refuse(row, incoming, decision, sentences.sentence(error))
            return
        if not is_of_run(incoming, view) or not has_target(view, review):
            await self._refuse(row, incoming, decision, sentences.HELP["nothing_to_mark"])
            return
        question_ts = await event_transactions.message_of_run(
            self._context.database, decision.run_id
        )
        thread = view.question.thread
        rules = await self._context.admission.channels.rules(thread.team, thread.channel)
        if rules.reviewers and incoming.user not in rules.reviewers:
            await self._refuse(row, incoming, decision, _NOT_A_REVIEWER)
            return
        style = await self._context.style_in(thread.team, thread.channel)
        words = _GONE if review.verdict == TAKEN_BACK else _THANKS
        await event_transactions.review(
            self._context.database,
            row,
            decision.run_id,
            review,
            tell=lambda now: (
                *_showing_mark(now, review, question_ts or now.question.thread.thread, style),
                *messages_to_person(incoming, decision.run_id, sections([words])),
            ),
        )

    async def _refuse(
        self, row: int, incoming: Incoming, decision: StoreReview, words: str
    ) -> None:
        await self._context.tell_person(row, incoming, decision.run_id, sections([words]))


def _showing_mark(
    view: View, review: Review, question_ts: str, style: Style
) -> tuple[Outgoing, ...]:
    """What shows the mark. A run that goes on shows it itself."""
    if view.ending is None:
        return ()
    rows = narration.narrate(view, question_ts, style)
    return tuple(
        row
        for row in rows
        if row.operation == "post"
        and (part_of(row).startswith((narration.ANSWER, DECISION)) or row.seq == review.seq)
    )
