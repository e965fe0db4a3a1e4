"""What is said where Slack did not take an answer: another sign, words for who asked. Pure."""

from __future__ import annotations

from bot.db.outbox import FINAL, LATE, Outgoing, SlackAddress
from bot.rendering.answer.signs import SIGNS
from bot.rendering.blocks import link, message_body, sections

_AGAIN = "write `again` in the thread"
_GONE = (
    "I cannot write in that channel any more.",
    f"Invite me there with `/invite @curbside`, then {_AGAIN}, or ask me here.",
)
_ARCHIVED = ("That channel is archived.", "Ask me here, or in another channel.")
_RESTRICTED = (
    "Slack does not let me write there: the channel or the thread may be closed to apps.",
    "Ask me here, or in another channel.",
)
_REFUSED = (
    "Slack did not take it.",
    f"Please {_AGAIN}; if this comes back, tell whoever runs Curbside.",
)
_GONE_ERRORS = frozenset(("not_in_channel", "channel_not_found", "user_not_in_channel"))
_RESTRICTED_ERRORS = frozenset(
    ("cannot_reply_to_message", "ekm_access_denied", "messages_tab_disabled", "no_permission")
)
NOTICE = "An answer could not be shown"


def told_alone(run_id: str, place: SlackAddress, question: str, error: str) -> Outgoing:
    """For who asked, in their direct messages ``place``: that the answer was not shown, why and
    what to do. ``question`` is the address of the message, ``error`` Slack's name of its refusal.
    It tells nothing of the question."""
    why, what_to_do = _reason(error)
    asked = link(question, "your question") if question else "your question"
    sign = SIGNS["failed"].character
    words = f"{sign} I could not show the answer to {asked}. {why} {what_to_do}"
    return Outgoing(
        run_id=run_id,
        seq=0,
        part="not-shown",
        address=place,
        priority=FINAL,
        body=message_body(NOTICE, sections([words])),
    )


def failed_sign(run_id: str, address: SlackAddress, question_ts: str) -> Outgoing:
    """The sign of a question whose answer nobody can read."""
    return Outgoing(
        run_id=run_id,
        seq=0,
        part="sign-not-shown",
        address=address,
        operation="react",
        priority=LATE,
        body={"name": SIGNS["failed"].reaction, "ts": question_ts},
    )


def _reason(error: str) -> tuple[str, str]:
    if error in _GONE_ERRORS:
        return _GONE
    if error == "is_archived":
        return _ARCHIVED
    if error in _RESTRICTED_ERRORS or error.startswith("restricted_action"):
        return _RESTRICTED
    return _REFUSED
