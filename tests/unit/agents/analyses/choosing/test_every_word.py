"""Every word of a request is read: the rows that it chooses are chosen, or nothing is computed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.analyses.analysing import analyse
from agents.analyses.contract import Analysis, NotAnalysed
from retrieval.tables.tables_in_text import tables_of

TRIAL = """| no. | Tx group | Sex (m/f) | Age at dx | ECOG | Stage | prior platinum | Response |
| 1 | docetaxel | f | 60 | 0 | III | yes | PR |
| 2 | docetaxel | m | 61 | 1 | IV | no | CR |
| 3 | docetaxel | f | 55 | 2 | IV | yes | SD |
| 4 | docetaxel | m | 66 | 1 | IIIB | no | PR |
| 5 | placebo | f | 60 |  | IV | no | PD |
| 6 | placebo | m | 71 | 2 | III |  | SD |
| 7 | placebo | f | 82 | 1 | IV | yes | PR |
| 8 | placebo | m |  | 0 | IV | no | PD |"""
TIMES = """| id | arm | OS days | OS event | PFS (months) | PFS event | status |
| 1 | A | 100 | 1 | 2.5 | 1 | 1 |
| 2 | A | 200 | 1 | 5.0 | 1 | 2 |
| 3 | A | 800 | 0 | 9.0 | 0 | 1 |
| 4 | B | 150 | 1 | 1.0 | 1 | 2 |
| 5 | B | 400 | 1 | 7.0 | 1 | 2 |
| 6 | B | 900 | 0 | 8.5 | 0 | 1 |"""
EVENTS = """| Patient | Arm | Age | AE term | Grade | Serious |
| 1 | A | 50 | Nausea | Grade 1 | no |
| 1 | A | 50 | Neutropenia | Grade 3 | yes |
| 2 | A | 75 | Rash | Grade 2 | no |
| 3 | B | 71 | Neutropenia | Grade 4 | no |
| 4 | B | 60 | Nausea | Grade 2 | no |
| 5 | B | 80 |  |  |  |"""


def one(question: str, text: str = TRIAL) -> Analysis | NotAnalysed:
    (found,) = analyse(question, tables_of(text))
    return found


def computed(question: str, text: str = TRIAL) -> Analysis:
    found = one(question, text)
    assert isinstance(found, Analysis), found
    return found


@pytest.mark.parametrize(
    ("question", "people", "responses", "kept"),
    [
        ("ORR in patients over 65", "3", "2", "Age at dx > 65"),
        ("ORR in patients younger than 61", "3", "1", "Age at dx < 61"),
        ("ORR in patients 61 years or older", "4", "3", "Age at dx ≥ 61"),
        ("ORR in women between 55 and 60", "3", "1", "Age at dx ≥ 55, Age at dx ≤ 60"),
        ("ORR with ECOG ≥ 1", "5", "3", "ECOG ≥ 1"),
        ("ORR in ECOG 0-1", "5", "4", "ECOG ≥ 0, ECOG ≤ 1"),
        ("ORR without prior platinum", "4", "2", "prior platinum = no"),
        ("ORR with prior platinum", "3", "2", "prior platinum = yes"),
        ("ORR excluding women", "4", "2", "Sex (m/f) ≠ f"),
        ("ORR in patients not treated with docetaxel", "4", "1", "Tx group ≠ docetaxel"),
        ("ORR in stage III or IV", "7", "3", "Stage = III or IV"),
        ("ORR excluding patients with missing ECOG", "7", "4", "ECOG is known"),
        ("In women, ORR", "4", "2", "Sex (m/f) = f"),
        ("ORR in women without prior platinum", "1", "0", "prior platinum = no"),
        ("ORR where stage is not IV", "3", "2", "Stage ≠ IV"),
    ],
)
def test_the_rows_that_words_choose_are_counted(
    question: str, people: str, responses: str, kept: str
) -> None:
    found = computed(question)
    assert found.rows[0][1:3] == (people, responses)
    assert found.title.endswith(kept)
    assert f"{people} of " in " ".join(found.warnings)


def test_rows_that_do_not_tell_are_left_out_and_said() -> None:
    assert "2 without ECOG" not in " ".join(computed("ORR with ECOG ≥ 1").warnings)
    assert computed("ORR with ECOG ≥ 1").warnings == (
        "Only rows with ECOG ≥ 1: 5 of 8; 1 without ECOG are left out, too.",
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("ORR by Tx group in never smokers", "“smokers”"),
        ("ORR with brain metastases", "“brain metastases”"),
        ("confirmed ORR by Tx group", "“confirmed”"),
        ("ORR by Tx group and stage", "two"),
        ("ORR in patients over 65 or with ECOG 2", "“or”"),
        ("ORR excluding women and stage IV", "two ways"),
        ("ORR in docetaxel and placebo", "by Tx group"),
        ("ORR in patients with more than 2", "which column"),
        ("ORR in the first 30 days", "“first 30”"),
        ("ORR excluding", "takes away"),
        ("ORR not only in women", "not only"),
        ("ORR in women over 90", "No row is left"),
        ("how many events by Tx group", "Which events"),
        ("ORR with stage", "What is asked of Stage"),
    ],
)
def test_a_word_that_is_not_known_ends_it(question: str, said: str) -> None:
    found = one(question)
    assert isinstance(found, NotAnalysed), found
    assert said in found.reason


def test_a_part_without_a_response_has_a_rate_of_nought() -> None:
    assert computed("ORR in stage IV without prior platinum over 50 in women").rows[0][1:4] == (
        "1", "0", "0.0%",
    )  # fmt: skip


def test_a_group_of_which_no_row_is_left_is_named() -> None:
    found = computed("number of patients with neutropenia by arm, age under 60", EVENTS)
    assert found.rows == (("A", "1"),)
    assert "None of these rows has Arm = B." in found.warnings


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("number of patients with neutropenia by arm", (("A", "1"), ("B", "1"))),
        ("how many patients had grade 3 or worse events by arm", (("A", "1"), ("B", "1"))),
        ("how many patients over 70", (("all", "3"),)),
        ("how many patients had neutropenia of grade 4 by arm", (("B", "1"),)),
        ("how many patients had serious events", (("all", "1"),)),
        ("how many patients had no serious events by arm", (("A", "2"), ("B", "2"))),
    ],
)
def test_patients_are_counted_by_their_events(
    question: str, rows: tuple[tuple[str, ...], ...]
) -> None:
    assert computed(question, EVENTS).rows == rows


def test_shares_of_chosen_events_say_of_whom_they_are() -> None:
    found = computed("AEs by grade and arm, grade 3 or higher only", EVENTS)
    assert found.rows[-1] == ("Any event", "1", "1")
    assert "not of all patients of the table" in found.method


def test_a_landmark_is_turned_into_the_unit_of_the_column() -> None:
    found = computed("OS at 1 year by arm", TIMES)
    assert found.title == "OS at 1 year (365.2 days) by arm"
    assert found.said[1].startswith("A: 0.333 (")
    assert "at 1 year (365.2 days); 1 at risk." in found.said[1]
    months = computed("6-month PFS in A", TIMES)
    assert months.said[0].startswith("all: 0.333 (")
    both = computed("PFS rate at 2 and 6 months by arm", TIMES)
    assert [each.split(" (")[0] for each in both.said[1:5]] == [
        "A: 1.000", "B: 0.667", "A: 0.333", "B: 0.667",
    ]  # fmt: skip


def test_a_landmark_is_not_told_behind_the_longest_time_or_without_a_unit() -> None:
    late = computed("PFS at 12 months by arm", TIMES)
    assert "A: not known at 12 months, nobody was followed longer than 9." in late.said
    unknown = one("OS at 6 months", TIMES.replace("OS days", "OS time"))
    assert isinstance(unknown, NotAnalysed)
    assert "does not say whether it counts days, weeks, months or years" in unknown.reason


def test_the_time_of_another_endpoint_is_not_taken() -> None:
    assert isinstance(one("KM of DFS by arm", TIMES), NotAnalysed)
    several = one("KM by arm", TIMES)
    assert isinstance(several, NotAnalysed)
    assert "name one of OS, PFS" in several.reason
    assert "“OS days”" not in computed("KM of PFS (months) by arm", TIMES).method
    assert "PFS (months)" in computed("median progression-free survival by arm", TIMES).method


def test_what_means_an_event_is_told_by_all_rows() -> None:
    """Of rows that are all censored, 1 is the only value of a status that is 1 or 2."""
    table = "\n".join(
        ("| id | sex | time | status |", "| 1 | f | 5 | 1 |", "| 2 | f | 6 | 1 |",
         "| 3 | m | 5 | 2 |", "| 4 | m | 7 | 2 |")
    )  # fmt: skip
    assert computed("KM of time in women", table).rows[0][:3] == ("all", "2", "0")


@pytest.mark.parametrize(
    ("question", "text", "printed"),
    [
        ("ORR in patients over 65, excluding women", TRIAL, "all 1 of 2"),
        ("ORR excluding patients with missing ECOG", TRIAL, "all 4 of 7"),
        ("OS at 1 year by arm", TIMES, "at 365.25 0.33"),
        ("AEs by arm, grade 3 or higher", EVENTS, "A any event 1 of 1"),
    ],
)
def test_the_code_chooses_the_same_rows(
    question: str, text: str, printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.csv"
    table.write_text(
        "\n".join(",".join(c.strip() for c in line[1:-1].split("|")) for line in text.split("\n"))
    )
    code = computed(question, text).code.replace('"table.csv"', repr(str(table)))
    exec(compile(code, "code", "exec"), {})
    assert printed in capsys.readouterr().out


WEEKS = """| week | event | arm | age |
| 5 | 1 | A | 71 |
| 26 | 1 | A | 64 |
| 40 | 0 | A | 75 |
| 12 | 1 | B | 58 |
| 26 | 0 | B | 80 |
| 44 | 1 | B | 77 |"""


def test_the_time_that_is_computed_chooses_no_rows() -> None:
    found = computed("survival at week 20 by arm", WEEKS)
    assert [row[1] for row in found.rows] == ["3", "3"]
    assert any(each.startswith("A: 0.667 (") for each in found.said)
    unclear = one("KM by arm where week is 26", WEEKS)
    assert isinstance(unclear, NotAnalysed)
    assert "Ask “at 26”" in unclear.reason


def test_a_limit_in_the_list_of_what_is_compared_chooses_no_rows() -> None:
    unclear = one("Cox of week by arm and age over 70", WEEKS)
    assert isinstance(unclear, NotAnalysed)
    assert "“in age …” for those alone, or “by age” to compare" in unclear.reason
