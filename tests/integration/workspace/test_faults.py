"""Faults and limits of the Web API, as Slack's client meets them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import BOARD, Control, StoppedClock, say, until
from workspace.http.server import Config, RunningWorkspace, run_workspace


def texts(slack: RunningWorkspace) -> list[str]:
    return [str(one["text"]) for one in slack.workspace.history.roots(BOARD)]


async def test_a_dropped_answer_leaves_the_message_posted(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    await control.post("faults", kind="drop", methods=["chat.postMessage"], times=1)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.chat_postMessage(channel=BOARD, text="once")
    assert texts(slack) == ["once"]
    await client.chat_postMessage(channel=BOARD, text="next")
    assert texts(slack) == ["once", "next"]


async def test_the_sdks_own_retry_posts_twice_after_a_dropped_answer(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    client.retry_handlers.append(AsyncConnectionErrorRetryHandler())
    await control.post("faults", kind="drop", methods=["chat.postMessage"])
    await client.chat_postMessage(channel=BOARD, text="twice")
    assert texts(slack) == ["twice", "twice"]


async def test_a_call_dropped_before_it_is_carried_out_posts_nothing(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    await control.post("faults", kind="drop_before", methods=["chat.postMessage"])
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.chat_postMessage(channel=BOARD, text="never")
    assert texts(slack) == []


async def test_a_storm_of_429_says_when_to_come_back(
    client: AsyncWebClient, control: Control
) -> None:
    await control.post("faults", kind="rate_limited", times=2, retry_after=7)
    for _ in range(2):
        with pytest.raises(SlackApiError) as refused:
            await client.chat_postMessage(channel=BOARD, text="x")
        assert refused.value.response.status_code == 429
        assert refused.value.response["error"] == "ratelimited"
        assert refused.value.response.headers["Retry-After"] == "7"
    assert (await client.chat_postMessage(channel=BOARD, text="x"))["ok"]


async def test_errors_and_500s_come_as_planned_and_skip_calls(
    client: AsyncWebClient, control: Control
) -> None:
    await control.post("faults", kind="error", methods=["auth.test"], skip=1)
    await control.post("faults", kind="server_error", methods=["users.list"])
    await client.auth_test()
    with pytest.raises(SlackApiError, match="fatal_error"):
        await client.auth_test()
    with pytest.raises(SlackApiError) as refused:
        await client.users_list()
    assert refused.value.response.status_code == 500
    planned = (await control.get("faults"))["faults"]
    assert [(one["kind"], one["hits"]) for one in planned] == [("error", 1), ("server_error", 1)]


async def test_a_delayed_answer_comes_when_the_clock_moves(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    await control.post("faults", kind="delay", methods=["auth.test"], seconds=600)
    call = asyncio.ensure_future(client.auth_test())
    await until(lambda: slack.dispatcher.in_flight == 1)
    await control.post("clock", advance=600)
    assert (await call)["ok"]


async def test_senseless_control_requests_are_refused_with_a_sentence(
    slack: RunningWorkspace,
) -> None:
    async with aiohttp.ClientSession(slack.url) as session:
        for path, body in (
            ("faults", {"kind": "earthquake"}),
            ("faults", {"kind": "drop", "colour": "red"}),
            ("limits", {"mode": "generous"}),
            ("clock", {"advance": -1}),
            ("events", {"events": [{"event": {}}]}),
            ("deliveries", {"speed": 3}),
        ):
            async with session.post(f"/_control/{path}", json=body) as answer:
                assert answer.status == 400
                assert (await answer.json())["error"]


async def test_a_revoked_token_is_refused_until_it_is_accepted_again(
    client: AsyncWebClient, control: Control
) -> None:
    await control.post("tokens/revoke", token="xoxb-local")
    with pytest.raises(SlackApiError, match="token_revoked"):
        await client.auth_test()
    await control.post("tokens/revoke")
    assert (await client.auth_test())["ok"]


async def test_calls_are_counted_and_listed_without_tokens(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    await client.chat_postMessage(channel=BOARD, text="x", token="xoxb-local")
    await client.auth_test()
    seen = await control.get("calls", method="chat.postMessage")
    assert seen["counts"] == {"chat.postMessage": 1, "auth.test": 1}
    (call,) = seen["calls"]
    assert (call["outcome"], call["arguments"]["text"]) == ("ok", "x")
    assert "xoxb-local" not in str(seen)


async def test_a_reset_gives_an_untouched_workspace(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    say(slack)
    await control.post("faults", kind="drop", times=100)
    await control.post("reset")
    assert texts(slack) == []
    assert len((await client.users_list())["members"]) == 4
    assert (await control.get("calls"))["counts"] == {"users.list": 1}


async def test_the_transcript_has_one_line_for_each_message(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack, "TMB < 10?")
    await client.chat_postMessage(channel=BOARD, thread_ts=root["ts"], text="yes")
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{slack.url}/_control/transcript") as answer,
    ):
        lines = (await answer.text()).splitlines()
    assert len(lines) == 2
    assert '"text": "TMB &lt; 10?"' in lines[0]


@pytest.fixture
async def limited() -> AsyncIterator[RunningWorkspace]:
    """A workspace with Slack's limits, in which no time passes by itself."""
    async with run_workspace(Config(limits="real"), StoppedClock()) as slack:
        yield slack


