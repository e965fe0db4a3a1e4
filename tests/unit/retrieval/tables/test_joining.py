"""Two tables of the same subjects: joined with what is lost by it, or refused."""

from __future__ import annotations

import pytest

from retrieval.tables.contract import DataTable
from retrieval.tables.joining import JoinedTable, NotJoined, join_of, joined_tables
from retrieval.tables.tables_in_text import tables_of


def sheet(name: str, *rows: str) -> DataTable:
    (table,) = tables_of("\n".join((f"## {name}", "", *(f"| {each} |" for each in rows))))
    return table


SUBJECTS = sheet("ADSL", "USUBJID | SEX | AGE", "1 | F | 50", "2 | M | 61", "3 | F | 70")
TIMES = sheet("ADTTE", "USUBJID | PARAMCD | AVAL | AGE", "1 | OS | 5 | 50", "1 | PFS | 3 | 50",
              "2 | OS | 7 | 62", "9 | OS | 1 | 33")  # fmt: skip


@pytest.mark.parametrize("pair", [(SUBJECTS, TIMES), (TIMES, SUBJECTS)])
def test_each_row_gets_what_the_other_table_holds_of_its_subject(
    pair: tuple[DataTable, DataTable],
) -> None:
    found = join_of(*pair)
    assert isinstance(found, JoinedTable)
    assert found.table.name == "ADTTE with ADSL"
    columns = {each.name: each.values for each in found.table.columns}
    assert columns["USUBJID"] == ("1", "1", "2")
    assert columns["SEX"] == ("F", "F", "M")
    assert columns["AGE"] == ("50", "50", "62")
    assert found.remarks == (
        "ADTTE joined with ADSL by USUBJID (many rows to one): 3 of 4 rows of ADTTE.",
        "1 rows of ADTTE (1 subjects) have no subject in ADSL and are left out.",
        "1 subjects of ADSL have no row in ADTTE.",
        "AGE differs in 1 rows; that of ADTTE is taken.",
    )


def test_subjects_that_repeat_in_both_are_not_joined() -> None:
    events = sheet("ADAE", "USUBJID | AETERM", "1 | Rash", "1 | Nausea", "2 | Rash")
    found = join_of(TIMES, events)
    assert isinstance(found, NotJoined)
    assert "USUBJID repeats in both" in found.reason


def test_columns_that_pair_different_rows_are_refused() -> None:
    one = sheet("one", "USUBJID | PID | x", "1 | a | 5", "2 | b | 6")
    other = sheet("other", "USUBJID | PID | y", "1 | b | 7", "2 | a | 8")
    found = join_of(one, other)
    assert isinstance(found, NotJoined)
    assert "pair different rows" in found.reason


def test_heads_of_other_names_are_joined_by_what_stands_below_them() -> None:
    labs = sheet("labs", "Patient no. | LDH", "1 | 200", "3 | 400")
    found = join_of(SUBJECTS, labs)
    assert isinstance(found, JoinedTable)
    assert "by USUBJID = Patient no. (each row): 2 of 3 rows of ADSL." in found.remarks[0]


def test_tables_of_other_subjects_are_left_alone() -> None:
    strangers = sheet("strangers", "USUBJID | z", "77 | 1", "78 | 2")
    ages = sheet("ages", "AGE | n", "50 | 1", "61 | 2")
    assert joined_tables((SUBJECTS, strangers)) == ()
    assert joined_tables((SUBJECTS, ages)) == ()
