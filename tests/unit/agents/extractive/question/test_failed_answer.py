"""A follow-up that says that what the answer before offered has failed."""

from __future__ import annotations

import pytest

from agents.extractive.question.context.failed_answer import OF_ANSWER, with_failed_answer
from agents.extractive.question.parsing import parse_question, parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.turns import Question, ThreadKey, Turn, View
from names.clinical.values import UNKNOWN_REGIMEN, Line, Therapy

CASE = "BRAF V600E metastatic colorectal cancer, untreated. First line?"


def sheet_after(follow_up: str, answer: str) -> FactSheet:
    messages = (Message(CASE, "earlier question"), Message(follow_up))
    before = parse_text(CASE).parts
    return with_failed_answer(follow_up, read_fact_sheet(messages), before, answer)


def failed(sheet: FactSheet) -> list[Therapy]:
    return [each for each in sheet.of(Therapy) if each.outcome == "progressed"]


def test_which_of_several_options_failed_is_not_guessed() -> None:
    """Nor is the line told before the line of now."""
    sheet = sheet_after(
        "pd on that regimen after 9 months. Next line?",
        "Encorafenib with cetuximab is an option. Panitumumab with FOLFOX is another.",
    )
    (unknown,) = failed(sheet)
    assert (unknown.drugs, unknown.classes) == ((), (OF_ANSWER + UNKNOWN_REGIMEN,))
    assert sheet.of(Line) == (Line(first=2, last=None),)


def test_the_only_drug_of_the_answer_failed() -> None:
    sheet = sheet_after("and after progression on that?", "Pembrolizumab is indicated.")
    assert [each.drugs for each in failed(sheet)] == [("pembrolizumab",)]
    assert sheet.of(Line) == (Line(first=2, last=None),)


def test_a_question_on_the_next_line_leaves_the_line_before() -> None:
    assert sheet_after("What is the next line?", "").of(Line) == (Line(first=2, last=None),)


def test_another_question_keeps_the_line() -> None:
    assert sheet_after("And the dose?", "Pembrolizumab is indicated.").of(Line) == (
        Line(first=1, last=1),
    )


@pytest.mark.parametrize(
    "follow_up",
    [
        "She has not yet progressed on that. Which dose?",
        "What is the risk of progression on that?",
        "Is she likely to progress on that?",
        "Does resistance to it occur often?",
        "PD-L1 status: does it matter?",
    ],
)
def test_what_has_not_failed_stays_an_option(follow_up: str) -> None:
    sheet = sheet_after(follow_up, "Pembrolizumab is indicated.")
    assert not failed(sheet)
    assert sheet.of(Line) == (Line(first=1, last=1),)


@pytest.mark.parametrize(
    "follow_up",
    [
        "What do we do after progression on that?",
        "She could not tolerate it and progressed on that.",
        "Does she get anything once she progresses on that?",
    ],
)
def test_a_word_of_denial_elsewhere_does_not_undo_a_failure(follow_up: str) -> None:
    assert failed(sheet_after(follow_up, "Pembrolizumab is indicated."))


@pytest.mark.parametrize(
    "told",
    [
        "forgot to say, NYHA III heart failure with LVEF 40% - does that change it?",
        "she has renal failure, is that a problem?",
    ],
)
def test_an_organ_that_fails_is_no_treatment_that_failed(told: str) -> None:
    assert failed(sheet_after(told, "Encorafenib is one option. Panitumumab is another.")) == []


def _sheet_of(*asked: str) -> FactSheet:
    turns = tuple(
        Turn(run_id=f"r{place}", question=text, answer="", outcome="gap")
        for place, text in enumerate(asked[:-1])
    )
    question = Question(thread=ThreadKey("T", "C", "1"), asker="U", text=asked[-1])
    said = tuple(Message(each) for each in asked)
    return parse_question(View(run_id="now", question=question, turns=turns, said=said), ()).sheet


@pytest.mark.parametrize(
    ("later", "known"), [("G595R", True), ("next patient: NTRK3 fusion, sarcoma, next?", False)]
)
def test_what_failed_without_its_name_stays_failed_in_later_questions(
    later: str, *, known: bool
) -> None:
    sheet = _sheet_of("NTRK1 fusion sarcoma, larotrectinib?", "PD on it, next?", later)
    told = [each.drugs for each in failed(sheet)]
    assert told == ([("larotrectinib",)] if known else [])


def test_a_failure_that_a_question_names_is_no_unknown_one_later() -> None:
    """ "He progressed" is of what was begun: the next question does not ask which failed."""
    asked = (
        "EGFR exon 19 deletion NSCLC, first line?",
        "started osimertinib. he progressed, next?",
    )
    told = failed(_sheet_of(*asked, "T790M neg, MET amp on rebx"))
    assert [each.drugs for each in told if each.drugs] == [("osimertinib",)]
    assert not any(OF_ANSWER + UNKNOWN_REGIMEN in each.classes for each in told)
