"""Tables of data out of the text of a file, and what is told of them."""

from __future__ import annotations

import pytest

from retrieval.ingestion.readers import read_attachment
from retrieval.tables.card import quality_warnings, table_card
from retrieval.tables.codebook import meaning_of
from retrieval.tables.tables_in_text import tables_of

SUBJECTS = """## ADSL

| USUBJID | TRT01P | AGE |
| 01-1 | A | 61 |
| 01-2 | B | 58 |
| 01-3 | B | NA |

## ADTTE

| USUBJID | AVAL | CNSR |
| 01-1 | 12.5 | 0 |
| 01-2 | 3 | 1 |
"""


def test_each_sheet_is_a_table_with_typed_columns() -> None:
    subjects, times = tables_of(SUBJECTS)
    assert (subjects.name, subjects.rows, times.name, times.rows) == ("ADSL", 3, "ADTTE", 2)
    card = table_card(subjects)
    assert [(c.name, c.kind, c.missing) for c in card.columns] == [
        ("USUBJID", "text", 0), ("TRT01P", "text", 0), ("AGE", "number", 1),
    ]  # fmt: skip
    assert "AGE is missing in 1 of 3 rows." in card.warnings


def test_a_csv_keeps_rows_whose_cells_are_all_alike() -> None:
    (table,) = tables_of(read_attachment("a.csv", b"time,event\n1,1\n2,1\n1,1\n"))
    assert table.rows == 3
    assert [column.values for column in table.columns] == [("1", "2", "1"), ("1", "1", "1")]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("AVAL", "Analysis Value"),
        ("trt01p", "Planned Treatment for Period 01"),
        ("USUBJIDN", "perhaps USUBJID: Unique Subject Identifier"),
    ],
)
def test_names_are_matched_to_the_codebook(name: str, words: str) -> None:
    found = meaning_of(name)
    assert found is not None
    assert found.words == words


@pytest.mark.parametrize("name", ["horTh", "menostat", "os", "AGX"])
def test_a_name_that_is_like_none_has_no_meaning(name: str) -> None:
    assert meaning_of(name) is None


def test_a_censoring_column_is_warned_of_by_its_name() -> None:
    def said(name: str) -> str:
        (table,) = tables_of(f"| time | {name} |\n| 1 | 0 |\n| 2 | 1 |\n| 3 | 1 |")
        return " ".join(quality_warnings(table))

    assert "0 is an event" in said("CNSR")
    assert "does not say whether 1 is an event" in said("cens")
    assert said("death") == ""


def test_repeated_subjects_and_rows_beside_the_heads_are_told() -> None:
    (table,) = tables_of("| USUBJID | AE |\n| 1 | x |\n| 1 | y |\n| note |\n| 2 | z |")
    told = " ".join(quality_warnings(table))
    assert "USUBJID repeats: 3 rows are of 2 subjects." in told
    assert "1 rows are left out" in told


def test_text_without_a_table_has_none() -> None:
    assert tables_of("EGFR L858R was found.\n| 1 | 2 |\n| 3 | 4 |") == ()


def test_quotation_marks_within_a_cell_come_late() -> None:
    plain = "".join(f'{n},"plain, as most are",{n}\n' for n in range(900))
    content = f'id,said,count\n{plain}900,"He said ""no""\n, and left",900\n'.encode()
    (table,) = tables_of(read_attachment("said.csv", content))
    assert (table.rows, table.left_out) == (901, 0)
    assert table.columns[1].values[-1] == 'He said "no" , and left'


def test_a_bar_in_a_cell_is_no_end_of_the_cell() -> None:
    content = b'title,shares\n"Storms | Weather",3\n"a\\|b | c",4\n'
    (table,) = tables_of(read_attachment("posts.csv", content))
    assert table.left_out == 0
    assert table.columns[0].values == ("Storms | Weather", "a\\|b | c")
    assert table.columns[1].values == ("3", "4")


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("id;pfs\n1;3,5\n2;12\n3;NA\n", ("3.5", "12", "")),
        ("sep=;\nid;pfs\n1;3,5\n2;12,25\n", ("3.5", "12.25")),
        ("id;cost\n1;1.234,5\n2;2.000,1\n", ("1234.5", "2000.1")),
        ("\ufeffid\tn\n1\t0,234\n2\t2,000\n", ("0.234", "2.000")),
        ("id;n\n1;1,234\n2;2,000\n", ("1,234", "2,000")),
        ("id;lesions;n\n1;1,2;0.5\n2;1,3;0.7\n", ("1,2", "1,3")),
        ('id,n\n1,"1,5"\n2,"2,5"\n', ("1,5", "2,5")),
        ('id,note\n1,"PD,\nnew lesion"\n2,CR\n', ("PD, new lesion", "CR")),
    ],
)
def test_decimal_commas_are_read_where_they_are_told(written: str, values: object) -> None:
    (table,) = tables_of(read_attachment("a.csv", written.encode()))
    assert table.columns[1].values == values


def test_commas_that_may_part_thousands_are_warned_of() -> None:
    (table,) = tables_of(read_attachment("a.csv", b"id;n\n1;1,234\n2;2,000\n"))
    assert any("thousands or decimals" in each for each in quality_warnings(table))
