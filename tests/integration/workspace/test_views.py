"""Homes and modals: opened, pushed, updated, filled in, submitted and closed, with slack-bolt."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import ANA, BOARD, Bot, until
from workspace.errors import SlackRefusal
from workspace.http.server import RunningWorkspace
from workspace.model.interactions.forms import SubmissionOutcome
from workspace.model.interactions.presses import Press


def plain(text: str) -> dict[str, str]:
    return {"type": "plain_text", "text": text}


def asked(block_id: str, element: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An input block whose element has the action id `entry`."""
    element = {"action_id": "entry", **element}
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain(block_id),
        "element": element,
        **more,
    }


OPTIONS = [{"text": plain(one.title()), "value": one} for one in ("right", "wrong", "outdated")]
FORM = {
    "type": "modal",
    "callback_id": "review",
    "title": plain("Review"),
    "submit": plain("Save"),
    "private_metadata": "run-7",
    "notify_on_close": True,
    "blocks": [
        asked("reason", {"type": "plain_text_input", "multiline": True, "min_length": 3}),
        asked("verdict", {"type": "static_select", "options": OPTIONS}),
        asked("also", {"type": "multi_static_select", "options": OPTIONS}, optional=True),
        asked("sure", {"type": "radio_buttons", "options": OPTIONS}, optional=True),
        asked("parts", {"type": "checkboxes", "options": OPTIONS}, optional=True),
        asked("day", {"type": "datepicker", "initial_date": "2026-11-23"}),
        asked("dose", {"type": "number_input", "is_decimal_allowed": False}, optional=True),
        asked("mail", {"type": "email_text_input"}, optional=True),
        asked("page", {"type": "url_text_input"}, optional=True),
        asked("who", {"type": "users_select", "initial_user": ANA}),
    ],
}
BUTTON = {"type": "button", "action_id": "again", "text": plain("Again"), "value": "v"}
SIMPLE = {
    "type": "modal",
    "callback_id": "simple",
    "title": plain("Simple"),
    "blocks": [{"type": "actions", "block_id": "b", "elements": [BUTTON]}],
}
FILLED = {"reason": {"entry": "The dose is old"}, "verdict": {"entry": "outdated"}}


class Board:
    """A bot that opens views by buttons and notes what it hears; and Ana, who uses them."""

    def __init__(self, slack: RunningWorkspace, bot: Bot) -> None:
        self.slack, self.client = slack, bot.app.client
        self.heard: list[dict[str, Any]] = []
        self.answer: dict[str, Any] = {}
        bot.app.action("again")(self._note)
        bot.app.view("simple")(self._answer)
        bot.app.view("review")(self._answer)
        bot.app.view_closed("review")(self._note)
        bot.app.view_closed("simple")(self._note)

    async def _note(self, ack: Any, body: dict[str, Any]) -> None:
        self.heard.append(body)
        await ack()

    async def _answer(self, ack: Any, body: dict[str, Any]) -> None:
        self.heard.append(body)
        await ack(**self.answer)

    async def trigger(self) -> str:
        """A new trigger id, from a button of a message."""
        blocks = SIMPLE["blocks"]
        posted = await self.client.chat_postMessage(channel=BOARD, text="x", blocks=blocks)
        press = {"channel": BOARD, "ts": posted["ts"]}
        return str((await self.press(**press))["trigger_id"])

    async def press(self, **where: str) -> dict[str, Any]:
        """Ana presses "Again"; the payload that the bot heard."""
        count = len(self.heard)
        press = Press(user=ANA, block_id="b", action_id="again", **where)
        assert await self.slack.workspace.interactions.press(press)
        await until(lambda: len(self.heard) > count)
        return self.heard[-1]

    async def open(self, view: dict[str, Any]) -> str:
        """Open a view; its id."""
        opened = await self.client.views_open(trigger_id=await self.trigger(), view=view)
        return str(opened["view"]["id"])

    async def submit(self, view_id: str, entries: Any = FILLED) -> SubmissionOutcome:
        return await self.slack.workspace.forms.submit(ANA, view_id, entries)

    async def close(self, view_id: str, *, with_all: bool = False) -> None:
        await self.slack.workspace.forms.close(ANA, view_id, with_all=with_all)

    def stack(self) -> list[str]:
        return [one["title"]["text"] for one in self.slack.workspace.modals.stack(ANA)]


