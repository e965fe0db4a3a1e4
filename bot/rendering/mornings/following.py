"""What a thread, and who typed a command, is told of the following of a case. Pure."""

from __future__ import annotations

from agents.extractive.answer.short_form import question_in_short
from agents.turns import ThreadKey
from bot.db.outbox import Outgoing, SlackAddress
from bot.rendering.answer.question_label import permalink
from bot.rendering.blocks import link, person
from bot.rendering.narration import hint_message

_NAMELESS = "a case"
_ON = (
    "☀️ {by} asked me to follow this case: each morning I tell here what has changed since the last"
    " board, which is what became of the sources of its answers, and new documents that answer its"
    " questions. Where nothing has changed I say nothing. `Stop following this case` ends it."
)
_OFF = "{by} asked me to follow this case no longer."
_IS_ON = (
    "This case is followed already: what changes is told here in the morning, each change once, and"
    " where nothing stands here nothing has changed. `Stop following this case` ends it."
)
_IS_OFF = "This case is not followed. `Follow this case` begins it."


def switched_message(
    own_id: str, thread: ThreadKey, by: str, *, is_on: bool, changed: bool
) -> Outgoing:
    """What everybody in the thread is told."""
    words = (_ON if is_on else _OFF) if changed else (_IS_ON if is_on else _IS_OFF)
    address = SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread)
    return hint_message(own_id, address, words.format(by=person(by)), part="case")


def case_line(thread: ThreadKey, question: str, by: str, workspace: str) -> str:
    """A followed case in a list, by the names recognised in a question of it. ``workspace``: where
    links to messages begin."""
    label = question_in_short(question) or _NAMELESS
    asked = f", asked for by {person(by)}" if by else ""
    return f"• {link(permalink(thread, thread.thread, workspace), label)}{asked}"
