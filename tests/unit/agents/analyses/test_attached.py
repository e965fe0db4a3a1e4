"""Which questions are on a table of the thread, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from agents.analyses.attached import asked_of_tables, is_data, tables_asked_in_vain
from agents.analyses.replying import reply_on_tables
from agents.facts.read_sheet import Message
from agents.turns import Attachment, Question, ThreadKey, View
from agents.turns.question_types import CUT
from bot.incoming.payloads.files import MOST_CHARACTERS, cut_text


@dataclass(frozen=True)
class Listed:
    name: str
    text: str
    is_used: bool


TRIAL = "\n".join(
    (
        "| patient | arm | time | event | response |",
        *(
            f"| {n} | {'AB'[n % 2]} | {n} | {n % 2} | {'PR' if n % 3 else 'PD'} |"
            for n in range(12)
        ),
    )
)


def view(text: str, file: str = TRIAL, earlier: str = "") -> View:
    files = (Attachment(name="trial.csv", text=file),) if file else ()
    question = Question(thread=ThreadKey("T", "C", "1"), asker="U", text=text, attachments=files)
    before = (Message(earlier, "attachment"),) if earlier else ()
    return View(run_id="run", question=question, earlier=before, said=(Message(text),))


def said(text: str, file: str = TRIAL) -> str:
    reply = reply_on_tables(view(text, file))
    assert reply is not None
    return reply.text


def test_an_analysis_says_its_numbers_its_file_and_how() -> None:
    told = said("ORR by arm and KM by arm")
    assert "Response rate by arm (trial.csv)" in told
    assert "• A · Patients: 6 · With it: 4 · Share: 66.7%" in told
    assert "Survival by arm (trial.csv)" in told
    assert "an event is event = 1" in told


def test_a_table_is_described_without_the_values_that_tell_patients_apart() -> None:
    names = "| patient | arm |\n" + "\n".join(f"| Name{n} Family | A |" for n in range(40))
    told = said("What is in this table?", names)
    assert "trial.csv: 40 rows, 2 columns" in told
    assert "Name1" not in told


def test_what_cannot_be_computed_is_said_with_the_columns_there_are() -> None:
    assert "I find no column for “hospital”" in said("ORR by hospital")


@pytest.mark.parametrize(
    ("question", "file"),
    [
        ("Is olaparib an option?", TRIAL),
        ("What was the response rate of olaparib in OlympiAD by arm of hospital?", TRIAL),
        ("What is the response rate?", "A letter.\n\n| a | b |\n| x | y |\n| z | w |"),
        ("ORR by arm", ""),
        (
            "What is actionable, and how many variants?",
            "| Gene | Variant | Class |\n| EGFR | L858R | Tier I |\n| KRAS | G12C | Tier I |",
        ),
    ],
)
def test_questions_on_something_else_are_left_to_the_search(question: str, file: str) -> None:
    assert reply_on_tables(view(question, file)) is None


def test_a_table_of_an_earlier_message_is_used_unless_a_drug_is_asked_about() -> None:
    found = asked_of_tables(view("ORR by arm", "", TRIAL))
    assert found is not None
    assert found.file == "the file above"
    assert asked_of_tables(view("median OS with osimertinib?", "", TRIAL)) is None


def test_an_arm_that_is_a_drug_is_asked_of_the_table_that_has_it() -> None:
    arms = TRIAL.replace("| A |", "| docetaxel |").replace("| B |", "| placebo |")
    reply = reply_on_tables(view("ORR in docetaxel only", "", arms))
    assert reply is not None
    assert "Only rows with arm = docetaxel: 6 of 12." in reply.text
    assert reply_on_tables(view("ORR of pembrolizumab", "", arms)) is None


def test_a_tumour_that_an_older_table_does_not_tell_is_for_the_sources() -> None:
    question = "OS at 2 years in pancreatic cancer?"
    assert reply_on_tables(view(question, "", TRIAL)) is None
    new = reply_on_tables(view(question, TRIAL))
    assert new is not None
    assert "I do not know what “pancreatic cancer” is in this table" in new.text


def test_only_files_of_nothing_but_tables_are_data() -> None:
    assert is_data(TRIAL)
    assert is_data(f"## Sheet\n\n{TRIAL}")
    assert not is_data(f"As discussed:\n\n{TRIAL}")


def test_nothing_is_computed_with_a_part_of_a_table() -> None:
    text, is_cut = cut_text("\n".join([TRIAL, *["| 1 | A | 1 | 1 | PR |"] * 4000]))
    assert is_cut
    assert len(text) <= MOST_CHARACTERS + len(CUT)
    assert text.endswith(f"|\n{CUT}")
    assert "so I compute nothing" in said("ORR by arm", text)
    assert cut_text(TRIAL) == (TRIAL, False)


def test_a_question_on_tables_that_are_all_off_or_names_one_is_asked_in_vain() -> None:
    off, used = Listed("trial.csv", TRIAL, False), Listed("cohort.csv", TRIAL, True)
    letter = Listed("letter.txt", "A letter.", True)
    assert tables_asked_in_vain("ORR by arm", [off, letter]) == (off,)
    assert tables_asked_in_vain("ORR by arm", [off, used]) == ()
    assert tables_asked_in_vain("ORR by arm in trial.csv", [off, used]) == (off,)
    assert tables_asked_in_vain("median OS with osimertinib?", [off]) == ()
    assert tables_asked_in_vain("dose of alpha?", [off]) == ()


def test_a_question_that_names_a_table_is_on_that_one() -> None:
    asked = view("ORR by arm in first.csv", TRIAL)
    earlier = (Message(TRIAL, "attachment", file_name="first.csv"),)
    found = asked_of_tables(replace(asked, earlier=earlier))
    assert found is not None
    assert found.file == "first.csv"