@pytest.fixture
def board(slack: RunningWorkspace, bot: Bot) -> Board:
    return Board(slack, bot)


async def refusal(call: Any) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_a_trigger_opens_one_view_within_three_seconds(board: Board) -> None:
    changes = board.slack.workspace.changes.subscribe(ANA)
    trigger = await board.trigger()
    opened = await board.client.views_open(trigger_id=trigger, view=SIMPLE)
    while (change := await anext(changes))["type"] != "modals":
        continue
    assert change["views"][-1]["id"] == opened["view"]["id"] == opened["view"]["root_view_id"]
    open_again = board.client.views_open(trigger_id=trigger, view=SIMPLE)
    assert await refusal(open_again) == "exchanged_trigger_id"
    late = await board.trigger()
    board.slack.workspace.clock.advance(3.5)
    assert await refusal(board.client.views_open(trigger_id=late, view=SIMPLE)) == (
        "expired_trigger_id"
    )
    unknown = board.client.views_open(trigger_id="1.2.abc", view=SIMPLE)
    assert await refusal(unknown) == "invalid_trigger_id"


async def test_a_form_brings_all_its_values(board: Board) -> None:
    view_id = await board.open(FORM)
    entries = FILLED | {
        "also": {"entry": ["right", "wrong"]},
        "sure": {"entry": "right"},
        "parts": {"entry": ["wrong"]},
        "dose": {"entry": "300"},
        "mail": {"entry": "ana@example.org"},
        "page": {"entry": "https://example.org/x"},
    }
    assert await board.submit(view_id, entries) == SubmissionOutcome()
    body = board.heard[-1]
    values = {block: entry["entry"] for block, entry in body["view"]["state"]["values"].items()}
    assert body["type"] == "view_submission"
    assert (body["view"]["private_metadata"], body["view"]["callback_id"]) == ("run-7", "review")
    assert body["trigger_id"]
    assert body["response_urls"] == []
    assert values["reason"] == {"type": "plain_text_input", "value": "The dose is old"}
    assert values["verdict"]["selected_option"]["text"]["text"] == "Outdated"
    assert [one["value"] for one in values["also"]["selected_options"]] == ["right", "wrong"]
    assert values["sure"]["selected_option"]["value"] == "right"
    assert [one["value"] for one in values["parts"]["selected_options"]] == ["wrong"]
    assert values["day"] == {"type": "datepicker", "selected_date": "2026-11-23"}
    assert (values["dose"]["value"], values["mail"]["value"]) == ("300", "ana@example.org")
    assert values["who"]["selected_user"] == ANA
    assert board.stack() == []


@pytest.mark.parametrize(
    ("entries", "block", "words"),
    [
        ({}, "reason", "Please complete this required field."),
        (FILLED | {"reason": {"entry": "no"}}, "reason", "Enter at least 3 characters."),
        (FILLED | {"dose": {"entry": "1.5"}}, "dose", "Enter a whole number."),
        (FILLED | {"dose": {"entry": "much"}}, "dose", "Enter a number."),
        (FILLED | {"mail": {"entry": "ana"}}, "mail", "Enter an email address"),
        (FILLED | {"page": {"entry": "example"}}, "page", "Enter a web address"),
        (FILLED | {"day": {"entry": ""}}, "day", "Please complete this required field."),
    ],
)
async def test_what_slack_checks_itself_does_not_reach_the_app(
    board: Board, entries: Any, block: str, words: str
) -> None:
    view_id = await board.open(FORM)
    count = len(board.heard)
    assert words in (await board.submit(view_id, entries)).errors[block]
    assert len(board.heard) == count
    assert board.stack() == ["Review"]


