"""What people wish of the last answer in a few words: done, and never searched as a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.cores import ToolCard
from agents.extractive.answer.short_form import question_in_short
from agents.extractive.core import next_thought
from agents.extractive.question.context.opinion_requests import meant_question
from agents.extractive.question.context.repeated import repeated_turn
from agents.extractive.question.parsing import parse_question
from agents.extractive.question.requests.wishes import wish_of
from agents.extractive.wishing import in_short, thought_on_wish, wished_cards
from agents.facts.read_sheet import Message
from agents.turns import (
    OPEN_STEP,
    Attachment,
    Draft,
    DraftSentence,
    Observation,
    Question,
    Step,
    Turn,
    View,
)
from agents.turns.question_types import ThreadKey

ASKED = "What is the dose of olaparib with CrCl 40?"
CARDS = tuple(
    ToolCard(
        name=f"search_{name}", title=title, use_when="", silo=name, role=role, publishers=publishers
    )
    for name, title, role, publishers in (
        ("label", "Drug information", "label", ()),
        ("esmo", "ESMO guidelines", "guideline", ("ESMO",)),
        ("civic", "Variant evidence", "variant", ("CIViC",)),
        ("pubmed", "PubMed", "literature", ("PubMed",)),
    )
)
WISHES = {
    "again": [
        "say that again", "re-run with only ESMO", "again without CIViC", "without CIViC",
        "again with PubMed", "only ESMO please", "PubMed too", "skip ESMO and CIViC",
        "search again in PubMed", "drop ESMO and try again", "can you do this with ESMO instead?",
        "only the European view please", "just the European guidelines",
    ],
    "shorter": [
        "shorter", "shorter please", "in two sentences", "summarise your answer", "tl;dr",
        "give me the bottom line", "summarize your answer in one sentence",
    ],
    "told": ["[2]", "is that up to date?", "how strong is the evidence?", "who says that?"],
    "style": [
        "as a table", "can you put that in a table?", "translate to German", "in plain words",
        "explain that", "simpler", "in French please",
    ],
    "citation": ["citation [2] is wrong", "[1] is not right", "source 3 is outdated"],
    "sources": [
        "why did you search PubMed?", "which sources did you not use?", "what did you not look at?",
        "where does that come from?", "which guidelines did you check?",
    ],
    "sure": ["how sure are you?", "are you certain?", "can we rely on this?", "really?"],
}  # fmt: skip
QUESTIONS = [
    "without liver metastases", "only HER2+", "and with clarithromycin?", "explain the dose",
    "in renal impairment?", "which guidelines recommend olaparib?", "repeat CT in 3 months?",
    "and for talazoparib?", "with brain mets?",
]  # fmt: skip


def _view(text: str) -> View:
    key = ThreadKey(team="T", channel="C", thread="1")
    turn = Turn(run_id="r1", question=ASKED, answer="200 mg twice daily.", outcome="answer")
    return View(run_id="r2", question=Question(text=text, thread=key, asker="U"), turns=(turn,))


@pytest.mark.parametrize(
    ("text", "kind"), [(text, kind) for kind, texts in WISHES.items() for text in texts]
)
def test_a_wish_is_read_as_one(text: str, kind: str) -> None:
    wish = wish_of(text)
    assert wish is not None
    assert wish.kind == kind


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_no_wish(text: str) -> None:
    wish = wish_of(text)
    assert wish is None


@pytest.mark.parametrize("text", [*WISHES["again"], *WISHES["shorter"]])
def test_the_question_before_is_asked_once_more(text: str) -> None:
    view = _view(text)
    assert meant_question(view) == ASKED
    assert parse_question(view, CARDS).parts[0].drugs == {"olaparib"}


@pytest.mark.parametrize(
    ("text", "silos"),
    [
        ("re-run with only ESMO", ["esmo"]),
        ("again without CIViC", ["label", "esmo", "pubmed"]),
        ("skip ESMO and CIViC", ["label", "pubmed"]),
        ("again with PubMed", ["label", "esmo", "civic", "pubmed"]),
        ("drop ESMO and try again", ["label", "civic", "pubmed"]),
        ("can you do this with ESMO instead?", ["esmo"]),
        ("only the European view please", ["esmo"]),
        ("without CIViC but with PubMed", ["label", "esmo", "pubmed"]),
    ],
)
def test_only_the_silos_that_are_wished_are_asked(text: str, silos: list[str]) -> None:
    view = _view(text)
    assert [card.silo for card in wished_cards(view, CARDS)] == silos
    asked = {action.tool for action in next_thought(view, wished_cards(view, CARDS)).actions}
    assert asked <= {f"search_{name}" for name in silos}
    assert asked
    assert ("search_pubmed" in asked) is ("with PubMed" in text or asked == {"search_pubmed"})


def test_what_a_region_means_is_told() -> None:
    view = _view("only the European view please")
    said = next_thought(view, wished_cards(view, CARDS)).text
    assert "only with the European sources there are (ESMO guidelines)." in said


@pytest.mark.parametrize("kind", ["style", "citation", "sure", "told"])
def test_what_needs_no_search_gets_a_reply(kind: str) -> None:
    for text in WISHES[kind]:
        thought = next_thought(_view(text), CARDS)
        assert thought.reply is not None
        assert not thought.actions


GAP = "This cannot be answered from the sources: a drug label on it (no silo holds it)."


@pytest.mark.parametrize(
    "text",
    [
        "why?", "Why not?", "why can't you answer that?", "what is missing?", "who could tell us?",
        "what do you need?", "why is there no answer?",
    ],
)  # fmt: skip
def test_why_behind_a_gap_is_told_with_who_could_supply_it(text: str) -> None:
    key = ThreadKey(team="T", channel="C", thread="1")
    for outcome, answer in (("gap", GAP), ("answer", "200 mg twice daily.")):
        turn = Turn(run_id="r1", question="Please book an MRI", answer=answer, outcome=outcome)
        told = Turn(run_id="r2", question="is that up to date?", answer="Below.", outcome="reply")
        asked = Question(text=text, thread=key, asker="U")
        view = View(run_id="r3", question=asked, turns=(turn, told))
        thought = next_thought(view, CARDS)
        if outcome == "answer":
            said = thought.reply.text if thought.reply else ""
            assert "Who could supply it" not in said
            continue
        assert thought.reply is not None
        assert thought.reply.text.startswith(GAP)
        assert "whoever looks after" in thought.reply.text


def test_what_could_not_be_read_is_no_question_to_ask_once_more() -> None:
    unread = Turn(run_id="r2", question="hmm, well", answer="Nothing was read.", outcome="gap")
    told = Turn(run_id="r3", question="is that up to date?", answer="Below.", outcome="answer")
    view = _view("again without CIViC")
    view = replace(view, run_id="r4", turns=(*view.turns, unread, told))
    assert meant_question(view) == ASKED


def test_what_was_asked_is_told_from_the_steps() -> None:
    opened = next_thought(_view("which sources did you not use?"), CARDS)
    assert {action.tool for action in opened.actions} == {OPEN_STEP}


def test_a_step_that_is_not_there_is_told_as_such_and_is_no_lack_of_a_source() -> None:
    opening = next_thought(_view("step 7"), CARDS)
    assert {action.tool for action in opening.actions} == {OPEN_STEP}
    missing = Observation(
        call_id="s1a1", tool=OPEN_STEP, outcome="empty", detail="There was no step 7."
    )
    step = Step(number=1, seq=1, thought=opening, observations=(missing,))
    told = next_thought(replace(_view("step 7"), steps=(step,)), CARDS)
    assert told.gap is None
    assert told.reply is not None
    assert told.reply.text == "There was no step 7."


def test_what_is_known_of_the_patient_is_told_and_nothing_searched() -> None:
    asked = _view("what do you know about the patient?")
    for view in (asked, replace(asked, turns=())):
        known = replace(view, said=(Message("54-year-old man, ECOG 1, KRAS G12C lung cancer"),))
        thought = next_thought(known, CARDS)
        assert thought.reply is not None
        assert "man, 54 · lung cancer · KRAS G12C: present · ECOG 1" in thought.reply.text
        unknown = next_thought(view, CARDS)
        assert unknown.reply is not None
        assert "no fact of a patient" in unknown.reply.text


def test_without_an_answer_before_nothing_is_wished() -> None:
    key = ThreadKey(team="T", channel="C", thread="1")
    view = View(run_id="r", question=Question(text="shorter", thread=key, asker="U"))
    assert meant_question(view) == "shorter"


def test_a_short_answer_leaves_out_further_points_alone() -> None:
    draft = Draft(
        sentences=(
            DraftSentence(text="Not with this drug.", role="headline"),
            DraftSentence(text="The rule."),
            DraftSentence(text="Another."),
            DraftSentence(text="Not for her.", role="not for"),
            DraftSentence(text="Of the second part.", part=1),
        )
    )
    short = [each.text for each in in_short(draft, _view("shorter")).sentences]
    assert short == ["Not with this drug.", "The rule.", "Not for her.", "Of the second part."]
    assert in_short(draft, _view("more")) == draft


def test_what_comes_with_a_file_is_no_wish() -> None:
    view = _view("summarise this")
    question = replace(view.question, attachments=(Attachment(name="a.txt", text="ECOG 1"),))
    with_file = replace(view, question=question)
    assert meant_question(with_file) == "summarise this"
    assert thought_on_wish(with_file, CARDS) is None


def test_a_step_of_the_first_question_is_opened_there() -> None:
    thought = thought_on_wish(_view("show me step 2 of the first question"), CARDS)
    assert thought is not None
    assert [each.arguments for each in thought.actions] == [{"step": 2, "run": "1"}]


def test_once_more_means_the_last_question_and_no_look_at_its_steps() -> None:
    view = _view("again without CIViC")
    looked = Turn(run_id="r3", question="show me step 1", answer="Step 1.", outcome="answer")
    turn = repeated_turn(replace(view, turns=(*view.turns, looked)))
    assert turn is not None
    assert turn.question == ASKED
    assert question_in_short("again without CIViC") == "", "it names no trial"


def test_what_is_on_the_answer_and_not_understood_is_never_searched() -> None:
    thought = next_thought(_view("which colour has your answer?"), CARDS)
    assert thought.reply is not None
    assert "searched nothing" in thought.reply.text
    assert not next_thought(_view("what do the guidelines recommend?"), CARDS).reply
