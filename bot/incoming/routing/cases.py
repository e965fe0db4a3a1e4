"""What a message or a choice in a Home asks of the case of a thread."""

from __future__ import annotations

from dataclasses import dataclass

from agents.replies.following import asks_to_follow, follow_and_ask
from bot.incoming.payloads.events import Incoming
from bot.rendering.home.cases import FOLLOW_MENU, UNFOLLOW_MENU


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowCase:
    """Tell a case in the morning what has changed for it, or no longer."""

    is_on: bool
    thread: str = ""
    """The channel and the thread that were chosen in a Home, or of the question that a direct
    message answers; empty for the thread of the message."""


def on_case_message(incoming: Incoming, text: str) -> FollowCase | None:
    """What a message asks of the case of its thread; None if it asks for anything else."""
    is_on = None if incoming.files else asks_to_follow(text)
    return None if is_on is None else FollowCase(is_on=is_on)


def names_case(incoming: Incoming, text: str) -> bool:
    """Whether a message asks anything of the case of its thread, alone or beside a question."""
    return on_case_message(incoming, text) is not None or follow_and_ask(text) is not None


def on_case_menu(incoming: Incoming) -> FollowCase | None:
    """The choice; None for another press."""
    if incoming.name not in (FOLLOW_MENU, UNFOLLOW_MENU) or not incoming.value:
        return None
    return FollowCase(is_on=incoming.name == FOLLOW_MENU, thread=incoming.value)
