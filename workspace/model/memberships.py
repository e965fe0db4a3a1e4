"""Who is in which channel: channels are made, people and the app invited and removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.conversations import Conversations
from workspace.slack_objects.conversations import conversation_type, new_channel
from workspace.slack_objects.events import (
    channel_created,
    member_joined_channel,
    member_left_channel,
)

MAX_NAME = 80
"""Characters of a channel's name (docs.slack.dev/reference/methods/conversations.create)."""


@dataclass(frozen=True, slots=True)
class Memberships:
    """Makes channels and changes their members."""

    conversations: Conversations

    def create(self, name: str, *, creator: str, is_private: bool = False) -> JsonObject:
        """A new channel with one member; refuses Slack's `invalid_name…` and `name_taken`."""
        conversations = self.conversations
        _require_channel_name(name)
        if any(one.get("name") == name for one in conversations.all()):
            refuse("name_taken")
        channel_id = conversations.storage.ids.new("C")
        channel = new_channel(
            channel_id,
            name,
            team=str(conversations.app.team["id"]),
            creator=conversations.people.user(creator)["id"],
            created=int(conversations.clock.now()),
            is_private=is_private,
        )
        conversations.storage.directory.put_channel(channel)
        if not is_private:
            ts = conversations.storage.timestamps.new()
            conversations.team_events.emit(channel_created(channel, ts))
        conversations.join(channel_id, creator)
        return channel

    def manageable(self, channel: str, member: str) -> JsonObject:
        """The channel, if this member may change who is in it.

        Refuses with `method_not_supported_for_channel_type`, `is_archived`, `not_in_channel`, or
        `channel_not_found` if it is private.
        """
        found = self.conversations.get(channel)
        if conversation_type(found) in ("im", "mpim"):
            refuse("method_not_supported_for_channel_type")
        if not self.conversations.is_member(channel, member):
            refuse("channel_not_found" if found["is_private"] else "not_in_channel")
        if found["is_archived"]:
            refuse("is_archived")
        return found

    def why_not_invited(self, channel: str, user: str, by: str) -> str:
        """Slack's error why this user cannot be invited; empty if they can."""
        conversations = self.conversations
        if not conversations.people.has_user(user):
            return "user_not_found"
        if user == by:
            return "cant_invite_self"
        if conversations.is_member(channel, user):
            return "already_in_channel"
        is_single = conversations.people.user(user)["is_ultra_restricted"]
        directs = ("im", "mpim")
        joined = (one for one in conversations.all(user) if conversation_type(one) not in directs)
        return "ura_max_channels" if is_single and any(joined) else ""

    def invite(self, channel: str, users: Sequence[str], *, by: str) -> None:
        """Make these users members; refuses the first that cannot be one."""
        found = self.manageable(channel, by)
        for user in users:
            why_not = self.why_not_invited(channel, user, by)
            if why_not:
                refuse(why_not)
        for user in users:
            self.conversations.storage.directory.add_member(channel, user)
            ts = self.conversations.storage.timestamps.new()
            joined = member_joined_channel(found, user, ts) | {"inviter": by}
            self.conversations.team_events.emit_in(channel, joined)
            self.conversations.publish_channel(channel, ts)

    def enter(self, channel: str, user: str) -> None:
        """A person joins a public channel; no guest or stranger does, and a private one is as if
        not there."""
        found = self.conversations.get(channel)
        if found["is_private"] and not self.conversations.is_member(channel, user):
            refuse("channel_not_found")
        person = self.conversations.people.person(user)
        if person["is_restricted"] or person.get("is_stranger"):
            refuse("user_is_restricted")
        self.conversations.join(channel, user)

    def kick(self, channel: str, user: str, *, by: str) -> None:
        """Remove a member; refuses with `cant_kick_self`, `user_not_found`, `not_in_channel`."""
        found = self.manageable(channel, by)
        if user == by:
            refuse("cant_kick_self")
        self.conversations.people.user(user)
        if not self.conversations.is_member(channel, user):
            refuse("not_in_channel")
        self._remove(found, user, by)

    def leave(self, channel: str, user: str) -> None:
        """Leave a channel of which one is a member; refuses with `last_member`."""
        found = self.manageable(channel, user)
        if self.conversations.people.user(user)["is_restricted"]:
            refuse("user_is_restricted")
        if self.conversations.members(channel) == [user]:
            refuse("last_member")
        self._remove(found, user, user)

    def _remove(self, channel: JsonObject, user: str, by: str) -> None:
        """Take the membership away; an app hears of it last in a channel that it leaves itself."""
        conversations, channel_id = self.conversations, channel["id"]
        ts = conversations.storage.timestamps.new()
        conversations.team_events.emit_in(channel_id, member_left_channel(channel, user, ts))
        conversations.storage.directory.remove_member(channel_id, user)
        conversations.publish_channel(channel_id, ts, also=user)
        conversations.team_events.emit_left(channel, user, by, ts)


def _require_channel_name(name: str) -> None:
    """Refuses what Slack refuses of a channel's name."""
    if not name:
        refuse("invalid_name_required")
    if len(name) > MAX_NAME:
        refuse("invalid_name_maxlength")
    if not all(one in "-_" or (one.isalnum() and one == one.lower()) for one in name):
        refuse("invalid_name_specials")
    if not any(one.isalnum() for one in name):
        refuse("invalid_name_punctuation")
