"""Reactions: added to messages and removed again."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import TeamEvents
from workspace.model.messages.timeline import Timeline
from workspace.slack_objects.events import ReactionEvent, reaction_event
from workspace.slack_objects.messages import with_reaction, without_reaction

MOST_OF_ONE = 23
"""Reactions of one person on a message."""
MOST_KINDS = 50
"""Different reactions on a message. Both: slack.com/help/articles/202931348."""


@dataclass(frozen=True, slots=True)
class Reactions:
    """Adds and removes the reactions of users; `name` is an emoji name without colons."""

    timeline: Timeline
    team_events: TeamEvents

    def add(self, channel: str, ts: str, name: str, *, user: str) -> None:
        """Refuses with `already_reacted` if the user gave this reaction before, with
        `too_many_emoji` and `too_many_reactions` what goes beyond Slack's limits."""
        body = self._readable(channel, ts, user)
        changed = with_reaction(body, name, user) or refuse("already_reacted")
        given = changed.get("reactions", [])
        if len(given) > MOST_KINDS:
            refuse("too_many_emoji")
        if sum(user in each["users"] for each in given) > MOST_OF_ONE:
            refuse("too_many_reactions")
        self._store("reaction_added", channel, changed, user=user, name=name)

    def remove(self, channel: str, ts: str, name: str, *, user: str) -> None:
        """Refuses with `no_reaction` if the user had not given this reaction."""
        body = self._readable(channel, ts, user)
        changed = without_reaction(body, name, user) or refuse("no_reaction")
        self._store("reaction_removed", channel, changed, user=user, name=name)

    def _readable(self, channel: str, ts: str, user: str) -> JsonObject:
        self.timeline.history.conversations.readable(channel, user)
        return self.timeline.history.get_stored(channel, ts)

    def _store(
        self, event_type: ReactionEvent, channel: str, body: JsonObject, *, user: str, name: str
    ) -> None:
        self.timeline.table.put(channel, body)
        self.timeline.publish(
            "reaction", channel, self.timeline.history.message(channel, body["ts"])
        )
        event = reaction_event(
            event_type,
            body,
            channel=channel,
            user=user,
            name=name,
            ts=self.timeline.timestamps.new(),
        )
        self.team_events.emit_in(channel, event)
