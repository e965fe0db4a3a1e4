"""A thread as lines for the terminal."""

from __future__ import annotations

from bot.demo.transcript import fresh, lines

NAMES = {"U1": "Ana Ruiz"}


def test_the_text_is_shown_when_there_are_no_blocks() -> None:
    assert lines({"text": "<@U1> asks"}, NAMES) == ("@Ana Ruiz asks",)


def test_blocks_win_over_the_notification_text() -> None:
    message = {
        "text": "Answer ready",
        "blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": "A &lt; B\n\nsecond"}},
            {"type": "divider"},
            {
                "type": "context",
                "elements": [{"type": "mrkdwn", "text": "<https://example.org/a|Source>"}],
            },
            {"type": "markdown", "text": "**Bold** [1](https://example.org/b)"},
        ],
    }
    assert lines(message, NAMES) == ("A < B", "second", "Source", "Bold [1]")


def test_only_new_lines_of_an_edit_are_fresh() -> None:
    assert fresh(("a", "b"), ("a", "b", "c")) == ("c",)


def test_styles_are_left_out_and_genotypes_are_not() -> None:
    text = "*Step 1* · _verified quote_ for DPYD *2A/*13 and a_b_c"
    assert lines({"text": text}, NAMES) == ("Step 1 · verified quote for DPYD *2A/*13 and a_b_c",)
