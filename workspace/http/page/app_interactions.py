"""What reaches the app from the page: presses, forms, commands, shortcuts, the Stop button."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from aiohttp import web

from workspace.errors import refuse
from workspace.http.page.requests import JsonBody, json_response
from workspace.model.agent_status import AgentStatus
from workspace.model.interactions.commands import Commands
from workspace.model.interactions.forms import Forms
from workspace.model.interactions.presses import Interactions, Press
from workspace.model.interactions.shortcuts import Shortcuts
from workspace.model.interactions.suggestions import Suggestions
from workspace.model.messages.assistant_threads import AssistantThreads
from workspace.model.messages.streams import StreamedMessages
from workspace.model.views.homes import Homes
from workspace.slack_objects.events import AppHomeTab


@dataclass(frozen=True, slots=True)
class AppRoutes:
    """The app's controls, its direct conversation and its agent session."""

    homes: Homes
    assistant_threads: AssistantThreads
    interactions: Interactions
    suggestions: Suggestions
    agent_status: AgentStatus
    streams: StreamedMessages

    async def press(self, request: web.Request) -> web.StreamResponse:
        """Use a control of a message or view; the answer says whether the app acknowledged it."""
        press = _use_of_control(await JsonBody.read(request))
        return json_response({"acknowledged": await self.interactions.press(press)})

    async def suggest(self, request: web.Request) -> web.StreamResponse:
        """The options of an external menu for what was typed, or the `trouble` with them."""
        use = _use_of_control(await JsonBody.read(request))
        return json_response(asdict(await self.suggestions.suggest(use)))

    async def open_direct(self, request: web.Request) -> web.StreamResponse:
        """Enter a tab of the app, `home` or else `messages`, from a channel (`seen`); answers their
        conversation, and in which thread of it one writes to an assistant."""
        body = await JsonBody.read(request)
        user, bot = body.text("user"), body.text("bot")
        if bot != self.homes.conversations.app.user:
            refuse("user_not_found")
        tab: AppHomeTab = "home" if body.optional_text("tab") == "home" else "messages"
        channel = self.homes.open(user, tab)
        seen = body.optional_text("seen")
        thread = self.assistant_threads.enter(user, seen) if tab == "messages" else ""
        return json_response({"channel": channel, "thread": thread})

    async def stop_session(self, request: web.Request) -> web.StreamResponse:
        body = await JsonBody.read(request)
        user, channel, ts = (body.text(name) for name in ("user", "channel", "thread_ts"))
        streamed = self.streams.stop_in(channel, ts)
        self.agent_status.stop_session(user, channel, ts, streamed)
        return json_response({"ok": True})


@dataclass(frozen=True, slots=True)
class FormRoutes:
    """Modals that are submitted and closed."""

    forms: Forms

    async def submit(self, request: web.Request) -> web.StreamResponse:
        """The answer has `errors` by block id, and `trouble` with the app; empty: it was taken."""
        body = await JsonBody.read(request)
        user, view_id = body.text("user"), body.text("view_id")
        submitted = await self.forms.submit(user, view_id, body.entries("entries"))
        return json_response({"errors": submitted.errors, "trouble": submitted.trouble})

    async def close(self, request: web.Request) -> web.StreamResponse:
        body = await JsonBody.read(request)
        user, view_id = body.text("user"), body.text("view_id")
        await self.forms.close(user, view_id, with_all=body.flag("all"))
        return json_response({"ok": True})


@dataclass(frozen=True, slots=True)
class CommandRoutes:
    """Slash commands and shortcuts."""

    commands: Commands
    shortcuts: Shortcuts

    async def run(self, request: web.Request) -> web.StreamResponse:
        """Run what was typed; the answer says whether the app took the command."""
        body = await JsonBody.read(request)
        user, channel, typed = (body.text(name) for name in ("user", "channel", "text"))
        thread_ts = body.optional_text("thread_ts")
        taken = await self.commands.run(user, channel, typed, thread_ts=thread_ts)
        return json_response({"taken": taken})

    async def use_shortcut(self, request: web.Request) -> web.StreamResponse:
        """Run a global shortcut, or with `channel` and `ts` one on a message."""
        body = await JsonBody.read(request)
        user, callback_id = body.text("user"), body.text("callback_id")
        channel, ts = body.optional_text("channel"), body.optional_text("ts")
        if ts:
            done = await self.shortcuts.run_on(user, callback_id, channel, ts)
        else:
            done = await self.shortcuts.run(user, callback_id)
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
