"""What happens in the workspace, whoever does it: the Web API, the page, a test.

Every change is stored, shown to the people who watch (`subscribe`) and told to the app as events.
Messages, files, channels and users are Slack's own objects. What is not allowed raises
`SlackRefusal` with Slack's error name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from workspace.delivery import events
from workspace.delivery.change_feed import Watch, Watchers
from workspace.delivery.interactions import Interactions, action_of, find_element
from workspace.errors import refuse
from workspace.model import messages, seed
from workspace.model.clock import Clock
from workspace.model.json_types import JsonObject
from workspace.model.records import Records
from workspace.model.seed import App
from workspace.model.state import State


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


class Courier(Protocol):
    """What brings events and interactions to the app."""

    def event(self, event: JsonObject) -> None: ...
    async def interaction(self, payload: JsonObject) -> bool: ...


class Workspace(Records):
    """The team with its people, channels, messages and files."""

    def __init__(self, state: State, clock: Clock, app: App, courier: Courier) -> None:
        super().__init__(state, clock, app)
        self.interactions = Interactions(state, clock, app)
        self.watchers = Watchers()
        self._courier = courier
        self._ephemeral: dict[tuple[str, str], tuple[str, JsonObject]] = {}
        self.furnish()

    def furnish(self) -> None:
        """Fill an empty workspace with its people and channels."""
        if self.state.users():
            return
        for user in seed.people(self.app):
            self.state.put_user(user)
        for channel, members in seed.channels(self.app, int(self.clock.now())):
            self.state.put_channel(channel)
            for member in members:
                self.state.join(channel["id"], member)

    def settle_at(self, base_url: str) -> None:
        """Learn the address of the server, which files and response URLs carry."""
        self.shelf.base_url = self.interactions.base_url = base_url

    # Messages

    async def post_message(self, draft: Draft) -> JsonObject:
        """Post and return the message.

        What a person typed is stored as Slack stores it: `&`, `<` and `>` become entities, except
        in `<@U…>`, `<#C…>`, `<!here>` and links. Whoever shows it turns the entities back.
        """
        channel = self._writable(draft.channel, draft.user)
        body = self._compose(draft)
        if draft.thread_ts:
            body |= self._reply_fields(draft.channel, draft.thread_ts, draft.broadcast)
        self.state.put_message(draft.channel, body)
        for file_id in draft.file_ids:
            self.shelf.share(file_id, channel, body["ts"], body.get("thread_ts"))
        message = self.message(draft.channel, body["ts"])
        self.show(message, channel, "message")
        self._tell(events.posted(message, channel), channel)
        mention = events.mention(message, channel, self.app)
        if mention:
            self._tell(mention, channel)
        return message

    async def edit_message(self, channel: str, ts: str, *, user: str, text: str) -> JsonObject:
        """A person changes the text of their own message."""
        body = self.stored(channel, ts)
        if body["user"] != user:
            refuse("cant_update_message")
        edited = {"user": user, "ts": self.new_ts()}
        return self.revise(
            channel, {**body, **messages.typed(text, edited["ts"]), "edited": edited}
        )

    def revise(self, channel: str, body: JsonObject) -> JsonObject:
        """Put `body` in place of the stored message with its timestamp."""
        place = self.channel(channel)
        old = self.message(channel, body["ts"])
        ts = self.new_ts()
        self.state.put_message(channel, body)
        new = self.message(channel, body["ts"])
        self.show(new, place, "message_changed")
        self._tell(events.changed(new, old, place, ts), place)
        return new

    async def delete_message(self, channel: str, ts: str, *, user: str) -> None:
        """The author deletes a message; a root with replies leaves a tombstone."""
        old = self.message(channel, ts)
        if old["user"] != user:
            refuse("cant_delete_message")
        place = self.channel(channel)
        now = self.new_ts()
        if old.get("reply_count"):
            self.state.put_message(channel, messages.tombstone(old))
            new = self.message(channel, ts)
            self.show(new, place, "message_changed")
            self._tell(events.changed(new, old, place, now), place)
            return
        self.state.remove_message(channel, ts)
        self.show(old, place, "message_deleted")
        self._tell(events.deleted(old, place, now), place)

    async def post_ephemeral(self, draft: Draft, to: str) -> str:
        """Show a message to one person only; it is not kept. Returns its timestamp."""
        place = self._writable(draft.channel, draft.user)
        if not self.state.is_member(draft.channel, to):
            refuse("user_not_in_channel")
        body = self._compose(draft) | {"is_ephemeral": True}
        body |= {"thread_ts": draft.thread_ts} if draft.thread_ts else {}
        self.show_ephemeral(place["id"], body, to)
        return str(body["ts"])

    def show_ephemeral(self, channel: str, body: JsonObject, to: str) -> None:
        """Show this message to `to`, in place of an earlier one with the same timestamp."""
        self._ephemeral[channel, body["ts"]] = (to, body)
        self.watchers.show(_happening("ephemeral", channel, body), [to])

    def drop_ephemeral(self, channel: str, ts: str) -> None:
        to, body = self._ephemeral.pop((channel, ts), ("", {}))
        if to:
            self.watchers.show(_happening("message_deleted", channel, body), [to])

    # Reactions, interactions, people

    async def add_reaction(self, channel: str, ts: str, name: str, *, user: str) -> None:
        body = messages.react(self.stored(channel, ts), name, user) or refuse("already_reacted")
        self._store_reaction(channel, body, user, name, "reaction_added")

    async def remove_reaction(self, channel: str, ts: str, name: str, *, user: str) -> None:
        body = messages.unreact(self.stored(channel, ts), name, user) or refuse("no_reaction")
        self._store_reaction(channel, body, user, name, "reaction_removed")

    async def press(self, press: Press) -> bool:
        """Tell the app about a button, menu or feedback; False if it did not acknowledge in 3 s."""
        _, hidden = self._ephemeral.get((press.channel, press.ts), ("", None))
        message = hidden or self.message(press.channel, press.ts)
        element = find_element(message.get("blocks", []), press.block_id, press.action_id)
        if element is None:
            refuse("invalid_action")
        action = action_of(element, press.block_id, press.value, self.new_ts())
        payload = self.interactions.payload(
            message, self.channel(press.channel), self.user(press.user), action
        )
        return await self._courier.interaction(payload)

    async def upload(self, user: str, name: str, content: bytes, mimetype: str = "") -> JsonObject:
        """Store a file that is not shared yet; post it with `Draft.file_ids`."""
        return self.shelf.add(user, name, content, mimetype)

    def file(self, file_id: str) -> JsonObject:
        return self.shelf.find(file_id)

    def file_content(self, file_id: str) -> bytes:
        return self.shelf.content(file_id)

    async def delete_file(self, file_id: str) -> None:
        self.shelf.remove(file_id)
        self._courier_event(events.file_deleted(file_id, self.new_ts()))

    async def open_dm(self, user: str, other: str) -> JsonObject:
        """The direct conversation of the two, made if need be; the app's home is opened."""
        channel = self.direct_channel(user, other)
        if other == self.app.user:
            opened = events.home_opened(user, channel["id"], "messages", self.new_ts())
            self._courier_event(opened)
        return channel

    def direct_channel(self, user: str, other: str) -> JsonObject:
        """The direct conversation of two users, made if need be."""
        person = user if other == self.app.user else other
        ident = f"D{self.user(person)['id'][1:]}"
        known = self.state.channel(ident)
        if known:
            return known
        channel = seed.direct_channel(ident, person, int(self.clock.now()))
        self.state.put_channel(channel)
        for member in (user, other):
            self.state.join(ident, self.user(member)["id"])
        self.watchers.show(
            {"type": "channel", "channel": ident, "ts": self.new_ts()}, [user, other]
        )
        return channel

    async def join(self, channel: str, user: str) -> None:
        """Make a user a member; nothing happens to one who is."""
        place = self.channel(channel)
        if self.state.is_member(channel, self.user(user)["id"]):
            return
        self.state.join(channel, user)
        ts = self.new_ts()
        self._tell(events.member_joined(place, user, ts), place)
        happening = {"type": "channel", "channel": channel, "ts": ts}
        self.watchers.show(happening, self.state.members(channel))

    def set_status(self, channel: str, thread_ts: str, kind: str, status: str) -> None:
        """Keep and show what the app says it is doing; `kind` is `status` or `session`."""
        self.state.put_note(f"{kind}:{channel}:{thread_ts}", status)
        happening = {"type": kind, "channel": channel, "thread_ts": thread_ts, "status": status}
        self.watchers.show(happening | {"ts": thread_ts}, self.state.members(channel))

    async def stop_session(self, user: str, channel: str, thread_ts: str) -> None:
        """The person pressed Stop in a thread whose agent session is processing."""
        event = events.session_stopped(channel, user, thread_ts, self.new_ts())
        self._tell(event, self.channel(channel))

    def subscribe(self, user: str) -> Watch:
        """What this person sees happen, from now on, until the iterator is closed.

        `{type, channel, ts, thread_ts?, message?}` with type `message`, `message_changed`,
        `message_deleted`, `reaction` (message as it is now), `ephemeral`, `channel`,
        `status` (`status`: what the assistant shows under the thread, empty when cleared),
        `session` (`status`: active, processing, suspended or closed), `view` (`view`).
        """
        return self.watchers.watch(user)

    def show(self, message: JsonObject, channel: JsonObject, kind: str) -> None:
        """Show a message to the members; a changed reply changes what its root shows, too."""
        members = self.state.members(channel["id"])
        self.watchers.show(_happening(kind, channel["id"], message), members)
        root = message.get("thread_ts")
        if kind != "message_changed" and root and root != message["ts"]:
            parent = self.message(channel["id"], root)
            self.watchers.show(_happening("message_changed", channel["id"], parent), members)

    def _writable(self, channel: str, author: str) -> JsonObject:
        place = self.channel(channel)
        if not self.state.is_member(channel, author):
            refuse("not_in_channel")
        if place.get("is_archived"):
            refuse("is_archived")
        return place

    def _compose(self, draft: Draft) -> JsonObject:
        ts = self.new_ts()
        if draft.user == self.app.user:
            body = messages.from_app(self.app, draft.text, ts)
        else:
            body = messages.from_person(self.user(draft.user)["id"], draft.text, ts)
        if draft.blocks:
            body["blocks"] = messages.with_block_ids(draft.blocks, ts)
        if draft.attachments:
            body["attachments"] = list(draft.attachments)
        if draft.metadata:
            body["metadata"] = draft.metadata
        if draft.file_ids:
            body |= {"file_ids": list(draft.file_ids), "subtype": "file_share"}
            body |= {"upload": False, "display_as_bot": False}
        return body

    def _reply_fields(self, channel: str, thread_ts: str, broadcast: bool) -> JsonObject:
        parent = self.state.message(channel, thread_ts) or refuse("thread_not_found")
        root = parent.get("thread_ts") or thread_ts
        first = self.stored(channel, root)
        fields = {"thread_ts": root, "parent_user_id": first["user"]}
        return fields | ({"subtype": "thread_broadcast"} if broadcast else {})

    def _store_reaction(
        self, channel: str, body: JsonObject, user: str, name: str, kind: str
    ) -> None:
        place = self.channel(channel)
        self.state.put_message(channel, body)
        self.show(self.message(channel, body["ts"]), place, "reaction")
        event = events.reaction(body, channel, user, name, self.new_ts())
        self._tell({**event, "type": kind}, place)

    def _tell(self, event: JsonObject, channel: JsonObject) -> None:
        """Tell the app, if it is in this channel."""
        if self.state.is_member(channel["id"], self.app.user):
            self._courier_event(event)

    def _courier_event(self, event: JsonObject) -> None:
        if events.is_wanted(self.app, event):
            self._courier.event(event)


def _happening(kind: str, channel: str, message: JsonObject) -> JsonObject:
    happening = {"type": kind, "channel": channel, "ts": message["ts"], "message": message}
    thread_ts = message.get("thread_ts")
    return happening | ({"thread_ts": thread_ts} if thread_ts else {})
