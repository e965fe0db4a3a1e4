"""Carries out what people ask of blind second readers: who is asked, and what they voted."""

from __future__ import annotations

from collections.abc import Sequence

from agents.endings.reviews import outcome_of
from agents.errors import RunUnknown
from agents.turns import BlindVote, View
from agents.turns.reviews import LONGEST_REASON
from bot.db import event_transactions
from bot.db.outbox import Outgoing
from bot.failures import sentences
from bot.incoming.addressing import (
    address_of,
    as_in_channel,
    is_of_run,
    messages_to_person,
    own_run_id,
    run_id_of,
)
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import AskSecondReader, StoreVote
from bot.rendering import narration
from bot.rendering.answer import answers
from bot.rendering.blocks import sections
from bot.rendering.channel.messages import refusal
from bot.rendering.ephemeral_frame import in_channel
from bot.rendering.review import blind

_NOBODY = "Name who reads: “second reader @colleague”, somebody else than who asked the question."
_NO_ANSWER = "Nothing was found in this thread yet that a second reader could be asked to read."
_VOTED = "You have voted on this already; the first vote counts, since you have seen the answer."
_NOT_A_REVIEWER = "In this channel only the people named in its settings mark answers, or vote."
_THANKS = "*Your vote stands in the thread.* This is the answer that you did not see:"


class SecondReaders:
    """Asks second readers, and stores what they vote."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def ask(self, row: int, incoming: Incoming, decision: AskSecondReader) -> None:
        """Send each of them the button that opens the findings, outside the thread."""
        admission = self._context.admission
        address, own_id = address_of(incoming), _own_id(incoming)
        why_not = await admission.refusal(incoming, await admission.rules(incoming))
        if why_not:
            told = refusal(own_id, address, incoming.user, why_not, incoming.ts)
            await event_transactions.finish_event(self._context.database, row, "refused", [told])
            return
        view = await self._context.memory.view(decision.run_id) if decision.run_id else None
        readers = [each for each in decision.readers if view and each != view.question.asker]
        if view is None or not _can_be_read(incoming, view) or not readers:
            words = _NOBODY if view and _can_be_read(incoming, view) else _NO_ANSWER
            hint = narration.hint_message(own_id, address, words)
            await event_transactions.finish_event(self._context.database, row, "help", [hint])
            return
        rows = await self._invitations(incoming, view, readers)
        await event_transactions.finish_event(self._context.database, row, "second reader", rows)

    async def _invitations(
        self, incoming: Incoming, view: View, readers: Sequence[str]
    ) -> list[Outgoing]:
        """What each of them gets, where it waits until they look; and that others are not asked."""
        address, own_id = address_of(incoming), _own_id(incoming)
        rows: list[Outgoing] = []
        absent = []
        for reader in readers:
            if not await self._context.admission.access.is_member(reader, incoming.channel):
                absent.append(reader)
                continue
            asked = blind.invitation(view.run_id, own_id, address, reader, incoming.user)
            place = await self._context.direct.place_of(reader)
            rows.append(blind.in_direct_messages(asked, place) if place else asked)
        if rows:
            rows.insert(0, blind.asked_message(view.run_id, own_id, address, len(rows)))
        if absent:
            rows.append(blind.not_asked_message(own_id, address, incoming.user, absent))
        return rows

    async def vote(self, row: int, incoming: Incoming, decision: StoreVote) -> None:
        """Write the vote down, show it in the thread, and the answer to who voted."""
        try:
            view = await self._context.memory.view(decision.run_id)
            why_not = await self._why_no_vote(as_in_channel(incoming, view), view)
            choice = blind.choice_of(view, decision.number)
        except RunUnknown as error:
            why_not, choice = sentences.sentence(error), ""
        if why_not or not choice:
            words = why_not or sentences.HELP["nothing_to_mark"]
            told = self._to_reader(incoming, decision.run_id, sections([words]))
            await event_transactions.finish_event(self._context.database, row, "pressed", told)
            return
        cast = BlindVote(
            by=incoming.user,
            choice=choice,
            outcome=outcome_of(choice, view),
            comment=decision.comment[:LONGEST_REASON],
        )
        await event_transactions.review(
            self._context.database,
            row,
            decision.run_id,
            cast,
            tell=lambda now: (
                blind.vote_message(now, now_vote(now, cast)),
                *self._to_reader(incoming, now.run_id, self._answer(now)),
            ),
        )

    async def _why_no_vote(self, incoming: Incoming, view: View) -> str:
        if not is_of_run(incoming, view) or not _can_be_read(incoming, view):
            return sentences.HELP["nothing_to_mark"]
        if any(each.by == incoming.user for each in view.votes):
            return _VOTED
        rules = await self._context.admission.rules(incoming)
        if rules.reviewers and incoming.user not in rules.reviewers:
            return _NOT_A_REVIEWER
        return _NOBODY if incoming.user == view.question.asker else ""

    def _answer(self, view: View) -> list[dict[str, object]]:
        assert view.ending is not None
        links = self._context.style.links
        shown = answers.render(view, view.ending, links, steps_behind=False)
        return [*sections([_THANKS]), *(each for each in shown if each["type"] != "actions")]

    def _to_reader(
        self, incoming: Incoming, run_id: str, blocks: list[dict[str, object]]
    ) -> tuple[Outgoing, ...]:
        told = messages_to_person(incoming, run_id, blocks)
        # Where the button stands, which the reader looks at.
        return tuple(map(in_channel, told))


def _own_id(incoming: Incoming) -> str:
    """The id under which is said what answers the event: of its message, or of the form."""
    if incoming.kind == "form":
        return run_id_of(incoming.team, incoming.channel, incoming.event_id)
    return own_run_id(incoming)


def now_vote(view: View, cast: BlindVote) -> BlindVote:
    """The vote of this person that stands."""
    return next((each for each in view.votes if each.by == cast.by), cast)


def _can_be_read(incoming: Incoming, view: View) -> bool:
    """Whether there is something to read blind: what was found for an answer or a gap that all of
    the thread see."""
    is_open = not view.is_private and not incoming.direct
    return blind.has_findings(view) and view.withdrawn is None and is_open
