"""What the edit or the deletion of a message asks of us."""

from __future__ import annotations

from bot.asking.limits import LONGEST_QUESTION
from bot.incoming.payloads.events import Incoming
from bot.incoming.payloads.slack_text import MessageText
from bot.incoming.routing.decisions import (
    Ask,
    Decision,
    ForgetFile,
    Ignore,
    RoutingRules,
    ThreadState,
    Withdraw,
)


def on_edit(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about an edited message. Formatting, and what Slack shows of a link, are no words.
    A live question is asked anew; who edits an answered one is offered that."""
    run_id, text = thread.run_of_message, incoming.text.without(rules.bot_user)
    if not run_id or _words(incoming.text, rules) == _words(incoming.former_text, rules):
        return Ignore("no change to a question")
    if run_id in thread.live and 0 < len(text) <= LONGEST_QUESTION:
        return Ask(text, instead_of=run_id)
    return Withdraw(run_id, "edited")


def on_deletion(incoming: Incoming, thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about a deleted message. Of one that Slack does not tell the author of, nothing
    shows that it was the question and not a reply of ours."""
    if not thread.run_of_message or not incoming.user:
        return Ignore("nothing to stop")
    return Withdraw(thread.run_of_message, "deleted")


def on_file_deletion(incoming: Incoming, _thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about a deleted file."""
    return ForgetFile(incoming.name)


def _words(text: MessageText, rules: RoutingRules) -> list[str]:
    return text.without(rules.bot_user).split()
