"""What to do about an error of Slack's Web API: one table. Pure."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

from slack_sdk.errors import SlackApiError


class Remedy(Enum):
    """What becomes of the outbox row."""

    DONE = auto()
    """It is as it should be already."""
    LATER = auto()
    """Slack did not do it; try again later."""
    UNSURE = auto()
    """Slack may have done it; look before trying again."""
    REPLACE = auto()
    """The message cannot be changed; say it in a new reply."""
    PLAINER = auto()
    """Slack refused the form; send a plainer one."""
    GIVE_UP = auto()
    """It will never work."""


DEAD_TOKEN = frozenset(("account_inactive", "invalid_auth", "not_authed", "token_revoked"))
"""Slack's errors for a token that counts no more. It says nothing of the message: an admin puts a
new one in its place, and what is owed is sent with that."""
PASSING = frozenset({Remedy.LATER, Remedy.UNSURE})
"""What is tried again, or looked for first."""

_TABLE: dict[str, Remedy] = {
    "already_reacted": Remedy.DONE,
    "no_reaction": Remedy.DONE,
    "ratelimited": Remedy.LATER,
    "rate_limited": Remedy.LATER,
    "message_limit_exceeded": Remedy.LATER,
    "org_login_required": Remedy.LATER,
    # A token that expires is refreshed: where that failed, or a clock is wrong, soon.
    "token_expired": Remedy.LATER,
    "team_added_to_org": Remedy.LATER,
    **dict.fromkeys(DEAD_TOKEN, Remedy.LATER),
    "fatal_error": Remedy.UNSURE,
    "internal_error": Remedy.UNSURE,
    "service_unavailable": Remedy.UNSURE,
    "request_timeout": Remedy.UNSURE,
    "accesslimited": Remedy.LATER,
    "cant_update_message": Remedy.REPLACE,
    "edit_window_closed": Remedy.REPLACE,
    "streaming_state_conflict": Remedy.REPLACE,
    "invalid_blocks": Remedy.PLAINER,
    "invalid_blocks_format": Remedy.PLAINER,
    "msg_too_long": Remedy.PLAINER,
    "msg_blocks_too_long": Remedy.PLAINER,
    "msg_blocks_too_many": Remedy.PLAINER,
    "markdown_text_conflict": Remedy.PLAINER,
    "no_text": Remedy.PLAINER,
    "invalid_attachments": Remedy.PLAINER,
    "cant_delete_message": Remedy.PLAINER,
    "compliance_exports_prevent_deletion": Remedy.PLAINER,
}


def name_and_status(error: SlackApiError) -> tuple[str, int]:
    """Slack's name of the error, empty if its answer has none, and the HTTP status. The client
    hands on its own response or, where the body could not be read, the one of aiohttp."""
    response: Any = error.response
    data = response.data if isinstance(getattr(response, "data", None), dict) else {}
    status = getattr(response, "status_code", None) or getattr(response, "status", None)
    return str(data.get("error", "")), int(status or 200)


def remedy(error: str, status: int, *, updating: bool) -> Remedy:
    """What to do about Slack's error name and HTTP status. ``updating``: the call was an update,
    or was about a message that should exist."""
    if status == 429:
        return Remedy.LATER
    if error in _TABLE:
        return _TABLE[error]
    if status >= 500:
        return Remedy.UNSURE
    if error == "message_not_found" and updating:
        return Remedy.REPLACE
    return Remedy.GIVE_UP


MOST_WAITS = 6
"""Tries of a message whose picture Slack does not show yet: half a minute, with the pauses of the
sender. Chosen by hand; Slack says only that it "takes a few moments"."""
_NOT_YET = frozenset(("invalid_blocks", "invalid_blocks_format", "file_not_found"))


def remedy_of_picture(usual: Remedy, error: str, tried: int) -> Remedy:
    """What to do about a message with a picture. Slack looks through an uploaded file before
    messages may show it (github.com/slackapi/slack-github-action/issues/413), and until then
    refuses the blocks. A picture that it never takes is told in words."""
    if error in _NOT_YET and tried < MOST_WAITS:
        return Remedy.LATER
    return Remedy.PLAINER if usual is Remedy.GIVE_UP or error in _NOT_YET else usual
