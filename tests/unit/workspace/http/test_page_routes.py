"""The page's routes: what they give, what they refuse and how they say it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.waiting import HANG_SECONDS
from workspace.http.page.requests import MAX_TEXT
from workspace.http.server import Config, run_workspace

BOARD = "C0TUMORBOARD"
MESSAGE = {"user": "U0ANA", "channel": BOARD, "text": "hello"}


class Client:
    """Asks a running workspace and returns status and JSON."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session

    async def get(self, path: str, **options: Any) -> tuple[int, dict[str, Any]]:
        async with self.session.get(f"{self.url}{path}", **options) as response:
            return response.status, await response.json()

    async def post(self, path: str, body: Any, **options: Any) -> tuple[int, dict[str, Any]]:
        address = f"{self.url}/page/api/{path}"
        async with self.session.post(address, json=body, **options) as response:
            return response.status, await response.json()


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with run_workspace(Config()) as workspace, aiohttp.ClientSession() as session:
        yield Client(workspace.url, session)


async def test_bootstrap_says_who_is_here(client: Client) -> None:
    status, body = await client.get("/page/api/bootstrap")
    assert status == 200
    assert body["me"] == "U0ANA"
    assert [one["name"] for one in body["channels"]] == [
        "tumor-board",
        "drug-gene-lookups",
        "reasoning-review",
    ]


@pytest.mark.parametrize("user", ["U0NOBODY", "U0CURBSIDE"])
async def test_nobody_acts_as_a_stranger_or_as_the_bot(client: Client, user: str) -> None:
    status, body = await client.get(f"/page/api/bootstrap?user={user}")
    assert (status, body["code"]) == (404, "user_not_found")


async def test_a_message_is_posted_read_edited_and_deleted(client: Client) -> None:
    _, posted = await client.post("messages", MESSAGE)
    mark = {"user": "U0ANA", "channel": BOARD, "ts": posted["message"]["ts"]}
    _, edited = await client.post("messages/edit", mark | {"text": "hello again"})
    assert edited["message"]["text"] == "hello again"
    assert (await client.post("messages/delete", mark))[0] == 200
    assert (await client.get(f"/page/api/channels/{BOARD}/messages"))[1]["messages"] == []


async def test_only_the_author_edits(client: Client) -> None:
    _, posted = await client.post("messages", MESSAGE)
    mark = {"user": "U0BEN", "channel": BOARD, "ts": posted["message"]["ts"]}
    status, body = await client.post("messages/edit", mark | {"text": "no"})
    assert (status, body["error"]) == (403, "Only its author can edit a message.")


async def test_a_reaction_given_twice_stays_one(client: Client) -> None:
    _, posted = await client.post("messages", MESSAGE)
    mark = {"user": "U0BEN", "channel": BOARD, "ts": posted["message"]["ts"], "name": "eyes"}
    assert [(await client.post("reactions", mark | {"add": True}))[0] for _ in range(2)] == [
        200
    ] * 2
    _, body = await client.get(f"/page/api/channels/{BOARD}/messages")
    assert body["messages"][0]["reactions"] == [{"name": "eyes", "users": ["U0BEN"], "count": 1}]
    assert [(await client.post("reactions", mark | {"add": False}))[0] for _ in range(2)] == [
        200
    ] * 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([], "must be a JSON object"),
        ({"channel": BOARD, "text": "x"}, "“user” must be a text"),
        (MESSAGE | {"text": ""}, "“text” must be a text that is not empty"),
        (MESSAGE | {"text": 7}, "“text” must be a text"),
        (MESSAGE | {"file_ids": "F1"}, "“file_ids” must be a list"),
        (MESSAGE | {"channel": "C0NOWHERE"}, "no such channel"),
    ],
)
async def test_bad_requests_are_told_what_is_wrong(client: Client, body: Any, words: str) -> None:
    status, answer = await client.post("messages", body)
    assert status in (400, 404)
    assert words in answer["error"]


async def test_too_long_a_text_is_refused(client: Client) -> None:
    status, _ = await client.post("messages", MESSAGE | {"text": "x" * (MAX_TEXT + 1)})
    assert status == 413


async def test_a_form_of_another_site_cannot_post(client: Client) -> None:
    address = f"{client.url}/page/api/messages"
    async with client.session.post(address, data=json.dumps(MESSAGE)) as response:
        assert response.status == 415
    foreign = {"Origin": "https://example.org"}
    assert (await client.post("messages", MESSAGE, headers=foreign))[0] == 403
    own = {"Origin": client.url}
    assert (await client.post("messages", MESSAGE, headers=own))[0] == 200


async def test_a_name_that_only_points_here_is_refused(client: Client) -> None:
    port = client.url.rpartition(":")[2]
    for host, status in ((f"evil.example.org:{port}", 403), (f"localhost:{port}", 200)):
        found, _ = await client.get("/page/api/bootstrap", headers={"Host": host})
        assert found == status


@pytest.mark.parametrize(
    "path",
    [
        "/page/__init__.py",
        "/page/nothing.js",
        "/page/..%2fclock.py",
        "/page/styles",
        "/page/types.d.ts",
    ],
)
async def test_only_the_files_of_the_page_are_served(client: Client, path: str) -> None:
    async with client.session.get(f"{client.url}{path}") as response:
        assert response.status == 404


@pytest.mark.parametrize("path", ["app.js", "state/api.js"])
async def test_modules_are_served_as_javascript_under_a_strict_policy(
    client: Client, path: str
) -> None:
    async with client.session.get(f"{client.url}/page/{path}") as response:
        assert response.content_type == "text/javascript"
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


async def test_an_uploaded_page_is_downloaded_and_never_shown(client: Client) -> None:
    form = aiohttp.FormData()
    form.add_field("user", "U0ANA")
    form.add_field("file", b"<script>", filename="x.html", content_type="text/html")
    async with client.session.post(f"{client.url}/page/api/files", data=form) as response:
        stored = (await response.json())["file"]
    async with client.session.get(f"{client.url}/page/api/files/{stored['id']}") as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert response.content_type == "application/octet-stream"
        assert await response.read() == b"<script>"


async def test_an_upload_without_a_file_is_told_so(client: Client) -> None:
    form = aiohttp.FormData({"user": "U0ANA"}, default_to_multipart=True)
    async with client.session.post(f"{client.url}/page/api/files", data=form) as response:
        assert response.status == 400
        assert "the part “file”" in (await response.json())["error"]


async def test_the_stream_says_hello_and_then_what_happens(client: Client) -> None:
    async with client.session.get(f"{client.url}/page/api/stream?user=U0BEN") as response:
        assert response.content_type == "text/event-stream"
        lines = aiter(response.content)
        assert [await anext(lines) for _ in range(4)][1] == b"event: hello\n"
        await client.post("messages", MESSAGE)
        line = await asyncio.wait_for(anext(lines), HANG_SECONDS)
        change = json.loads(line.removeprefix(b"data: "))
    assert (change["type"], change["message"]["text"]) == ("message", "hello")


async def test_the_workspace_ends_an_open_stream_when_it_stops() -> None:
    async with aiohttp.ClientSession() as session:
        async with run_workspace(Config()) as workspace:
            response = await session.get(f"{workspace.url}/page/api/stream?user=U0BEN")
            await response.content.readline()
        assert (await response.content.read()).endswith(b"\n\n")
