"""Messages that grow while the app writes them: chat.startStream, appendStream, stopStream.

In a channel a stream is for one person: the others see its beginning until it has ended (reported,
github.com/agentconnect-md/agentconnect/issues/1494). It dies five minutes after its start, also
while it is written to (github.com/slackapi/python-slack-sdk/issues/1859). Streams do not outlive a
restart of the workspace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workspace.block_kit.stream_parts import MAX_TEXT, DisplayMode, StreamParts
from workspace.clock import Clock
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.change_feed import message_change
from workspace.model.messages.new_message import NewMessage
from workspace.model.messages.timeline import Timeline
from workspace.slack_objects.messages import with_ids

STREAM_SECONDS = 300.0
"""After which a stream is dead."""


@dataclass(slots=True)
class Stream:
    """A stream that goes on."""

    thread_ts: str
    recipient: str
    """Who alone sees it grow; empty where all do."""
    mode: DisplayMode
    parts: StreamParts
    began: float
    beginning: JsonObject
    """Text and blocks that the others see."""
    is_of_chunks: bool | None
    """Whether it is written in chunks, or in plain markdown; None while nothing was."""
    is_stopped: bool = False
    """Whether a person stopped it."""


@dataclass(frozen=True, slots=True)
class StreamedMessages:
    """The streams that go on."""

    clock: Clock
    timeline: Timeline
    _streams: dict[tuple[str, str], Stream] = field(default_factory=dict)

    def start(
        self,
        channel: str,
        thread_ts: str,
        *,
        recipient: str,
        mode: DisplayMode,
        chunks: Sequence[JsonObject],
        is_of_chunks: bool | None,
    ) -> JsonObject:
        """Post the message as far as it is known."""
        parts = _with_chunks(StreamParts(), chunks)
        user, blocks = self.timeline.app.user, tuple(parts.blocks(mode))
        new = NewMessage(
            channel=channel, user=user, text=parts.text, thread_ts=thread_ts, blocks=blocks
        )
        message = self.timeline.post(new)
        beginning = {"text": message["text"], "blocks": message.get("blocks", [])}
        self._streams[channel, message["ts"]] = Stream(
            message["thread_ts"], recipient, mode, parts, self.clock.now(), beginning, is_of_chunks
        )
        return message

    def append(
        self, channel: str, ts: str, chunks: Sequence[JsonObject], *, is_of_chunks: bool
    ) -> None:
        """Let the message grow, before the eyes of whom it is for."""
        stream = self._going_on(channel, ts)
        if stream.is_stopped:
            refuse("stopped_by_user")
        self._add(stream, chunks, is_of_chunks=is_of_chunks)
        timeline = self.timeline
        body = timeline.history.get_stored(channel, ts)
        timeline.table.put(channel, {**body, **_content(stream, ts)})
        everybody = timeline.history.conversations.members(channel)
        message = timeline.history.message(channel, ts)
        change = message_change("message_changed", channel, message)
        timeline.changes.publish(change, [stream.recipient] if stream.recipient else everybody)

    def stop(
        self,
        channel: str,
        ts: str,
        chunks: Sequence[JsonObject],
        *,
        is_of_chunks: bool | None,
        blocks: Sequence[JsonObject],
        metadata: JsonObject | None,
    ) -> JsonObject:
        """End the message, with these blocks below it: now everybody sees it."""
        stream = self._going_on(channel, ts)
        if is_of_chunks is not None:
            self._add(stream, chunks, is_of_chunks=is_of_chunks)
        body = self.timeline.history.get_stored(channel, ts)
        body = {**body, **_content(stream, ts, blocks)}
        del self._streams[channel, ts]
        return self.timeline.replace(channel, body | ({"metadata": metadata} if metadata else {}))

    def stop_in(self, channel: str, thread_ts: str) -> list[str]:
        """A person stops the app's streams in this thread: nothing more may be written to them."""
        found = [
            ts
            for (place, ts), stream in self._streams.items()
            if (place, stream.thread_ts) == (channel, thread_ts) and self._is_own(channel, ts)
        ]
        for ts in found:
            self._streams[channel, ts].is_stopped = True
        return found

    def require_none(self, channel: str, ts: str) -> None:
        """Refuse a change of a message that is being streamed."""
        if self._live(channel, ts):
            refuse("streaming_state_conflict")

    def seen_by(
        self, viewer: str, channel: str, messages: Sequence[JsonObject]
    ) -> list[JsonObject]:
        """The messages as this person sees them now."""
        return [self._seen_by(viewer, channel, each) for each in messages]

    def forget_all(self) -> None:
        self._streams.clear()

    def _seen_by(self, viewer: str, channel: str, message: JsonObject) -> JsonObject:
        stream = self._live(channel, message["ts"])
        if stream is None or stream.recipient in ("", viewer):
            return message
        return {**message, **stream.beginning}

    def _going_on(self, channel: str, ts: str) -> Stream:
        # A stream stands in a thread.
        self.timeline.history.conversations.writable(channel, self.timeline.app.user, thread_ts=ts)
        if not self._is_own(channel, ts):
            refuse("message_not_owned_by_app")
        return self._live(channel, ts) or refuse("message_not_in_streaming_state")

    def _is_own(self, channel: str, ts: str) -> bool:
        author = self.timeline.history.get_stored(channel, ts)["user"]
        return bool(author == self.timeline.app.user)

    def _live(self, channel: str, ts: str) -> Stream | None:
        stream = self._streams.get((channel, ts))
        if stream is not None and self.clock.now() - stream.began >= STREAM_SECONDS:
            del self._streams[channel, ts]
            return None
        return stream

    @staticmethod
    def _add(stream: Stream, chunks: Sequence[JsonObject], *, is_of_chunks: bool) -> None:
        if stream.is_of_chunks not in (None, is_of_chunks):
            refuse("streaming_mode_mismatch")
        stream.parts, stream.is_of_chunks = _with_chunks(stream.parts, chunks), is_of_chunks


def _with_chunks(parts: StreamParts, chunks: Sequence[JsonObject]) -> StreamParts:
    grown = parts.with_chunks(chunks)
    return grown if len(grown.text) <= MAX_TEXT else refuse("msg_too_long")


def _content(stream: Stream, ts: str, below: Sequence[JsonObject] = ()) -> JsonObject:
    blocks = [*stream.parts.blocks(stream.mode), *below]
    return {"text": stream.parts.text, "blocks": with_ids(tuple(blocks), ts)}
