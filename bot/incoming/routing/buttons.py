"""What a press, a reaction or Slack's own Stop asks of us.

The buttons that open a form never come here: a form must open at once, so that
:mod:`bot.incoming.forms` takes their presses before they would be stored."""

from __future__ import annotations

from agents.turns import Review
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.cases import on_case_menu
from bot.incoming.routing.commands import on_card_button
from bot.incoming.routing.decisions import (
    AskChanged,
    AskWritten,
    Decision,
    Ignore,
    ListFiles,
    Publish,
    RoutingRules,
    Show,
    Stop,
    StoreReview,
    SwitchFiles,
    TakeBack,
    ThreadState,
    stop_one,
)
from bot.incoming.routing.report_rows import on_row_menu
from bot.rendering import file_lists
from bot.rendering.commands import responses
from bot.rendering.posted_questions import posted

_STOP_SIGNS = frozenset({"octagonal_sign", "stop_sign"})


def on_reaction(incoming: Incoming, thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about a reaction."""
    return stop_one(thread) if incoming.name in _STOP_SIGNS else Ignore("not a stop sign")


def on_session_stop(_incoming: Incoming, thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about Slack's own Stop button."""
    return Stop(thread.live) if thread.live else Ignore("nothing runs")


def on_button(incoming: Incoming, thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about the press of a button."""
    match incoming.name:
        case "stop":
            is_here = incoming.value in thread.live
            return Stop((incoming.value,)) if is_here else Ignore("nothing to stop")
        case "ask" if incoming.value.count(":") == 1:
            return AskWritten(*incoming.value.split(":"))
        case "changed":
            return AskChanged(incoming.value)
        case "publish":
            return Publish(incoming.value)
        case "right":
            return StoreReview(incoming.value, Review(verdict="right", by=incoming.user))
        case "passages" | "steps" | "more" | "packet" as what:
            return Show(incoming.value, what)
        case posted.TAKE_BACK if thread.run_of_message:
            return TakeBack(thread.run_of_message, incoming.value)
        case responses.SHARE_BUTTON | responses.ASK_BUTTON:
            return on_card_button(incoming)
        case _:
            return (
                on_row_menu(incoming)
                or _on_file_button(incoming)
                or on_case_menu(incoming)
                or Ignore("a button without effect")
            )


def _on_file_button(incoming: Incoming) -> ListFiles | SwitchFiles | None:
    match incoming.name:
        case file_lists.LIST_BUTTON:
            return ListFiles()
        case file_lists.OFF_BUTTON:
            return SwitchFiles(is_used=False, file_id=incoming.value)
        case file_lists.ON_BUTTON:
            return SwitchFiles(is_used=True, file_id=incoming.value)
        case _:
            return None
