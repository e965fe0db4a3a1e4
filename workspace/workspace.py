"""What happens in the workspace, whoever does it: the Web API, the page, a test.

Every change is stored, shown to the people who watch (`subscribe`) and told to the app as events.
Messages, files, channels and users are Slack's own objects. What is not allowed raises
`SlackRefusal` with Slack's error name.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from workspace.wire import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A person used an interactive element of a message."""

    user: str
    channel: str
    ts: str
    block_id: str
    action_id: str
    value: str = ""
    """The chosen value; for a button, empty means the button's own value."""


class Workspace:
    """The team with its people, channels, messages and files."""

    def team(self) -> JsonObject: ...
    def users(self) -> list[JsonObject]: ...
    def bots(self) -> list[JsonObject]: ...
    def channels(self, user: str | None = None) -> list[JsonObject]:
        """All channels, or those of which `user` is a member (direct conversations included)."""

    async def post_message(self, draft: Draft) -> JsonObject:
        """Post and return the message.

        What a person typed is stored as Slack stores it: `&`, `<` and `>` become entities, except
        in `<@U…>`, `<#C…>`, `<!here>` and links. Whoever shows it turns the entities back.
        """

    async def edit_message(self, channel: str, ts: str, *, user: str, text: str) -> JsonObject: ...
    async def delete_message(self, channel: str, ts: str, *, user: str) -> None: ...
    async def add_reaction(self, channel: str, ts: str, name: str, *, user: str) -> None: ...
    async def remove_reaction(self, channel: str, ts: str, name: str, *, user: str) -> None: ...
    async def press(self, press: Press) -> bool:
        """Tell the app about a button, menu or feedback; False if it did not acknowledge in 3 s."""

    async def upload(self, user: str, name: str, content: bytes, mimetype: str = "") -> JsonObject:
        """Store a file that is not shared yet; post it with `Draft.file_ids`."""

    def file(self, file_id: str) -> JsonObject: ...
    def file_content(self, file_id: str) -> bytes: ...
    async def open_dm(self, user: str, other: str) -> JsonObject:
        """The direct conversation of the two, made if need be; the app's home is opened."""

    async def stop_session(self, user: str, channel: str, thread_ts: str) -> None:
        """The person pressed Stop in a thread whose agent session is processing."""

    async def messages(self, channel: str) -> list[JsonObject]:
        """The roots (and broadcast replies) of a channel, oldest first."""

    async def thread(self, channel: str, ts: str) -> list[JsonObject]:
        """A root and its replies, oldest first."""

    def subscribe(self, user: str) -> AsyncIterator[JsonObject]:
        """What this person sees happen, from now on, until the iterator is closed.

        `{type, channel, ts, thread_ts?, message?}` with type `message`, `message_changed`,
        `message_deleted`, `reaction` (message as it is now), `ephemeral`, `channel`,
        `status` (`status`: what the assistant shows under the thread, empty when cleared),
        `session` (`status`: active, processing, suspended or closed), `view` (`view`).
        """
