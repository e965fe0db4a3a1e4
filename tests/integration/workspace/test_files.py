"""Files: upload in three moves, download with the token."""

from __future__ import annotations

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import ANA, BOARD, say
from workspace.errors import SlackRefusal
from workspace.http.server import RunningWorkspace

AUTHORISED = {"Authorization": "Bearer xoxb-local"}


async def fetch(address: str, headers: dict[str, str]) -> tuple[str, bytes]:
    """Content type and bytes."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(address, headers=headers) as answer,
    ):
        return answer.content_type, await answer.read()


async def test_the_client_uploads_into_a_thread(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    answer = await client.files_upload_v2(
        content="trace of a run",
        filename="trace.txt",
        title="Trace",
        channel=BOARD,
        thread_ts=root["ts"],
        initial_comment="All steps",
    )
    file = answer["file"]
    assert (file["title"], file["size"], file["mimetype"]) == ("Trace", 14, "text/plain")
    assert file["shares"]["public"][BOARD][0]["thread_ts"] == root["ts"]
    thread = slack.workspace.history.thread(BOARD, root["ts"])
    assert thread[1]["text"] == "All steps"
    assert thread[1]["files"][0]["id"] == file["id"]
    assert await fetch(file["url_private"], AUTHORISED) == ("text/plain", b"trace of a run")


async def test_without_the_token_there_is_a_login_page(slack: RunningWorkspace) -> None:
    file = slack.workspace.files.add(ANA, "report.pdf", b"%PDF-1.4 synthetic")
    say(slack, file_ids=(file["id"],))
    kind, content = await fetch(file["url_private_download"], {})
    assert kind == "text/html"
    assert b"synthetic" not in content
    assert await fetch(file["url_private_download"], AUTHORISED) == (
        "application/pdf",
        b"%PDF-1.4 synthetic",
    )


async def test_the_app_sees_only_files_that_were_shared_with_it(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    file = slack.workspace.files.add(ANA, "report.txt", b"not shared yet")
    for call in (client.files_info, client.files_delete):
        with pytest.raises(SlackApiError, match="file_not_found"):
            await call(file=file["id"])
    assert (await fetch(file["url_private"], AUTHORISED))[1] == b"file_not_found"
    say(slack, file_ids=(file["id"],))
    assert (await client.files_info(file=file["id"]))["file"]["id"] == file["id"]
    assert (await fetch(file["url_private"], AUTHORISED))[1] == b"not shared yet"


async def test_a_form_upload_is_taken_as_well(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    begun = await client.files_getUploadURLExternal(filename="a.bin", length=3)
    form = aiohttp.FormData()
    form.add_field("filename", b"abc", filename="a.bin")
    async with (
        aiohttp.ClientSession() as session,
        session.post(begun["upload_url"], data=form) as answer,
    ):
        assert (answer.status, await answer.text()) == (200, "OK - 3")
    await client.files_completeUploadExternal(files=[{"id": begun["file_id"], "title": "A"}])
    assert slack.workspace.files.read(begun["file_id"]) == b"abc"


async def test_an_upload_that_never_arrived_cannot_be_completed(client: AsyncWebClient) -> None:
    begun = await client.files_getUploadURLExternal(filename="a.bin", length=3)
    with pytest.raises(SlackApiError, match="file_not_found"):
        await client.files_completeUploadExternal(files=[{"id": begun["file_id"], "title": "A"}])


async def test_shared_files_are_listed_and_can_be_deleted(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    await client.files_upload_v2(content="x", filename="x.txt", channel=BOARD)
    listed = await client.files_list(channel=BOARD)
    assert listed["paging"]["total"] == 1
    await client.files_delete(file=listed["files"][0]["id"])
    assert (await client.files_list())["files"] == []
    message = (slack.workspace.history.roots(BOARD))[0]
    assert message["files"][0]["mode"] == "tombstone"


async def test_a_block_shows_an_uploaded_picture_to_the_members_of_its_channel(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    begun = await client.files_getUploadURLExternal(filename="a.png", length=3, alt_txt="A line")
    file_id, root = begun["file_id"], say(slack)
    stranger = slack.workspace.people.add("stranger", "Sam Stranger", guest="single")["id"]
    image = {"type": "image", "alt_text": "A line", "slack_file": {"id": file_id}}

    async def post(block: dict[str, object]) -> None:
        await client.chat_postMessage(
            channel=BOARD, thread_ts=root["ts"], text="A picture", blocks=[block]
        )

    async with aiohttp.ClientSession() as session:
        await session.post(begun["upload_url"], data=b"png")
    with pytest.raises(SlackApiError, match=r"invalid slack file .*/blocks/0/slack_file"):
        await post(image)  # it is not complete yet
    await client.files_completeUploadExternal(files=[{"id": file_id, "title": "A"}])
    files = slack.workspace.files
    assert files.get(file_id)["alt_txt"] == "A line"
    with pytest.raises(SlackRefusal, match="file_not_found"):
        files.get_for(ANA, file_id)
    with pytest.raises(SlackApiError, match="either `id` or `url`"):
        await post({**image, "slack_file": {"id": file_id, "url": "https://a.example/F0"}})
    await post(image)
    assert files.get_for(ANA, file_id)["id"] == file_id
    with pytest.raises(SlackRefusal, match="file_not_found"):
        files.get_for(stranger, file_id)
    shown = slack.workspace.history.thread(BOARD, root["ts"])[-1]
    await client.chat_delete(channel=BOARD, ts=shown["ts"])
    with pytest.raises(SlackRefusal, match="file_not_found"):
        files.get_for(ANA, file_id)
