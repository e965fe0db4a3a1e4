"""A row of a table as a reader gets it."""

from __future__ import annotations

import pytest

from agents.wording.table_rows import is_row, told_words

HEAD = "| CrCl (mL/min) | Dose | Remark |"


@pytest.mark.parametrize(
    ("quotes", "told"),
    [
        (("Rash", "Grade 2", "Hold it.", "Ask."), "Rash: Grade 2: Hold it. Ask."),
        (
            ("Capecitabine", HEAD, "| 30–50 | 75 % of dose | recheck weekly |"),
            "Capecitabine – CrCl (mL/min): 30–50 · Dose: 75 % of dose · Remark: recheck weekly",
        ),
        ((HEAD, "| 30–50 | | weekly |"), "CrCl (mL/min): 30–50 · Remark: weekly"),
        ((f"{HEAD}\n|---|:--:|--|\n| 1 | 2 | 3 |",), "CrCl (mL/min): 1 · Dose: 2 · Remark: 3"),
        (
            ("| Allergy | Dose | Dose |", "| Allergy | eGFR 20 | eGFR 9 |", "| Latex | 1 g | no |"),
            "Allergy: Latex · Dose eGFR 20: 1 g · Dose eGFR 9: no",
        ),
        (("| Table 3 | | |", HEAD, "| 1 | 2 | 3 |"), "Table 3 – CrCl (mL/min): 1 · Dose: 2 ·"
         " Remark: 3"),
        ((HEAD, "Nivolumab", "| | hold | weekly |"), "Nivolumab – Dose: hold · Remark: weekly"),
        ((HEAD, "| 1 | 2 | 3 |", "* Not in dialysis."),
         "CrCl (mL/min): 1 · Dose: 2 · Remark: 3. Not in dialysis."),
        (("| a \\| b | c |", "| 1 | 2 \\| 3 |"), "a | b: 1 · c: 2 | 3"),
        (("| a | b |", "| one more | cell | here |"), "a · b – one more · cell · here"),
        (("| 30–50 | 75 % |",), "30–50 · 75 %"),
        (("- Hold it\nat grade 3.", "Not at | 2."), "Hold it at grade 3. Not at | 2."),
        (("|---|---|",), "|---|---|"),
        ((), ""),
    ],
)  # fmt: skip
def test_each_cell_stands_behind_its_head(quotes: tuple[str, ...], told: str) -> None:
    assert told_words(quotes) == told


@pytest.mark.parametrize("line", ["|", "||", "a | b", "| a", "b |", ""])
def test_what_only_holds_bars_is_no_row(line: str) -> None:
    assert not is_row(line)