async def test_the_app_answers_with_errors_an_update_a_push_or_clears(board: Board) -> None:
    view_id = await board.open(FORM)
    board.answer = {"response_action": "errors", "errors": {"reason": "Say more."}}
    assert (await board.submit(view_id)).errors == {"reason": "Say more."}
    board.answer = {"response_action": "update", "view": FORM | {"title": plain("Second")}}
    assert await board.submit(view_id) == SubmissionOutcome()
    assert board.stack() == ["Second"]
    board.answer = {"response_action": "push", "view": SIMPLE}
    assert await board.submit(view_id) == SubmissionOutcome()
    assert board.stack() == ["Second", "Simple"]
    pushed = board.slack.workspace.modals.stack(ANA)[-1]
    assert (pushed["previous_view_id"], pushed["root_view_id"]) == (view_id, view_id)
    board.answer = {"response_action": "clear"}
    assert await board.submit(pushed["id"], {}) == SubmissionOutcome()
    assert board.stack() == []


async def test_a_submission_without_an_answer_closes_only_its_view(board: Board) -> None:
    await board.open(FORM)
    again = await board.trigger()
    pushed = await board.client.views_push(trigger_id=again, view=SIMPLE)
    assert await board.submit(pushed["view"]["id"], {}) == SubmissionOutcome()
    assert board.stack() == ["Review"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"response_action": "errors", "errors": {"nowhere": "x"}}, "no input block"),
        ({"response_action": "update", "view": {"type": "modal"}}, "missing required field: title"),
        ({"response_action": "dance"}, "the action 'dance'"),
    ],
)
async def test_an_answer_that_cannot_be_used_leaves_the_form_open(
    board: Board, answer: dict[str, Any], words: str
) -> None:
    view_id = await board.open(FORM)
    board.answer = answer
    submitted = await board.submit(view_id)
    assert words in submitted.trouble
    assert board.stack() == ["Review"]


async def test_a_form_that_nobody_answers_stays_open(slack: RunningWorkspace) -> None:
    slack.workspace.modals.open(ANA, FORM)
    view_id = slack.workspace.modals.stack(ANA)[-1]["id"]
    submitted = await slack.workspace.forms.submit(ANA, view_id, FILLED)
    assert submitted.trouble == "We had some trouble connecting. Try again?"
    assert slack.workspace.modals.stack(ANA) != []


async def test_closing_is_told_to_the_app_that_asked_for_it(board: Board) -> None:
    view_id = await board.open(FORM)
    await board.close(view_id)
    closed = board.heard[-1]
    assert (closed["type"], closed["is_cleared"]) == ("view_closed", False)
    assert closed["view"]["private_metadata"] == "run-7"
    await board.open(FORM)
    pushed = await board.client.views_push(trigger_id=await board.trigger(), view=SIMPLE)
    count = len(board.heard)
    await board.close(pushed["view"]["id"], with_all=True)
    assert [one["is_cleared"] for one in board.heard[count:]] == [True]
    assert board.stack() == []


async def test_a_stack_has_three_views(board: Board) -> None:
    lonely = board.client.views_push(trigger_id=await board.trigger(), view=SIMPLE)
    assert await refusal(lonely) == "not_found"
    await board.open(SIMPLE)
    for _ in range(2):
        await board.client.views_push(trigger_id=await board.trigger(), view=SIMPLE)
    fourth = board.client.views_push(trigger_id=await board.trigger(), view=SIMPLE)
    assert await refusal(fourth) == "push_limit_reached"


async def test_a_view_is_updated_by_id_external_id_and_hash(board: Board) -> None:
    opened = await board.client.views_open(
        trigger_id=await board.trigger(), view=SIMPLE | {"external_id": "ours"}
    )
    view_id, view_hash = opened["view"]["id"], opened["view"]["hash"]
    second = SIMPLE | {"title": plain("Second"), "external_id": "ours"}
    updated = await board.client.views_update(view_id=view_id, hash=view_hash, view=second)
    assert updated["view"]["id"] == view_id
    update = board.client.views_update
    assert await refusal(update(view_id=view_id, hash=view_hash, view=second)) == "hash_conflict"
    await update(external_id="ours", view=SIMPLE | {"title": plain("Third")})
    assert board.stack() == ["Third"]
    assert await refusal(update(view_id="V0", view=SIMPLE)) == "not_found"
    nameless = board.client.api_call("views.update", json={"view": SIMPLE})
    assert await refusal(nameless) == "invalid_arguments"


