"""What a submitted form on the decision of a board asks of us. Pure."""

from __future__ import annotations

from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.decisions import Decision, Ignore, RecordDecision, SignDecision
from bot.rendering.board import forms

BOARD_FORMS = frozenset({forms.DECISION_FORM, forms.SIGNING_FORM})


def on_board_form(incoming: Incoming) -> Decision:
    """What to do about it."""
    if incoming.name == forms.DECISION_FORM:
        return RecordDecision(*forms.read_decision(incoming.value, incoming.entries, incoming.user))
    signed = forms.read_signature(incoming.value, incoming.entries, incoming.user)
    return SignDecision(*signed) if signed else Ignore("a button without effect")
