"""Slash commands: typed by a person, carried to the app, answered at once or later."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import SlackRefusal, refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import EventTransport
from workspace.model.conversations import Conversations
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.built_in import BuiltInCommands
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
    "no_user": "Name somebody: `{command} @somebody`",
    "no_channel": "Name a channel: `{command} #channel`",
    "already_in_channel": "They are in this channel already.",
    "not_in_channel": "They are not in this channel.",
    "cant_invite_self": "You are in this channel already.",
    "cant_kick_self": "You cannot remove yourself. To leave the channel use `/leave`.",
    "channel_not_found": "There is no public channel of this name.",
    "last_member": "The last member of a channel cannot leave it.",
    "method_not_supported_for_channel_type": "`{command}` does not work in direct messages.",
    "ura_max_channels": "A single-channel guest is in a channel already.",
    "user_is_restricted": "Guests cannot use `{command}`.",
}
"""What Slackbot says to the person alone, by error; of any other error it gives the name."""


@dataclass(frozen=True, slots=True)
class Commands:
    """Runs the commands that the app's manifest declares."""

    conversations: Conversations
    tokens: InteractionTokens
    transport: EventTransport
    responses: Responses
    built_in: BuiltInCommands

    async def run(self, user: str, channel: str, typed: str, *, thread_ts: str = "") -> bool:
        """Send a command to the app and show what it answers in its acknowledgement.

        Slack's own commands are carried out at once. False if that failed: then Slackbot has told
        the person why, in the conversation.
        """
        place = self.conversations.readable(channel, user)
        name, *rest = typed.split(maxsplit=1) or ["/"]
        try:
            await self._run(user, place, name, "".join(rest).rstrip(), in_thread=bool(thread_ts))
        except SlackRefusal as refusal:
            other = "`{command}` failed with the error “{error}”"
            words = _FAILURES.get(refusal.error, other)
            said = words.format(command=name, error=refusal.error)
            self.responses.ephemeral.post_notice(channel, user, said, thread_ts)
            return False
        return True

    async def _run(
        self, user: str, place: JsonObject, name: str, text: str, *, in_thread: bool
    ) -> None:
        if self.built_in.knows(name):
            self.built_in.run(user, place["id"], name, text)
            return
        if self.conversations.people.person(user).get("is_stranger"):
            # They have only the commands of their own workspace's apps
            # (github.com/slackapi/bolt-python/issues/767).
            refuse("unknown_command")
        declared = self._declared_command(name)
        if in_thread:
            refuse("command_in_thread")
        await self._send(user, place, declared, text)

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

    def _declared_command(self, name: str) -> JsonObject:
        commands = self.conversations.app.commands
        found = next((one for one in commands if one["command"].lower() == name.lower()), None)
        return found or refuse("unknown_command")

    def _names(self) -> dict[str, str]:
        """The names of people and channels by id."""
        named = [*self.conversations.people.users(), *self.conversations.all()]
        return {str(one["id"]): str(one.get("name", one["id"])) for one in named}
