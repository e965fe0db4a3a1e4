"""What single cells say (bars within them, signs of a legend, lists of shares), which columns are
of samples, tables within tables, and how a paragraph begins."""

from __future__ import annotations

import io

import docx
import pytest

from retrieval.ingestion.readers import read_attachment
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"
_SERIAL = "| Variant | Gene | Baseline (12 Jan) | Progression (9 Sep) | Note |\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _rows(text: str) -> list[str]:
    return [f"{each.name} {each.vaf}".strip() for each in _read(text).variants]


def _absent(text: str) -> list[str]:
    return [each.name for each in _read(text).absent]


_CALLS = (("Biomarker", "Method", "Result"), ("CDH1", "Seq", "Pathogenic | Exon 13 | p.Q706*"))


def _word_file() -> bytes:
    written, document = io.BytesIO(), docx.Document()
    table = document.add_table(rows=2, cols=3)
    for row, words in zip(table.rows, _CALLS, strict=True):
        for cell, told in zip(row.cells, words, strict=True):
            cell.text = told
    document.save(written)
    return written.getvalue()


def _page() -> bytes:
    rows = ("".join(f"<td>{each}</td>" for each in row) for row in _CALLS)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>".encode()


def _values() -> bytes:
    return "\n".join(",".join(row) for row in _CALLS).encode()


@pytest.mark.parametrize(
    ("name", "content"),
    [("r.docx", _word_file()), ("r.html", _page()), ("r.csv", _values())],
)
def test_a_bar_within_a_cell_ends_none(name: str, content: bytes) -> None:
    found = _read(read_attachment(name, content)).variants
    assert [(each.name, each.classed) for each in found] == [("CDH1 Q706*", "Pathogenic")]


def test_columns_of_times_without_a_head_of_shares_hold_them() -> None:
    found = _read(f"{_SERIAL}| p.G12C | KRAS | 8.1% | 6.9% | |\n| p.Y96D | KRAS | ND | 1.3% | |\n")
    assert [(e.name, e.vaf, e.sample) for e in found.variants] == [
        ("KRAS G12C", "8.1%", "Baseline 12 Jan"),
        ("KRAS G12C", "6.9%", "Progression 9 Sep"),
        ("KRAS Y96D", "1.3%", "Progression 9 Sep"),
    ]
    assert not found.absent


def test_one_column_of_a_time_holds_anything() -> None:
    heads = "| Variant | Gene | Progression | Note |\n"
    assert _rows(f"{heads}| p.G12C | KRAS | 6.9% | |\n") == ["KRAS G12C"]


def test_a_row_without_a_share_at_any_time_is_no_finding() -> None:
    assert _rows(f"{_SERIAL}| p.V600E | BRAF | ND | ND | tested only |\n") == []


@pytest.mark.parametrize(
    ("legend", "absent"),
    [
        ("ND: not detected (below 0.1%)", ["BRAF p.V600E"]),
        ("ND = not detected; QNS = quantity not sufficient", ["BRAF p.V600E"]),
        ("ND = not determined", []),
        ("ND = not detected or not done", []),
        ("ND = not detected. In table 2 ND = not done", []),
        ("", []),
    ],
)
def test_a_sign_says_what_the_report_explains(legend: str, absent: list[str]) -> None:
    table = "| Gene | Variant | VAF |\n| KRAS | p.G12C | 8% |\n| BRAF | p.V600E | ND |\n"
    assert _absent(f"{table}\n{legend}\n") == absent
    assert _rows(f"{table}\n{legend}\n") == ["KRAS G12C 8%"]


def test_each_change_of_a_cell_has_the_share_in_its_place() -> None:
    heads = "| Genomic finding | VAF % |\n"
    assert set(_rows(f"{heads}| TP53 - Y220C, R196* | 22.4%, 1.2% |\n")) == {
        "TP53 Y220C 22.4%", "TP53 R196* 1.2%",
    }  # fmt: skip
    heads = "| Alteration | % cfDNA |\n"
    assert set(_rows(f"{heads}| EGFR S492R / S464L | 0.3% / 0.2% |\n")) == {
        "EGFR S492R 0.3%", "EGFR S464L 0.2%",
    }  # fmt: skip
    # One share of two changes is none that can be told.
    assert "34,5 %" not in " ".join(_rows(f"{heads}| TP53 Y220C, R196* | 34,5 % |\n"))


