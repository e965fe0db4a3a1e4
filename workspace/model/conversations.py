"""Channels and direct conversations, and their members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workspace.clock import Clock
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import TeamEvents
from workspace.model.change_feed import ChangeFeed
from workspace.model.people import People
from workspace.slack_objects.app import App
from workspace.slack_objects.conversations import direct_channel, group_direct_channel
from workspace.slack_objects.events import member_joined_channel
from workspace.storage.storage import Storage


@dataclass(frozen=True, slots=True)
class Conversations:
    """Reads, opens and joins conversations; the direct ones are those with one of the apps."""

    storage: Storage
    clock: Clock
    app: App
    people: People
    changes: ChangeFeed
    team_events: TeamEvents

    def all(self, member: str | None = None) -> list[JsonObject]:
        """All conversations, or those of which a user is a member (direct ones included)."""
        return [
            channel
            for channel in self.storage.directory.channels()
            if member is None or self.is_member(channel["id"], member)
        ]

    def get(self, channel: str) -> JsonObject:
        """One conversation; refuses with `channel_not_found`."""
        return self.storage.directory.channel(channel) or refuse("channel_not_found")

    def members(self, channel: str) -> list[str]:
        """User ids, in the order in which they joined."""
        return self.storage.directory.members(channel)

    def is_member(self, channel: str, user: str) -> bool:
        return self.storage.directory.is_member(channel, user)

    def readable(self, channel: str, viewer: str) -> JsonObject:
        """The conversation, if this user is a member; to anybody else it is as if it were not."""
        found = self.get(channel)
        return found if self.is_member(channel, viewer) else refuse("channel_not_found")

    def writable(
        self, channel: str, author: str, *, as_answer: bool = False, thread_ts: str = ""
    ) -> JsonObject:
        """The conversation, if this user may post there, or the app answer an interaction there.

        Refuses with `channel_not_found`, `not_in_channel`, `is_archived`, what the channel's
        posting permissions forbid, or `messages_tab_disabled` in an app's own conversations.
        """
        found = self.get(channel)
        app = self.app_of(channel)
        if app and not (app.has_messages if author == app.user else app.takes_messages):
            refuse("messages_tab_disabled")
        if not as_answer and not self.is_member(channel, author):
            refuse("not_in_channel")
        if found.get("is_archived"):
            refuse("is_archived")
        if not as_answer and author != found.get("creator"):
            _check_posting(found, is_reply=bool(thread_ts))
        return found

    def join(self, channel: str, user: str) -> None:
        """Make a user a member; nothing happens if they are one already."""
        joined = self.get(channel)
        if self.is_member(channel, self.people.user(user)["id"]):
            return
        self.storage.directory.add_member(channel, user)
        ts = self.storage.timestamps.new()
        self.team_events.emit_in(channel, member_joined_channel(joined, user, ts))
        self.publish_channel(channel, ts)

    def direct_id(self, user: str) -> str:
        """The id of the direct conversation of this user and the bot, whether it exists or not."""
        return self.app.id_for("D", user)

    def app_of(self, channel: str) -> App | None:
        """The app whose direct conversation this is, if it is one."""
        if not self.get(channel).get("is_im"):
            return None
        return next(filter(None, map(self.people.app_of, self.members(channel))), None)

    def is_open(self, channel: str) -> bool:
        """Whether the conversation exists."""
        return self.storage.directory.channel(channel) is not None

    def open_direct(self, user: str, other: str) -> JsonObject:
        """The direct conversation of the bot and a user, made if it does not exist."""
        person = user if other == self.app.user else other
        channel_id = self.direct_id(self.people.user(person)["id"])
        existing = self.storage.directory.channel(channel_id)
        if existing:
            return existing
        channel = direct_channel(
            channel_id, person, int(self.clock.now()), str(self.app.team["id"])
        )
        self.storage.directory.put_channel(channel)
        for member in (user, other):
            self.storage.directory.add_member(channel_id, self.people.user(member)["id"])
        self.publish_channel(channel_id, self.storage.timestamps.new())
        return channel

    def group_of(self, members: Sequence[str]) -> JsonObject | None:
        """The direct conversation of just these people and apps, if there is one."""
        wanted = set(members)
        groups = (each for each in self.all() if each.get("is_mpim"))
        return next((each for each in groups if set(self.members(each["id"])) == wanted), None)

    def open_group(self, members: Sequence[str]) -> JsonObject:
        """The direct conversation of several, made by the first of them if it does not exist."""
        users = [self.people.user(each) for each in dict.fromkeys(members)]
        ids = [str(each["id"]) for each in users]
        if (existing := self.group_of(ids)) is not None:
            return existing
        channel = group_direct_channel(
            self.storage.ids.new("G"),
            [str(each["name"]) for each in users],
            team=str(self.app.team["id"]),
            creator=ids[0],
            created=int(self.clock.now()),
        )
        self.storage.directory.put_channel(channel)
        for each in ids:
            self.storage.directory.add_member(channel["id"], each)
        self.publish_channel(channel["id"], self.storage.timestamps.new())
        return channel

    def publish_channel(self, channel: str, ts: str, also: str = "") -> None:
        """Tell the members that their channel has changed, and one who was a member (`also`)."""
        change = {"type": "channel", "channel": channel, "ts": ts}
        self.changes.publish(change, [*self.members(channel), also])


def _check_posting(channel: JsonObject, *, is_reply: bool) -> None:
    """Whoever made a channel may always write there; the others what its permissions leave."""
    if channel.get("is_read_only"):
        refuse("restricted_action_read_only_channel")
    if channel.get("is_thread_only") and not is_reply:
        refuse("restricted_action_thread_only_channel")
    if channel.get("is_non_threadable") and is_reply:
        refuse("restricted_action_non_threadable_channel")
