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


def on_share(incoming: Incoming) -> Decision:
    """What to do about the button that shows a look-up to the channel."""
    kind, _, name = incoming.value.partition(":")
    known = LOOK_UPS.get(f"/{kind}")
    return (
        LookUp(known, name, is_shared=True) if known and name else Ignore("a button without effect")
    )