def post(slack: RunningWorkspace, text: str, channel: str = BOARD) -> asyncio.Future[object]:
    client = AsyncWebClient(token="xoxb-local", base_url=slack.api_url, retry_handlers=[])
    return asyncio.ensure_future(client.chat_postMessage(channel=channel, text=text))


async def test_a_channel_takes_a_burst_and_then_a_message_a_second(
    limited: RunningWorkspace,
) -> None:
    for number in range(4):
        await post(limited, f"{number}")
    with pytest.raises(SlackApiError) as refused:
        await post(limited, "too much")
    assert refused.value.response.headers["Retry-After"] == "1"
    await post(limited, "elsewhere", "C0LOOKUPS")
    limited.workspace.clock.advance(1)
    await post(limited, "a second later")
    with pytest.raises(SlackApiError, match="ratelimited"):
        await post(limited, "too much again")


async def test_strict_limits_allow_no_burst(limited: RunningWorkspace) -> None:
    limited.dispatcher.limits.set_mode("strict")
    await post(limited, "one")
    with pytest.raises(SlackApiError, match="ratelimited"):
        await post(limited, "two")


class _AdvancingRetryHandler(AsyncRateLimitErrorRetryHandler):
    """Slack's own handler; while it waits, the clock of the workspace moves as long as it waits."""

    def __init__(self, slack: RunningWorkspace) -> None:
        super().__init__(max_retry_count=2)
        self._slack = slack

    async def prepare_for_next_attempt_async(self, **details: Any) -> None:
        wait = int(details["response"].headers["Retry-After"][0])
        await super().prepare_for_next_attempt_async(**details)
        self._slack.workspace.clock.advance(wait)


async def test_the_sdks_rate_limit_handler_waits_and_succeeds(
    limited: RunningWorkspace,
) -> None:
    client = AsyncWebClient(
        token="xoxb-local",
        base_url=limited.api_url,
        retry_handlers=[_AdvancingRetryHandler(limited)],
    )
    for number in range(5):
        await client.chat_postMessage(channel=BOARD, text=f"{number}")
    assert texts(limited) == ["0", "1", "2", "3", "4"]


async def test_updates_have_a_minutes_allowance(
    limited: RunningWorkspace, client: AsyncWebClient
) -> None:
    client.base_url = limited.api_url
    posted = await client.chat_postMessage(channel=BOARD, text="x")
    for number in range(50):
        await client.chat_update(channel=BOARD, ts=posted["ts"], text=f"{number}")
    with pytest.raises(SlackApiError, match="ratelimited"):
        await client.chat_update(channel=BOARD, ts=posted["ts"], text="one more")
