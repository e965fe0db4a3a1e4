"""The borders: Slack's payloads, Slack's errors, failures, logs, and the page of a passage."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
import structlog

from agents import errors as agent_errors
from agents.turns import Citation
from bot import logs
from bot.failures import sentences
from bot.incoming import events
from bot.pages.viewer import passage_page
from bot.sending.slack_errors import Remedy, remedy
from retrieval.documents import Document, DocumentRef

BOT = "U0BOT"


def payload(**event: Any) -> dict[str, Any]:
    return {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": event}


def message(**more: Any) -> dict[str, Any]:
    base = {"type": "message", "channel": "C1", "user": "U1", "ts": "1.0", "text": f"<@{BOT}> hi"}
    return payload(**{**base, **more})


def test_a_message_is_read_with_its_thread_and_files() -> None:
    file = {"id": "F1", "name": "a.pdf", "mimetype": "application/pdf", "size": 5}
    read = events.read(message(thread_ts="0.5", files=[file], subtype="file_share"))
    assert (read.kind, read.ts, read.thread_ts) == ("message", "1.0", "0.5")
    assert read.files[0].name == "a.pdf"
    assert read.files_known


def test_a_mention_does_not_know_its_files() -> None:
    assert not events.read(message(type="app_mention")).files_known


@pytest.mark.parametrize(
    "more",
    [
        {"bot_id": "B1"},
        {"subtype": "bot_message", "user": None},
        {"user": "USLACKBOT"},
        {"subtype": "channel_join"},
        {"text": "nobody asked"},
    ],
)
def test_what_is_not_for_us_is_not_stored(more: dict[str, Any]) -> None:
    assert not events.is_about_us(events.read(message(**more)), BOT)


@pytest.mark.parametrize(
    "more", [{}, {"text": "hi", "thread_ts": "0.5"}, {"text": "hi", "channel_type": "im"}]
)
def test_mentions_replies_and_direct_messages_are_stored(more: dict[str, Any]) -> None:
    assert events.is_about_us(events.read(message(**more)), BOT)


def test_an_edit_is_read_with_both_texts() -> None:
    changed = {
        "type": "message",
        "subtype": "message_changed",
        "channel": "C1",
        "message": {"user": "U1", "ts": "1.0", "text": "new", "edited": {"ts": "2.0"}},
        "previous_message": {"ts": "1.0", "text": "old"},
    }
    read = events.read(payload(**changed))
    assert (read.kind, str(read.text), str(read.former_text), read.edited_ts) == (
        "edited",
        "new",
        "old",
        "2.0",
    )
    assert read.channel == "C1"


def test_a_deletion_and_a_tombstone_are_the_same() -> None:
    gone = {"type": "message", "subtype": "message_deleted", "channel": "C1", "deleted_ts": "1.0"}
    assert events.read(payload(**gone)).ts == "1.0"
    tomb = {"subtype": "tombstone", "ts": "1.0", "user": "USLACKBOT"}
    changed = {"type": "message", "subtype": "message_changed", "channel": "C1", "message": tomb}
    assert events.read(payload(**changed)).kind == "deleted"


def test_a_press_is_one_event_however_often_it_is_told() -> None:
    press = {
        "type": "block_actions",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "channel": {"id": "C1"},
        "message": {"ts": "2.0", "thread_ts": "1.0"},
        "actions": [{"action_id": "stop", "value": "run", "action_ts": "3.0"}],
    }
    read = events.read(press)
    assert (read.kind, read.name, read.value, read.thread_ts) == ("action", "stop", "run", "1.0")
    assert read.event_id == events.read(press).event_id


def test_one_time_secrets_of_a_payload_are_not_stored() -> None:
    raw = {**message(), "token": "t", "trigger_id": "x", "response_url": "https://x.example"}
    assert set(events.arrival(events.read(raw), raw).payload) == {
        "type",
        "team_id",
        "event_id",
        "event",
    }


@pytest.mark.parametrize(
    ("error", "status", "updating", "expected"),
    [
        ("already_reacted", 200, False, Remedy.DONE),
        ("ratelimited", 429, False, Remedy.LATER),
        ("", 503, False, Remedy.UNSURE),
        ("internal_error", 200, False, Remedy.UNSURE),
        ("message_not_found", 200, True, Remedy.REPLACE),
        ("message_not_found", 200, False, Remedy.GIVE_UP),
        ("edit_window_closed", 200, True, Remedy.REPLACE),
        ("invalid_blocks", 200, False, Remedy.PLAINER),
        ("channel_not_found", 200, False, Remedy.GIVE_UP),
    ],
)
def test_each_error_of_slack_has_its_remedy(
    error: str, status: int, updating: bool, expected: Remedy
) -> None:
    assert remedy(error, status, updating=updating) is expected


def test_every_way_a_run_can_fail_has_a_sentence() -> None:
    for kind in vars(agent_errors).values():
        if isinstance(kind, type) and issubclass(kind, agent_errors.ModelError):
            assert sentences.sentence(kind())


def test_a_failure_never_shows_its_own_text() -> None:
    words = sentences.sentence(ValueError("patient Jane Roe"))
    assert "Jane" not in words
    assert "went wrong" in words


def test_a_child_without_a_sentence_of_its_own_speaks_as_its_parent() -> None:
    class VeryUnavailable(agent_errors.ModelUnavailable):
        """Down."""

    assert sentences.sentence(VeryUnavailable()) == sentences.SENTENCES["ModelUnavailable"]


def test_logs_hold_classes_and_places_and_never_words() -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.configure("info")
    try:
        root.handlers[0].setStream(stream)  # type: ignore[attr-defined]
        try:
            raise ValueError("patient Jane Roe")
        except ValueError as error:
            logs.log("test").warning("run_broke", exc_info=error)
        logging.getLogger("some.library").warning("posting %s", "Jane Roe", exc_info=True)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        structlog.reset_defaults()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert lines[0]["error"] == ["ValueError", "Exception"]
    assert len(lines) == 2
    assert "Jane" not in stream.getvalue()


def document(text: str) -> Document:
    return Document(
        silo="pubmed", id="p1", version="2", title="<b>T</b>", text=text, url="javascript:alert(1)"
    )


def cited(start: int, end: int, quote: str) -> Citation:
    return Citation(
        key="c1",
        ref=DocumentRef("pubmed", "p1", "2"),
        title="T",
        organisation="",
        url="",
        date="",
        quote=quote,
        start=start,
        end=end,
        match="exact",
        status="unconfirmed",
    )


def test_the_page_marks_the_quote_and_escapes_every_word() -> None:
    page = passage_page(document("a <script> alpha works b"), cited(11, 22, "alpha works"))
    assert 'a &lt;script&gt; <mark id="quote">alpha works</mark> b' in page
    assert "<b>" not in page
    assert "javascript:" not in page
    assert "unconfirmed: open the guideline" in page


def test_the_page_says_when_the_quote_does_not_stand_where_it_was_stored() -> None:
    page = passage_page(document("something else"), cited(0, 5, "alpha"))
    assert "<mark" not in page
    assert "not where it was stored" in page
