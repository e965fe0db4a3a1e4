"""Tables and lists as reports of laboratories have them: results beside therapies, sections of a
file of values, names above their values, several alternatives of a call."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import SequencingReport
from retrieval.reports.headings import class_of_heading
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _rows(text: str) -> list[str]:
    return [f"{each.name} {each.vaf}".strip() for each in _read(text).variants]


def test_a_column_of_results_is_on_this_sample_beside_therapies() -> None:
    table = (
        "| Biomarker | Method | Result | Therapy association |\n"
        "| EGFR | Seq | Pathogenic Variant Exon 19, p.E746_A750del | BENEFIT |\n"
        "| MET | CNA-Seq | Amplified | BENEFIT |\n"
        "| ALK | Seq | Fusion Not Detected | LACK OF BENEFIT |\n"
    )
    assert _rows(table) == ["EGFR E746_A750del", "MET amplification"]
    assert [each.name for each in _read(table).absent] == ["ALK Fusion"]
    uses = "| Biomarker | Drug |\n| EGFR L858R | osimertinib |\n"
    assert _rows(uses) == []


def test_copies_are_told_in_another_cell_where_those_of_the_change_are_blank() -> None:
    heads = "| Gene | Method | Variant Interpretation | Protein | Frequency % |\n"
    found = _read(
        f"{heads}| MET | CNA | Amplified | - | - |\n| TP53 | Seq | Pathogenic | p.R273H | 44 |\n"
    )
    assert [(e.name, e.classed) for e in found.variants] == [
        ("MET amplification", ""), ("TP53 R273H", "Pathogenic"),
    ]  # fmt: skip
    assert _rows(f"{heads}| MSH2 | IHC | Loss | - | - |\n") == []


@pytest.mark.parametrize(
    ("heading", "classed"),
    [
        ("Pathogenic or Likely Pathogenic Variants", "Pathogenic or Likely Pathogenic"),
        ("Tier I/II variants", "Tier I/II"),
        ("Class 4/5 variants", "Class 4/5"),
        ("Tier I: variants of strong clinical significance", "Tier I"),
        ("Pathogenic variants", "Pathogenic"),
        ("Findings", ""),
    ],
)  # fmt: skip
def test_a_heading_of_several_classes_gives_none_of_them_alone(heading: str, classed: str) -> None:
    assert class_of_heading(heading) == classed
    found = _read(f"{heading}\n\n| Gene | Variant |\n| TP53 | p.R273H |\n").variants
    assert [each.classed for each in found] == [classed]
    if len(classed.split()) > 2 or "/" in classed:
        assert found[0].pathogenicity == ""


def test_rules_of_classes_head_a_column_of_classes() -> None:
    found = _read("| Gene | Variant | ACGS class |\n| MUTYH | p.(Gly396Asp) | Class 5 |\n")
    assert [each.classed for each in found.variants] == ["Class 5"]


def test_changes_below_their_genes_need_no_bars() -> None:
    head = "Variants of unknown significance\n\n"
    text = f"{head}ASXL1 BRCA2 POLE\nG646fs*12 N1784fs*3 A252V\n"
    assert _rows(text) == ["ASXL1 G646fs*12", "BRCA2 N1784fs*3", "POLE A252V"]
    assert _rows(f"{head}ASXL1 BRCA2 POLE\nG646fs*12 A252V\n") == []
    assert _rows("Genes tested\n\nASXL1 BRCA2\nG646fs*12 N1784fs*3\n") == []


def test_names_above_their_values_are_one_row() -> None:
    stack = "GENE\n\nBRAF\n\nALTERATION\n\nV600E\n\nLOCATION\n\nchr7:140453136\n\n% VAF\n\n22.4%\n"
    assert _rows(f"Results\n\n{stack}") == ["BRAF V600E 22.4%"]
    assert _rows("GENE\n\nBRAF\n\nLOCATION\n\nchr7:140453136\n") == []


def test_a_label_names_the_kind_of_what_was_found() -> None:
    found = _read(
        "Results\n\nCopy number: CCNE1 amplification (estimated copy number 9).\n\n"
        "Structural variants: no reportable fusions in NTRK1, NTRK2 or RET.\n"
    )
    assert [each.name for each in found.variants] == ["CCNE1 amplification"]
    assert [each.gene for each in found.absent] == ["NTRK1", "NTRK2", "RET"]
    assert _rows("Results\n\nCopy number: no CCNE1 amplification.\n") == []


def test_a_list_of_genes_without_an_alteration_goes_over_lines() -> None:
    found = _read("Genes tested with no alterations detected\n\nABL1, AKT1, APC,\nBAP1, BRCA1\n")
    assert [each.gene for each in found.absent] == ["ABL1", "AKT1", "APC", "BAP1", "BRCA1"]
    assert not _read("Genes tested\n\nABL1, AKT1, APC,\nBAP1, BRCA1\n").absent


def test_cells_tell_the_columns_whose_heads_are_not_known() -> None:
    table = (
        "| [Small calls] |\n| Gene | Pos | Allele Frequency | P-Dot | C-Dot |\n"
        "| KRAS | 25398284 | 0.2143 | NP_004976.2:p.(Gly12Asp) | NM_004985.3:c.35G>A |\n"
        "| TP53 | 7577121 | 0.3312 | NP_000537.3:p.(Arg273Cys) | NM_000546.5:c.817C>T |\n"
    )
    assert _rows(table) == ["KRAS G12D 0.2143", "TP53 R273C 0.3312"]
    assert _read(table).variants[0].normal[0].gene == "KRAS"


def test_a_heading_on_amplifications_holds_for_numbers_that_bear_it_out() -> None:
    table = "| [Gene Amplifications] |\n| Gene | Fold Change |\n| FGFR1 | 4.8 |\n| EGFR | 1.1 |\n"
    found = _read(table)
    assert [(e.name, e.variant) for e in found.variants] == [("FGFR1 amplification", "4.8")]
    assert [each.words for each in found.not_read] == ["EGFR 1.1"]
    assert _rows(table.replace("Gene Amplifications", "Copy numbers")) == []


def test_a_row_on_a_gene_below_a_kind_of_change_is_told_as_not_read() -> None:
    table = "| [Splice Variants] |\n| Gene | Affected Exon(s) | Reads |\n| MET | 14 | 412 |\n"
    assert [each.words for each in _read(table).not_read] == ["MET 14 412"]


@pytest.mark.parametrize(
    "line", ["TMB [mut/Mb] | 2.7", "Total TMB | 2.7", "Estimated tumor mutational burden | 2.7"]
)
def test_units_and_words_beside_the_name_of_a_marker(line: str) -> None:
    assert [each.value for each in _read(f"| {line} |\n").markers] == ["2.7"]


def test_what_a_second_table_repeats_is_not_told_as_not_read() -> None:
    table = "| Gene | Variant | VAF |\n| TP53 | p.R273H | 44% |\n"
    assert _read(f"{table}\n{table}").not_read == ()


def test_each_alternative_of_a_call_is_a_row_of_its_own() -> None:
    fields = "Allele|Consequence|SYMBOL|HGVSc|HGVSp"
    told = ",".join((
        "G|missense_variant|PTEN|ENST1.1:c.388C>G|ENSP1.1:p.Arg130Gly",
        "T|stop_gained|PTEN|ENST1.1:c.388C>T|ENSP1.1:p.Arg130Ter",
    ))  # fmt: skip
    text = (
        "##fileformat=VCFv4.2\n"
        f'##INFO=<ID=CSQ,Number=.,Type=String,Description="x. Format: {fields}">\n'
        "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tTUMOR\n"
        f"chr10\t87933147\t.\tC\tG,T\t60\tPASS\tCSQ={told}\tGT:AD\t0/1/2:100,40,60\n"
    )
    found = read_report(text).variants
    assert [(e.name, e.percent) for e in found] == [("PTEN R130G", 20.0), ("PTEN R130*", 30.0)]


def test_a_stop_that_is_gained_is_no_gain_of_copies() -> None:
    assert _rows("Results\n\nARID2 p.R285* Stop gain - LOF 20.3%\n") == ["ARID2 R285* 20.3%"]
    assert _rows("Results\n\n| Gene | Change |\n| ARID2 | Stop gain |\n") == []


def test_a_share_that_is_named_may_stand_in_any_cell() -> None:
    table = "| Gene | Alteration | Location |\n| ESR1 | Y537S | exon 8, MAF: 12.8% |\n"
    assert _rows(table) == ["ESR1 Y537S 12.8%"]
    assert _rows(table.replace("MAF: 12.8%", "purity 60%")) == ["ESR1 Y537S"]


def test_a_kind_of_change_below_a_heading_has_what_that_says() -> None:
    rows = (
        "Somatic alterations\n\n| Gene | Alteration |\n| Mutations |\n| ESR1 | Y537S |\n"
        "| Germline variants |\n| MITF | E318K |\n| Copy number alterations |\n"
        "| CCND1 | Amplification |\n"
    )
    assert [(e.gene, e.origin) for e in _read(rows).variants] == [
        ("ESR1", "somatic"), ("MITF", "germline"), ("CCND1", "somatic"),
    ]  # fmt: skip
    below = "Variants of unknown significance\nSomatic\n\n| Gene | Variant |\n| FAT1 | D2554N |\n"
    assert [each.classed for each in _read(below).variants] == ["unknown significance"]
    assert _rows("Not detected\nSomatic variants\n\nEGFR L858R\n") == []


def test_a_section_behind_an_empty_one_has_nothing_of_it() -> None:
    rows = "| Gene | Call |\n| MET | amplification |\n"
    for mark in ("## ", ""):
        head = f"{mark}Somatic variants of unknown significance\n\n{mark}Copy number variants\n\n"
        assert [(e.origin, e.classed) for e in _read(f"{head}{rows}").variants] == [("", "")]
    deeper = f"## Somatic variants\n\n### Copy number variants\n\n{rows}"
    assert [each.origin for each in _read(deeper).variants] == ["somatic"]


@pytest.mark.parametrize(
    ("lines", "markers"),
    [
        ("| ERBB2 | None detected | TMB | 5.68 Mut/Mb |", {"TMB": "5.68 Mut/Mb"}),
        ("| TMB | MSI status |\n| 19.4 mut/Mb | Stable |", {"TMB": "19.4 mut/Mb", "MSI": "Stable"}),
        ("The estimated TMB for this sample is 7.0 mut/Mb.", {"TMB": "7.0 mut/Mb"}),
        ("| TMB | HRD (LOH, TAI, LST) |\n| 3.2 mut/Mb | 47 |", {"TMB": "3.2 mut/Mb", "HRD": "47"}),
        ("| MSI status | stable |\n| Pembrolizumab | MSI-High | Level 1 |", {"MSI": "stable"}),
        ("| Pembrolizumab | MSI-High | Level 1 |", {}),
        ("| Pembrolizumab | TMB | 10 mut/Mb or more |", {}),
    ],
)
def test_values_of_markers_beside_and_below_their_names(
    lines: str, markers: dict[str, str]
) -> None:
    assert {e.marker: e.value for e in _read(f"{lines}\n").markers} == markers


def test_a_cell_that_names_the_fusion_tells_the_order_of_its_genes() -> None:
    table = "| Gene | Partner gene | Comment |\n| NTRK3 | ETV6 | {} |\n"
    assert _rows(table.format("ETV6::NTRK3, 210 reads")) == ["ETV6::NTRK3"]


def test_copies_stand_in_the_column_of_shares() -> None:
    table = (
        "| Alteration | % cfDNA or copies | Associated therapies |\n| AR T878A | 6.2% | x |\n"
        "| AR amplification | High (+++) | x |\n"
    )
    assert _rows(table) == ["AR T878A 6.2%", "AR amplification"]


@pytest.mark.parametrize(
    ("effect", "name"), [("gene_fusion", "EML4::ALK"), ("bidirectional_gene_fusion", None)]
)
def test_a_fusion_of_snpeff_is_read_by_its_genes(effect: str, name: str | None) -> None:
    text = (
        "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n"
        f"chr2\t42522656\t.\tA\tA]chr2:29446394]\t.\tPASS\tANN=A|{effect}|HIGH|EML4&ALK|x|"
        "gene_variant|EML4|||n.42522656_29446394inv|\n"
    )
    assert [each.name for each in read_report(text).variants] == ([name] if name else [])


def test_a_sign_for_percent_is_that_word_in_a_head() -> None:
    assert _rows("| Gene | Change | Allele % |\n| TP53 | p.Y220C | 47.9 |\n") == ["TP53 Y220C 47.9"]
