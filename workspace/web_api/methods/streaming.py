"""chat.startStream, chat.appendStream, chat.stopStream: a message that grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from workspace.block_kit.blocks import MAX_BLOCKS, MAX_MARKDOWN
from workspace.block_kit.stream_parts import DisplayMode, check_chunks
from workspace.errors import refuse, refuse_arguments
from workspace.json_types import JsonObject
from workspace.slack_objects.conversations import conversation_type
from workspace.web_api.call import ApiCall, ApiMethod
from workspace.web_api.content import read_metadata, require_valid_blocks

_SESSION_STATUSES = ("active", "processing", "suspended", "closed")


def start_stream(call: ApiCall) -> JsonObject:
    """chat.startStream: a reply that begins with what is given, perhaps with nothing."""
    channel = call.channel()
    thread_ts = call.arguments.required_text("thread_ts")
    recipient = _recipient(call) if conversation_type(channel) != "im" else ""
    mode = call.arguments.text("task_display_mode", "timeline")
    if mode not in get_args(DisplayMode):
        refuse_arguments(f"task_display_mode must be one of: {', '.join(get_args(DisplayMode))}")
    chunks, is_of_chunks = _chunks_of(call)
    message = call.workspace.streams.start(
        channel["id"],
        thread_ts,
        recipient=recipient,
        mode=mode,  # type: ignore[arg-type]
        chunks=chunks,
        is_of_chunks=is_of_chunks,
    )
    call.workspace.agent_status.show("status", channel["id"], message["thread_ts"], "")
    return {"channel": channel["id"], "ts": message["ts"]}


def append_stream(call: ApiCall) -> JsonObject:
    channel, ts = call.channel()["id"], call.arguments.required_text("ts")
    chunks, is_of_chunks = _chunks_of(call)
    if is_of_chunks is None:
        refuse("no_text")
    call.workspace.streams.append(channel, ts, chunks, is_of_chunks=is_of_chunks)
    return {"channel": channel, "ts": ts}


def stop_stream(call: ApiCall) -> JsonObject:
    """chat.stopStream; `session_status` sets that of the thread's agent session, too."""
    channel, ts = call.channel()["id"], call.arguments.required_text("ts")
    chunks, is_of_chunks = _chunks_of(call)
    status = call.arguments.text("session_status")
    if status and status not in _SESSION_STATUSES:
        refuse_arguments(f"session_status must be one of: {', '.join(_SESSION_STATUSES)}")
    blocks = call.arguments.objects("blocks", "invalid_blocks_format") or ()
    _require_few_blocks(blocks)
    require_valid_blocks(blocks)
    message = call.workspace.streams.stop(
        channel,
        ts,
        chunks,
        is_of_chunks=is_of_chunks,
        blocks=blocks,
        metadata=read_metadata(call.arguments),
    )
    if status:
        call.workspace.agent_status.show("session", channel, message["thread_ts"], status)
    return {"channel": channel, "ts": ts, "message": message}


def _recipient(call: ApiCall) -> str:
    """In a channel a stream is for one person of one team."""
    user, team = call.arguments.text("recipient_user_id"), call.arguments.text("recipient_team_id")
    if not user:
        refuse("missing_recipient_user_id")
    if not team:
        refuse("missing_recipient_team_id")
    if team != call.app.team["id"]:
        refuse("team_not_found")
    return user if call.workspace.people.has_user(user) else refuse("user_not_found")


def _chunks_of(call: ApiCall) -> tuple[tuple[JsonObject, ...], bool | None]:
    """What is written, as chunks, and whether it came as such; None where nothing is."""
    markdown = call.arguments.text("markdown_text")
    given = call.arguments.json_value("chunks", "invalid_chunks") or []
    if not isinstance(given, list):
        refuse("invalid_chunks")
    if markdown and given:
        refuse("cannot_provide_both_markdown_text_and_chunks")
    if len(markdown) > MAX_MARKDOWN:
        refuse("msg_too_long")
    if markdown:
        return ({"type": "markdown_text", "text": markdown},), False
    chunks = check_chunks(given)
    for chunk in chunks:
        if chunk["type"] == "blocks":
            _require_few_blocks(chunk["blocks"])
            require_valid_blocks(tuple(chunk["blocks"]))
    return chunks, True if chunks else None


def _require_few_blocks(blocks: Sequence[object]) -> None:
    """Streams have an error of their own for what posted messages call `invalid_blocks`."""
    if len(blocks) > MAX_BLOCKS["message"]:
        refuse("msg_blocks_too_many")


METHODS = {
    "chat.startStream": ApiMethod(start_stream, "tier_2", ("chat:write",)),
    "chat.appendStream": ApiMethod(append_stream, "tier_4", ("chat:write",)),
    "chat.stopStream": ApiMethod(stop_stream, "tier_2", ("chat:write",)),
}
