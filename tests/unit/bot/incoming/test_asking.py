"""Questions that are asked by a press or in a form: read, decided on, posted, answered."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from agents.lookups.holdings import Holdings
from agents.lookups.subjects import LookUpSubject, read_subject
from bot.db.outbox import SlackAddress
from bot.db.posting.posted_questions import asked_by
from bot.incoming.forms import opens_form
from bot.incoming.payloads.events import arrival, is_about_us, read
from bot.incoming.routing import AskPosted, Help, PostQuestion, RoutingRules, ThreadState, decide
from bot.rendering.commands.cards import card_blocks, question_about
from bot.rendering.posted_questions.form import (
    FORM,
    PRESENT_CASE,
    QUESTION,
    case_form,
    question_form,
)
from bot.rendering.posted_questions.posted import (
    NOTICE,
    case_blocks,
    posted_question,
    question_blocks,
)

RULES = RoutingRules(bot_user="U0BOT", follow_ups="smart")
SHORTCUT: dict[str, Any] = {
    "type": "message_action",
    "callback_id": "ask_about_message",
    "team": {"id": "T1"},
    "user": {"id": "U0BEN"},
    "channel": {"id": "C1"},
    "action_ts": "9.0",
    "response_url": "https://hooks.example.org/1",
    "message": {"ts": "2.0", "thread_ts": "1.0", "user": "U0ANA", "text": "HER2 &gt; 2?"},
}


def test_a_shortcut_opens_a_form_on_its_message() -> None:
    incoming = read(SHORTCUT)
    assert opens_form(incoming)
    assert is_about_us(incoming, "U0BOT")
    assert (incoming.user, incoming.ts, incoming.thread_ts) == ("U0BEN", "2.0", "1.0")
    assert str(incoming.text) == "HER2 > 2?"
    assert incoming.respond_to == "https://hooks.example.org/1"


@pytest.mark.parametrize(
    ("command", "text", "opens"),
    [
        ("/curbside", "settings", True),
        ("/curbside", "Settings please", True),
        ("/curbside", "status", False),
        ("/gene", "settings", False),
    ],
)
def test_only_the_settings_of_a_command_are_a_form(command: str, text: str, opens: bool) -> None:
    assert opens_form(read({"command": command, "text": text, "user_id": "U0ANA"})) is opens


@pytest.mark.parametrize(
    ("entered", "decision"),
    [
        (" olaparib dose? ", PostQuestion("olaparib dose?")),
        # Words are read in the order in which they are shown, and whole.
        ("dose at CrCl \u202e53\u202c, K\u200bRAS?", PostQuestion("dose at CrCl 53, KRAS?")),
        ("clearance <40 mL/min & *2/*3?", PostQuestion("clearance <40 mL/min & *2/*3?")),
        ("", Help("empty")),
    ],
)
def test_a_form_posts_its_question(entered: str, decision: object) -> None:
    view = {
        **question_form("", {"channel": "C1", "thread": "1.0", "ts": "2.0", "at": "9.0"}),
        "id": "V1",
        "state": {"values": {QUESTION: {QUESTION: {"value": entered}}}},
    }
    submitted = {
        "type": "view_submission", "team": {"id": "T1"}, "user": {"id": "U0BEN"}, "view": view,
    }  # fmt: skip
    incoming = read(submitted)
    assert incoming.name == FORM
    assert (incoming.channel, incoming.thread_ts) == ("C1", "1.0")
    assert decide(incoming, ThreadState(), RULES) == decision


def test_the_form_holds_the_words_of_the_message_within_slacks_limit() -> None:
    (block,) = question_form("x" * 5000, {})["blocks"]
    assert len(block["element"]["initial_value"]) == 3000
    assert "initial_value" not in question_form("", {})["blocks"][0]["element"]


def test_a_case_is_presented_in_the_channel_that_was_chosen() -> None:
    opened = read({**SHORTCUT, "type": "shortcut", "callback_id": PRESENT_CASE, "channel": None,
                   "message": None, "response_url": None})  # fmt: skip
    assert opens_form(opened)
    assert (opened.channel, opened.respond_to) == ("", "")
    values = {
        "diagnosis": {"diagnosis": {"value": "HER2-low\nbreast cancer"}},
        "markers": {"markers": {"value": None}},
        "lines": {"lines": {"value": "T-DXd."}},
        QUESTION: {QUESTION: {"value": "What now?"}},
        "channel": {"channel": {"selected_conversation": "C9"}},
    }
    submitted = {
        "type": "view_submission", "team": {"id": "T1"}, "user": {"id": "U0BEN"},
        "view": {**case_form(), "id": "V1", "state": {"values": values}},
        "response_urls": [{"channel_id": "C9", "response_url": "https://hooks.example.org/2"}],
    }  # fmt: skip
    incoming = read(submitted)
    assert (incoming.channel, incoming.respond_to) == ("C9", "https://hooks.example.org/2")
    stored = arrival(incoming, submitted)
    assert "response_urls" not in stored.payload
    assert read(stored.payload) == incoming
    case = "Diagnosis: HER2-low breast cancer.\nTherapy so far: T-DXd.\nWhat now?"
    assert decide(incoming, ThreadState(), RULES) == PostQuestion(case, is_case=True)
    shown = case_blocks("U0BEN", case)[0]["text"]["text"]
    assert shown.startswith("<@U0BEN> presents a case:\n>Diagnosis: HER2-low breast cancer.")


def test_what_was_posted_is_its_askers_question() -> None:
    payload = {
        "type": "posted_question", "event_id": "posted:k", "team_id": "T1", "channel": "C1",
        "ts": "3.0", "thread_ts": "1.0", "user": "U0BEN", "question": "dose?", "key": "k",
    }  # fmt: skip
    incoming = read(payload)
    assert (incoming.user, incoming.at, incoming.thread_ts) == ("U0BEN", "3.0", "1.0")
    assert decide(incoming, ThreadState(), RULES) == AskPosted("dose?")


def test_a_posted_question_repeats_nothing_that_identifies_and_pings_nobody() -> None:
    asked = "Mrs Maria Huber, MRN 4471199: <!channel> olaparib?"
    blocks = question_blocks("U0BEN", asked, "https://t.example/archives/C1/p20")
    address = SlackAddress(team="T1", channel="C1", thread_ts="1.0")
    row = posted_question("form:1", address, blocks, asked_by("U0BEN", asked))
    shown = json.dumps([row.body["text"], row.body["plain"], row.body["blocks"]])
    assert row.body["text"] == NOTICE
    assert "<@U0BEN> asks about <https://t.example/archives/C1/p20|a message>:" in shown
    assert "olaparib" in shown
    assert ">Mrs [\\u2026], " in shown
    assert "Huber" not in shown
    assert "4471199" not in shown
    assert "<!channel>" not in shown


def test_a_card_offers_to_ask_more_and_begins_a_thread_about_its_subject() -> None:
    subject = read_subject("gene", "BRAF")
    assert isinstance(subject, LookUpSubject)
    assert question_about(subject) == "What do the sources say about BRAF?"
    nothing = Holdings(subject=subject, silos=(), searched=("Genes",), unavailable=())
    today = datetime.now(UTC).date()
    (button,) = card_blocks(nothing, today)[-1]["elements"]
    assert (button["action_id"], button["value"]) == ("ask_look_up", "gene:BRAF")
    root = card_blocks(nothing, today, "U0BEN", is_asked=True)
    assert root[0]["text"]["text"].startswith("<@U0BEN> asks about *BRAF*")
    (back,) = root[-1]["elements"]
    assert (back["action_id"], back["value"]) == ("take_back", "U0BEN")
