"""Files that hold the results of several patients, orders or samples: whose each row is."""

from __future__ import annotations

import pytest

from agents.facts.attached.files import told_of_patient
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

PATIENTS = """Molecular genetics – report
{one}
Specimen: blood

KRAS p.Gly12Asp detected, VAF 31 %
MSI: stable
\fMolecular genetics – report
{other}
Specimen: blood

BRAF p.Val600Glu detected, VAF 22 %
MSI: MSI-High
"""
ORDERS = """Laboratory report – sequencing
Accession: S26-1111
Result: EGFR p.L858R was detected (VAF 12%). TMB 3 mut/Mb.

Accession: S26-2222
Result: No variant of EGFR was detected. TMB 18 mut/Mb.
"""


def _read(text: str) -> SequencingReport:
    return read_report(text, is_declared=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Name: Doe, Jane    MRN: 100234", "Name: Roe, Mary    MRN: 100977"),
        ("Patient: Jane Doe (synthetic)", "Patient: Mary Roe (synthetic)"),
        ("| Patient | Jane Doe | Lab no. | 26-1 |", "| Patient | Mary Roe | Lab no. | 26-2 |"),
        ("Full name: Jane Doe\nDOB: 1961-02-03", "Full name: Mary Roe\nDOB: 1957-05-06"),
        ("MRN: 100234", "MRN: 100977"),
    ],
)
def test_each_row_and_marker_names_its_patient(one: str, other: str) -> None:
    text = PATIENTS.format(one=one, other=other)
    read = _read(text)
    first, second = read.patients
    assert [(each.name, each.sample) for each in read.variants] == [
        ("KRAS G12D", first), ("BRAF V600E", second),
    ]  # fmt: skip
    assert [(each.value, each.sample) for each in read.markers] == [
        ("stable", first), ("MSI-High", second),
    ]  # fmt: skip
    assert told_of_patient(text) == ""


@pytest.mark.parametrize(
    "head",
    ["Patient: Jane Doe", "Name: Doe, Jane    MRN: 100234", "Lab no.: 26-1", "Specimen: blood"],
)
def test_one_patient_on_two_pages_is_one(head: str) -> None:
    text = PATIENTS.format(one=head, other=f"{head}\nOrdering physician\nName: Smith, John")
    read = _read(text)
    assert not read.patients
    assert {each.sample for each in read.variants} == {""}
    assert "KRAS G12D" in told_of_patient(text)


def test_a_name_of_a_gene_or_a_test_is_none_of_a_patient() -> None:
    read = _read("Gene panel report\nName: EGFR\nVariant: L858R\n\nName: KRAS\nVariant: G12D\n")
    assert not read.patients
    assert not any(each.sample for each in read.variants)


def test_orders_have_their_own_rows_denials_and_markers() -> None:
    read = _read(ORDERS)
    assert [(each.name, each.sample) for each in read.variants] == [
        ("EGFR L858R", "Accession: S26-1111"),
    ]  # fmt: skip
    assert [each.sample for each in read.absent] == ["Accession: S26-2222"]
    assert [(each.value, each.sample) for each in read.markers] == [
        ("3 mut/Mb", "Accession: S26-1111"), ("18 mut/Mb", "Accession: S26-2222"),
    ]  # fmt: skip
    assert not read.patients


def test_a_column_tells_patients_apart_and_row_numbers_do_not() -> None:
    table = "| {} | Gene | Variant | VAF |\n| 1 | KRAS | G12D | 31% |\n| 2 | BRAF | V600E | 22% |\n"
    assert _read(table.format("Patient ID")).patients == ("1", "2")
    assert told_of_patient(table.format("Patient ID")) == ""
    assert {each.sample for each in _read(table.format("Patient no.")).variants} == {"1", "2"}
    for head in ("ID", "No.", "Sample", "Lab no."):
        assert not _read(table.format(head)).patients
        assert "KRAS G12D" in told_of_patient(table.format(head))


@pytest.mark.parametrize(
    "table",
    [
        "| Sample | TMB (mut/Mb) | MSI |\n| S1 | 3.1 | MSS |\n| S2 | 41 | MSI-H |\n"
        "| NTC | 0 | MSS |",
        "| Patient ID | Gene | Variant | TMB | MSI [NGS, 110 loci] |\n"
        "| S1 | KRAS | G12D | 3.1 | MSS |\n| S1 | TP53 | R175H | 3.1 | MSS |\n"
        "| S2 | BRAF | V600E | 41 | MSI-H |",
        "Sample A\nTMB: 3.1\nMSI: MSS\n\nSample B\nTMB: 41\nMSI: MSI-H\n",
    ],
)  # fmt: skip
def test_markers_of_each_sample_are_told_with_it(table: str) -> None:
    found = [(each.marker, each.value, each.sample[-1]) for each in _read(table).markers]
    one, other = found[0][2], found[-1][2]
    assert sorted(found) == sorted([
        ("TMB", "3.1", one), ("MSI", "MSS", one), ("TMB", "41", other), ("MSI", "MSI-H", other),
    ])  # fmt: skip
    assert one != other
