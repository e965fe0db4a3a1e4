"""What a slash command asks of us."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from agents.lookups.subjects import LookUpKind
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.decisions import (
    Decision,
    Ignore,
    LookUp,
    RoutingRules,
    RunCommand,
    ThreadState,
)
from bot.rendering.commands.responses import ASK_BUTTON

LOOK_UPS: Mapping[str, LookUpKind] = {f"/{kind}": kind for kind in get_args(LookUpKind)}
"""The commands that look one thing up."""
CURBSIDE = "/curbside"
"""The command with words of its own."""


def on_command(incoming: Incoming, _thread: ThreadState, rules: RoutingRules) -> Decision:
    """What to do about a command. Its words are decoded already, as those of a message are."""
    words = incoming.text.without(rules.bot_user)
    if kind := LOOK_UPS.get(incoming.name):
        return LookUp(kind, words)
    if incoming.name != CURBSIDE:
        return Ignore("a command of another version")
    first, _, rest = words.partition(" ")
    return RunCommand(first.lower() or "help", rest.strip())


def asks_settings(incoming: Incoming) -> bool:
    """Whether a command opens the settings of its channel."""
    words = str(incoming.text).split()
    is_ours = incoming.kind == "command" and incoming.name == CURBSIDE
    return is_ours and [word.lower() for word in words[:1]] == ["settings"]


def on_card_button(incoming: Incoming) -> Decision:
    """What to do about a button that shows a look-up to the channel, or asks more about it."""
    kind, _, name = incoming.value.partition(":")
    known = LOOK_UPS.get(f"/{kind}")
    if not known or not name:
        return Ignore("a button without effect")
    return LookUp(known, name, is_shared=True, is_asked=incoming.name == ASK_BUTTON)