async def test_an_external_id_is_given_once(board: Board) -> None:
    view = SIMPLE | {"external_id": "ours"}
    await board.open(view)
    pushed = board.client.views_push(trigger_id=await board.trigger(), view=view)
    assert await refusal(pushed) == "duplicate_external_id"


async def test_a_control_of_a_view_brings_the_view_and_its_values(board: Board) -> None:
    both = SIMPLE | {"blocks": [*SIMPLE["blocks"], FORM["blocks"][0]], "submit": plain("Go")}
    view_id = await board.open(both)
    press = {"view_id": view_id, "entries": {"reason": {"entry": "because"}}}
    payload = await board.press(**press)
    assert payload["container"] == {"type": "view", "view_id": view_id}
    assert payload["view"]["state"]["values"]["reason"]["entry"]["value"] == "because"
    assert "channel" not in payload
    assert "response_url" not in payload


async def test_nobody_else_uses_or_submits_a_modal(board: Board) -> None:
    view_id = await board.open(FORM)
    workspace = board.slack.workspace
    with pytest.raises(SlackRefusal, match="view_not_found"):
        await workspace.forms.submit("U0BEN", view_id, FILLED)
    press = Press(user="U0BEN", view_id=view_id, block_id="b", action_id="again")
    with pytest.raises(SlackRefusal, match="view_not_found"):
        await workspace.interactions.press(press)


async def test_a_menu_of_conversations_can_give_a_response_url(board: Board) -> None:
    element = {"type": "conversations_select", "response_url_enabled": True}
    view_id = await board.open(FORM | {"blocks": [asked("where", element)]})
    assert await board.submit(view_id, {"where": {"entry": BOARD}}) == SubmissionOutcome()
    (url,) = board.heard[-1]["response_urls"]
    assert (url["block_id"], url["action_id"], url["channel_id"]) == ("where", "entry", BOARD)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": plain("x" * 25)}, "must be less than 25 characters"),
        ({"private_metadata": "x" * 3001}, "must be less than 3001 characters"),
        ({"submit": None}, "missing required field: submit"),
        ({"colour": "red"}, "invalid additional property: colour"),
        ({"blocks": [asked("x", {"type": "button"})]}, "unsupported type: button"),
        ({"blocks": [{"type": "plan", "title": "x"}]}, "unsupported type: plan"),
    ],
)
async def test_what_slack_refuses_about_a_view(
    client: AsyncWebClient, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(SlackApiError) as refused:
        await client.views_open(trigger_id="1.2.abc", view=FORM | change)
    assert refused.value.response["error"] == "invalid_arguments"
    assert words in refused.value.response["response_metadata"]["messages"][0]


async def test_files_and_rich_text_of_a_form_reach_the_app(board: Board) -> None:
    files, client = board.slack.workspace.files, board.client
    blocks = [
        asked("report", {"type": "file_input", "filetypes": ["pdf"], "max_files": 1}),
        asked("words", {"type": "rich_text_input"}),
    ]
    view_id = await board.open({**FORM, "blocks": blocks})
    pdf, other = (files.add(ANA, name, b"x")["id"] for name in ("a.PDF", "b.txt"))
    not_hers = files.add("U0BEN", "c.pdf", b"x")["id"]
    words = {"words": {"entry": "*so*"}}
    for chosen, problem in (([pdf, pdf], "no more than 1"), ([other], "of these kinds: pdf")):
        refused = await board.submit(view_id, words | {"report": {"entry": chosen}})
        assert problem in refused.errors["report"]
    with pytest.raises(SlackRefusal, match="file_not_found"):
        await board.submit(view_id, words | {"report": {"entry": [not_hers]}})
    assert await refusal(client.files_info(file=pdf)) == "file_not_found"
    assert await board.submit(view_id, words | {"report": {"entry": [pdf]}}) == SubmissionOutcome()
    values = board.heard[-1]["view"]["state"]["values"]
    (file,) = values["report"]["entry"]["files"]
    assert (file["id"], file["name"], "given_to" in file) == (pdf, "a.PDF", False)
    section = values["words"]["entry"]["rich_text_value"]["elements"][0]["elements"]
    assert section == [{"type": "text", "text": "so", "style": {"bold": True}}]
    assert (await client.files_info(file=pdf))["file"]["id"] == pdf
