"""The app's home, one for each person: a Home tab that the app fills, and their messages.

What was published is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import AppEvents
from workspace.model.conversations import Conversations
from workspace.slack_objects.events import AppHomeTab, app_home_opened
from workspace.slack_objects.views import complete_view
from workspace.storage.notes import Ids, Notes


@dataclass(frozen=True, slots=True)
class Homes:
    """Opens and publishes homes."""

    conversations: Conversations
    app_events: AppEvents
    notes: Notes
    ids: Ids

    def get(self, user: str) -> JsonObject | None:
        """The home that was published for this person, if any."""
        home = self.notes.read(self._key(user))
        return home if isinstance(home, dict) else None

    def open(self, user: str, tab: AppHomeTab) -> JsonObject:
        """A person enters a tab of the app: their direct conversation with it, made if need be.

        The app hears of it. Refuses with `not_enabled` if the app has no Home tab.
        """
        conversations = self.conversations
        app, person = conversations.app, conversations.people.person(user)
        if tab == "home" and not app.has_home:
            refuse("not_enabled")
        channel = conversations.open_direct(person["id"], app.user)
        home = self.get(user) if tab == "home" else None
        ts = conversations.storage.timestamps.new()
        self.app_events.emit(app_home_opened(user, channel["id"], tab, ts, home))
        return channel

    def publish(self, user: str, view: JsonObject, expected_hash: str = "") -> JsonObject:
        """Store and show a user's home; returns the view as Slack does.

        `expected_hash`: refuse with `hash_conflict` if the stored home has another hash; with
        `duplicate_external_id` if the home of somebody else has this external id.
        """
        self._refuse_taken_id(user, str(view.get("external_id") or ""))
        current = self.get(user)
        if expected_hash and current and current["hash"] != expected_hash:
            refuse("hash_conflict")
        app, view_hash = self.conversations.app, self.ids.new("hash.")
        home = complete_view(view, app, view_id=app.id_for("V", user), view_hash=view_hash)
        self.notes.write(self._key(user), home)
        change = {"type": "view", "channel": "", "ts": "", "view": home}
        self.conversations.changes.publish(change, [user])
        return home

    def _refuse_taken_id(self, user: str, external_id: str) -> None:
        others = (one["id"] for one in self.conversations.people.persons() if one["id"] != user)
        homes = (self.get(str(one)) for one in others) if external_id else ()
        if any(home and home["external_id"] == external_id for home in homes):
            refuse("duplicate_external_id")

    def _key(self, user: str) -> str:
        return self.conversations.app.key(f"home:{user}")
