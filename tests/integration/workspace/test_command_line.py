"""`python -m workspace` as a process."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import BOARD
from tests.waiting import HANG_SECONDS
from workspace.slack_objects.app import MANIFEST


async def start(*arguments: str) -> Process:
    command = (sys.executable, "-m", "workspace", *arguments)
    return await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)


async def ready(process: Process) -> str:
    """The address that the process announces."""
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), HANG_SECONDS)).decode()
    assert line.startswith("workspace ready at http://127.0.0.1:")
    return line.split()[-1]


async def test_it_announces_itself_serves_and_stops_cleanly(tmp_path: Path) -> None:
    url_file, state = tmp_path / "url", tmp_path / "state.sqlite"
    arguments = ("--state", str(state), "--url-file", str(url_file), "--limits", "off")
    process = await start(*arguments)
    url = await ready(process)
    assert url_file.read_text().strip() == url
    client = AsyncWebClient(token="xoxb-local", base_url=f"{url}/api/")
    posted = await client.chat_postMessage(channel=BOARD, text="remember me")
    process.terminate()
    _, errors = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    assert (process.returncode, errors) == (0, b"")
    assert not url_file.exists()

    process = await start(*arguments)
    client = AsyncWebClient(token="xoxb-local", base_url=f"{await ready(process)}/api/")
    history = await client.conversations_history(channel=BOARD)
    assert [one["ts"] for one in history["messages"]] == [posted["ts"]]
    process.kill()
    await process.communicate()


async def error_line(*arguments: str) -> str:
    """The one line with which the process refuses to start."""
    process = await start(*arguments)
    _, errors = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    assert process.returncode == 2
    (line,) = errors.decode().splitlines()
    return line


async def test_a_taken_port_is_reported_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = await error_line("--port", str(port))
    assert line == f"workspace could not start: port {port} is taken"


async def test_an_unusable_state_file_is_reported_in_one_line(tmp_path: Path) -> None:
    assert "cannot be used" in await error_line("--state", str(tmp_path / "nowhere" / "state"))
    strange = tmp_path / "strange"
    strange.write_text("This is no database. " * 100)
    assert "not a database" in await error_line("--state", str(strange))


async def test_a_manifest_that_cannot_be_used_is_reported_in_one_line(tmp_path: Path) -> None:
    manifest = tmp_path / "app.json"
    start_of_line = f"workspace could not start: the manifest {manifest} cannot be used: "
    manifest.write_text('{"display_information": ')
    line = await error_line("--manifest", str(manifest))
    assert line.startswith(f"{start_of_line}it is no valid JSON at line 1, column 25")
    manifest.write_text("{}")
    line = await error_line("--manifest", str(manifest))
    assert line == f"{start_of_line}it lacks the key display_information.name: add it"


async def test_two_workspaces_cannot_share_a_state_file(tmp_path: Path) -> None:
    state = str(tmp_path / "state.sqlite")
    process = await start("--state", state)
    await ready(process)
    assert "locked" in await error_line("--state", state)
    process.kill()
    await process.communicate()
    process = await start("--state", state)
    await ready(process)
    process.terminate()
    await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    assert process.returncode == 0


async def test_it_stops_soon_while_the_page_is_open() -> None:
    process = await start()
    url = await ready(process)
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{url}/page/api/stream", params={"user": "U0ANA"}) as stream,
    ):
        assert await stream.content.readline()
        process.terminate()
        # Half of what the server would wait for open streams if it were not told to end them.
        await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 0


def ping_manifest(tmp_path: Path, name: str = "Ping") -> Path:
    scopes = {"bot": ["chat:write", "commands"]}
    commands = [{"command": "/ping", "description": "Ping"}]
    manifest = {
        "display_information": {"name": name},
        "features": {"slash_commands": commands},
        "oauth_config": {"scopes": scopes},
    }
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(manifest))
    return path


async def test_each_manifest_is_an_app_with_secrets_of_its_own(tmp_path: Path) -> None:
    pong = ping_manifest(tmp_path, "Pong")
    pong.write_text(pong.read_text().replace("/ping", "/pong"))
    given = ["--manifest", str(MANIFEST), "--manifest", str(ping_manifest(tmp_path))]
    given += ["--manifest", str(pong), "--bot-token", "xoxb-mine", "--bot-token", "xoxb-ping"]
    process = await start("--limits", "off", *given)
    assert process.stdout is not None
    told = [(await process.stdout.readline()).decode().strip() for _ in range(2)]
    assert told == [
        "app Ping is A0PING, bot user U0PING",
        "app Pong is A0PONG, bot user U0PONG",
    ]
    url = await ready(process)
    for token, user in (("mine", "U0CURBSIDE"), ("ping", "U0PING"), ("local-3", "U0PONG")):
        client = AsyncWebClient(token=f"xoxb-{token}", base_url=f"{url}/api/")
        assert (await client.auth_test())["user_id"] == user
    process.kill()
    await process.communicate()


async def test_apps_that_cannot_be_together_are_reported_in_one_line(tmp_path: Path) -> None:
    one, other = ping_manifest(tmp_path), ping_manifest(tmp_path, "Pong")
    assert await error_line("--manifest", str(one), "--manifest", str(other)) == (
        "workspace could not start: the manifests cannot be used together: the apps Ping and Pong"
        " both declare the command /ping: rename one of them"
    )
