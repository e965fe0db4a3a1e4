"""What the app answers to an interaction without the Web API: by its response URL, or at once."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.block_kit.blocks import check_blocks
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.interaction_tokens import ResponseUrl
from workspace.model.messages.ephemeral import EphemeralMessages
from workspace.model.messages.new_message import NewMessage
from workspace.model.messages.timeline import Timeline
from workspace.slack_objects.messages import app_message, with_ids
from workspace.slack_objects.rich_text import app_text_blocks


@dataclass(frozen=True, slots=True)
class Responses:
    """Carries out what the app answers."""

    timeline: Timeline
    ephemeral: EphemeralMessages

    def respond(self, url: ResponseUrl, body: JsonObject) -> None:
        """Replace or delete the original, or post: to the person alone unless told otherwise.

        Refuses what Slack refuses about the blocks, and `no_text`.
        """
        blocks = body.get("blocks") or []
        problem = check_blocks(blocks)
        if problem:
            refuse(problem.error)
        if body.get("delete_original") and url.ts:
            self._delete_original(url)
        elif body.get("replace_original") and url.ts:
            self._replace_original(url, body, blocks)
        elif not body.get("text") and not blocks:
            refuse("no_text")
        else:
            self._post(url, body, blocks)

    def _delete_original(self, url: ResponseUrl) -> None:
        if url.is_ephemeral:
            self.ephemeral.remove(url.channel, url.ts)
        else:
            self.timeline.delete(url.channel, url.ts, user=self.timeline.app.user)

    def _replace_original(
        self, url: ResponseUrl, body: JsonObject, blocks: list[JsonObject]
    ) -> None:
        """Put the text and blocks in place of the old ones; without blocks the old ones go."""
        text = str(body.get("text", ""))
        shown = with_ids(blocks, url.ts) if blocks else app_text_blocks(text, url.ts)
        new_blocks = {"blocks": shown} if shown else {}
        if url.is_ephemeral:
            new = app_message(self.timeline.app, text, url.ts) | {"is_ephemeral": True}
            new |= new_blocks | ({"thread_ts": url.thread_ts} if url.thread_ts else {})
            self.ephemeral.put(url.channel, new, url.user)
            return
        old = self.timeline.history.get_stored(url.channel, url.ts)
        kept = {key: value for key, value in old.items() if key != "blocks"}
        self.timeline.replace(url.channel, kept | {"text": text} | new_blocks)

    def _post(self, url: ResponseUrl, body: JsonObject, blocks: list[JsonObject]) -> None:
        new = NewMessage(
            channel=url.channel,
            user=self.timeline.app.user,
            text=str(body.get("text", "")),
            thread_ts=body.get("thread_ts") or url.thread_ts,
            blocks=tuple(blocks),
            is_answer=True,
        )
        if body.get("response_type") == "in_channel":
            self.timeline.post(new)
        else:
            self.ephemeral.post(new, url.user)
