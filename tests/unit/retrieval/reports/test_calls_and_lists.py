"""Results that name the change, lists of what was found, and columns that are numbered."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import ReportedVariant
from retrieval.reports.read_report import read_report

TITLE = "# Molecular pathology report\n\nNext-generation sequencing of FFPE tissue.\n\n"


def rows(text: str, title: str = TITLE) -> list[ReportedVariant]:
    return list(read_report(title + text, is_declared=True).variants)


def names(text: str, title: str = TITLE) -> list[str]:
    return [each.name for each in rows(text, title)]


HOTSPOTS = """| Target | Codon | Mutations covered | Result |
| KRAS | 12 | G12A, G12C, G12D | Not detected |
| KRAS | 61 | Q61H, Q61K | Q61H detected |
| BRAF | 600 | V600E, V600K | Not detected |
| ALK | - | Fusions | EML4-ALK detected |
"""


def test_a_result_names_what_was_found_of_what_was_looked_for() -> None:
    assert names(HOTSPOTS) == ["KRAS Q61H", "EML4::ALK"]
    assert names(HOTSPOTS, "# Rapid PCR hotspot test\n\n") == ["KRAS Q61H", "EML4::ALK"]


@pytest.mark.parametrize(
    "row",
    [
        "| MLH1 | IHC | Loss of expression |",
        "| MLH1 | clone ES05 | loss |",
        "| HER2 | IHC | 3+ amplified staining |",
        "| BRAF | PCR | wild type |",
        "| EGFR | PCR | pending |",
        "| EGFR | NGS | L858R may respond to osimertinib in patients |",
    ],
)
def test_a_result_on_a_protein_or_without_a_change_is_no_row(row: str) -> None:
    assert names(f"| Gene | Method | Result |\n{row}\n") == []


SUMMARY = """| Biomarker | Method | Result | Detail | Clinical significance |
| KRAS | NGS | Mutated | p.G12D (c.35G>A) VAF 33% | Pathogenic |
| NRAS | NGS | Wild type |  |  |
| EGFR | NGS | Not mutated | p.L858R was looked for |  |
| PMS2 | IHC | Loss of expression |  |  |
| CDKN2A | NGS | Homozygous loss |  | Pathogenic |
"""


def test_a_result_tells_class_and_share_and_several_changes() -> None:
    head = "| Gene | Method | Result | VAF |\n"
    (one,) = rows(head + "| EGFR | NGS | Pathogenic L858R | 12% |\n")
    assert (one.name, one.classed, one.vaf) == ("EGFR L858R", "Pathogenic", "12%")
    both = names(head + "| EGFR | NGS | L858R and amplification |  |\n")
    assert sorted(both) == ["EGFR L858R", "EGFR amplification"]


def test_a_result_that_something_is_there_is_named_beside_it() -> None:
    told = [(each.name, each.vaf, each.classed) for each in rows(SUMMARY)]
    assert told == [
        ("KRAS G12D", "33%", "Pathogenic"),
        ("CDKN2A homozygous loss", "", "Pathogenic"),
    ]


def test_numbered_columns_are_each_a_variant() -> None:
    text = (
        "| Field | Finding 1 | Finding 2 |\n| Gene symbol | BRAF | TP53 |\n"
        "| HGVS coding | c.1799T>A | c.469G>T |\n| HGVS protein | p.Val600Glu | p.Val157Phe |\n"
        "| Variant allele frequency | 28.0% | 33.3% |\n"
    )
    assert [(e.name, e.vaf) for e in rows(text)] == [
        ("BRAF V600E", "28.0%"),
        ("TP53 V157F", "33.3%"),
    ]


LISTED = """We sequenced 50 genes. Our findings are:

- amplification of CCND1 and FGF19 (11q13), about 8 copies;

- loss of CDKN2A (homozygous).

- loss of MLH1 expression.
"""


def test_items_below_findings_are_found() -> None:
    assert names(LISTED) == ["CCND1 amplification", "FGF19 amplification", "CDKN2A loss"]


@pytest.mark.parametrize(
    "lead",
    [
        "No alterations were found, such as:",
        "The test may detect changes such as these variants:",
        "In an earlier sample the findings were:",
        "Inhibitors are approved for:",
    ],
)
def test_items_below_anything_else_are_not(lead: str) -> None:
    assert names(LISTED.replace("Our findings are:", lead)) == []


def test_a_part_of_a_gene_is_told_and_is_no_loss_of_it() -> None:
    text = "| Gene | Variant | Classification |\n| APC | Deletion (Exons 9-10) | Pathogenic |\n"
    (row,) = rows(text)
    assert (row.name, row.normal, row.classed) == ("APC Deletion (Exons 9-10)", (), "Pathogenic")


def test_the_share_in_the_tumour_and_an_empty_class_are_read_as_such() -> None:
    text = "| Gene | HGVSp | CLNSIG | AF_tumor |\n| KRAS | p.G12D | . | 0.317 |\n"
    (row,) = rows(text)
    assert (row.vaf, row.classed) == ("0.317", "")


def test_letters_of_a_sequence_are_no_words_of_a_line() -> None:
    text = "GATA3 chr10 8069470 C CGA 0.1250 700 p.(Pro409AlafsTer99) c.1224dup\n"
    assert names(f"## Small variants\n\n{text}") == ["GATA3 P409Afs*99"]


def test_a_number_over_merged_columns_bears_an_amplification_out() -> None:
    table = "| Gene |  | Fold Change | Fold Change |\n| ERBB2 |  | 6.8 | 6.8 |\n"
    text = f"[Gene Amplifications]\n\n{table}"
    assert names(text) == ["ERBB2 amplification"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("MSI by fragment analysis (5 markers): MSI-H (4 of 5 markers unstable).", "MSI-H"),
        ("Microsatellites are stable.", "stable"),
    ],
)
def test_the_state_of_microsatellites_is_read_with_its_method(text: str, value: str) -> None:
    read = read_report(f"{TITLE}## Results\n\n{text}\n", is_declared=True)
    assert [m.value.startswith(value) for m in read.markers if m.marker == "MSI"] == [True]


@pytest.mark.parametrize(
    "card",
    [
        "| Gene | BRAF |\n| Variant | V600E |\n| Status | not detected |\n",
        "| Gene | ERBB2 |\n| Type | Amplification |\n| Status | not detected |\n",
        "Gene: BRAF\nVariant: V600E\nCall: negative\n",
    ],
)
def test_a_card_whose_status_denies_it_is_no_row(card: str) -> None:
    assert names(card) == []


@pytest.mark.parametrize(
    "lead",
    [
        "The following were not detected:",
        "No evidence of any of these variants:",
        "The panel covers changes such as:",
        "The sample was tested for:",
    ],
)
def test_a_list_of_what_is_not_there_or_could_be_is_none_of_findings(lead: str) -> None:
    assert names(f"{lead}\n\n- IDH2 p.Arg140Gln\n- KIT p.Asp816Val\n") == []


def test_a_target_of_a_drug_is_no_gene_of_a_result() -> None:
    text = "| Target | Approved drug | Result |\n| BRAF | dabrafenib | V600E required |\n"
    assert names(text) == []
