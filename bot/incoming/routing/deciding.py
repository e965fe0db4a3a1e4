"""What an event asks of us. Pure: an :class:`Incoming` and what is known about its thread give a
decision. Each kind of event has its module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.incoming.payloads.events import EventKind, Incoming
from bot.incoming.routing import buttons, commands, edits, forms, messages, question_forms
from bot.incoming.routing.decisions import (
    Decision,
    Ignore,
    RoutingRules,
    ShowHome,
    ThreadState,
)

_Decide = Callable[[Incoming, ThreadState, RoutingRules], Decision]
_BY_KIND: Mapping[EventKind, _Decide] = {
    "message": messages.on_message,
    "edited": edits.on_edit,
    "deleted": edits.on_deletion,
    "file_deleted": edits.on_file_deletion,
    "reaction": buttons.on_reaction,
    "session_stopped": buttons.on_session_stop,
    "action": buttons.on_button,
    "form": forms.on_form,
    "command": commands.on_command,
    "posted": question_forms.on_posted,
    "home": lambda _incoming, _thread, _rules: ShowHome(),
}


def decide(incoming: Incoming, thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about the event."""
    if incoming.by_bot or incoming.user == rules.bot_user:
        return Ignore("a bot wrote it")
    decide_kind = _BY_KIND.get(incoming.kind)
    return decide_kind(incoming, thread, rules) if decide_kind else Ignore("not for us")
