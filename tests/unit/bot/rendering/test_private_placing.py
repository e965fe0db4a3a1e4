"""Where what a run says is shown, if it goes to who asked first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.turns import Failed, Published, Stopped, View, Withdrawn
from bot.incoming.addressing import address_of, is_of_run
from bot.incoming.payloads.events import Incoming
from bot.rendering.narration import narrate
from tests.unit.bot.rendering.test_narration import ANSWER, DONE, STYLE

PRIVATE = replace(DONE, ending=ANSWER, question=replace(DONE.question, private_in="D1", asker="U1"))
PUBLISHED = replace(PRIVATE, published=Published(by="U1"))
THREAD = PRIVATE.question.thread


def places(view: View) -> set[tuple[str, str]]:
    """Operation and channel of everything that is shown."""
    return {(row.operation, row.address.channel) for row in narrate(view, "1.0", STYLE)}


def test_nobody_else_is_shown_a_word_or_how_it_ended() -> None:
    rows = narrate(PRIVATE, "1.0", STYLE)
    assert {row.address.channel for row in rows if row.operation == "post"} == {"D1"}
    signs = {row.body["name"] for row in rows if row.operation != "post"}
    assert signs == {"eyes", "lock"}
    assert "Publish in the thread" in str(rows)
    assert "Record the decision" not in str(rows), "a board decides on what all have seen"
    at_work = narrate(replace(PRIVATE, ending=None), "1.0", STYLE)
    assert {row.address.channel for row in at_work} == {"D1"}


def test_a_published_answer_stands_in_the_thread_under_its_own_keys() -> None:
    usual = narrate(replace(PUBLISHED, question=DONE.question), "1.0", STYLE)
    shown = [row for row in narrate(PUBLISHED, "1.0", STYLE) if row.address.channel != "D1"]
    assert [row.key for row in shown[:-1]] == [row.key for row in usual]
    assert (shown[-1].operation, shown[-1].body["name"]) == ("unreact", "lock")
    assert "Publish in the thread" not in str(narrate(PUBLISHED, "1.0", STYLE))
    private = {row.key for row in narrate(PRIVATE, "1.0", STYLE) if row.operation == "post"}
    assert private <= {row.key for row in narrate(PUBLISHED, "1.0", STYLE)}, "those are changed"


@pytest.mark.parametrize(
    "view",
    [
        replace(PRIVATE, ending=Stopped(by="U1")),
        replace(PRIVATE, ending=Failed(error="ModelUnavailable", reason="")),
        replace(PRIVATE, withdrawn=Withdrawn(how="edited", by="U1")),
    ],
)
def test_what_does_not_stand_is_not_to_be_published(view: View) -> None:
    assert "Publish in the thread" not in str(narrate(view, "1.0", STYLE))


def test_a_deleted_question_takes_both_copies_away() -> None:
    gone = replace(PUBLISHED, withdrawn=Withdrawn(how="deleted", by="U1"))
    rows = narrate(gone, "1.0", STYLE)
    assert {row.address.channel for row in rows} == {"D1", THREAD.channel}
    assert all(row.body.get("removed") for row in rows)


def pressed(channel: str) -> Incoming:
    return Incoming(
        kind="action", event_id="e", team=THREAD.team, channel=channel, ts="2.0", thread_ts="2.0"
    )


def test_a_press_counts_where_the_words_are_shown() -> None:
    where = ("D1", THREAD.channel, "D2")
    assert [is_of_run(pressed(one), PRIVATE) for one in where] == [True, False, False]
    assert [is_of_run(pressed(one), PUBLISHED) for one in where] == [True, True, False]
    assert address_of(pressed("D1")).thread_ts == "", "a thread without replies shows nothing"
    assert address_of(pressed("C1")).thread_ts == "2.0"
