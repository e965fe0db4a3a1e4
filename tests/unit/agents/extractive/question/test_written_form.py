"""What belongs to writing and not to the question."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.written_form import as_sentences, plain_form, without_courtesies

CASE = "NSCLC EGFR del19 on osimertinib 80, TB found, rifampicin starts tomorrow."


@pytest.mark.parametrize(
    "text",
    [
        "Hi team, quick question for the board. Olaparib dose? Thanks a lot!",
        "Hello all, could you please tell us: Olaparib dose?",
        "dear colleagues, a quick question: Olaparib dose? Many thanks",
        "please advise on Olaparib dose?",
    ],
)
def test_courtesies_are_no_part_of_a_question(text: str) -> None:
    assert without_courtesies(text) == "Olaparib dose?"


@pytest.mark.parametrize("text", ["-\n" * 9, "\n•\n\n–\n", "- \n- "])
def test_marks_without_words_are_no_sentences(text: str) -> None:
    assert as_sentences(text).strip(" \n-–•") == ""
    assert plain_form(text)


@pytest.mark.parametrize("text", ["thanks", "hello all", "Hi team, thanks a lot!"])
def test_what_is_only_a_courtesy_stays_something(text: str) -> None:
    assert plain_form(text)


@pytest.mark.parametrize("text", [f"- {CASE}\n- Dose?", f"{CASE}\nDose?", f"• {CASE}\n• Dose?"])
def test_a_case_in_lines_or_behind_marks_is_the_case(text: str) -> None:
    assert plain_form(text) == f"{CASE} Dose?"
    (part,), (own,) = parse_text(text).parts, parse_text(f"{CASE} Dose?").parts
    assert (part.kind, part.drugs) == (own.kind, own.drugs)


@pytest.mark.parametrize("before", ["", "hi all\n"])
def test_each_mark_of_a_case_begins_a_sentence(before: str) -> None:
    text = f"{before}- 71M mCRPC\n- BRCA2 mut\n- pd on abi\n- eGFR 55\n- next"
    assert plain_form(text) == "71M mCRPC. BRCA2 mut. pd on abi. eGFR 55. next?"


def test_a_line_that_goes_on_is_not_cut() -> None:
    text = "Metastatic breast cancer with\na PIK3CA mutation,\nprogressed on\nletrozole"
    assert as_sentences(text) == text.replace("\n", " ")


@pytest.mark.parametrize(
    "text", ["For olaparib:\n- dose\n- renal impairment", "- alectinib dose?\n- lorlatinib dose?"]
)
def test_a_list_of_questions_stays_one(text: str) -> None:
    assert as_sentences(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Met colon, BRAF D594G, no V600E. Encorafenib + cetuximab",
        "Abemaciclib 150 bd, ID wants clarithromycin, no alternative. New abemaciclib dose",
        "mCRC left-sided, 1st line. Is cetuximab ok",
    ],
)
def test_a_question_mark_that_was_left_out_is_put(text: str) -> None:
    assert plain_form(text) == f"{text}?"


@pytest.mark.parametrize(
    "text",
    [
        "she is pregnant",
        "tamoxifen",
        "TNBC of 54F. Progressed on pembrolizumab",
        "Dose of olaparib please. She also takes aspirin",
        "Started ribociclib. Was on letrozole before",
    ],
)
def test_what_tells_a_fact_is_made_no_question(text: str) -> None:
    assert "?" not in plain_form(text)
