"""Which facts of the patient a file tells: a report's comments name variants of others."""

from __future__ import annotations

import pytest

from agents.facts.attached.files import told_of_patient
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe
from evals.reports.cases import read_cases
from evals.reports.unfamiliar.layouts import unfamiliar_reports
from evals.reports.writing import made_reports
from retrieval.ingestion.readers import read_attachment

NOTE = (
    "Metastatic lung adenocarcinoma, ECOG 1.\nEGFR L858R\nProgressed on erlotinib.\n"
    "KRAS G12C inhibitors are used in colon cancer\nand pancreatic cancer of others."
)
NO_ORIGIN = ("stacked", "cellfree")
"""Layouts that do not say which variants of this case are germline."""
OF_OTHERS = ("G12C", "V600", "T790M", "ROS1", "NTRK1", "ALK", "RET", "melanoma", "fibrillation")


def facts(text: str) -> list[str]:
    return [describe(each.value) for each in read_fact_sheet((Message(text, "attachment"),)).facts]


def test_no_layout_of_a_report_gives_the_patient_what_its_comments_say_of_others() -> None:
    case = next(each for each in read_cases() if each.name == "ovary")
    unfamiliar = [each for each in unfamiliar_reports(case) if each.layout not in NO_ORIGIN]
    for made in (*made_reports(case), *unfamiliar):
        told = facts(read_attachment(made.name, made.content))
        assert "germline BRCA1 E23fs: present (VAF 51.3%)" in told, made.name
        assert not [each for each in told if any(word in each for word in OF_OTHERS)], made.name


def test_what_the_report_does_not_determine_is_no_fact() -> None:
    told = facts("| Gene | Variant |\n| EGFR | L858R |\n\nHRD score: not determined\nTMB: 5 mut/Mb")
    assert "not TMB-high (5 mut/Mb)" in told
    assert not [each for each in told if "HRD" in each]


def test_a_note_keeps_what_it_tells_of_the_patient() -> None:
    told = facts(NOTE)
    assert "EGFR L858R: present" in told
    assert any("lung" in each for each in told)
    assert any("ECOG 1" in each for each in told)
    assert any("erlotinib" in each for each in told)
    assert not [each for each in told if "G12C" in each or "pancrea" in each]


def test_a_class_that_is_torn_off_is_uncertain() -> None:
    text = "| Gene | Variant | Class |\n| ATM | P1054R | Variant of |"
    assert "ATM P1054R: of uncertain significance" in facts(text)


def test_a_table_of_several_patients_tells_of_none_and_other_files_are_read_whole() -> None:
    several = "| patient | diagnosis |\n| 1 | melanoma |\n| 2 | breast cancer |"
    assert told_of_patient(several) == ""
    letter = "She is well.\n| a | b | c |\n| d | e | f |"
    assert told_of_patient(letter) == letter


@pytest.mark.parametrize(
    "table",
    [
        "| Test | Value |\n| Creatinine clearance | 44 mL/min |\n| LVEF | 55 % |",
        "| Test | Value |\n|---|---|\n| Creatinine clearance | 44 mL/min |\n| LVEF | 55 % |",
        "| Creatinine clearance | 44 mL/min |\n| LVEF | 55 % |\n| HER2 | negative |",
        "| Date | Parameter | Result | Unit | Reference |\n"
        "| May | Creatinine clearance | 44 | mL/min | 90-120 |\n| May | LVEF | 55 | % | 60-70 |",
    ],
)
def test_a_row_that_gives_a_thing_its_value_is_a_fact(table: str) -> None:
    assert "---:" not in told_of_patient(table)
    told = facts(f"Labs\n\n{table}\n\nShe is well.")
    assert "creatinine clearance 44 mL/min" in told
    assert "moderate renal impairment" in told
    assert "LVEF 55%" in told


@pytest.mark.parametrize(
    ("classed", "told"),
    [
        ("Pathogenic", "germline BRCA2 c.7617+1G>A, pathogenic."),
        ("class 4", "germline BRCA2 c.7617+1G>A, likely pathogenic."),
        ("VUS", "germline BRCA2 c.7617+1G>A, variant of uncertain significance."),
        ("Tier II", "germline BRCA2 c.7617+1G>A."),
    ],
)
def test_the_class_that_a_report_tells_is_told_of_the_patient(classed: str, told: str) -> None:
    table = f"| Gene | Variant | Class | Origin |\n| BRCA2 | c.7617+1G>A | {classed} | germline |"
    assert told_of_patient(table).splitlines()[-1] == told


def test_unstable_sites_are_no_unstable_tumour() -> None:
    table = "| Gene | Variant |\n| KRAS | G12D |\n| MSI | 2.1 % unstable sites (MSS) |"
    assert told_of_patient(table).splitlines()[-2:] == ["KRAS G12D.", "MSS."]


def test_sentences_beside_the_rows_of_a_report_are_read_too() -> None:
    text = "POSITIVE for a MET exon 14 skipping transcript.\n\n| Gene | Variant |\n| KRAS | G12D |"
    assert "MET exon 14 skipping" in told_of_patient(text)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ductal carcinoma, ER 90 %, PR 20 %, HER2 IHC 1+.", True),
        ("Ki-67: 35 %", True),
        ("PD-L1 (TPS): 60 %", True),
        ("HER2 2+ tumours responded to trastuzumab deruxtecan.", False),
        ("AKT1 E17K carriers had ER 80 % in a series.", False),
        ("ER-positive disease is common.", False),
    ],
)
def test_measured_stains_beside_a_variant_are_the_patients(line: str, told: bool) -> None:
    """Lines of a report that name genes are comments; a stain with its value is none."""
    report = f"# Report\n\n{line}\n\nPIK3CA H1047R detected."
    assert (line.rstrip(".") in told_of_patient(report)) == told
