"""JSON that is nested deeper than any is refused as JSON that is none."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from workspace.errors import SlackRefusal
from workspace.web_api.arguments import Arguments, read_arguments

DEEP = '{"a":' * 100_000


def test_an_argument_is_refused() -> None:
    with pytest.raises(SlackRefusal):
        Arguments({"blocks": DEEP}).json_value("blocks", "invalid_blocks")


async def test_a_body_is_refused() -> None:
    async def answer(request: web.Request) -> web.Response:
        try:
            await read_arguments(request)
        except SlackRefusal as refused:
            return web.Response(text=str(refused))
        return web.Response(status=500)

    site = web.Application(client_max_size=1 << 20)
    site.router.add_post("/", answer)
    async with TestClient(TestServer(site)) as client:
        said = await client.post(
            "/", data=DEEP.encode(), headers={"Content-Type": "application/json"}
        )
        async with asyncio.timeout(30):
            assert (said.status, "invalid_json" in await said.text()) == (200, True)
