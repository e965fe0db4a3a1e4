"""What reaches the apps from the page: presses, forms, commands, shortcuts, the Stop button."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from aiohttp import web

from workspace.http.page.requests import JsonBody, json_response
from workspace.model.interactions.presses import Press
from workspace.model.team import TeamOfApps
from workspace.model.workspace import Workspace
from workspace.slack_objects.events import AppHomeTab


@dataclass(frozen=True, slots=True)
class AppRoutes:
    """The apps' controls, their direct conversations and their agent sessions."""

    team: TeamOfApps

    async def press(self, request: web.Request) -> web.StreamResponse:
        """Use a control of a message or view; the answer says whether the app acknowledged it."""
        press = _use_of_control(await JsonBody.read(request))
        return json_response(
            {"acknowledged": await self._app_of_control(press).interactions.press(press)}
        )

    async def suggest(self, request: web.Request) -> web.StreamResponse:
        """The options of an external menu for what was typed, or the `trouble` with them."""
        use = _use_of_control(await JsonBody.read(request))
        return json_response(asdict(await self._app_of_control(use).suggestions.suggest(use)))

    def _app_of_control(self, use: Press) -> Workspace:
        """Of the app whose control it is."""
        if use.view_id:
            return self.team.of_view(use.user, use.view_id)
        return self.team.of_message(use.user, use.channel, use.ts)

    async def open_direct(self, request: web.Request) -> web.StreamResponse:
        """Enter a tab of an app, `home` or else `messages`, from a channel (`seen`); answers their
        conversation, and in which thread of it one writes to an assistant."""
        body = await JsonBody.read(request)
        user, workspace = body.text("user"), self.team.of_bot(body.text("bot"))
        tab: AppHomeTab = "home" if body.optional_text("tab") == "home" else "messages"
        channel = workspace.homes.open(user, tab)
        seen = body.optional_text("seen")
        thread = workspace.assistant_threads.enter(user, seen) if tab == "messages" else ""
        return json_response({"channel": channel, "thread": thread})

    async def stop_session(self, request: web.Request) -> web.StreamResponse:
        """Stop the session of the app with this `bot` user, by default of the first."""
        body = await JsonBody.read(request)
        user, channel, ts = (body.text(name) for name in ("user", "channel", "thread_ts"))
        bot = body.optional_text("bot")
        workspace = self.team.of_bot(bot) if bot else self.team.first
        workspace.conversations.readable(channel, user)
        streamed = workspace.streams.stop_in(channel, ts)
        workspace.agent_status.stop_session(user, channel, ts, streamed)
        return json_response({"ok": True})


@dataclass(frozen=True, slots=True)
class FormRoutes:
    """Modals that are submitted and closed."""

    team: TeamOfApps

    async def submit(self, request: web.Request) -> web.StreamResponse:
        """The answer has `errors` by block id, and `trouble` with the app; empty: it was taken."""
        body = await JsonBody.read(request)
        user, view_id = body.text("user"), body.text("view_id")
        forms = self.team.of_view(user, view_id).forms
        submitted = await forms.submit(user, view_id, body.entries("entries"))
        return json_response({"errors": submitted.errors, "trouble": submitted.trouble})

    async def close(self, request: web.Request) -> web.StreamResponse:
        body = await JsonBody.read(request)
        user, view_id = body.text("user"), body.text("view_id")
        forms = self.team.of_view(user, view_id).forms
        await forms.close(user, view_id, with_all=body.flag("all"))
        return json_response({"ok": True})


@dataclass(frozen=True, slots=True)
class CommandRoutes:
    """Slash commands and shortcuts."""

    team: TeamOfApps

    async def run(self, request: web.Request) -> web.StreamResponse:
        """Run what was typed; the answer says whether the app took the command."""
        body = await JsonBody.read(request)
        user, channel, typed = (body.text(name) for name in ("user", "channel", "text"))
        thread_ts = body.optional_text("thread_ts")
        commands = self.team.of_command(typed).commands
        taken = await commands.run(user, channel, typed, thread_ts=thread_ts)
        return json_response({"taken": taken})

    async def use_shortcut(self, request: web.Request) -> web.StreamResponse:
        """Run a global shortcut of an `app` (by default the first), or with `channel` and `ts` one
        on a message."""
        body = await JsonBody.read(request)
        user, callback_id = body.text("user"), body.text("callback_id")
        channel, ts = body.optional_text("channel"), body.optional_text("ts")
        app = body.optional_text("app")
        shortcuts = (self.team.of_app(app) if app else self.team.first).shortcuts
        if ts:
            done = await shortcuts.run_on(user, callback_id, channel, ts)
        else:
            done = await shortcuts.run(user, callback_id)
        return json_response({"acknowledged": done})


def _use_of_control(body: JsonBody) -> Press:
    """What somebody used: a control of a view, or of a message."""
    view_id = body.optional_text("view_id")
    return Press(
        user=body.text("user"),
        channel="" if view_id else body.text("channel"),
        ts="" if view_id else body.text("ts"),
        view_id=view_id,
        block_id=body.text("block_id"),
        action_id=body.text("action_id"),
        value=body.entry("value"),
        entries=body.entries("entries"),
    )
