"""A team with all its apps: which of them is meant by what a person uses."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.model.workspace import Workspace
from workspace.slack_objects.seed import Seed, seed_bots, seed_channels, seed_people


@dataclass(frozen=True, slots=True)
class TeamOfApps:
    """The workspaces of the apps; what they share is the same in each."""

    workspaces: tuple[Workspace, ...]
    seed: Seed

    @property
    def first(self) -> Workspace:
        """Whose app is meant where nothing else is told."""
        return self.workspaces[0]

    def of_app(self, app_id: str) -> Workspace:
        """The workspace of this app; refuses with `app_not_found`."""
        found = (each for each in self.workspaces if each.app.app_id == app_id)
        return next(found, None) or refuse("app_not_found")

    def of_bot(self, bot_user: str) -> Workspace:
        """The workspace of the app with this bot user; refuses with `user_not_found`."""
        found = (each for each in self.workspaces if each.app.user == bot_user)
        return next(found, None) or refuse("user_not_found")

    def of_conversation(self, channel: str) -> Workspace:
        """The workspace of the app whose direct conversation this is; the first for any other."""
        app = self.first.conversations.app_of(channel)
        return self.of_app(app.app_id) if app else self.first

    def of_message(self, user: str, channel: str, ts: str) -> Workspace:
        """The workspace of the app that wrote a message which this person sees."""
        self.first.conversations.readable(channel, user)
        message = self.first.ephemeral.get(channel, ts, user)
        message = message or self.first.history.get_stored(channel, ts)
        return self.of_app(message["app_id"]) if message.get("app_id") else self.first

    def of_view(self, user: str, view_id: str) -> Workspace:
        """The workspace of the app whose view this person sees; refuses with `view_not_found`."""
        for each in self.workspaces:
            if (home := each.homes.get(user)) and home["id"] == view_id:
                return each
        return self.of_app(self.first.modals.top(user, view_id)["app_id"])

    def of_command(self, typed: str) -> Workspace:
        """The workspace of the app that declares a command; the first if none does."""
        name = next(iter(typed.split(maxsplit=1)), "/").lower()
        for each in self.workspaces:
            if any(one["command"].lower() == name for one in each.app.commands):
                return each
        return self.first

    def seed_if_empty(self) -> None:
        """Fill an empty workspace with its people and channels; an app that is new in one that was
        kept gets its bot, which is in no channel yet."""
        directory, apps = self.first.storage.directory, [each.app for each in self.workspaces]
        is_empty = not directory.users()
        for user in seed_people(apps[0], self.seed) if is_empty else ():
            directory.put_user(user)
        for bot in seed_bots(apps):
            if directory.user(bot["id"]) is None:
                directory.put_user(bot)
        created = int(self.first.clock.now())
        for channel, members in seed_channels(apps, self.seed, created) if is_empty else ():
            directory.put_channel(channel)
            for member in members:
                directory.add_member(channel["id"], member)

    def reset(self) -> None:
        """Back to an untouched workspace: no messages, no files, the people and channels anew."""
        self.first.storage.clear()
        for each in self.workspaces:
            each.forget()
        self.seed_if_empty()
