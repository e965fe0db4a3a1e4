"""Every reason for silence is explained, to whoever runs ``curbside why`` and on the page."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from bot.db.inbox import NOT_IN_SLACK
from bot.incoming.decision_words import REASONS, decision_in_words
from bot.incoming.routing import Reason

PAGE = Path(__file__).parents[4] / "docs" / "for-admins.md"


def test_every_reason_has_a_sentence() -> None:
    assert set(REASONS) == set(get_args(Reason))
    for reason in (*get_args(Reason), NOT_IN_SLACK):
        assert decision_in_words("routed", f"ignored: {reason}").endswith(")")


def test_every_reason_stands_on_the_page_for_admins() -> None:
    rows = PAGE.read_text("utf-8")
    assert [r for r in (*get_args(Reason), NOT_IN_SLACK) if f"| `ignored: {r}` |" not in rows] == []


def test_an_event_that_waits_and_a_decision_of_another_version_are_told() -> None:
    assert decision_in_words("received", "").startswith("not looked at yet")
    assert decision_in_words("routed", "ignored: the moon") == "ignored: the moon"
    assert decision_in_words("routed", "ask") == "ask: a run was opened"
