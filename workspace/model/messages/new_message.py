"""A message about to be posted, and the message object it becomes."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.messages import (
    app_message,
    assistant_thread_root,
    person_message,
    with_ids,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMessage:
    """A message about to be posted. `user` is its author; the bot writes under its user id."""

    channel: str
    user: str
    text: str = ""
    thread_ts: str | None = None
    blocks: tuple[JsonObject, ...] = ()
    attachments: tuple[JsonObject, ...] = ()
    metadata: JsonObject | None = None
    file_ids: tuple[str, ...] = ()
    broadcast: bool = False
    """Show a thread reply in the channel, too."""
    begins_assistant_thread: bool = False
    """The app begins a conversation with an assistant; there is nothing to read."""
    is_answer: bool = False
    """The app answers what a person did, which it may where it is no member, too."""


def compose_message(new: NewMessage, app: App, ts: str) -> JsonObject:
    """The message object to be stored under `ts`; without the fields of a reply.

    Slack stores `&`, `<` and `>` that a person typed as entities, except in `<@U…>`, `<#C…>`,
    `<!here>` and links. Whoever shows the text turns the entities back.
    """
    if new.begins_assistant_thread:
        body = assistant_thread_root(app, ts)
    elif new.user == app.user:
        body = app_message(app, new.text, ts)
    else:
        body = person_message(new.user, new.text, ts, app.team["id"])
    if new.blocks:
        body["blocks"] = with_ids(new.blocks, ts)
    if new.attachments:
        body["attachments"] = list(new.attachments)
    if new.metadata:
        body["metadata"] = new.metadata
    if new.file_ids:
        body |= {"file_ids": list(new.file_ids), "subtype": "file_share"}
        body |= {"upload": False, "display_as_bot": False}
    return body
