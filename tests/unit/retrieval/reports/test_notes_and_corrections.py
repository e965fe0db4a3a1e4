"""Marks of footnotes in any cell of a row, and results that a report has taken back."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"
TABLE = "| Gene | Variant | VAF | Tier |\n| APC | p.R876* | 45% | II |\n| {} |\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _names(text: str) -> list[str]:
    return [each.name for each in _read(text).variants]


@pytest.mark.parametrize(
    "row",
    [
        "EGFR | p.T790M | 2.1%† (depth 301x) | II",
        "EGFR | p.T790M | 3.1 † | II",
        "EGFR† | p.T790M | 3.1% | II",
        "EGFR | p.T790M † | 3.1% | II",
        "EGFR | p.T790Mᵃ | 3.1% | II",
        "EGFR¹ | p.T790M | 3.1% | II",
        "EGFR | p.T790M | 3.1ᵃ | II",
        "EGFR | p.T790M | 3.1% | II (1,2)",
    ],
)
@pytest.mark.parametrize(
    "doubt",
    ["not confirmed by a second method", "likely clonal haematopoiesis", "possible artefact"],
)
def test_a_mark_in_any_cell_leads_to_its_note(row: str, doubt: str) -> None:
    table = TABLE.format(row)
    notes = f"† {doubt}\n\nᵃ {doubt}\n\n1) {doubt}\n"
    read = _read(table + notes)
    assert [each.name for each in read.variants] == ["APC R876*"]
    assert [each.name for each in read.not_taken] == [f"EGFR T790M (“{doubt}”)"]


@pytest.mark.parametrize(
    "note",
    ["confirmed by Sanger sequencing", "clonal haematopoiesis was excluded in blood",
     "no evidence of an artefact"],
)  # fmt: skip
def test_a_note_without_a_doubt_takes_no_row_away(note: str) -> None:
    table = TABLE.format("EGFR | p.T790Mᵃ | 3.1ᵇ | III (1,2)")
    read = _read(f"{table}ᵃ {note}\n\nᵇ {note}\n\n1) {note}\n2) {note}\n")
    rows = [(each.name, each.percent, each.classed) for each in read.variants]
    assert rows[1] == ("EGFR T790M", 3.1, "Tier III")


def test_a_note_over_two_lines_is_read_whole() -> None:
    table = TABLE.format("EGFR | p.T790M | 3.1%† | II")
    assert _names(f"{table}† The share of reads lies\nbelow the validated limit of 5 %.\n") == [
        "APC R876*"
    ]


@pytest.mark.parametrize(
    "heading",
    ["Results of the original report (superseded)", "Findings as first reported – withdrawn",
     "Initial report (variants)", "Erroneous result"],
)  # fmt: skip
def test_what_a_report_has_taken_back_is_no_finding(heading: str) -> None:
    table = "| Gene | Variant | VAF |\n| EGFR | p.(Gly719Ala) | 27% |\n"
    assert not _names(f"## {heading}\n\n{table}")
    assert _names(f"## Corrected results\n\n{table}") == ["EGFR G719A"]


def test_a_mark_at_the_end_of_a_line_leads_to_its_note() -> None:
    text = "Findings\n\n- KRAS G12D, 30%¹\n- TP53 R175H, 2%²\n\n¹ confirmed by PCR\n"
    assert _names(f"{text}² not confirmed by PCR\n") == ["KRAS G12D"]
