"""The cases of a person's Home: those that are followed, and a menu to follow another one. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.answer.short_form import question_in_short
from agents.turns import ThreadKey
from bot.db.homes.contents import AskedQuestion
from bot.rendering.blocks import Block
from bot.rendering.forms.inputs import options_of, plain_text_object

FOLLOW_MENU, UNFOLLOW_MENU = "follow_case", "unfollow_case"
_NAMELESS = "a question"


def case_menus(asked: Sequence[AskedQuestion], followed: Sequence[AskedQuestion]) -> list[Block]:
    """A menu of the threads of own questions that are not followed, and one of those that are."""
    known = {each.thread for each in followed}
    others = [each for each in asked if each.thread not in known]
    menus = [
        _menu(FOLLOW_MENU, "Follow a case…", others),
        _menu(UNFOLLOW_MENU, "Stop following…", followed),
    ]
    elements = [menu for menu in menus if menu is not None]
    return [{"type": "actions", "block_id": "cases", "elements": elements}] if elements else []


def thread_value(thread: ThreadKey) -> str:
    """What an option carries: ids, never words of a message."""
    return f"{thread.channel}:{thread.thread}"


def read_thread(value: str, team: str) -> ThreadKey:
    """What an option carries, back."""
    channel, _, thread = value.partition(":")
    return ThreadKey(team, channel, thread)


def _menu(action: str, label: str, threads: Sequence[AskedQuestion]) -> Block | None:
    options = {thread_value(each.thread): _label(each) for each in threads}
    if not options:
        return None
    return {
        "type": "static_select",
        "action_id": action,
        "placeholder": plain_text_object(label),
        "options": options_of(options),
    }


def _label(asked: AskedQuestion) -> str:
    short = question_in_short(asked.text) or _NAMELESS
    return f"{asked.at:%Y-%m-%d} · {short}"
