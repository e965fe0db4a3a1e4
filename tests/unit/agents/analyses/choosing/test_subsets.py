"""Questions on a part of a table: its numbers are of that part, or none are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.analyses.analysing import analyse
from agents.analyses.contract import Analysis, NotAnalysed
from retrieval.tables.tables_in_text import tables_of

TABLE = """| USUBJID | ARM | SEX | AGE | BOR | PFS_MONTHS | event |
| 1 | A | F | 60 | PR | 5.5 | 1 |
| 2 | A | M | 61 | CR | 9.5 | 0 |
| 3 | A | F | 55 | SD | 3.2 | 1 |
| 4 | A | M | 65 | PR | 1.2 | 1 |
| 5 | B | F | 60 | PD | 2.5 | 1 |
| 6 | B | M | 71 | SD | 4.5 | 1 |
| 7 | B | F | 62 | PR | 6.2 | 0 |
| 8 | B | M | 44 | PD | 1.1 | 1 |"""


def asked(question: str) -> tuple[Analysis | NotAnalysed, ...]:
    return analyse(question, tables_of(TABLE))


@pytest.mark.parametrize(
    ("question", "rows", "kept"),
    [
        ("ORR in arm A", [("all", "4", "3")], "ARM = A"),
        ("ORR in A", [("all", "4", "3")], "ARM = A"),
        ("ORR where sex is F by arm", [("A", "2", "1"), ("B", "2", "1")], "SEX = F"),
        ("ORR by arm in women", [("A", "2", "1"), ("B", "2", "1")], "SEX = F"),
        ("ORR by arm for men", [("A", "2", "2"), ("B", "2", "0")], "SEX = M"),
        ("women only ORR by arm", [("A", "2", "1"), ("B", "2", "1")], "SEX = F"),
        ("median PFS in female patients", [("all", "4", "3")], "SEX = F"),
        ("ORR in arm A and women", [("all", "2", "1")], "ARM = A, SEX = F"),
        ("how many patients in arm B", [("all", "4")], "ARM = B"),
    ],
)
def test_the_numbers_are_of_the_part_that_is_asked_for(
    question: str, rows: list[tuple[str, ...]], kept: str
) -> None:
    (found,) = asked(question)
    assert isinstance(found, Analysis), found
    assert [row[: len(rows[0])] for row in found.rows] == rows
    assert found.title.endswith(kept)
    assert all(f"Only rows with {each}" in " ".join(found.warnings) for each in kept.split(", "))


def test_a_part_that_is_named_last_holds_for_all_that_is_asked() -> None:
    both = asked("ORR by arm and KM of PFS in women")
    assert [each.title for each in both if isinstance(each, Analysis)] == [
        "Response rate by ARM, SEX = F", "PFS by ARM, SEX = F",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        "ORR in EGFR-mutated patients",
        "ORR by arm in patients with brain metastases",
        "KM of PFS by arm in never smokers",
        "ORR by arm, confirmed only",
        "how many patients in arm C",
        "ORR in arm A and B",
    ],
)
def test_a_part_that_no_value_tells_gets_no_numbers(question: str) -> None:
    (found,) = asked(question)
    assert isinstance(found, NotAnalysed)
    assert "the numbers of all rows would be others" in found.reason


@pytest.mark.parametrize(
    "question",
    [
        "ORR by arm in onco_2.csv",
        "ORR by arm in the attached file",
        "ORR by arm in all patients",
        "ORR by arm in this table",
        "ORR in each arm",
        "ORR by arm",
    ],
)
def test_who_names_no_part_asks_for_all(question: str) -> None:
    (found,) = asked(question)
    assert isinstance(found, Analysis)
    assert sum(int(row[1]) for row in found.rows) == 8
    assert "Only rows" not in " ".join(found.warnings)


def test_a_population_that_the_table_does_not_tell_gets_no_numbers() -> None:
    (found,) = asked("ORR by arm in the safety population")
    assert isinstance(found, NotAnalysed)
    assert found.reason.startswith("The table has no column SAFFL")


def test_fisher_of_the_best_response_is_of_response_or_none() -> None:
    (found,) = asked("Fisher of response by arm")
    assert isinstance(found, Analysis)
    assert found.rows == (("no response", "1", "3"), ("response", "3", "1"))
    assert "A response is BOR = CR or PR." in found.method


@pytest.mark.parametrize(
    ("question", "printed"),
    [("ORR in arm A", "all 3 of 4"), ("Fisher of response by arm", "[[1, 3], [3, 1]]")],
)
def test_the_code_gives_the_numbers_of_the_part(
    question: str, printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = TABLE.split("\n")
    table = tmp_path / "table.csv"
    table.write_text(
        "\n".join(",".join(c.strip() for c in line[1:-1].split("|")) for line in lines)
    )
    (found,) = asked(question)
    assert isinstance(found, Analysis)
    exec(compile(found.code.replace('"table.csv"', repr(str(table))), "code", "exec"), {})
    assert printed in capsys.readouterr().out
