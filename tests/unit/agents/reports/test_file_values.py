"""What a file of the thread is asked for, and what is quoted of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.read_sheet import Message
from agents.reports.file_values import asked_of_file, quotes_of, reply_on_files
from agents.turns import Attachment, Question, ThreadKey, View
from agents.turns.discussion import Discussion, DiscussionMessage

PDF = (
    "Pathology of Mrs. Huber\nInvasive carcinoma, grade 2.\nKi67\n15 %\n\n\f\nLaboratory\n"
    "Hb 11.2 g/dl\nHbA1c (IFCC) of Mrs. Huber: 8.1 %\n"
)
WORKBOOK = (
    "## Labs\n| Test | Value | Unit |\n| Hb | 11.2 | g/dl |\n| HbA1c | 8.1 | % |\n\n"
    "## Patients\n| ID | HbA1c | age |\n| 1 | 7.9 | 44 |\n| 2 | | 50 |\n"
)


def view(text: str, *files: Attachment, earlier: str = "") -> View:
    key = ThreadKey("T", "C", "1")
    said = (Message(earlier, "attachment", "U", "", "F1", "old.pdf"),) if earlier else ()
    question = Question(thread=key, asker="U", text=text, attachments=files)
    return View(run_id="run", question=question, earlier=said)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the HbA1c in the report?", ("HbA1c",)),
        ("HbA1c in labs.xlsx", ("HbA1c",)),
        ("What does the pathology report say about Ki-67?", ("Ki-67",)),
        ("According to the letter, what is the ECOG status of the patient?", ("ECOG",)),
        ("Is olaparib an option with the creatinine in the report?", None),
        ("List the variants in the report", None),
        ("Median of age in the table", None),
        ("What is the PFS in the SOLO-1 trial?", None),
    ],
)
def test_only_a_thing_that_a_file_may_hold_is_asked_of_it(
    text: str, words: tuple[str, ...] | None
) -> None:
    asked = asked_of_file(text)
    assert (asked.words if asked else None) == words


def test_values_are_quoted_with_page_or_sheet_and_row() -> None:
    def told(name: str, text: str, word: str) -> list[tuple[str, str]]:
        return [(each.name, each.words) for each in quotes_of(name, text, [word])]

    assert told("report.pdf", PDF, "Ki-67") == [("report.pdf, p. 1", "Ki67 15 %")]
    assert told("labs.xlsx", WORKBOOK, "HbA1c") == [
        ("labs.xlsx, Patients, row 1", "HbA1c: 7.9"),
        ("labs.xlsx, Labs, row 2", "HbA1c · 8.1 · %"),
    ]


def test_the_reply_names_no_person_and_says_what_is_not_there() -> None:
    report = Attachment(name="report.pdf", text=PDF)
    found = reply_on_files(view("the HbA1c in the report?", report))
    assert found is not None
    (quote,) = found.quotes
    assert quote.name == "report.pdf, p. 2"
    assert "8.1 %" in quote.words
    assert "Huber" not in quote.words
    missing = reply_on_files(view("does the report mention diabetes?", report))
    assert missing is not None
    assert "find no “diabetes” in report.pdf" in missing.text


def test_the_file_of_an_earlier_message_is_asked_by_its_name() -> None:
    later = reply_on_files(view("HbA1c in old.pdf?", earlier=PDF))
    assert later is not None
    assert later.quotes[0].name == "old.pdf, p. 2"


SCAN = Attachment(name="scan.png", problem="scan.png is an image, and I cannot read images.")


@pytest.mark.parametrize(
    "text",
    [
        "the HbA1c in the report?",
        "What does the picture show on HER2?",
        "What is the Ki-67 in scan.png?",
        "Which stage is on the slide?",
        "what does this show?",
        "Can you interpret the attached scan, please?",
    ],
)
def test_what_a_file_says_that_was_not_read_is_searched_nowhere(text: str) -> None:
    told = reply_on_files(view(text, SCAN))
    assert told is not None
    assert told.text.endswith("scan.png is an image, and I cannot read images.")
    without = reply_on_files(view(text))
    assert without is None or without.text.startswith("No file has come")


def test_a_question_that_asks_the_sources_goes_on_beside_a_file_that_was_not_read() -> None:
    for text in (
        "Dose of olaparib?",
        "what next?",
        "Is this resistant?",
        "Is olaparib an option with the creatinine in the report?",
    ):
        assert reply_on_files(view(text, SCAN)) is None


def test_this_is_the_case_where_one_was_discussed() -> None:
    asked = view("what do you think of this?", SCAN)
    assert reply_on_files(asked) is not None
    said = (DiscussionMessage(ts="1", by="U", name="ben", at="", text="62F TNBC."),)
    discussed = replace(asked.question, discussion=Discussion(said=said))
    assert reply_on_files(replace(asked, question=discussed)) is None


def test_what_a_file_does_not_say_may_stand_in_the_one_that_was_not_read() -> None:
    told = reply_on_files(view("the ECOG in the report?", Attachment(name="r.pdf", text=PDF), SCAN))
    assert told is not None
    assert told.text.startswith("I find no “ECOG” in r.pdf")
    assert told.text.endswith("Not read: scan.png is an image, and I cannot read images.")


def test_a_scan_that_a_file_tells_of_is_no_file() -> None:
    report = Attachment(name="r.pdf", text="CT: progression of the liver metastases.")
    assert reply_on_files(view("Is there progression on the scan?", report)) is None


@pytest.mark.parametrize(
    "text",
    ["the HbA1c in the report?", "Ki-67 in the letter?", "what does the report say about LVEF?"],
)
def test_a_file_that_is_not_there_is_told_and_searched_for_nowhere(text: str) -> None:
    reply = reply_on_files(view(text))
    assert reply is not None
    assert reply.text.startswith("No file has come with a question to me")


@pytest.mark.parametrize(
    "text",
    [
        "What is the response rate in the report of SOLAR-1?",
        "olaparib in the report?",
        "PFS in the table?",
        "What is the dose of capecitabine in renal impairment?",
    ],
)
def test_what_may_stand_elsewhere_than_in_a_file_goes_on(text: str) -> None:
    assert reply_on_files(view(text)) is None


def test_what_somebody_wrote_of_a_report_needs_no_file() -> None:
    said = (Message("The report says HbA1c 8.4 %.", "thread", "U"),)
    assert reply_on_files(replace(view("the HbA1c in the report?"), earlier=said)) is None
