"""Modals are submitted and closed: the app hears of it and says how it goes on."""

from __future__ import annotations

from dataclasses import dataclass, field

from workspace.block_kit.views import check_view
from workspace.errors import SlackRefusal
from workspace.json_types import JsonObject
from workspace.model.app_events import EventTransport
from workspace.model.file_store import FileStore
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.chosen_files import describe_files, give_files
from workspace.model.people import People
from workspace.model.views.modals import Modals
from workspace.slack_objects.app import App
from workspace.slack_objects.input_checks import find_problems
from workspace.slack_objects.input_values import Entries, state_values
from workspace.slack_objects.views import view_closed_payload, view_submission_payload

_TROUBLE = "We had some trouble connecting. Try again?"
"""What Slack says when the app does not answer a form as it should."""


@dataclass(frozen=True, slots=True)
class SubmissionOutcome:
    """What came of a submission; without errors or trouble the app has taken it."""

    errors: dict[str, str] = field(default_factory=dict)
    """What is wrong, by block id: found before the app was asked, or by the app."""
    trouble: str = ""
    """Why the app's answer could not be used."""


@dataclass(frozen=True, slots=True)
class Forms:
    """Submits and closes the modals of people."""

    app: App
    people: People
    modals: Modals
    files: FileStore
    tokens: InteractionTokens
    transport: EventTransport

    async def submit(self, user: str, view_id: str, entries: Entries) -> SubmissionOutcome:
        """Check a form as Slack's clients do, send it to the app and do as the app answers.

        Refuses with `view_not_found` if the person does not see this view (any more), with
        `file_not_found` if they chose a file that they do not see.
        """
        view = self.modals.top(user, view_id)
        entries = describe_files(self.files, user, view["blocks"], entries)
        values = state_values(view["blocks"], entries)
        errors = find_problems(view["blocks"], values)
        if errors:
            return SubmissionOutcome(errors)
        give_files(self.files, self.app.user, values)
        payload = view_submission_payload(
            self.app,
            self.people.person(user),
            {**view, "state": {"values": values}},
            trigger_id=self.tokens.issue_trigger_id(user),
            response_urls=self._response_urls(user, view, values),
        )
        answer = await self.transport.send_interaction(payload)
        if answer.problem:
            return SubmissionOutcome(trouble=_TROUBLE)
        return self._follow(user, view, answer.body)

    async def close(self, user: str, view_id: str, *, with_all: bool = False) -> None:
        """Close a view, or the whole stack; the app hears of those that ask for it."""
        view = self.modals.top(user, view_id)
        with_all = with_all or bool(view["clear_on_close"])
        person = self.people.person(user)
        for closed in self.modals.close(user, view_id, with_all=with_all):
            if closed["notify_on_close"]:
                payload = view_closed_payload(self.app, person, closed, is_cleared=with_all)
                await self.transport.send_interaction(payload)

    def _follow(self, user: str, view: JsonObject, answer: JsonObject) -> SubmissionOutcome:
        action = answer.get("response_action")
        if action == "errors":
            return _errors_of(view, answer.get("errors"))
        if action in ("update", "push"):
            return self._show(user, view, action, answer.get("view"))
        if action in (None, "clear"):
            self.modals.close(user, view["id"], with_all=action == "clear")
            return SubmissionOutcome()
        return SubmissionOutcome(
            trouble=f"{_TROUBLE} (the app answered with the action {action!r})"
        )

    def _show(self, user: str, view: JsonObject, action: str, new: object) -> SubmissionOutcome:
        problem = check_view(new, "modal")
        if problem or not isinstance(new, dict):
            details = "; ".join(problem.messages) if problem else "no view"
            return SubmissionOutcome(trouble=f"{_TROUBLE} (the app's view was refused: {details})")
        try:
            if action == "push":
                self.modals.push(user, new)
            else:
                self.modals.update(new, view_id=view["id"])
        except SlackRefusal as refusal:
            return SubmissionOutcome(trouble=f"{_TROUBLE} ({refusal.error})")
        return SubmissionOutcome()

    def _response_urls(self, user: str, view: JsonObject, values: JsonObject) -> list[JsonObject]:
        """A response URL for each menu of conversations that asks for one."""
        urls = []
        for block in view["blocks"]:
            element = block.get("element", {})
            if not element.get("response_url_enabled"):
                continue
            entry = values[block["block_id"]][element["action_id"]]
            channel = entry.get("selected_conversation") or entry.get("selected_channel")
            if channel:
                ids = {"block_id": block["block_id"], "action_id": element["action_id"]}
                url = self.tokens.issue_response_url(channel, user)
                urls.append({**ids, "channel_id": channel, "response_url": url})
        return urls


def _errors_of(view: JsonObject, errors: object) -> SubmissionOutcome:
    """The app's errors, if each belongs to an input block of the view."""
    inputs = {one["block_id"] for one in view["blocks"] if one["type"] == "input"}
    if not isinstance(errors, dict) or not errors or not set(errors) <= inputs:
        named = sorted(errors) if isinstance(errors, dict) else errors
        return SubmissionOutcome(
            trouble=f"{_TROUBLE} (errors for no input block of the view: {named})"
        )
    return SubmissionOutcome({str(block): str(words) for block, words in errors.items()})
