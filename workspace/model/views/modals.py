"""The modals that people have open: a stack for each person, whose views are of one app. They live
in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.change_feed import ChangeFeed
from workspace.slack_objects.app import App
from workspace.slack_objects.views import complete_view
from workspace.storage.notes import Ids

MAX_STACK = 3
"""Views of a stack (docs.slack.dev/surfaces/modals)."""


@dataclass(frozen=True, slots=True)
class Modals:
    """Opens, pushes, updates and closes modals. Every change shows the stack to its person."""

    app: App
    ids: Ids
    changes: ChangeFeed
    _stacks: dict[str, list[JsonObject]] = field(default_factory=dict)

    def stack(self, user: str) -> list[JsonObject]:
        """The views that a person has open, the lowest first; the last one is seen."""
        return list(self._stacks.get(user, ()))

    def top(self, user: str, view_id: str) -> JsonObject:
        """The view that a person sees, if it has this id; refuses with `view_not_found`."""
        stack = self.stack(user)
        return stack[-1] if stack and stack[-1]["id"] == view_id else refuse("view_not_found")

    def open(self, user: str, view: JsonObject) -> JsonObject:
        """Begin a stack; one that was open goes away. Returns the view as Slack does."""
        self._refuse_taken_id(view)
        return self._show(user, [], view)

    def push(self, user: str, view: JsonObject) -> JsonObject:
        """Lay a view on the stack.

        Refuses with `not_found` if none is open, and `push_limit_reached`.
        """
        stack = self.stack(user)
        if not stack or not self._is_own(stack[-1]):
            refuse("not_found")
        if len(stack) >= MAX_STACK:
            refuse("push_limit_reached")
        self._refuse_taken_id(view)
        return self._show(user, stack, view)

    def update(
        self, view: JsonObject, *, view_id: str = "", external_id: str = "", expected_hash: str = ""
    ) -> JsonObject:
        """Put a view in the place of an open one, found by either id.

        Refuses with `not_found`, `hash_conflict` or `duplicate_external_id`.
        """
        user, index = self._find(view_id, external_id)
        stack = self._stacks[user]
        old = stack[index]
        if expected_hash and expected_hash != old["hash"]:
            refuse("hash_conflict")
        self._refuse_taken_id(view, but=old["id"])
        stack[index] = self._complete(view, old["id"], stack[index - 1] if index else None)
        self._publish(user)
        return stack[index]

    def close(self, user: str, view_id: str, *, with_all: bool = False) -> list[JsonObject]:
        """Take the view away with what lies on it, or the whole stack.

        Returns what went, the top first. Nothing happens if the view is not open any more.
        """
        stack = self.stack(user)
        at = next((index for index, one in enumerate(stack) if one["id"] == view_id), None)
        if at is None:
            return []
        start = 0 if with_all else at
        self._stacks[user] = stack[:start]
        self._publish(user)
        return stack[start:][::-1]

    def forget_all(self) -> None:
        """Close everything, as a workspace that starts anew has it."""
        for user in list(self._stacks):
            del self._stacks[user]
            self._publish(user)

    def _find(self, view_id: str, external_id: str) -> tuple[str, int]:
        """Whose stack has the app's view, and at which place; refuses with `not_found`."""
        for user, stack in self._stacks.items():
            for index, one in enumerate(stack):
                if not self._is_own(one):
                    continue
                if view_id == one["id"] or (external_id and external_id == one["external_id"]):
                    return user, index
        return refuse("not_found")

    def _show(self, user: str, stack: list[JsonObject], view: JsonObject) -> JsonObject:
        new = self._complete(view, self.ids.new("V"), stack[-1] if stack else None)
        self._stacks[user] = [*stack, new]
        self._publish(user)
        return new

    def _complete(self, view: JsonObject, view_id: str, below: JsonObject | None) -> JsonObject:
        view_hash = self.ids.new("hash.")
        return complete_view(view, self.app, view_id=view_id, view_hash=view_hash, below=below)

    def _refuse_taken_id(self, view: JsonObject, but: str = "") -> None:
        wanted = view.get("external_id")
        views = (one for stack in self._stacks.values() for one in stack if one["id"] != but)
        if wanted and any(one["external_id"] == wanted and self._is_own(one) for one in views):
            refuse("duplicate_external_id")

    def _is_own(self, view: JsonObject) -> bool:
        return bool(view["app_id"] == self.app.app_id)

    def _publish(self, user: str) -> None:
        change = {"type": "modals", "channel": "", "ts": "", "views": self.stack(user)}
        self.changes.publish(change, [user])
