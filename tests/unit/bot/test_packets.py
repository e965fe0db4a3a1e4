"""A packet says the same in every format, and one that was changed is told from its run."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from docx import Document

from agents.journal.folding import fold
from agents.turns import BlindVote, BoardDecision, Review, View
from bot.failures.errors import NoPacket
from bot.incoming.commands.exports import export_blocks
from bot.packets.comparing import compare_packet, read_packet
from bot.packets.contents import PacketRun, head_of, sections_of
from bot.packets.json_form import write_json
from bot.packets.markdown import write_markdown
from bot.packets.slack import packet_blocks
from bot.packets.word import write_docx
from bot.rendering.blocks import plain_text
from tests.unit.agents.journal.test_folding import journal, thought
from tests.unit.bot.rendering.test_board import DECISION, decided
from tests.unit.bot.rendering.test_narration import ANSWER

MADE = datetime(2026, 11, 27, tzinfo=UTC)
EVENTS = journal(
    thought(1),
    ANSWER,
    Review(verdict="right", by="U2"),
    BoardDecision(text="Give *alpha*.", why="Frail.\x07", by="U1", role="Oncology"),
)
CHECKED = {each.key: "stands" for each in ANSWER.citations}
RUN = PacketRun(view=decided(), head=head_of(EVENTS), checked=CHECKED)


def titles(run: PacketRun) -> list[str]:
    return [section.title for section in sections_of(run)]


def test_it_has_all_that_a_board_needs() -> None:
    assert [t for t in titles(RUN) if t != "Limits, exclusions and what was not found"] == [
        "Question", "Answer", "Quotes", "Review", "Decision of the board", "How to check it",
    ]  # fmt: skip
    text = write_markdown([RUN])
    assert EVENTS[-1].hash in text
    assert "Decision of the board, 2026-11-24: Give \\*alpha\\*." in text
    assert "Signed by U1 (Oncology), 2026-11-24" in text
    assert ": stands" in text
    assert f"curbside replay {RUN.view.run_id}" in text


def test_words_of_people_format_nothing_in_markdown() -> None:
    evil = replace(DECISION, text="# Head <b>x</b> [a](http://evil.example) `code`", why="1. One")
    text = write_markdown([replace(RUN, view=decided(evil))])
    assert "\\# Head \\<b\\>x\\</b\\> \\[a\\](http://evil.example) \\`code\\`" in text


def test_a_docx_file_says_the_same() -> None:
    odd = decided(replace(DECISION, text="Give\x00 alpha.\x07"))
    document = Document(io.BytesIO(write_docx([replace(RUN, view=odd)])))
    words = [paragraph.text for paragraph in document.paragraphs]
    for section in sections_of(RUN):
        assert section.title in words
    assert any("Give alpha." in each for each in words)
    assert any(EVENTS[-1].hash in each for each in words)


def test_slack_gets_no_name_of_a_patient() -> None:
    question = replace(RUN.view.question, text="Dose of alpha for Ms. Maria Huber, MRN 4471199?")
    named = replace(DECISION, text="Huber gets alpha.", why="<!channel>")
    view = decided(named, view=replace(RUN.view, question=question))
    blocks = packet_blocks(replace(RUN, view=view))
    words = plain_text(blocks)
    assert "Huber" not in words
    assert "4471199" not in words
    assert "<!channel>" not in words
    assert "alpha" not in str(blocks[0]), "a notification takes its words from it"


def test_a_packet_and_an_export_tell_people_by_name_in_slack() -> None:
    view = decided()
    for blocks in (packet_blocks(replace(RUN, view=view)), export_blocks(view)):
        words = str(blocks)
        assert "igned by <@U1> (Oncology)" in words
        assert " U1 " not in words


def test_a_blind_vote_stands_with_the_marks_without_a_patient_in_slack() -> None:
    vote = BlindVote(by="U3", choice="alpha", outcome="agrees", comment="Ms. Maria Huber is frail.")
    voted = replace(RUN, view=replace(RUN.view, votes=(vote,)))
    told = "Blind second reader U3: agrees with the answer (chose alpha): Ms. Maria Huber is frail."
    assert told in write_markdown([voted])
    words = plain_text(packet_blocks(voted))
    assert "Blind second reader" in words
    assert "Huber" not in words


def packed(view: View) -> bytes:
    return write_json([PacketRun(view=view, head=head_of(EVENTS))], MADE).encode()


def compared(packet: Any) -> list[str]:
    text = packet if isinstance(packet, bytes) else json.dumps(packet).encode()
    view = fold(EVENTS)
    read = read_packet(text, view.run_id)
    assert read.rows == len(EVENTS)
    return compare_packet(read, EVENTS, view)


def test_a_packet_in_json_is_held_against_its_journal() -> None:
    text = packed(fold(EVENTS))
    lines = compared(text)
    assert f"packet: {ANSWER.citations[0].key}: stands" in lines
    assert any("the answer among them: stands" in line for line in lines)
    assert not any("CHANGED" in line for line in lines)
    assert json.loads(text)["runs"][0]["decision"]["decided"] == "Give *alpha*."
    other = text.replace(EVENTS[-1].hash.encode(), b"0" * 64)
    assert "CHANGED" in compared(other)[0]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("answer", "Give beta."),
        ("question", "What of beta?"),
        ("sentences", []),
        ("decision", None),
        ("sign_off", "open"),
        ("asked_by", "U9"),
        ("note", "A key that no packet has."),
    ],
)
def test_words_that_were_altered_in_a_packet_are_found(key: str, value: object) -> None:
    told = json.loads(packed(fold(EVENTS)))
    told["runs"][0][key] = value
    assert [line for line in compared(told) if "CHANGED" in line] == [f"packet: {key}: CHANGED"]


def test_what_was_left_out_of_a_packet_or_added_is_found() -> None:
    told = json.loads(packed(fold(EVENTS)))
    quotes = told["runs"][0]["citations"]
    told["runs"][0]["citations"] = [{**quotes[0], "quote": "Other words."}]
    lines = compared(told)
    assert f"packet: {quotes[0]['key']}: CHANGED" in lines
    assert [line for line in lines if "left out" in line] == [
        f"packet: {each['key']}: CHANGED, it is left out" for each in quotes[1:]
    ]
    told["runs"][0]["citations"] = quotes
    del told["runs"][0]["answer"]
    told["remark"] = "Beside the runs."
    found = [line for line in compared(told) if "CHANGED" in line]
    assert found == ["packet: answer: CHANGED", "packet: remark: CHANGED, no packet has it"]


def test_a_key_given_twice_shows_nobody_another_answer() -> None:
    text = packed(fold(EVENTS))
    twice = text.replace(b'"answer":', b'"answer": "Give beta.", "answer":', 1)
    with pytest.raises(NoPacket):
        compared(twice)


@pytest.mark.parametrize(
    "text", [b"", b"\xff", b"[]", b"{}", b'{"runs": [{}]}', b'{"runs": [{"run_id": "run"}]}']
)
def test_what_is_no_packet_is_refused(text: bytes) -> None:
    with pytest.raises(NoPacket):
        read_packet(text, fold(EVENTS).run_id)
