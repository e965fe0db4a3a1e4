"""The app's home and its modals: completed, shown to their user; the home is stored."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.change_feed import ChangeFeed
from workspace.slack_objects.app import TEAM, App
from workspace.storage.notes import Ids, Notes


@dataclass(frozen=True, slots=True)
class Views:
    """Publishes homes and opens modals. Submitting a modal is not emulated."""

    app: App
    notes: Notes
    ids: Ids
    changes: ChangeFeed

    def publish_home(self, user: str, view: JsonObject, expected_hash: str = "") -> JsonObject:
        """Store and show a user's home; returns the view as Slack does.

        `expected_hash`: refuse with `hash_conflict` if the stored home has another hash.
        """
        key = f"home:{user}"
        home = self._complete(view, f"V{user[1:]}")
        current = self.notes.read(key)
        if expected_hash and isinstance(current, dict) and current["hash"] != expected_hash:
            refuse("hash_conflict")
        self.notes.write(key, home)
        self._show(home, user)
        return home

    def open_modal(self, user: str, view: JsonObject) -> JsonObject:
        """Show a modal to a user; returns the view as Slack does."""
        modal = self._complete(view, self.ids.new("V"))
        self._show(modal, user)
        return modal

    def _show(self, view: JsonObject, user: str) -> None:
        self.changes.publish({"type": "view", "channel": "", "ts": "", "view": view}, [user])

    def _complete(self, view: JsonObject, view_id: str) -> JsonObject:
        return {
            "private_metadata": "",
            "callback_id": "",
            "state": {"values": {}},
            **view,
            "id": view_id,
            "team_id": TEAM["id"],
            "app_id": self.app.app_id,
            "bot_id": self.app.bot_id,
            "hash": self.ids.new("hash."),
            "root_view_id": view_id,
            "previous_view_id": None,
        }
