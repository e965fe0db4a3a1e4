"""The team, its users and the bots of its apps."""

from __future__ import annotations

from collections.abc import Sequence

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.messages import bot_profile
from workspace.slack_objects.seed import Guest, new_user
from workspace.storage.directory import Directory


class People:
    """Users and bots as Slack shows them."""

    def __init__(self, directory: Directory, apps: Sequence[App]) -> None:
        self._directory = directory
        self._apps = tuple(apps)

    def team(self) -> JsonObject:
        return dict(self._apps[0].team)

    def users(self) -> list[JsonObject]:
        """Everybody, the bot users included."""
        return self._directory.users()

    def user(self, user_id: str) -> JsonObject:
        """One user; refuses with `user_not_found`."""
        return self._directory.user(user_id) or refuse("user_not_found")

    def persons(self) -> list[JsonObject]:
        """Everybody who is no bot."""
        return [user for user in self.users() if not user.get("is_bot")]

    def person(self, user_id: str) -> JsonObject:
        """One user who is no bot; refuses with `user_not_found`."""
        found = self.user(user_id)
        return refuse("user_not_found") if found.get("is_bot") else found

    def add(self, name: str, real_name: str, title: str = "", guest: Guest = "") -> JsonObject:
        """A new person, who is in no channel yet; one of this user name is described anew."""
        user = new_user(
            f"U0{name.upper()}",
            name,
            real_name,
            title,
            team=str(self._apps[0].team["id"]),
            guest=guest,
        )
        self._directory.put_user(user)
        return user

    def has_user(self, user_id: str) -> bool:
        return self._directory.user(user_id) is not None

    def bots(self) -> list[JsonObject]:
        return [bot_profile(each) | {"user_id": each.user} for each in self._apps]

    def app_of(self, bot_user: str) -> App | None:
        """The app with this bot user, if there is one."""
        return next((each for each in self._apps if each.user == bot_user), None)
