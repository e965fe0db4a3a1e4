"""The block that Slack adds to what a person types, and to the text of an app."""

from __future__ import annotations

import pytest

from workspace.json_types import JsonObject
from workspace.slack_objects import messages
from workspace.slack_objects.app import App
from workspace.slack_objects.rich_text import app_text_blocks, rich_text_blocks


def elements(text: str) -> list[JsonObject]:
    """The elements of the block's only section."""
    (block,) = rich_text_blocks(text, "1.0")
    (section,) = block["elements"]
    assert section["type"] == "rich_text_section"
    return list(section["elements"])


@pytest.mark.parametrize(
    "text",
    [
        "creatinine clearance <40 mL/min & age > 70",
        "CYP2C19 *2/*3 and *17",
        "5_FU or 5_FU_low",
        "c.1905+1G>A, p.(=), ~40 mL/min, HER2 <1+>",
        "the words &lt; and &amp;",
        "HLA-B*57:01:02 at 10:30:15, ratio 2:1:3, :30:, std::vec::new",
    ],
)
def test_plain_words_are_one_text_as_typed(text: str) -> None:
    assert elements(text) == [{"type": "text", "text": text}]


def test_marks_become_styles() -> None:
    assert elements("*HER2 _low_* and `x <y>` ~no~") == [
        {"type": "text", "text": "HER2 ", "style": {"bold": True}},
        {"type": "text", "text": "low", "style": {"bold": True, "italic": True}},
        {"type": "text", "text": " and "},
        {"type": "text", "text": "x <y>", "style": {"code": True}},
        {"type": "text", "text": " "},
        {"type": "text", "text": "no", "style": {"strike": True}},
    ]


def test_mentions_and_links_become_elements() -> None:
    assert elements("<@U0BEN|ben><#C1><!here><!subteam^S1|@x><https://a.example/b?c|NCCN>") == [
        {"type": "user", "user_id": "U0BEN"},
        {"type": "channel", "channel_id": "C1"},
        {"type": "broadcast", "range": "here"},
        {"type": "usergroup", "usergroup_id": "S1"},
        {"type": "link", "url": "https://a.example/b?c", "text": "NCCN"},
    ]


def test_names_of_emoji_become_elements() -> None:
    assert elements("done :tada: :+1:") == [
        {"type": "text", "text": "done "},
        {"type": "emoji", "name": "tada"},
        {"type": "text", "text": " "},
        {"type": "emoji", "name": "+1"},
    ]


def test_lines_become_lists_quotes_and_code() -> None:
    (block,) = rich_text_blocks("two:\n- a\n- b\n1. c\n> d\n```\ne\n```", "1.0")
    assert [one["type"] for one in block["elements"]] == [
        "rich_text_section",
        "rich_text_list",
        "rich_text_list",
        "rich_text_quote",
        "rich_text_preformatted",
    ]
    assert [one.get("style") for one in block["elements"]][1:3] == ["bullet", "ordered"]


def test_a_typed_message_has_entities_in_its_text_and_none_in_its_block() -> None:
    said = messages.person_message("U0ANA", "TMB < 10", "1.0")
    assert said["text"] == "TMB &lt; 10"
    assert said["blocks"][0]["elements"][0]["elements"] == [{"type": "text", "text": "TMB < 10"}]


def test_a_message_without_words_has_no_block() -> None:
    assert "blocks" not in messages.person_message("U0ANA", "", "1.0")


def test_forty_thousand_marks_are_read_in_one_pass() -> None:
    text = "*a _b ~c " * 4_500
    assert elements(text) == [{"type": "text", "text": text}]


def test_the_text_of_an_app_has_its_entities_turned_back_and_its_dates() -> None:
    text = "*a &lt;@U1&gt;* since <!date^1700000000^{date}|Nov 14>"
    (block,) = app_text_blocks(text, "1.0")
    bold, since, date = block["elements"][0]["elements"]
    assert bold == {"type": "text", "text": "a <@U1>", "style": {"bold": True}}
    assert since["text"] == " since "
    assert (date["timestamp"], date["fallback"]) == (1_700_000_000, "Nov 14")
    assert messages.app_message(App(), "", "1.0").get("blocks") is None
