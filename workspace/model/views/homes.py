"""The app's home, one for each person. Homes are stored."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.change_feed import ChangeFeed
from workspace.slack_objects.app import App
from workspace.slack_objects.views import complete_view
from workspace.storage.notes import Ids, Notes


@dataclass(frozen=True, slots=True)
class Homes:
    """Publishes homes."""

    app: App
    notes: Notes
    ids: Ids
    changes: ChangeFeed

    def get(self, user: str) -> JsonObject | None:
        """The home that was published for this person, if any."""
        home = self.notes.read(f"home:{user}")
        return home if isinstance(home, dict) else None

    def publish(self, user: str, view: JsonObject, expected_hash: str = "") -> JsonObject:
        """Store and show a user's home; returns the view as Slack does.

        `expected_hash`: refuse with `hash_conflict` if the stored home has another hash.
        """
        current = self.get(user)
        if expected_hash and current and current["hash"] != expected_hash:
            refuse("hash_conflict")
        home = complete_view(view, self.app, view_id=home_id(user), view_hash=self.ids.new("hash."))
        self.notes.write(f"home:{user}", home)
        self.changes.publish({"type": "view", "channel": "", "ts": "", "view": home}, [user])
        return home


def home_id(user: str) -> str:
    """The id of the home of this person, whether it is published or not."""
    return f"V{user[1:]}"
