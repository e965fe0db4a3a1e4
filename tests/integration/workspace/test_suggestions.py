"""External menus: what is typed reaches an unmodified slack-bolt app, which answers options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.integration.workspace.conftest import ANA, BOARD, Bot, until
from workspace.errors import SlackRefusal
from workspace.http.server import RunningWorkspace
from workspace.model.interactions.forms import SubmissionOutcome
from workspace.model.interactions.presses import Press
from workspace.model.interactions.suggestions import OfferedOptions


def plain(text: str) -> dict[str, str]:
    return {"type": "plain_text", "text": text}


def option(name: str) -> dict[str, Any]:
    return {"text": plain(name), "value": name.lower()}


GENES = [option(name) for name in ("BRAF", "BRCA1", "EGFR")]
MENU = {"type": "external_select", "action_id": "gene", "min_query_length": 0}
MENUS = {"type": "multi_external_select", "action_id": "genes"}
BUTTON = {"type": "button", "action_id": "go", "text": plain("Go")}
BLOCKS: list[dict[str, Any]] = [
    {"type": "actions", "block_id": "pick", "elements": [MENU, MENUS, BUTTON]}
]
FORM = {
    "type": "modal",
    "callback_id": "form",
    "title": plain("Genes"),
    "submit": plain("Save"),
    "private_metadata": "run-7",
    "blocks": [
        {"type": "input", "block_id": "one", "label": plain("One"), "element": MENU},
        {"type": "input", "block_id": "more", "label": plain("More"), "element": MENUS},
    ],
}


class Lookup:
    """A bot that offers genes; and Ana, who types into the menus of its message or form."""

    def __init__(self, slack: RunningWorkspace, bot: Bot) -> None:
        self.slack, self.client = slack, bot.app.client
        self.heard: list[dict[str, Any]] = []
        self.answer: dict[str, Any] | None = None
        bot.app.options("gene")(self._offer)
        bot.app.options("genes")(self._offer)
        bot.app.action("gene")(self._note)
        bot.app.view("form")(self._note)

    async def _offer(self, ack: Any, body: dict[str, Any]) -> None:
        self.heard.append(body)
        found = [one for one in GENES if body["value"].lower() in one["value"]]
        await ack(**(self.answer if self.answer is not None else {"options": found}))

    async def _note(self, ack: Any, body: dict[str, Any]) -> None:
        self.heard.append(body)
        await ack()

    async def in_message(self, typed: str = "", action_id: str = "gene") -> Press:
        """Ana's use of a menu in a new message."""
        posted = await self.client.chat_postMessage(channel=BOARD, text="x", blocks=BLOCKS)
        ids = {"block_id": "pick", "action_id": action_id, "value": typed}
        return Press(user=ANA, channel=BOARD, ts=posted["ts"], **ids)

    async def suggest(self, use: Press) -> OfferedOptions:
        return await self.slack.workspace.suggestions.suggest(use)


@pytest.fixture
def lookup(slack: RunningWorkspace, bot: Bot) -> Lookup:
    return Lookup(slack, bot)


def values(suggested: OfferedOptions) -> list[str]:
    return [one["value"] for one in suggested.options]


async def test_what_is_typed_into_a_message_is_answered_with_options(lookup: Lookup) -> None:
    assert values(await lookup.suggest(await lookup.in_message("br"))) == ["braf", "brca1"]
    (body,) = lookup.heard
    assert body["type"] == "block_suggestion"
    assert (body["block_id"], body["action_id"], body["value"]) == ("pick", "gene", "br")
    assert (body["container"]["type"], body["channel"]["id"]) == ("message", BOARD)
    assert body["container"]["message_ts"] == body["message"]["ts"]
    assert (body["user"]["id"], body["team"]["id"]) == (ANA, "T0CURBSIDE")
    assert not {"trigger_id", "response_url", "actions", "state"} & body.keys()


async def test_what_is_typed_into_a_form_brings_the_form(lookup: Lookup) -> None:
    view = lookup.slack.workspace.modals.open(ANA, FORM)
    use = Press(user=ANA, view_id=view["id"], block_id="more", action_id="genes", value="eg")
    assert values(await lookup.suggest(use)) == ["egfr"]
    (body,) = lookup.heard
    assert body["container"] == {"type": "view", "view_id": view["id"]}
    assert (body["view"]["private_metadata"], body["view"]["callback_id"]) == ("run-7", "form")
    assert "channel" not in body


async def test_a_home_may_have_external_menus(lookup: Lookup) -> None:
    await lookup.client.views_publish(user_id=ANA, view={"type": "home", "blocks": BLOCKS})
    view_id = str((lookup.slack.workspace.homes.get(ANA) or {})["id"])
    use = Press(user=ANA, view_id=view_id, block_id="pick", action_id="gene", value="")
    assert values(await lookup.suggest(use)) == ["braf", "brca1", "egfr"]


async def test_groups_of_options_are_offered(lookup: Lookup) -> None:
    groups = [{"label": plain("Kinases"), "options": GENES[:1]}]
    lookup.answer = {"option_groups": groups}
    assert await lookup.suggest(await lookup.in_message("br")) == OfferedOptions([], groups)
    lookup.answer = {"options": []}
    assert await lookup.suggest(await lookup.in_message("zz")) == OfferedOptions()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"options": [{"value": "x"}]}, "missing required field: text"),
        ({"options": [option(str(n)) for n in range(101)]}, "no more than 100 items allowed"),
        ({"option_groups": [{"options": GENES}]}, "missing required field: label"),
    ],
)
async def test_options_that_slack_would_refuse_are_told(
    lookup: Lookup, answer: dict[str, Any], words: str
) -> None:
    lookup.answer = answer
    suggested = await lookup.suggest(await lookup.in_message())
    assert suggested.options == []
    assert words in suggested.trouble


async def test_an_app_that_does_not_answer_is_told(slack: RunningWorkspace) -> None:
    lookup = Lookup(slack, Bot(slack))
    suggested = await lookup.suggest(await lookup.in_message())
    assert suggested.trouble == "The app did not send the options in time."


async def test_only_external_menus_ask_and_only_for_who_sees_them(lookup: Lookup) -> None:
    use = await lookup.in_message()
    for wrong in (replace(use, action_id="other"), replace(use, action_id="go")):
        with pytest.raises(SlackRefusal, match="invalid_action"):
            await lookup.suggest(wrong)
    view = lookup.slack.workspace.modals.open(ANA, FORM)
    with pytest.raises(SlackRefusal, match="view_not_found"):
        await lookup.suggest(replace(use, user="U0BEN", view_id=view["id"]))
    assert lookup.heard == []


async def test_what_was_chosen_reaches_the_app(lookup: Lookup) -> None:
    use = replace(await lookup.in_message(), value=GENES[0])
    assert await lookup.slack.workspace.interactions.press(use)
    await until(lambda: lookup.heard)
    (action,) = lookup.heard[0]["actions"]
    assert (action["type"], action["selected_option"]) == ("external_select", GENES[0])
    view = lookup.slack.workspace.modals.open(ANA, FORM)
    entries = {"one": {"gene": GENES[0]}, "more": {"genes": [GENES[1], GENES[2]]}}
    submitted = await lookup.slack.workspace.forms.submit(ANA, view["id"], entries)
    assert submitted == SubmissionOutcome()
    state = lookup.heard[-1]["view"]["state"]["values"]
    assert state["one"]["gene"]["selected_option"] == GENES[0]
    assert state["more"]["genes"] == {
        "type": "multi_external_select",
        "selected_options": GENES[1:],
    }
