"""The forms on the decision of a board, for whoever pressed a button that opens one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from agents.errors import DecisionChanged
from agents.turns import View
from bot.incoming.payloads.events import Incoming
from bot.rendering.board.forms import decision_form, signing_form
from bot.rendering.board.reply import DECIDE_BUTTON, SIGN_BUTTON

BOARD_BUTTONS = frozenset({DECIDE_BUTTON, SIGN_BUTTON})


async def board_form(incoming: Incoming, view: View, at: Mapping[str, str]) -> dict[str, Any]:
    """The form that the button opens. Raises :class:`agents.errors.DecisionChanged` if there is
    nothing to sign any more."""
    if incoming.name == SIGN_BUTTON:
        if view.decided is None:
            raise DecisionChanged(view.run_id)
        return await asyncio.to_thread(signing_form, view, view.decided, incoming.user, at)
    return await asyncio.to_thread(decision_form, view, incoming.user, at)
