"""Tables of plain text and of PDFs: columns, leaders, two tables in a block, two rows of heads."""

from __future__ import annotations

from retrieval.derivation.segments import segments, text_units

COLUMNS = """PLATELETS
   Condition                          Threshold     Dose
   ---------------------------------  ------------  --------
   Lumbar puncture                    48            1 pool
   Central line insertion (tunnelled) 55            2 pools
"""
LEADERS = """RED CELLS
   Stable patient ................ below 72 g/L
   Heart failure ................. below 88 g/L
"""
TWO_TABLES = """Dose modification in liver and
kidney disease
Hepatic impairment
Bilirubin (µmol/L) Drug A Drug B
< 24 100% 100%
24–50 55% 70%
> 50 30% 40%
Renal impairment
CrCl (mL/min) Drug C Drug D
> 58 100% 100%
46–58 60% 80%
< 46 40% 20%
* Use adjusted body weight.
"""
TWO_HEADS = """| Allergy | Dose | Dose |
| Allergy | eGFR 20 or above | eGFR below 20 |
| None | 4 g | 2 g |
"""


def cells(text: str, title: str = "") -> list[tuple[tuple[str, str], ...]]:
    return [each.cells for each in segments(text, title) if each.kind == "row"]


def test_columns_under_dashes_are_cells_also_where_a_label_fills_its_column() -> None:
    assert cells(COLUMNS) == [
        (("Condition", "Lumbar puncture"), ("Threshold", "48"), ("Dose", "1 pool")),
        (
            ("Condition", "Central line insertion (tunnelled)"),
            ("Threshold", "55"),
            ("Dose", "2 pools"),
        ),
    ]


def test_a_leader_of_dots_parts_a_label_from_its_value() -> None:
    assert cells(LEADERS) == [
        (("", "Stable patient"), ("", "below 72 g/L")),
        (("", "Heart failure"), ("", "below 88 g/L")),
    ]


def test_two_tables_of_a_page_keep_their_own_heads() -> None:
    rows = segments(TWO_TABLES, "Dose modification in liver and kidney disease")
    told = [
        (each.headings[-1], each.cells[0][1], TWO_TABLES[slice(*each.context[0])])
        for each in rows
        if each.kind == "row"
    ]
    assert told[1] == ("Hepatic impairment", "24–50", "Bilirubin (µmol/L) Drug A Drug B")
    assert told[4] == ("Renal impairment", "46–58", "CrCl (mL/min) Drug C Drug D")


def test_a_second_row_of_heads_tells_merged_columns_apart() -> None:
    told = segments(TWO_HEADS)
    assert [(TWO_HEADS[slice(*each.claim)], each.cells[0][1]) for each in told] == [
        ("4 g", "eGFR 20 or above"),
        ("2 g", "eGFR below 20"),
    ]


BROKEN_UP = """DLCO (% of baseline) Bleomycin
above 75 Full dose
60 to 75 Ask
below 60 Stop
The lifetime limit of bleomycin is 360,000 IU in all patients.
Cisplatin: hearing
Loss (dB) Cisplatin
below 25 Continue
25 to 45 Reduce
above 45 Stop
"""


def test_a_sentence_between_two_tables_ends_the_first() -> None:
    told = {each.cells[0] for each in segments(BROKEN_UP) if each.kind == "row"}
    assert ("DLCO (% of baseline) Bleomycin", "below 60") in told
    assert ("Loss (dB) Cisplatin", "25 to 45") in told
    sentences = [BROKEN_UP[slice(*each.claim)] for each in segments(BROKEN_UP)]
    assert "The lifetime limit of bleomycin is 360,000 IU in all patients." in sentences


def test_the_name_of_a_table_is_a_heading_that_may_be_quoted_with_its_rows() -> None:
    units = text_units(TWO_TABLES)
    told = {TWO_TABLES[each.start : each.end]: each.kind for each in units}
    assert told["Renal impairment"] == "heading"
    assert told["46–58 60% 80%"] == "row"