def test_genomic_findings_beside_therapies_are_rows_with_their_share() -> None:
    heads = "| GENOMIC FINDINGS | VAF % | THERAPIES | TRIALS |\n"
    table = f"{heads}| AR - amplification | - | none | 2 |\n| AR - L702H | 3.3% | none | 0 |\n"
    assert _rows(table) == ["AR amplification", "AR L702H 3.3%"]


def test_a_gene_before_the_name_of_its_fusion_hides_none() -> None:
    heads = "| Gene | Alteration | VAF |\n"
    assert _rows(f"{heads}| | TMPRSS2 - TMPRSS2-ERG fusion | 4% |\n") == ["TMPRSS2::ERG 4%"]


def test_a_narrower_table_below_a_heading_has_none_of_the_heads_above() -> None:
    text = (
        "| Gene | Exon | cDNA | Protein | VAF | Coverage |\n"
        "| PTEN | 5 | c.395G>T | p.(Gly132Val) | 64 % | 980 |\n"
        "| Copy number |\n| EGFR | amplification |\n| CDKN2A/B | homozygous deletion |\n"
        "| Fusions |\n| FGFR3::TACC3 | not detected |\n| NTRK1-3 | not detected |\n"
    )
    assert set(_rows(text)) == {
        "PTEN G132V 64 %", "EGFR amplification",
        "CDKN2A homozygous loss", "CDKN2B homozygous loss",
    }  # fmt: skip
    assert _absent(text) == ["FGFR3::TACC3", "NTRK1", "NTRK2", "NTRK3"]


def test_two_genes_of_a_cell_are_both_denied() -> None:
    heads = "| Gene | Variant | Class |\n"
    assert _absent(f"{heads}| MLH1, MSH6 | No variant | - |\n") == [
        "MLH1 variant", "MSH6 variant",
    ]  # fmt: skip
    assert _absent(f"{heads}| KRAS / NRAS | not detected | - |\n") == ["KRAS", "NRAS"]


def test_a_protein_that_is_not_stained_is_no_gene_without_a_change() -> None:
    table = "| Biomarker | Method | Result |\n| {} | IHC | Negative |\n| BRCA1 | Seq | Negative |\n"
    assert _absent(table.format("PD-L1 (22c3)")) == ["BRCA1"]
    assert _absent(table.format("MLH1")) == ["BRCA1"]


def test_symbols_without_commas_below_a_denial_are_all_denied() -> None:
    text = "## Genes tested with no alterations\n\nAKT1 ERBB2 FGFR2\nKRAS NF1 PALB2\n"
    assert _absent(text) == ["AKT1", "ERBB2", "FGFR2", "KRAS", "NF1", "PALB2"]
    assert _absent("## Genes tested\n\nAKT1 ERBB2 FGFR2\n") == []


def test_what_was_not_confirmed_is_no_finding_whichever_cell_says_so() -> None:
    heads = "| Gene | Variant | Zygosity | Interpretation |\n"
    row = "| PMS2 | c.2186_2187del | Not confirmed by long-range PCR | Pseudogene |\n"
    assert _rows(heads + row) == []


def test_a_change_beside_the_wild_type_allele_is_carried() -> None:
    heads = "| Gene | Diplotype | Phenotype |\n"
    row = "| DPYD | c.2846A>T / wild type | Intermediate metabolizer |\n"
    assert _rows(heads + row) == ["DPYD c.2846A>T"]
    assert _rows(f"{heads}| DPYD | wild type / wild type | Normal |\n") == []


def test_a_result_that_is_a_class_is_of_the_change_in_another_cell() -> None:
    heads = "| Section | Biomarker | Method | Result | Detail | Frequency |\n"
    row = "| Other | TP53 | NGS | Likely pathogenic | exon 8, p.R282G | 28% |\n"
    assert _rows(heads + row) == ["TP53 R282G 28%"]
    denied = "| Other | TP53 | NGS | Negative | covers p.R282G | |\n"
    assert _rows(heads + denied) == []


def test_a_label_of_a_paragraph_gives_its_class_and_takes_that_of_the_heading() -> None:
    text = (
        "Pathogenic variants\n\nTP53 p.R175H, VAF 40%.\n\n"
        "Variants of unclear significance (class 3): AXL p.D543N, VAF 18%. MECOM p.E334K, VAF 22%."
        "\n"
        "Copy number: MITF gain (5 copies).\n"
    )
    assert {each.name: each.classed for each in _read(text).variants} == {
        "TP53 R175H": "Pathogenic", "AXL D543N": "unclear significance",
        "MECOM E334K": "unclear significance", "MITF gain": "",
    }  # fmt: skip


