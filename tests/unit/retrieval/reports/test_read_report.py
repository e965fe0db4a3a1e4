"""What is read of a sequencing report, and what is left alone."""

from __future__ import annotations

import pytest

from retrieval.reports.read_report import read_report

LINES = """Findings
Gene Variant cDNA VAF Class Origin
EGFR p.Leu858Arg c.2573T>G 34.2% Tier I somatic
TP53 p.Arg175His c.524G>A 12 % Likely
pathogenic somatic
ERBB2 Amplification (14 copies) Tier II
"""
NO_ROWS = (
    "EGFR L858R is associated with a response to osimertinib.",
    "KRAS G12C inhibitors were tried after EGFR L858R.",
    "BRAF V600E: not detected",
    "Genes tested: EGFR, KRAS, BRAF",
    "Pertinent negatives\nKRAS G12C\nBRAF V600E",
    "| Gene | Variant | Result |\n| KRAS | G12C | not detected |",
    "| Gene | Result |\n| KRAS | wild-type |",
    "| Gene | Variant |\n| KRAS | see comment |",
    "| Gene | Variant |\n| Total | 12 |",
    "| MSI-High not detected | | |",
    "HRD: positive result not found",
    "Patients with TMB of 10 mut/Mb or more were enrolled. MSI-H tumours respond to pembrolizumab.",
)


def test_a_table_of_plain_lines_is_read_with_its_fields() -> None:
    first, second, third = read_report(LINES).variants
    assert (first.name, first.vaf, first.percent, first.classed, first.origin) == (
        "EGFR L858R", "34.2%", 34.2, "Tier I", "somatic",
    )  # fmt: skip
    assert [each.text for each in first.normal] == ["EGFR p.L858R", "EGFR c.2573T>G"]
    assert (second.name, second.origin, second.place.row) == ("TP53 R175H", "somatic", 2)
    assert (third.name, third.vaf, third.classed) == ("ERBB2 amplification", "", "Tier II")


def test_each_field_stands_where_it_is_said_to() -> None:
    first = read_report(LINES).variants[0]
    words = {name: LINES[slice(*span)] for name, span in first.cells}
    assert words == {
        "gene": "EGFR", "variant": "p.Leu858Arg", "VAF": "34.2%", "class": "Tier I",
        "origin": "somatic",
    }  # fmt: skip
    assert LINES[first.place.start : first.place.end].startswith("EGFR p.Leu858Arg")


@pytest.mark.parametrize("text", NO_ROWS)
def test_no_row_is_invented(text: str) -> None:
    read = read_report(text)
    assert (*read.variants, *read.markers, *read.not_taken) == ()


def test_the_heading_above_tells_germline_from_somatic_and_pages_are_named() -> None:
    text = (
        "Somatic findings\n- BRAF V600E, VAF 0.31, Tier I\n\n\f\nGermline findings\n"
        "- BRCA2 c.5946delT (p.Ser1982fs), VAF 49%, pathogenic"
    )
    somatic, germline = read_report(text).variants
    assert (somatic.origin, somatic.percent, somatic.place.words) == ("somatic", 31.0, "p. 1")
    assert (germline.origin, germline.place.words) == ("germline", "p. 2")
    assert [each.text for each in germline.normal] == ["BRCA2 p.S1982fs", "BRCA2 c.5946del"]


def test_cells_are_read_by_their_heads_and_the_sheet_is_named() -> None:
    text = (
        "## Variants\n\n| Gene symbol | HGVSc | Protein change | Allele fraction | Tier |\n"
        "| HER2 | c.929C>T | S310F | 0.168 | II |\n| EML4-ALK | | fusion | | I |"
    )
    first, fusion = read_report(text).variants
    assert (first.gene, first.name, first.percent, first.classed) == (
        "ERBB2", "ERBB2 S310F", 16.8, "Tier II",
    )  # fmt: skip
    assert first.place.words == "Variants, row 1"
    assert fusion.name == "EML4::ALK"


def test_a_variant_told_twice_is_one_row_with_what_both_say() -> None:
    text = f"Summary of variants\nEGFR L858R (Tier I)\n\n{LINES}"
    first = read_report(text).variants[0]
    assert len(read_report(text).variants) == 3
    assert (first.name, first.vaf, first.classed) == ("EGFR L858R", "34.2%", "Tier I")


def test_the_same_variant_with_another_share_is_another_row() -> None:
    text = "| Gene | Variant | VAF |\n| KRAS | G12D | 20% |\n| KRAS | G12D | 1.1% |"
    assert [each.vaf for each in read_report(text).variants] == ["20%", "1.1%"]


@pytest.mark.parametrize(
    ("line", "marker", "value"),
    [
        ("MSI status: MSI-High", "MSI", "MSI-High"),
        ("| Microsatellite status | Stable |", "MSI", "Stable"),
        ("Tumor mutational burden (TMB): 12.6 mut/Mb (high)", "TMB", "12.6 mut/Mb (high)"),
        ("| TMB | 5 mutations/Mb |", "TMB", "5 mutations/Mb"),
        ("HRD: Positive", "HRD", "Positive"),
        ("Genomic instability score: 58", "HRD", "58"),
    ],
)
def test_markers_of_the_tumour_are_read(line: str, marker: str, value: str) -> None:
    (found,) = read_report(line).markers
    assert (found.marker, found.value) == (marker, value)


def test_a_vcf_is_read_by_its_annotation_and_what_failed_is_left_out() -> None:
    head = "##fileformat=VCFv4.2\n##reference=GRCh38\n"
    columns = "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tNORMAL\tTUMOR\n"
    ann = "ANN=T|missense_variant|MODERATE|{}|E|transcript|E|protein_coding|1/9|{}|{}"
    calls = [
        f"chr7\t140753336\t.\tA\tT\t60\t{passed}\tSOMATIC;{ann.format('BRAF', 'c.1799T>A', name)}"
        f"\tGT:AF\t0/0:0.0\t0/1:0.31\n"
        for passed, name in (("PASS", "p.Val600Glu"), ("LowQual", "p.Val600Lys"))
    ]
    read = read_report(head + columns + "".join(calls))
    (found,) = read.variants
    assert (found.name, found.percent, found.origin) == ("BRAF V600E", 31.0, "somatic")
    assert [each.text for each in found.normal][-1] == "GRCh38 chr7:g.140753336A>T"
    assert read.left_out == 1


def test_a_coding_change_is_named_as_one() -> None:
    (found,) = read_report("| Gene | Variant | VAF |\n| BRCA1 | c.68_69del | 51.3% |").variants
    assert (found.change, found.name) == ("c.68_69del", "BRCA1 c.68_69del")


def test_cells_and_heads_that_go_on_in_the_next_line_are_joined() -> None:
    text = (
        "| Gene | Alteration | Variant allele | Class |\n|  |  | frequency |  |\n"
        "| BRAF | p.V600E | 46.7% | Variant of |\n|  |  |  | uncertain |\n"
        "|  |  |  | significance |\n| CDKN2A | homozygous |  | Tier II |\n|  | deletion |  |  |\n"
        "|  | G12D | 12% | Tier I |"
    )
    first, second = read_report(text).variants
    assert (first.vaf, first.classed) == ("46.7%", "Variant of uncertain significance")
    assert (first.place.row, second.place.row) == (1, 2)
    assert second.name == "CDKN2A homozygous loss"
    start, end = dict(second.cells)["variant"]
    assert text[start:end].startswith("homozygous")
    assert text[start:end].endswith("deletion")
