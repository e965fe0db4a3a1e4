"""Analyses of two files of a thread as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.analyses.analysing import analyse
from agents.analyses.attached import asked_of_tables, tables_by_file
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.replying import reply_on_tables
from agents.facts.read_sheet import Message
from agents.turns import Attachment, Question, ThreadKey, View
from retrieval.tables.tables_in_text import tables_of

SUBJECTS = """| USUBJID | ARM | SEX | AGE |
| 1 | A | F | 50 |
| 2 | A | M | 61 |
| 3 | B | F | 70 |
| 4 | B | F | 66 |
| 5 | B | M | 70 |"""
TIMES = """| USUBJID | PARAMCD | AVAL | AVALU | CNSR |
| 1 | OS | 500 | DAYS | 0 |
| 2 | OS | 700 | DAYS | 1 |
| 3 | OS | 100 | DAYS | 0 |
| 4 | OS | 900 | DAYS | 1 |
| 9 | OS | 10 | DAYS | 0 |"""


def view(text: str) -> View:
    attachments = (Attachment(name="adtte.csv", text=TIMES),)
    question = Question(
        thread=ThreadKey("T", "C", "1"), asker="U", text=text, attachments=attachments
    )
    earlier = Message(SUBJECTS, "attachment", file_name="adsl.csv")
    return View(run_id="run", question=question, earlier=(earlier,), said=(Message(text),))


def test_a_question_on_both_files_is_computed_of_them_joined() -> None:
    reply = reply_on_tables(view("OS at 1 year by arm in women"))
    assert reply is not None
    assert "OS at 1 year (365.2 days) by ARM, SEX = F" in reply.text
    assert "B: 0.500 (" in reply.text
    assert "adtte.csv joined with adsl.csv by USUBJID (each row): 4 of 5 rows" in reply.text
    assert "1 rows of adtte.csv (1 subjects) have no subject in adsl.csv" in reply.text
    assert "Only rows with SEX = F: 3 of 4." in reply.text


def test_what_one_file_holds_is_computed_of_it_alone() -> None:
    reply = reply_on_tables(view("KM of OS"))
    assert reply is not None
    assert "all · Patients: 5" in reply.text
    assert "joined" not in reply.text


def test_the_card_tells_the_join_and_its_losses() -> None:
    reply = reply_on_tables(view("What is in this table?"))
    assert reply is not None
    assert "Can be joined: adtte.csv joined with adsl.csv by USUBJID" in reply.text


def test_the_other_files_of_a_thread_are_held_with_their_names() -> None:
    asked = asked_of_tables(view("KM of OS by arm"))
    assert asked is not None
    assert [each.name for each in asked.tables] == ["adtte.csv"]
    assert [each.name for each in asked.others] == ["adsl.csv"]


def test_keys_that_repeat_in_both_files_are_refused() -> None:
    twice = f"{SUBJECTS}\n| 1 | B | M | 40 |"
    tables = tables_by_file("adtte.csv", tables_of(f"{TIMES}\n| 1 | PFS | 5 | DAYS | 0 |"))
    (found,) = analyse("KM of OS by arm", tables, tables_by_file("adsl.csv", tables_of(twice)))
    assert isinstance(found, NotAnalysed)
    assert "USUBJID repeats in both" in found.reason


def test_the_code_joins_the_files_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("table1.csv", TIMES), ("table2.csv", SUBJECTS)):
        lines = (",".join(c.strip() for c in line[1:-1].split("|")) for line in text.split("\n"))
        (tmp_path / name).write_text("\n".join(lines))
    (found,) = analyse(
        "OS at 1 year by arm",
        tables_by_file("adtte.csv", tables_of(TIMES)),
        tables_by_file("adsl.csv", tables_of(SUBJECTS)),
    )
    assert isinstance(found, Analysis)
    assert "Save adtte.csv with commas as table1.csv and adsl.csv as table2.csv" in found.code
    monkeypatch.chdir(tmp_path)
    exec(compile(found.code, "code", "exec"), {})
    assert "B patients 2 events 1" in capsys.readouterr().out
