"""Words of people who never saw a codebook, on tables as registries export them: what they mean is
computed, and what cannot be told is not counted as "none"."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agents.analyses.analysing import analyse
from agents.analyses.contract import Analysis, NotAnalysed
from retrieval.tables.tables_in_text import tables_of

_ROWS = [
    # stage, TP53, age, brain mets, months, state, months without disease, state
    ("Stage II", "Mutated", 51, "no", 30.0, "0:LIVING", 20.0, "0:DiseaseFree"),
    ("Stage II", "Wild type", 66, "yes", 12.0, "1:DECEASED", 9.0, "1:Recurred/Progressed"),
    ("Stage III", "Mutated", 70, "no", 9.0, "1:DECEASED", 5.0, "1:Recurred/Progressed"),
    ("Stage III", "Wild type", 48, "yes", 25.0, "0:LIVING", 25.0, "0:DiseaseFree"),
    ("Stage IV", "Mutated", 59, "no", 4.0, "1:DECEASED", 2.0, "1:Recurred/Progressed"),
    ("Stage IV", "Wild type", 77, "yes", 7.0, "1:DECEASED", 6.0, "1:Recurred/Progressed"),
]
_HEADS = (
    "PATIENT_ID", "AJCC_STAGE", "TP53_STATUS", "Age", "Brain mets", "OS_MONTHS", "OS_STATUS",
    "DFS_MONTHS", "DFS_STATUS",
)  # fmt: skip


def _table(heads: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    lines = [heads, *rows]
    return "\n".join(f"| {' | '.join(map(str, each))} |" for each in lines)


REGISTRY = _table(_HEADS, [(f"P{n}", *row) for n, row in enumerate(_ROWS * 3)])


def _outcome(question: str, text: str = REGISTRY) -> Analysis | NotAnalysed:
    (found,) = analyse(question, tables_of(text))
    return found


def _computed(question: str, text: str = REGISTRY) -> Analysis:
    found = _outcome(question, text)
    assert isinstance(found, Analysis), found
    return found


def _refused(question: str, text: str = REGISTRY) -> str:
    found = _outcome(question, text)
    assert isinstance(found, NotAnalysed), found
    return found.reason


def test_a_code_with_its_meaning_is_an_event_by_its_code() -> None:
    found = _computed("KM of OS")
    assert found.rows[0][1:3] == ("18", "12")
    assert "1:DECEASED" in found.method
    assert _computed("KM of DFS").rows[0][2] == "12"


def test_a_state_that_is_known_as_neither_is_asked_about() -> None:
    text = REGISTRY.replace("0:LIVING", "lost to follow-up")
    assert "lost to follow-up" in _refused("KM of OS", text)
    plain = _table(("id", "time", "status"), [(n, n + 1, n % 3) for n in range(12)])
    assert "status = 2" in _refused("KM of time", plain)
    assert _computed("KM of time, event is status = 2", plain).rows[0][2] == "4"


def test_survival_alone_is_overall_survival_and_said_so() -> None:
    found = _computed("survival by TP53")
    assert found.title.startswith("OS by TP53_STATUS")
    assert any("overall survival" in each for each in found.warnings)
    assert _computed("disease-free survival by TP53").title.startswith("DFS")


@pytest.mark.parametrize(
    ("words", "column"), [("stage", "AJCC_STAGE"), ("TP53", "TP53_STATUS"), ("age", "Age")]
)
def test_a_column_is_named_without_the_words_for_its_kind(words: str, column: str) -> None:
    question = "Cox of OS by age" if words == "age" else f"OS by {words}"
    found = _computed(question)
    assert column in f"{found.title} {found.rows}"


def test_a_word_that_fits_two_columns_names_none() -> None:
    rows = [(n, "pos", n, n + 1, n % 2) for n in range(8)]
    text = _table(("id", "PD-L1 status", "PD-L1 score", "OS_MONTHS", "OS_STATUS"), rows)
    assert "PD-L1" in _refused("OS by PD-L1", text)


def test_with_and_without_are_two_groups() -> None:
    found = _computed("OS with and without brain mets")
    assert [row[0] for row in found.rows] == ["no", "yes"]
    assert _computed("OS without brain mets").rows[0][1] == "9"


def test_a_list_behind_for_and_by_is_compared_and_chooses_no_rows() -> None:
    rows = [
        (n, ("wt", "mut")[n * 7 % 5 > 2], 40 + n * 13 % 37, ("no", "yes")[n % 3 == 0],
         (n * 29 % 41) + 1, n * 17 % 7 % 2)
        for n in range(40)
    ]  # fmt: skip
    text = _table(("id", "TP53_STATUS", "Age", "Brain mets", "OS_MONTHS", "OS_STATUS"), rows)
    found = _computed("Cox for OS by TP53, age and brain mets", text)
    assert [row[0].split(":")[0].split(",")[0] for row in found.rows] == [
        "TP53_STATUS", "Age", "Brain mets",
    ]  # fmt: skip
    assert not any("Only rows" in each for each in found.warnings)


def test_age_is_not_left_out_of_a_request_in_silence() -> None:
    assert "Age" in _refused("OS by stage and age")


def test_a_distribution_is_of_the_column_named_before_it() -> None:
    assert _computed("TP53 distribution").rows[0][0] in ("Mutated", "Wild type")


def test_bars_of_patients_need_no_name_of_the_column() -> None:
    text = _table(
        ("subject", "cohort", "time_on_treatment_weeks", "ongoing", "Best change (%)"),
        [(f"S{n}", "AB"[n % 2], 4 * n + 3, n % 2, -10 * n + 25) for n in range(8)],
    )
    assert _computed("waterfall by cohort", text).title == "Best change: Best change (%) by cohort"
    assert _computed("swimmer of time on treatment by cohort", text).rows[0][1] == "4"
    found = _computed("swimmer plot", text)
    assert found.rows[0][1:3] == ("8", "4")


def test_two_columns_of_yes_and_no_are_a_table_of_two() -> None:
    rows = [(n, "pos" if n % 2 else "neg", "Yes" if n % 3 else "No") for n in range(24)]
    text = _table(("id", "PD-L1 status", "Responder"), rows)
    for question in ("Fisher of PD-L1 and responder", "2x2 of responder and PD-L1"):
        found = _computed(question, text)
        assert not any("Only rows" in each for each in found.warnings)
        assert "24 rows" in found.method


def test_the_part_of_another_thing_leaves_no_group_alone() -> None:
    first, second = analyse(
        "KM of OS by TP53 and KM of DFS where TP53 = Mutated", tables_of(REGISTRY)
    )
    assert isinstance(first, Analysis)
    assert [row[0] for row in first.rows] == ["Mutated", "Wild type"]
    assert isinstance(second, Analysis)
    assert [row[:2] for row in second.rows] == [("all", "9")]