def test_a_share_stands_right_behind_each_variant_of_a_list() -> None:
    text = "VUS: RET V292M 48.9% (germline suspected); MET N375S 0.4%; ALK T1012M 0.2%."
    assert _rows(text) == ["RET V292M 48.9%", "MET N375S 0.4%", "ALK T1012M 0.2%"]
    assert _rows("Seen in lung cancer: KRAS G12C 13%; EGFR L858R 20%.") == []
    assert _rows("Common variants: KRAS G12C 13%; EGFR L858R 20%.") == []


@pytest.mark.parametrize(
    ("sentence", "rows"),
    [
        ("MET amplification: copy number 9 (GCN).", ["MET amplification"]),
        ("MITF: gain (5 copies).", ["MITF gain"]),
        ("MET amplification: copy number threshold 6.", []),
        ("MET amplification: not assessed.", []),
    ],
)
def test_copies_told_behind_their_change_tell_it(sentence: str, rows: list[str]) -> None:
    assert _rows(f"RNA: no fusion.\n\n{sentence}\n") == rows


def test_none_of_a_list_and_what_was_excluded_are_absent() -> None:
    assert _absent("Fusions: none detected (ALK, NTRK1-3).") == ["ALK", "NTRK1", "NTRK2", "NTRK3"]
    assert _absent("Deletions/duplications: none detected in BRCA2 and PALB2.") == [
        "BRCA2", "PALB2",
    ]  # fmt: skip
    assert _absent("BRAF p.Val600Glu and p.Val600Lys were excluded.") == [
        "BRAF p.Val600Glu", "BRAF p.Val600Lys",
    ]  # fmt: skip


def test_what_changes_no_protein_is_no_finding_of_a_sentence() -> None:
    assert _rows("Synonymous alterations: PDGFRA V824V 0.9%.") == []


_VCF = (
    "##fileformat=VCFv4.2\n##reference=hg19\n"
    "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tPlasma\n"
    "5\t1295228\t.\tG\tA\t9\tPASS\tANN=A|upstream_gene_variant|MODIFIER|{}|E|transcript|N|p|1/2"
    "|{}|\tGT:AD:AF\t{}\n"
)


def test_a_hotspot_of_a_promoter_is_a_finding() -> None:
    names = [("TERT", "c.-124C>T"), ("TERT", "c.-4124C>T"), ("KRAS", "c.-124C>T")]
    found = [read_report(_VCF.format(*each, "0/1:855,45:0.05")).variants for each in names]
    assert [[each.name for each in one] for one in found] == [["TERT c.-124C>T"], [], []]


def test_a_place_without_a_call_and_without_reads_is_no_finding() -> None:
    calls = [("./.:0,0:.", 0), ("./.:.:.", 0), ("./.:855,45:0.05", 1), ("0/1:855,45:0.05", 1)]
    for sample, count in calls:
        assert len(read_report(_VCF.format("TERT", "c.-124C>T", sample)).variants) == count


def test_findings_without_options_of_therapy_are_findings() -> None:
    heading = "GENOMIC FINDINGS WITH NO REPORTABLE THERAPEUTIC OR CLINICAL TRIAL OPTIONS"
    assert _rows(f"{heading}\n\nARID1A - S674fs*2 (VAF 20.2%)\n") == ["ARID1A S674fs*2 20.2%"]


def test_the_effect_of_a_change_names_it_too() -> None:
    heads = "| Gene | Variant | Mutation effect | VAF |\n"
    row = "| FAT1 | c.8788G>A | p.V2930M Missense variant | 33.1% |\n"
    assert _rows(heads + row) == ["FAT1 V2930M 33.1%"]


def test_results_of_two_words_are_of_the_change_beside_them() -> None:
    heads = "| Biomarker | Method | Result | Variant detail |\n"
    assert _rows(
        f"{heads}| APC | Seq | Mutated, pathogenic | Exon 16, p.R876* |\n"
        "| SMAD4 | Seq | Likely pathogenic variant | Exon 9, p.R361H |\n"
        "| KRAS | Seq | Not mutated | p.G12C hotspot |\n"
    ) == ["APC R876*", "SMAD4 R361H"]
    assert _absent(f"{heads}| MET | Seq | Variant transcript not detected | |\n") == [
        "MET Variant transcript"
    ]


