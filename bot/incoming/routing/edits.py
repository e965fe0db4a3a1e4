"""What the edit or the deletion of a message asks of us."""

from __future__ import annotations

from bot.failures.errors import LONGEST_QUESTION
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.decisions import (
    Ask,
    Decision,
    Ignore,
    RoutingRules,
    Stop,
    ThreadState,
    stop_one,
)


def on_edit(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about an edited message."""
    text = incoming.text.without(rules.bot_user)
    if incoming.text == incoming.former_text or thread.run_of_message not in thread.live:
        return Ignore("no change to a live question")
    if not text or len(text) > LONGEST_QUESTION:
        return Stop((thread.run_of_message,))
    return Ask(text, instead_of=thread.run_of_message)


def on_deletion(_incoming: Incoming, thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about a deleted message."""
    return stop_one(thread)
