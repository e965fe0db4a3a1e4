"""What a board decided, from the rows of a journal: the last wording, and who signed just that."""

from __future__ import annotations

from dataclasses import replace

from agents.endings.sign_off import decision_object, sign_off_of
from agents.journal.codec import Addition, PayloadValue
from agents.journal.folding import fold
from agents.journal.redaction import redact_person
from agents.turns import BoardDecision, Review, Signature, SignedDecision
from tests.unit.agents.journal.test_folding import GAP, journal, thought

DECISION = BoardDecision(text="Give alpha.", why="No other line.", by="ANA", role="Oncology")
BEN = Signature(decision=4, stance="agrees", by="BEN", role="Pathology")
ROWS = (thought(1), GAP, DECISION)
"""The decision is row 4: the question is the first."""


def decided(*values: PayloadValue) -> SignedDecision:
    found = fold(journal(*values)).decided
    assert found is not None
    return found


def signers(*values: PayloadValue) -> list[tuple[str, str]]:
    found = decided(*values)
    return [(one.signature.by, one.signature.stance) for one in found.signatures]


def test_several_people_sign_and_a_dissent_is_kept_beside() -> None:
    assert signers(*ROWS) == [("ANA", "agrees")]
    dissent = replace(BEN, stance="dissents", comment="No.")
    eve = replace(BEN, by="EVE")
    rows = (*ROWS, BEN, eve, dissent)
    assert signers(*rows) == [("ANA", "agrees"), ("EVE", "agrees"), ("BEN", "dissents")]
    assert sign_off_of((), decided(*rows)) == "disputed"
    assert sign_off_of((), decided(*rows, replace(BEN, stance="taken back"))) == "reviewed"
    own = replace(BEN, by="ANA", stance="taken back")
    assert sign_off_of((), decided(*ROWS, own)) == "draft", "nobody signs it any more"


def test_another_wording_is_signed_anew() -> None:
    changed = replace(DECISION, text="Give beta.", by="EVE", instead_of=4)
    rows = (*ROWS, BEN, changed)
    assert (decided(*rows).decision.text, decided(*rows).seq) == ("Give beta.", 6)
    assert signers(*rows, BEN) == [("EVE", "agrees")], "Ben signed another wording"


def test_what_was_decided_on_a_gap_stands_when_the_run_goes_on() -> None:
    assert not decided(*ROWS).is_before_answer
    found = decided(*ROWS, BEN, Addition(text="64 kg", by="U"))
    assert found.is_before_answer
    assert len(found.signatures) == 2


def test_a_decision_without_words_is_none_and_brings_no_earlier_one_back() -> None:
    events = journal(*ROWS, replace(DECISION, text="Other.", by="EVE", instead_of=4))
    cut = [replace(event, entry=redact_person(event.entry, "EVE")) for event in events]
    assert fold(cut).decided is None
    cut = [replace(event, entry=redact_person(event.entry, "BEN")) for event in journal(*ROWS, BEN)]
    view = fold(cut)
    assert view.decided is not None
    assert [each.signature.by for each in view.decided.signatures] == ["ANA"]


def test_marks_on_the_answer_or_a_citation_dispute_it_and_those_on_steps_do_not() -> None:
    right = Review(verdict="right", by="ANA")
    found = [
        sign_off_of(fold(journal(thought(1), GAP, *marks)).reviews, None)
        for marks in (
            (),
            (right,),
            (right, replace(right, verdict="outdated", citation="c1")),
            (replace(right, verdict="wrong", seq=2),),
        )
    ]
    assert found == ["draft", "reviewed", "disputed", "draft"]


def test_a_decision_is_told_as_json() -> None:
    told = decision_object(fold(journal(*ROWS, BEN)))
    assert told is not None
    assert (told["decided"], told["recorded_by"], told["row"]) == ("Give alpha.", "ANA", 4)
    signatures = told["signatures"]
    assert isinstance(signatures, list)
    assert [(one["by"], one["role"], one["stance"]) for one in signatures] == [
        ("ANA", "Oncology", "agrees"),
        ("BEN", "Pathology", "agrees"),
    ]