def test_denials_with_a_label_before_them_are_read() -> None:
    told = "no alterations were identified in BRAF, KRAS and RET."
    assert [each.split()[0] for each in _absent(f"Pertinent negatives: {told}")] == [
        "BRAF", "KRAS", "RET",
    ]  # fmt: skip
    assert _absent("No fusion involving ALK, ROS1 or NTRK1/2/3.") == [
        "ALK fusion", "ROS1 fusion", "NTRK1 fusion", "NTRK2 fusion", "NTRK3 fusion",
    ]  # fmt: skip
    table = "| Alteration | % cfDNA |\n| ESR1 D538G | 2.4% |\n"
    row = "| No tumor-related alterations were found in: | AKT1, PTEN |\n"
    assert [each.split()[0] for each in _absent(table + row)] == ["AKT1", "PTEN"]
    assert _rows(table + row) == ["ESR1 D538G 2.4%"]


def test_how_well_a_drug_works_is_no_call_of_a_vague_alteration() -> None:
    heads = "| Alteration | Drug | ESCAT |\n"
    assert _rows(f"{heads}| RET fusion | selpercatinib | I-C |\n") == []
    assert _rows(f"{heads}| MET amplification | capmatinib | II-B |\n") == []


def test_a_remark_tells_the_class_among_other_words() -> None:
    heads = "| Alteration | VAF | Comment |\n"
    row = "| BRCA2 V1804A | 49.2% | Likely germline, variant of uncertain significance |\n"
    found = _read(heads + row).variants
    assert [each.classed for each in found] == ["variant of uncertain significance"]
    row = "| BRCA2 V1804A | 49.2% | Formerly called pathogenic by others |\n"
    assert [each.classed for each in _read(heads + row).variants] == [""]


def test_a_marker_with_its_value_in_one_cell_is_read_beside_another() -> None:
    heads = "| BIOMARKER | ACTIONABILITY |\n"
    found = _read(f"{heads}| Tumor Mutational Burden - 3 Muts/Mb | No therapies |\n").markers
    assert [(each.marker, each.value) for each in found] == [("TMB", "3 Muts/Mb")]
    assert not _read(f"{heads}| MSI-High | Not detected |\n").markers
    assert not _read(f"{heads}| MSI status - MSI-High | Not detected |\n").markers


def test_a_reference_genotype_in_short_is_no_finding() -> None:
    heads = "| Gene | HGVS | Genotype | ACMG class |\n"
    for genotype in ("hom ref", "homozygous reference", "ref/ref"):
        assert _rows(f"{heads}| BARD1 | c.1216C>T p.(Arg406*) | {genotype} | |\n") == []
    assert _rows(f"{heads}| BARD1 | c.1216C>T p.(Arg406*) | het | 5 |\n") == ["BARD1 R406*"]


def test_parts_of_genes_in_brackets_belong_to_a_denied_list() -> None:
    assert _absent("No mutation was found in TP53, IDH2 and FLT3 (ITD and TKD).") == [
        "TP53 mutation", "IDH2 mutation", "FLT3 mutation",
    ]  # fmt: skip
    assert _absent("Relevant genes without reportable alterations: BRCA2, CDK12") == [
        "BRCA2", "CDK12",
    ]  # fmt: skip


def test_the_cell_of_the_result_tells_class_and_copies() -> None:
    heads = "| Gene | Result | Alteration | VAF |\n"
    rows = (
        "| SPOP | Mutated - pathogenic | p.F133L (c.399C>G) | 33% |\n"
        "| PTEN | Deleted (homozygous) | - | - |\n"
    )
    found = [(each.name, each.classed) for each in _read(heads + rows).variants]
    assert found == [("SPOP F133L", "pathogenic"), ("PTEN homozygous loss", "")]


def test_a_list_that_begins_with_an_insertion_is_read_whole() -> None:
    text = "Variants of unknown significance\n\nARID1A A339_A340insG ATR K764E BCORL1 R784C\n"
    assert set(_rows(text)) == {"ARID1A A339_A340insG", "ATR K764E", "BCORL1 R784C"}
