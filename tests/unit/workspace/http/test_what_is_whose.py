"""A person reads, presses and shares only what is theirs: every path is tried by somebody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from workspace.http.page.routes import add_page_routes
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.messages.new_message import NewMessage
from workspace.model.team import TeamOfApps
from workspace.slack_objects.seed import USUAL_SEED

ANA, BEN, BOT = "U0ANA", "U0BEN", "U0CURBSIDE"
SECRET = b"the report of Ana's patient"
OPEN = {"/", "/page/{path}", "/archives/{channel}/p{ts}"}
"""The page itself and what leads to it, which say nothing of anybody."""


class Belongings:
    """Ana's direct conversation with the app, a message and a file in it; and who asks for them."""

    def __init__(self, running: RunningWorkspace, session: aiohttp.ClientSession) -> None:
        self._url, self._session = running.url, session
        self.parts = running.workspace
        self.direct = str(self.parts.conversations.open_direct(ANA, BOT)["id"])
        self.file = str(self.parts.files.add(ANA, "report.txt", SECRET)["id"])
        button = {
            "type": "button",
            "action_id": "go",
            "text": {"type": "plain_text", "text": "Go"},
        }
        self.parts.timeline.post(
            NewMessage(channel=self.direct, user=ANA, text="secret", file_ids=(self.file,))
        )
        self.message = self.parts.timeline.post(
            NewMessage(
                channel=self.direct,
                user=BOT,
                text="secret",
                blocks=({"type": "actions", "block_id": "b", "elements": [button]},),
            )
        )

    async def get(self, path: str, user: str) -> tuple[int, bytes]:
        filled = path.format(channel=self.direct, ts=self.message["ts"], file=self.file)
        async with self._session.get(f"{self._url}{filled}", params={"user": user}) as answer:
            return answer.status, await answer.read()

    async def post(self, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        address = f"{self._url}/page/api/{path}"
        async with self._session.post(address, json=body) as answer:
            return answer.status, await answer.json()


@pytest.fixture
async def belongings() -> AsyncIterator[Belongings]:
    async with run_workspace(Config()) as running, aiohttp.ClientSession() as session:
        yield Belongings(running, session)


def read_paths(belongings: Belongings) -> list[str]:
    """Every path of the page that answers GET and is about somebody, but the live stream."""
    application = web.Application()
    add_page_routes(application, TeamOfApps((belongings.parts,), USUAL_SEED))
    paths = {
        route.resource.canonical
        for route in application.router.routes()
        if route.method == "GET" and route.resource is not None
    }
    return sorted(paths - OPEN - {"/page/api/stream"})


async def test_no_path_tells_ben_of_what_is_anas(belongings: Belongings) -> None:
    paths = read_paths(belongings)
    assert len(paths) >= 4
    for path in paths:
        hers, of_ana = await belongings.get(path, ANA)
        his, of_ben = await belongings.get(path, BEN)
        assert hers == 200, path
        assert b"secret" not in of_ben, path
        assert SECRET not in of_ben, path
        assert belongings.direct.encode() not in of_ben, path
        assert his == (200 if path.endswith("bootstrap") else 404), path
        assert of_ana != of_ben, path


async def test_nobody_looks_as_the_bot_which_is_in_every_conversation(
    belongings: Belongings,
) -> None:
    for path in (*read_paths(belongings), "/page/api/stream"):
        assert (await belongings.get(path, BOT))[0] == 404, path


async def test_the_stream_brings_only_what_is_in_ones_conversations(
    belongings: Belongings,
) -> None:
    changes = belongings.parts.changes.subscribe(BEN)
    belongings.parts.timeline.post(NewMessage(channel=belongings.direct, user=ANA, text="secret"))
    belongings.parts.agent_status.show("status", belongings.direct, "1.0", "reads a secret")
    belongings.parts.timeline.post(NewMessage(channel="C0REVIEW", user=ANA, text="for all"))
    assert (await anext(changes))["message"]["text"] == "for all"


async def test_ben_cannot_act_on_what_he_cannot_see(belongings: Belongings) -> None:
    mark = {"user": BEN, "channel": belongings.direct, "ts": belongings.message["ts"]}
    posted = await belongings.post("messages", user=BEN, channel=belongings.direct, text="x")
    assert posted[1]["code"] == "not_in_channel"
    reacted = await belongings.post("reactions", **mark, name="eyes", add=True)
    assert reacted[1]["code"] == "channel_not_found"
    pressed = await belongings.post("actions", **mark, block_id="b", action_id="go")
    assert pressed[1]["code"] == "channel_not_found"
    stop = {"user": BEN, "channel": belongings.direct, "thread_ts": belongings.message["ts"]}
    assert (await belongings.post("sessions/stop", **stop))[1]["code"] == "channel_not_found"


async def test_ben_cannot_share_a_file_of_ana_and_so_read_it(belongings: Belongings) -> None:
    shared = {"user": BEN, "channel": "C0REVIEW", "file_ids": [belongings.file]}
    assert (await belongings.post("messages", **shared))[1]["code"] == "file_not_found"
    assert (await belongings.get("/page/api/files/{file}", BEN))[0] == 404
    assert (await belongings.post("messages", **shared | {"user": ANA}))[0] == 200
    assert (await belongings.get("/page/api/files/{file}", BEN)) == (200, SECRET)


async def test_a_private_answer_is_pressed_only_by_whom_it_is_for(belongings: Belongings) -> None:
    blocks = (*belongings.message["blocks"],)
    private = NewMessage(channel="C0REVIEW", user=BOT, text="only Ana", blocks=blocks)
    ts = belongings.parts.ephemeral.post(private, ANA)
    press = {"channel": "C0REVIEW", "ts": ts, "block_id": "b", "action_id": "go"}
    assert (await belongings.post("actions", user=BEN, **press))[1]["code"] == "message_not_found"
    assert (await belongings.post("actions", user=ANA, **press))[0] == 200


async def test_nobody_writes_as_the_bot_or_opens_a_conversation_of_two_people(
    belongings: Belongings,
) -> None:
    posted = await belongings.post("messages", user=BOT, channel="C0REVIEW", text="x")
    assert posted[1]["code"] == "user_not_found"
    for user, other in ((ANA, BEN), (BOT, BOT)):
        opened = await belongings.post("dm", user=user, bot=other)
        assert opened[1]["code"] == "user_not_found"
