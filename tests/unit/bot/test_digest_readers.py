"""What a digest may tell depends on who reads its channel, and the channels of the answers."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.processes.mornings.readers import has_guests, public_channels

USERS = [
    [{"id": "U1"}, {"id": "U2", "is_restricted": True}],
    [{"id": "U3", "is_ultra_restricted": True}],
]


class FewChannels(AsyncWebClient):
    """Slack with a public channel, a private one, and one that it is tired of."""

    def __init__(self, members: list[str] | None = None) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.members = members

    async def conversations_info(self, *, channel: str, **_more: Any) -> AsyncSlackResponse:
        self.asked.append(channel)
        if channel == "C3":
            raise SlackApiError("refused", {"error": "fatal_error"})
        return self._answer({"channel": {"is_channel": True, "is_private": channel == "C2"}})

    async def conversations_members(self, **_more: Any) -> AsyncSlackResponse:
        if self.members is None:
            raise SlackApiError("refused", {"error": "ratelimited"})
        return self._answer({"members": self.members})

    async def users_list(self, *, cursor: str | None = None, **_more: Any) -> AsyncSlackResponse:
        page = int(cursor or 0)
        following = str(page + 1) if page + 1 < len(USERS) else ""
        more = {"response_metadata": {"next_cursor": following}}
        return self._answer({"members": USERS[page], **more})

    def _answer(self, data: dict[str, Any]) -> AsyncSlackResponse:
        return AsyncSlackResponse(
            client=self, http_verb="GET", api_url="", req_args={}, data=data, headers={},
            status_code=200,
        )  # fmt: skip


async def test_only_channels_that_slack_calls_public_are_and_direct_messages_are_not_asked_of() -> (
    None
):
    slack = FewChannels()
    assert await public_channels(slack, ["D1", "C3", "C2", "C1", "G1"]) == {"C1"}
    assert slack.asked == ["C3", "C2", "C1"]


@pytest.mark.parametrize(
    ("members", "has"),
    [(["U1"], False), (["U1", "U2"], True), (["U1", "U3"], True), (None, True)],
    ids=["none", "a guest", "a guest of the last page", "not told"],
)
async def test_a_guest_among_the_members_is_found(members: list[str] | None, has: bool) -> None:
    assert await has_guests(FewChannels(members), "C1") is has
