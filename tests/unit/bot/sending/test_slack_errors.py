"""What is done about each error of Slack."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.sending.slack_errors import Remedy, name_and_status, remedy


@pytest.mark.parametrize(
    ("error", "status", "updating", "expected"),
    [
        ("already_reacted", 200, False, Remedy.DONE),
        ("ratelimited", 429, False, Remedy.LATER),
        ("token_expired", 200, False, Remedy.LATER),
        ("token_revoked", 200, False, Remedy.LATER),
        ("", 503, False, Remedy.UNSURE),
        ("internal_error", 200, False, Remedy.UNSURE),
        ("message_not_found", 200, True, Remedy.REPLACE),
        ("message_not_found", 200, False, Remedy.GIVE_UP),
        ("edit_window_closed", 200, True, Remedy.REPLACE),
        ("invalid_blocks", 200, False, Remedy.PLAINER),
        ("channel_not_found", 200, False, Remedy.GIVE_UP),
    ],
)
def test_each_error_of_slack_has_its_remedy(
    error: str, status: int, updating: bool, expected: Remedy
) -> None:
    assert remedy(error, status, updating=updating) is expected


@dataclass
class PageOfAProxy:
    """What the client hands on when the body is no JSON: a response without ``status_code``."""

    status: int


def test_an_answer_that_is_no_json_still_has_its_status() -> None:
    assert name_and_status(SlackApiError("unreadable", PageOfAProxy(502))) == ("", 502)


def test_an_answer_of_slack_has_a_name_and_a_status() -> None:
    answer = AsyncSlackResponse(
        client=None, http_verb="POST", api_url="", req_args={}, status_code=429, headers={},
        data={"ok": False, "error": "ratelimited"},
    )  # fmt: skip
    assert name_and_status(SlackApiError("too many", answer)) == ("ratelimited", 429)
