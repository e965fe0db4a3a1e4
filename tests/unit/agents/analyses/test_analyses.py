"""Fixed analyses against numbers that others have published."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.analyses.analysing import NO_TABLE, WHAT_TO_ASK, analyse
from agents.analyses.computing.statistics import exact_interval, fisher_exact_p
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import read_intents
from agents.analyses.pictures import picture
from retrieval.tables.tables_in_text import tables_of

MERCAPTOPURINE = "6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+"
PLACEBO = "1 1 2 2 3 4 4 5 5 8 8 8 8 11 11 12 12 15 17 22 23"
"""Weeks in remission, + where censored (Freireich et al., Blood 1963)."""


def remission(heads: str = "weeks", event: str = "relapse") -> str:
    rows = [f"| patient | arm | {heads} | {event} | response |"]
    for arm, times in (("6-MP", MERCAPTOPURINE), ("placebo", PLACEBO)):
        for time in times.split():
            had = int(not time.endswith("+"))
            best = "CR" if arm == "6-MP" and had else "PR" if time in ("22", "23") else "PD"
            rows.append(f"| {len(rows)} | {arm} | {time.rstrip('+')} | {had} | {best} |")
    return "\n".join(rows)


def with_sex_and_change(text: str) -> str:
    """The same with a sex and a best change for each patient."""
    head, *rows = text.split("\n")
    more = [f"{row} {'fm'[n % 2]} | {20 - 3 * n} |" for n, row in enumerate(rows)]
    return "\n".join([f"{head} sex | change |", *more])


def one(text: str, question: str) -> Analysis:
    (found,) = analyse(question, tables_of(text))
    assert isinstance(found, Analysis), found
    return found


def test_kaplan_meier_and_log_rank_give_the_published_numbers() -> None:
    found = one(remission("time", "event"), "KM of time by arm")
    assert [row[:4] for row in found.rows] == [
        ("6-MP", "21", "9", "23"), ("placebo", "21", "21", "8"),
    ]  # fmt: skip
    assert found.said[0].startswith("Log-rank: chi-square 16.793")
    assert "an event is event = 1" in found.method
    assert found.drawing is not None
    assert "6-MP: 21 patients, 9 events, median 23" in found.drawing.alt_text
    assert found.drawing.curves[0].at_risk[0] == (0.0, 21)


def test_the_log_rank_test_is_told_of_more_than_two_groups() -> None:
    # The sum over the times of events, in NumPy without a library of statistics, gives 25.366.
    head, *rows = remission("time", "event").split("\n")
    third = "\n".join(row.replace("| 6-MP |", "| other |") for row in rows[:7])
    found = one("\n".join([head, third, *rows[7:]]), "log-rank of time by arm")
    assert len(found.rows) == 3
    assert found.said[0] == "Log-rank: chi-square 25.366 with 2 degrees of freedom, p < 0.0001."


def test_survival_at_a_time_and_those_at_risk_are_told() -> None:
    found = one(remission("time", "event"), "survival by arm at 10")
    assert any(each.startswith("6-MP: 0.753 (") for each in found.said)
    assert any(each.startswith("At risk, placebo: 21 at 0") for each in found.said)


def test_what_means_an_event_is_read_by_the_name_and_can_be_turned() -> None:
    by_name = one(remission("time", "CNSR"), "survival by arm")
    assert [row[2] for row in by_name.rows] == ["12", "0"]
    turned = one(remission("time", "CNSR"), "survival by arm, event is CNSR=1")
    assert [row[2] for row in turned.rows] == ["9", "21"]


def test_response_rates_have_exact_intervals_and_fishers_test() -> None:
    found = one(remission(), "ORR by arm")
    assert [row[:4] for row in found.rows] == [
        ("6-MP", "21", "9", "42.9%"), ("placebo", "21", "2", "9.5%"),
    ]  # fmt: skip
    assert "Fisher's exact test: p = 0.03" in found.said[0]
    assert "CR or PR" in found.method


def test_intervals_and_tests_agree_with_textbooks() -> None:
    none = exact_interval(0, 10)
    assert none.high == pytest.approx(0.3085, abs=1e-4)
    assert fisher_exact_p([[3, 1], [1, 3]]) == pytest.approx(0.4857, abs=1e-4)


def test_two_things_asked_at_once_are_computed_by_the_same_groups() -> None:
    text = remission("pfs_weeks_time", "pfs_event")
    first, second = analyse("ORR by arm and KM of PFS", tables_of(text))
    assert isinstance(first, Analysis)
    assert isinstance(second, Analysis)
    assert (first.title, second.title) == ("Response rate by arm", "PFS by arm")
    assert [row[3] for row in second.rows] == ["23", "8"]


EVENTS = """| USUBJID | TRTA | AEDECOD | AETOXGR | TRTEMFL |
| 1 | A | nausea | 1 | Y |
| 1 | A | rash | 3 | Y |
| 2 | A | nausea | 2 | Y |
| 3 | B | nausea | 2 | Y |
| 4 | B | rash | 4 | |"""


def test_adverse_events_count_each_patient_once_at_the_highest_grade() -> None:
    found = one(EVENTS, "adverse events by grade and arm")
    assert found.heads == ("", "A", "B")
    assert found.rows == (
        ("Highest AETOXGR 2", "1 (50.0%)", "1 (100.0%)"),
        ("Highest AETOXGR 3", "1 (50.0%)", "0 (0.0%)"),
        ("Any event", "2", "1"),
    )
    assert "TRTEMFL = Y" in found.warnings[0]
    drawing = found.drawing
    assert drawing is not None
    assert drawing.alt_text.endswith("A: 2: 1 of 2, 3: 1 of 2; B: 2: 1 of 1, 3: 0 of 1.")
    shares = [(each.name, each.group, each.value) for each in drawing.lanes]
    assert shares[:2] == [("A", "AETOXGR 2", 0.5), ("A", "AETOXGR 3", 0.5)]
    assert picture(drawing).startswith(b"\x89PNG")


WITHOUT_EVENTS = """| USUBJID | ARM | AETERM | AEGRADE |
| 1 | A | rash | 2 |
| 1 | A | nausea | 1 |
| 2 | A | | |
| 3 | A | None | |
| 4 | A | rash | 3 |
| 5 | B | diarrhoea | |
| 6 | B | rash | 0 |"""


def test_a_patient_of_a_row_without_an_event_had_none() -> None:
    found = one(WITHOUT_EVENTS, "adverse events by grade and arm")
    assert found.rows == (
        ("Highest AEGRADE 2", "1 (25.0%)", "0 (0.0%)"),
        ("Highest AEGRADE 3", "1 (25.0%)", "0 (0.0%)"),
        ("Any event", "2 (50.0%)", "1 (50.0%)"),
    )
    assert "of all patients in this table" in found.method
    assert found.drawing is not None
    assert "A: 2: 1 of 4, 3: 1 of 4" in found.drawing.alt_text
    assert found.drawing.across == "Share of the patients"


def test_the_code_counts_as_many_without_an_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = WITHOUT_EVENTS.split("\n")
    table = tmp_path / "table.csv"
    table.write_text(
        "\n".join(",".join(c.strip() for c in line[1:-1].split("|")) for line in lines)
    )
    code = one(WITHOUT_EVENTS, "adverse events by grade and arm").code
    exec(compile(code.replace('"table.csv"', repr(str(table))), "code", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(" Counter")[0] for line in said] == [
        "A any event 2 of 4", "B any event 1 of 2",
    ]  # fmt: skip


def test_counts_summaries_and_two_by_two() -> None:
    assert one(EVENTS, "number of patients by TRTA").rows == (("A", "2"), ("B", "2"))
    ages = "| arm | age | sex |\n| a | 50 | f |\n| a | 60 | m |\n| b | 70 | f |\n| b | 72 | f |"
    assert one(ages, "median of age by arm").rows[0][:5] == ("a", "2", "55.00", "7.07", "55")
    table = one(ages, "Fisher of sex by arm")
    assert table.rows == (("f", "1", "2"), ("m", "1", "0"))


@pytest.mark.parametrize(
    ("text", "question", "words"),
    [
        ("", "ORR by arm", NO_TABLE),
        (EVENTS, "what is the weather?", WHAT_TO_ASK),
        (EVENTS, "ORR by arm", "I find no column of responses"),
        (EVENTS, "KM by TRTA", "I find no column of time"),
        (EVENTS, "number of patients by hospital", "I find no column for “hospital”"),
        (remission("time", "event"), "KM by patient", "groups need a column with at most"),
    ],
)
def test_what_cannot_be_computed_is_said(text: str, question: str, words: str) -> None:
    (found,) = analyse(question, tables_of(text))
    assert isinstance(found, NotAnalysed)
    assert words in found.reason


def test_an_analysis_by_patient_refuses_rows_that_are_none() -> None:
    text = "| patient | time | event |\n| 1 | 3 | 1 |\n| 1 | 4 | 0 |\n| 2 | 5 | 1 |"
    (found,) = analyse("KM", tables_of(text))
    assert isinstance(found, NotAnalysed)
    assert "needs one row for each patient" in found.reason


def test_other_questions_ask_for_no_analysis() -> None:
    assert read_intents("Is olaparib an option after bevacizumab?") == ()


def test_a_picture_is_a_png_with_its_words() -> None:
    for question in ("KM of time by arm", "ORR by arm"):
        found = one(remission("time", "event"), question)
        assert found.drawing is not None
        drawn = picture(found.drawing)
        assert drawn.startswith(b"\x89PNG")
        assert b"6-MP" in drawn


@pytest.mark.filterwarnings("ignore:The confidence interval is undefined:RuntimeWarning")
@pytest.mark.parametrize(
    ("question", "printed"),
    [
        ("KM of time by arm", "median 23.0 interval 13.0 None"),
        ("KM of time by response", "log-rank: chi-square "),
        ("ORR by arm", "6-MP 9 of 21 share 0.42857142857142855"),
        ("Fisher of event by arm", "[[12, 0], [9, 21]]"),
        ("median of time by arm", "quartiles [9.0, 16.0, 23.0]"),
        ("count of response by arm", "6-MP Counter({'PD': 12, 'CR': 9})"),
        ("number of patients by arm", "placebo 21"),
        ("AEs by arm", "6-MP any event 21"),
        ("Cox of time by arm", "arm: placebo hazard ratio 4.81"),
        ("forest of time by arm and sex", "sex: f hazard ratio"),
        ("waterfall of change by arm", "6-MP 21 shrank"),
        ("swimmer of time by arm", "6-MP 21 go on 12 median 16"),
    ],
)
def test_the_code_gives_the_same_numbers_from_the_table_as_csv(
    question: str, printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = with_sex_and_change(remission("time", "event"))
    lines = [
        ",".join(cell.strip() for cell in line.strip("|").split("|")) for line in text.split("\n")
    ]
    table = tmp_path / "table.csv"
    table.write_text("\n".join(lines), encoding="utf-8")
    code = one(text, question).code.replace('"table.csv"', repr(str(table)))
    exec(compile(code, "code", "exec"), {})
    assert printed in capsys.readouterr().out


def test_a_name_of_a_column_stays_a_literal_in_the_code() -> None:
    text = remission("time", "event").replace("arm", "a`` `'\"\\n")
    code = one(text, "count of response").code
    assert "`" not in code
    assert compile(code, "code", "exec")


def test_a_hazard_ratio_is_the_published_one_with_its_rows_and_picture() -> None:
    found = one(with_sex_and_change(remission("time", "event")), "Cox of time by arm")
    ((term, ratio, interval, p),) = found.rows
    # exp(1.572), as survival's coxph of R gives it; the interval by Newton's method by hand.
    assert (term, ratio) == ("arm: placebo against 6-MP", "4.817")
    assert (interval, p) == ("2.147 to 10.809", "= 0.0001378")
    assert "42 of 42 rows with time, event, arm" in found.method
    assert found.drawing is not None
    assert picture(found.drawing).startswith(b"\x89PNG")


def test_patients_are_drawn_one_by_one_with_their_counts() -> None:
    text = with_sex_and_change(remission("time", "event"))
    fall = one(text, "waterfall of change by arm")
    assert [row[:4] for row in fall.rows] == [
        ("6-MP", "21", "4 (19.0%)", "1 (4.8%)"), ("placebo", "21", "21 (100.0%)", "0 (0.0%)"),
    ]  # fmt: skip
    swim = one(text, "swimmer of time by arm")
    assert [row[:3] for row in swim.rows] == [("6-MP", "21", "12"), ("placebo", "21", "0")]
    for found in (fall, swim, one(text, "forest of time by arm and sex")):
        assert found.drawing is not None
        assert len(picture(found.drawing)) > 5000


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Cox of time by weight", "I find no column for “weight”"),
        ("forest of time by arm in each sex", "“sex” cannot be read as a group here"),
        ("Cox of time by", "I do not know by which column"),
        ("Cox of time", "Name what is compared"),
        ("forest of time by arm", "Name the two groups and the subgroups"),
        ("forest of time by response and sex", "response has 3 values; a forest compares two"),
        ("waterfall by arm", "I find no column of the best change"),
    ],
)
def test_what_a_table_does_not_hold_is_said(question: str, reason: str) -> None:
    (found,) = analyse(
        question, tables_of(with_sex_and_change(remission("time", "event")).replace("change", "x"))
    )
    assert isinstance(found, NotAnalysed)
    assert found.reason.startswith(reason)


def test_a_model_without_a_solution_is_told_in_words() -> None:
    rows = [f"| {n} | {n} | {n % 2} | {'ab'[n % 2]} |" for n in range(1, 31)]
    text = "\n".join(["| id | time | event | arm |", *rows])
    (found,) = analyse("Cox of time by arm", tables_of(text))
    assert isinstance(found, NotAnalysed)
    assert "has no solution" in found.reason
