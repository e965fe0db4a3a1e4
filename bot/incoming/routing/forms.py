"""What a submitted form asks of us."""

from __future__ import annotations

from collections.abc import Mapping

from agents.turns import Review
from agents.turns.reviews import LONGEST_REASON, TAKEN_BACK, VERDICTS
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing.blind_reading import readers_of, vote_of
from bot.incoming.routing.board import BOARD_FORMS, on_board_form
from bot.incoming.routing.decisions import (
    ChangeSettings,
    Decision,
    Ignore,
    RoutingRules,
    StoreReview,
    ThreadState,
)
from bot.incoming.routing.question_forms import on_question_form
from bot.rendering.board import forms as board_forms
from bot.rendering.channel import form as settings_form
from bot.rendering.posted_questions import form as question_form
from bot.rendering.review import blind
from bot.rendering.review.form import (
    FORM,
    NEEDS_REASON,
    REASON,
    TARGET,
    VERDICT,
    read_option,
)

_WITHOUT_REASON = frozenset({"right", TAKEN_BACK})


def on_form(incoming: Incoming, _thread: ThreadState, _rules: RoutingRules) -> Decision:
    """What to do about a form."""
    entries = incoming.entries
    if incoming.name == settings_form.FORM:
        return ChangeSettings(settings_form.read_choices(entries))
    if incoming.name in BOARD_FORMS:
        return on_board_form(incoming)
    if incoming.name == blind.FORM:
        return vote_of(incoming)
    if incoming.name == blind.ASK_FORM:
        return readers_of(incoming)
    if incoming.name in (question_form.FORM, question_form.PRESENT_CASE):
        return on_question_form(incoming)
    verdict = entries.get(VERDICT, "")
    if incoming.name != FORM or verdict not in (*VERDICTS, TAKEN_BACK):
        return Ignore("a button without effect")
    seq, citation = read_option(entries.get(TARGET, ""))
    review = Review(
        seq=seq,
        verdict=verdict,
        by=incoming.user,
        comment=entries.get(REASON, "").strip()[:LONGEST_REASON],
        citation=citation,
    )
    return StoreReview(incoming.value, review)


def problems_of(incoming: Incoming, highest: settings_form.Highest) -> Mapping[str, str]:
    """What is wrong with a form, by its blocks: the person sees it beside the entry. ``highest`` is
    what a channel may set its numbers to."""
    if incoming.kind == "form" and incoming.name == settings_form.FORM:
        return settings_form.problems_with(incoming.entries, highest)
    if incoming.kind == "form" and incoming.name in BOARD_FORMS:
        return board_forms.problems_with(incoming.name, incoming.entries)
    if incoming.kind != "form" or incoming.name != FORM:
        return {}
    is_said = bool(incoming.entries.get(REASON, "").strip())
    if is_said or incoming.entries.get(VERDICT) in _WITHOUT_REASON:
        return {}
    return {REASON: NEEDS_REASON}
