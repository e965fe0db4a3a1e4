"""What a thread, and who typed a command, is told of the following of a case. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from agents.extractive.answer.short_form import question_in_short
from agents.turns import ThreadKey
from bot.db.mornings.switching import Became, FollowingOutcome
from bot.db.outbox import Outgoing, SlackAddress
from bot.rendering.answer.question_label import permalink
from bot.rendering.blocks import Block, date_and_time, link, person, sections
from bot.rendering.narration import hint_message

_NAMELESS = "a case"
_ON = (
    "☀️ {by} asked me to follow this case: each morning I tell {here} what has changed since the"
    " last board, which is what became of the sources of its answers, and new documents that answer"
    " its questions. Where nothing has changed I say nothing. {end} ends it."
)
_OFF = "{by} asked me to follow this case no longer."
_IS_ON = (
    "This case is followed already: what changes is told {here} in the morning, each change once."
    " {looked} {end} ends it."
)
_LOOKED = "I looked last on {day}; what is not told {here} had not changed by then."
_NOT_LOOKED = "I have not looked yet what has changed: that takes a minute or two."
_IS_OFF = "This case is not followed. `Follow this case` {here} begins it."
_NO_QUESTION = (
    "This case is not followed: a case is followed for half a year after its last question, and"
    " {this} thread holds none that is younger. Ask one {here}, then write `follow this case` below"
    " it."
)
_SAID: Mapping[Became, str] = {
    "on": _ON,
    "off": _OFF,
    "on already": _IS_ON,
    "off already": _IS_OFF,
    "no question": _NO_QUESTION,
}
_HERE = {"here": "here", "this": "this", "end": "`Stop following this case`"}
_ELSEWHERE = {
    "here": "in its thread",
    "this": "its",
    "end": "`Stop following this case` in its thread, or `/curbside unfollow` with the same link,",
}
_ALONE = {**_ELSEWHERE, "end": "`Stop following this case` here or in its thread"}
_ENDED = (
    "This case is followed no longer: half a year has passed since its last question. To have it"
    " followed again, ask a question here, then write `follow this case` below it."
)


def switched_message(
    own_id: str, thread: ThreadKey, by: str, switched: FollowingOutcome
) -> Outgoing:
    """What everybody in the thread is told."""
    return hint_message(own_id, _address(thread), _words(by, switched, _HERE), part="case")


def switched_messages(
    own_id: str,
    thread: ThreadKey,
    asked_at: SlackAddress | None,
    by: str,
    switched: FollowingOutcome,
) -> tuple[Outgoing, ...]:
    """The same, and what is said where somebody asked for it, if that is in direct messages: then
    the thread is told changes alone. ``asked_at`` is None for a Home."""
    in_thread = switched_message(own_id, thread, by, switched)
    if asked_at is None or asked_at.channel == thread.channel:
        return (in_thread,)
    alone = hint_message(own_id, asked_at, _words(by, switched, _ALONE), part="case-alone")
    return (alone, in_thread) if switched.how in ("on", "off") else (alone,)


def switched_elsewhere(by: str, switched: FollowingOutcome) -> list[Block]:
    """What is said to who asked for it by a command."""
    return sections([_words(by, switched, _ELSEWHERE)])


def _words(by: str, switched: FollowingOutcome, where: Mapping[str, str]) -> str:
    looked = _NOT_LOOKED
    if switched.looked_at is not None:
        looked = _LOOKED.format(day=date_and_time(switched.looked_at), **where)
    return _SAID[switched.how].format(by=person(by), looked=looked, **where)


def ended_message(thread: ThreadKey, morning: datetime) -> Outgoing:
    """What the thread of a case is told that is over by its age."""
    own_id = f"case-{thread.team}-{thread.channel}-{thread.thread}"
    return hint_message(own_id, _address(thread), _ENDED, part=f"over-{morning:%Y%m%d}")


def case_line(thread: ThreadKey, question: str, by: str, workspace: str) -> str:
    """A followed case in a list, by the names recognised in a question of it. ``workspace``: where
    links to messages begin."""
    label = question_in_short(question) or _NAMELESS
    asked = f", asked for by {person(by)}" if by else ""
    return f"• {link(permalink(thread, thread.thread, workspace), label)}{asked}"


def _address(thread: ThreadKey) -> SlackAddress:
    return SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
