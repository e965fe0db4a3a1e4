"""What a table says above its rows: its name, and heads in two rows."""

from __future__ import annotations

from agents.extractive.own_rules.rules_of_document import OwnRule, rules_of
from agents.extractive.own_rules.values import fits, values_of
from retrieval.derivation.segments import segments

LIVER = """# Liver

Table 4. Share of the usual dose

| Agent | Bilirubin (µmol/L) | Bilirubin (µmol/L) |
| Agent | 18-33 | 34-50 |
| Ixabepilone | 82 | 61 |
| Eribulin | 77 | none |

Table 5. What is given in its place

| Tumour | Drug |
| Breast | gemcitabine |
"""

TIMES = """# Times

| Antibody | Infusion (min) | Infusion (min) | Watch (min) |
| Antibody | first | later | all |
| Necitumumab | 61 | 47 | 35 |
"""

GRADES = """# Side effects of abemaciclib

| Event | CTCAE grade | CTCAE grade | CTCAE grade |
| Event | 2 | 3 | 4 |
| Diarrhoea | go on | hold, then 100 mg | stop |
"""

EVENTS = """# Holding

| Drug | Event | Grade 2 | Grade 3 |
| Ribociclib | Neutropenia | go on | hold 6 days |
| | QT prolongation | lower | hold 13 days |
| Olaparib | Anaemia | check iron | hold 27 days |
"""

PATHWAY = """Pathway of the lung unit

3. LATER LINES

   Marker         1st line               2nd line
   -------------  ---------------------  --------------------
   RET fusion     selpercatinib          platinum
   NTRK fusion    larotrectinib          repotrectinib

   Molecular board: within 8 days.

4. Contacts

   4.1 Lung nurse: 4417.

5. Orders
   5.1 Until noon.
"""


def rule_of(text: str, own: str) -> OwnRule:
    return next(each for each in rules_of(text, "Title") if own in each.own)


def test_the_line_that_names_a_table_stands_with_its_rows_and_is_no_rule() -> None:
    rule = rule_of(LIVER, "gemcitabine")
    assert "What is given in its place" in rule.head
    assert rule.headings == ("Liver",)
    assert not any("given in its place" in each.own for each in rules_of(LIVER, "Title"))


def test_a_cell_holds_for_the_measure_over_its_column() -> None:
    rule = rule_of(LIVER, "61")
    assert "Bilirubin (µmol/L)" in rule.head
    (held,) = rule.ranges
    assert fits(held, values_of("bili 40")) == "in"
    assert fits(held, values_of("bili 20")) == "out"


def test_a_bare_number_has_the_unit_over_its_column() -> None:
    assert "sign:time" in rule_of(TIMES, "Necitumumab").words


def test_bare_grades_below_the_word_are_conditions() -> None:
    rule = rule_of(GRADES, "hold, then 100 mg")
    assert rule.label == "Diarrhoea"
    assert [each.low for each in rule.ranges] == [3]


def test_what_stands_before_the_first_condition_names_the_row() -> None:
    assert rule_of(EVENTS, "hold 27 days").label == "Olaparib, Anaemia"
    assert rule_of(EVENTS, "hold 13 days").label == "Ribociclib, QT prolongation"
    assert not any(each.own == "Anaemia" for each in rules_of(EVENTS, "Title"))


def test_a_head_with_digits_over_dashes_heads_a_table_of_plain_text() -> None:
    row = next(each for each in segments(PATHWAY) if "RET fusion" in PATHWAY[slice(*each.claim)])
    assert row.kind == "row"
    assert row.cells[1] == ("1st line", "selpercatinib")


def test_a_numbered_line_in_capitals_or_with_numbered_parts_is_a_heading() -> None:
    assert rule_of(PATHWAY, "Molecular board").headings[-1] == "LATER LINES"
    assert rule_of(PATHWAY, "Lung nurse").headings[-1] == "Contacts"
    assert rule_of(PATHWAY, "Until noon").headings[-1] == "Orders"


def test_a_numbered_line_over_a_table_is_its_heading_and_no_step_of_a_list() -> None:
    text = "Unit\n\n1. Checks\n\n| Drug | Weight |\n| A | 7 |\n\n2. Stop it\n\n3. Call\n\nEnd.\n"
    found = {text[slice(*each.claim)].strip("| "): each.headings for each in segments(text)}
    assert found["A | 7"] == ("Unit", "Checks")
    assert "Stop it" in found
