"""The form of a channel's settings, and what is told of changes and limits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.db.channels.choices import (
    NO_CHOICES,
    Change,
    ChannelChoices,
    changes_between,
    read_stored,
    stored_form,
)
from bot.db.channels.limits import ReachedLimit
from bot.db.channels.rules import join
from bot.db.outbox import SlackAddress
from bot.incoming.payloads.forms import read_entries
from bot.rendering.channel.form import problems_with, read_choices, settings_form
from bot.rendering.channel.messages import announcement, limit_words
from bot.settings import read_settings
from tests.fakes import MemorySilos
from tests.sample_documents import DOCUMENTS

CARDS = MemorySilos(DOCUMENTS).cards
CHOSEN = ChannelChoices(
    display="quiet",
    follow_ups="mention",
    without=("pubmed",),
    no_hosted_models=True,
    may_ask="named",
    askers=("U0ANA",),
    reviewers=("U0ANA", "U0BEN"),
    steps=3,
    questions_a_day=20,
    questions_a_day_each=5,
    keep_days=90,
)
ADDRESS = SlackAddress(team="T1", channel="C1", thread_ts="1.1")


def entered(chosen: ChannelChoices) -> dict[str, str]:
    """What Slack sends of a form that is submitted as it was opened."""
    values = {}
    for block in settings_form(chosen, CARDS, {})["blocks"]:
        element = block.get("element")
        if element is not None:
            keys = {"initial_option": "selected_option", "initial_options": "selected_options",
                    "initial_users": "selected_users", "initial_value": "value"}  # fmt: skip
            state = {keys[key]: value for key, value in element.items() if key in keys}
            values[block["block_id"]] = {element["action_id"]: state}
    return read_entries({"state": {"values": values}})


@pytest.mark.parametrize("chosen", [NO_CHOICES, CHOSEN])
def test_a_form_that_is_saved_as_it_was_opened_changes_nothing(chosen: ChannelChoices) -> None:
    entries = entered(chosen)
    assert problems_with(entries) == {}
    assert read_choices(entries) == chosen
    assert read_stored(stored_form(chosen)) == chosen
    assert changes_between(chosen, read_choices(entries)) == ()


def test_what_a_later_version_stored_is_left_out() -> None:
    assert read_stored({"display": "plan", "tomorrow": 1}) == ChannelChoices(display="plan")


@pytest.mark.parametrize("number", ["0", "-1", "many", "3.5", "٣", "99999"])
def test_a_number_that_is_none_is_told_beside_its_field(number: str) -> None:
    assert list(problems_with({"steps": number})) == ["steps"]


def test_a_number_above_what_is_set_for_all_is_refused_with_that_number() -> None:
    highest = {"steps": 8}
    assert problems_with({"steps": "8", "keep_days": "36500"}, highest) == {}
    (told,) = problems_with({"steps": "99"}, highest).values()
    assert told.startswith("Enter a whole number from 1 to 8, or nothing: 8 is set for all")
    (steps, *_) = (
        block
        for block in settings_form(NO_CHOICES, CARDS, {}, highest)["blocks"]
        if block.get("block_id") == "steps"
    )
    assert steps["hint"]["text"].endswith("At most 8, as for all.")


def test_who_may_ask_has_to_be_named() -> None:
    assert problems_with({"may_ask": "named", "askers": ""}) == {"askers": "Name who may ask."}


def test_one_line_tells_who_changed_what_from_what_to_what() -> None:
    changes = changes_between(NO_CHOICES, CHOSEN)
    titles = {"pubmed": "PubMed <abstracts>"}
    (block,) = announcement("run", ADDRESS, "U0ANA", changes, titles).body["blocks"]
    words = block["elements"][0]["text"]
    assert words.startswith("⚙️ <@U0ANA> changed the settings of this channel: what a thread shows:")
    assert "what a thread shows: “As set for all channels” → “The answer only”" in words
    assert "silos left out: none → PubMed &lt;abstracts&gt;" in words
    assert "models of others: “As set for all channels” → “Nothing goes to models of" in words
    assert "questions a day: as for all channels → 20" in words
    assert "\n" not in words
    assert announcement("run", ADDRESS, "U0ANA", [Change("steps", None, 3)], {}).body["broadcast"]


def test_no_value_is_told_as_the_database_has_it() -> None:
    every = ChannelChoices(
        display="steps", follow_ups="smart", may_ask="members", digest="weekly",
        private_first=True, no_hosted_models=True,
    )  # fmt: skip
    changes = changes_between(NO_CHOICES, every)
    (block,) = announcement("run", ADDRESS, "U0ANA", changes, {}).body["blocks"]
    words = block["elements"][0]["text"]
    assert len(changes) == 6
    assert words.count(": “") == words.count(" → “") == len(changes)
    for raw in ("weekly", "members", "smart", "None", "True", "usual"):
        assert raw not in words


@pytest.mark.parametrize(
    ("reached", "words"),
    [
        (("channel", 50), "This channel can ask 50 questions in 24 hours, and all were asked."),
        (("person", 1), "You can ask one question here in 24 hours, and it was asked."),
        (
            ("tokens", 500_000),
            "This channel has used up its share of the chat model in the last 24 hours. The next"
            " can be asked",
        ),
    ],
)
def test_a_limit_says_when_it_will_go_again(reached: tuple[str, int], words: str) -> None:
    until = datetime(2026, 11, 28, 14, 20, tzinfo=UTC)
    said = limit_words(ReachedLimit(*reached, until))  # type: ignore[arg-type]
    assert said.startswith(words)
    assert "2026-11-28 14:20 UTC" in said


def test_a_channel_forbids_and_allows_nothing_that_is_forbidden_for_all() -> None:
    settings = read_settings(sealed_channels="C1", questions_a_day=10, display="plan")
    rules = join(settings, "C1", NO_CHOICES)
    assert (rules.run.sealed, rules.daily.channel, rules.display) == (True, 10, "plan")
    rules = join(settings, "C2", CHOSEN)
    assert (rules.run.sealed, rules.daily.channel, rules.display) == (True, 10, "quiet")
    assert (rules.run.without, rules.run.steps) == ({"pubmed"}, 3)
    assert not join(settings, "C2", NO_CHOICES).run.sealed
