"""Slash commands: typed by a person, carried to the app, answered at once or later."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import SlackRefusal, refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import EventTransport
from workspace.model.conversations import Conversations
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.responses import Responses
from workspace.slack_objects.interactions import command_payload, command_text

_TIMEOUTS = ("timeout", "http_timeout")
_FAILURES = {
    "unknown_command": (
        "`{command}` is not a valid command. In Slack, all messages that start with the “/”"
        " character are interpreted as commands.\nIf you are trying to send a message and not run"
        " a command, try preceding the “/” with an empty space."
    ),
    "command_in_thread": "`{command}` is not supported in threads. Sorry!",
    "operation_timeout": (
        "`{command}` failed because the app did not respond. Please try again or contact the app"
        " developer."
    ),
}
"""What Slackbot says to the person alone, by error; of any other error it gives the name."""


@dataclass(frozen=True, slots=True)
class Commands:
    """Runs the commands that the app's manifest declares."""

    conversations: Conversations
    tokens: InteractionTokens
    transport: EventTransport
    responses: Responses

    async def run(self, user: str, channel: str, typed: str, *, thread_ts: str = "") -> bool:
        """Send a command to the app and show what it answers in its acknowledgement.

        False if that failed: then Slackbot has told the person why, in the conversation.
        """
        place = self.conversations.readable(channel, user)
        name, *rest = typed.split(maxsplit=1) or ["/"]
        try:
            declared = self._declared(name)
            if thread_ts:
                refuse("command_in_thread")
            await self._send(user, place, declared, "".join(rest).rstrip())
        except SlackRefusal as refusal:
            other = "`{command}` failed with the error “{error}”"
            words = _FAILURES.get(refusal.error, other)
            said = words.format(command=name, error=refusal.error)
            self.responses.ephemeral.post_notice(channel, user, said, thread_ts)
            return False
        return True

    async def _send(self, user: str, place: JsonObject, declared: JsonObject, text: str) -> None:
        """Refuses with `operation_timeout`, `dispatch_failed`, or what is wrong with the answer."""
        is_escaped = bool(declared.get("should_escape"))
        payload = command_payload(
            self.conversations.app,
            self.conversations.people.person(user),
            place,
            command=declared["command"],
            text=command_text(text, self._names(), is_escaped=is_escaped),
        )
        payload["response_url"] = self.tokens.issue_response_url(place["id"], user)
        payload["trigger_id"] = self.tokens.issue_trigger_id(user)
        answer = await self.transport.send_interaction(payload)
        if answer.problem:
            refuse("operation_timeout" if answer.problem in _TIMEOUTS else "dispatch_failed")
        if answer.body.get("text") or answer.body.get("blocks"):
            self.responses.respond(self.tokens.response_place(place["id"], user), answer.body)

    def _declared(self, name: str) -> JsonObject:
        commands = self.conversations.app.commands
        found = next((one for one in commands if one["command"].lower() == name.lower()), None)
        return found or refuse("unknown_command")

    def _names(self) -> dict[str, str]:
        """The names of people and channels by id."""
        named = [*self.conversations.people.users(), *self.conversations.all()]
        return {str(one["id"]): str(one.get("name", one["id"])) for one in named}
