"""The decision of a board in a thread, and the forms in which it is recorded and signed."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agents.turns import BoardDecision, DatedSignature, Signature, SignedDecision, View
from bot.rendering.board import forms
from bot.rendering.board.reply import decision_blocks, unsaved_blocks
from bot.rendering.narration import narrate
from tests.unit.bot.rendering.test_narration import ANSWER, DONE, STYLE, shown
from workspace.block_kit.blocks import check_blocks
from workspace.block_kit.views import check_view

WHEN = datetime(2026, 11, 24, tzinfo=UTC)
ENDED = replace(DONE, ending=ANSWER)
IDS = {"channel": "C1", "thread": "1.0", "ts": "2.0", "at": "3.0"}
DECISION = BoardDecision(text="Give *alpha*.", why="Frail.", by="U1", role="Oncology")
DISSENT = Signature(decision=9, stance="dissents", by="U2", role="Surgery", comment="<!here> no")


def decided(decision: BoardDecision = DECISION, *others: Signature, view: View = ENDED) -> View:
    own = Signature(decision=9, stance="agrees", by=decision.by, role=decision.role)
    signed = tuple(DatedSignature(WHEN, each) for each in (own, *others))
    found = SignedDecision(seq=9, at=WHEN, decision=decision, signatures=signed)
    return replace(view, decided=found)


def test_it_is_one_reply_of_the_run_and_the_answer_offers_it_no_longer() -> None:
    before, after = narrate(ENDED, "1.0", STYLE), narrate(decided(), "1.0", STYLE)
    assert [row.part for row in after if row.part not in [r.part for r in before]] == ["decision"]
    assert "Record the decision" in str(before)
    assert "Record the decision" not in str(after)
    changed = narrate(decided(replace(DECISION, text="Give beta.")), "1.0", STYLE)
    (was, now) = (next(r for r in rows if r.part == "decision") for rows in (after, changed))
    assert was.key == now.key


def test_it_tells_what_why_and_who_and_pings_nobody() -> None:
    words = shown(narrate(decided(DECISION, DISSENT), "1.0", STYLE))["decision"]
    assert words.startswith(
        "📋 *Decision of the board* · disputed · signed by 1, 1 dissents\n> Give "
    )
    assert "*Why:* Frail." in words
    assert "✍️ Signed by <@U1> (Oncology), 2026-11-24" in words
    assert "✋ *Dissent* by <@U2> (Surgery), 2026-11-24: “&lt;!here&gt; no”" in words
    assert check_blocks(decision_blocks(decided(DECISION, DISSENT)), "message") is None


def test_what_identifies_a_patient_is_not_repeated() -> None:
    question = replace(ENDED.question, text="Dose of alpha for Ms. Maria Huber, MRN 4471199?")
    named = replace(DECISION, text="Huber gets alpha.", why="Born 12.03.1966, CrCl 20.")
    words = shown(narrate(decided(named, view=replace(ENDED, question=question)), "1.0", STYLE))
    assert "Huber" not in words["decision"]
    assert "1966" not in words["decision"]
    assert "CrCl 20" in words["decision"]


def test_who_signs_or_changes_it_sees_what_the_thread_shows() -> None:
    named = replace(DECISION, text="Ms. Maria Huber gets alpha.", why="MRN 4471199, frail.")
    view = decided(named)
    assert view.decided is not None
    for form in (
        forms.signing_form(view, view.decided, "U2", IDS),
        forms.decision_form(view, "U2", IDS),
    ):
        assert "Ms. gets alpha." in str(form)
        assert [each for each in ("Huber", "4471199") if each in str(form)] == []


def test_the_forms_are_such_as_slack_takes_and_begin_with_what_stands() -> None:
    long = replace(DECISION, text="&" * 2000, why="<" * 2000, alternatives="x" * 2000)
    for view in (ENDED, decided(), decided(long)):
        assert check_view(forms.decision_form(view, "U1", IDS), "modal") is None
    again = forms.decision_form(decided(), "U1", IDS)
    filled = {
        one["block_id"]: one["element"].get("initial_value")
        for one in again["blocks"]
        if one["type"] == "input"
    }
    assert (filled["decided"], filled["role"]) == ("Give *alpha*.", "Oncology")
    assert json.loads(again["private_metadata"])["run"] == f"{ENDED.run_id}|9"
    view = decided(long, DISSENT)
    assert view.decided is not None
    signing = forms.signing_form(view, view.decided, "U2", IDS)
    assert check_view(signing, "modal") is None
    assert (
        next(b for b in signing["blocks"] if b.get("block_id") == "stance")["element"][
            "initial_option"
        ]["value"]
        == "dissents"
    )


def test_what_was_entered_is_read() -> None:
    entries = {
        "decided": " Give alpha. ", "why": "Frail.", "role": "Oncology",
        "deviates_from": "c1", "deviation": "Too old.",
    }  # fmt: skip
    run_id, read = forms.read_decision("run|9", entries, "U1")
    assert (run_id, read.text, read.instead_of) == ("run", "Give alpha.", 9)
    assert (read.deviates_from, read.deviation) == ("c1", "Too old.")
    assert forms.read_decision("run", {**entries, "deviates_from": "none"}, "U1")[1].deviation == ""
    signed = forms.read_signature("run|9", {"stance": "agrees", "role": "X", "reason": "y"}, "U2")
    assert signed == ("run", Signature(decision=9, stance="agrees", by="U2", role="X"))
    assert forms.read_signature("run|9", {"stance": "maybe"}, "U2") is None
    assert forms.read_signature("run", {"stance": "agrees"}, "U2") is None


@pytest.mark.parametrize(
    ("form", "entries", "wrong"),
    [
        ("board_decision", {"decided": " ", "why": "x", "role": "x"}, {"decided"}),
        ("board_decision", {"decided": "x", "why": "x", "role": "x", "deviates_from": "c1"},
         {"deviation"}),
        ("board_decision", {"decided": "x", "why": "x", "role": "x", "deviation": "x"},
         {"deviates_from"}),
        ("board_decision", {"decided": "x", "why": "x", "role": "x"}, set()),
        ("board_signature", {"stance": "dissents", "role": "x"}, {"reason"}),
        ("board_signature", {"stance": "agrees", "role": ""}, {"role"}),
    ],
)  # fmt: skip
def test_what_is_missing_is_told_beside_the_entry(
    form: str, entries: dict[str, str], wrong: set[str]
) -> None:
    assert set(forms.problems_with(form, entries)) == wrong


def test_what_is_not_stored_is_given_back() -> None:
    words = str(unsaved_blocks(DECISION, "Nothing is stored."))
    assert "Nothing is stored." in words
    assert "Frail." in words
