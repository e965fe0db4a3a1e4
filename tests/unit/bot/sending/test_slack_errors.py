"""What is done about each error of Slack."""

from __future__ import annotations

import pytest

from bot.sending.slack_errors import Remedy, remedy


@pytest.mark.parametrize(
    ("error", "status", "updating", "expected"),
    [
        ("already_reacted", 200, False, Remedy.DONE),
        ("ratelimited", 429, False, Remedy.LATER),
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
