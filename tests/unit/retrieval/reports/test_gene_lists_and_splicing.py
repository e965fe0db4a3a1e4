"""Rows as laboratories write them: genes that a stroke joins, sites of splicing, parts of a gene,
diplotypes beside drugs, and lists of what was not found."""

from __future__ import annotations

import pytest

from names.variants.usual_forms import read_variant
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "# Molecular pathology report\n\nSample: tumour FFPE, block A1. Sequencing of 161 genes.\n\n"


def _read(words: str) -> SequencingReport:
    return read_report(HEAD + words, is_declared=True)


def _rows(words: str) -> list[str]:
    return [f"{each.name} {each.vaf}".strip() for each in _read(words).variants]


def _absent(words: str) -> list[str]:
    return [each.name for each in _read(words).absent]


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("KEAP1 splice site 639+1G>T", "639+1G>T"),
        ("NF2 splice site SNV c.115-2A>G", "115-2A>G"),
        ("SMARCA4 splice site 1943_1943+1delGG", "1943_1943+1del"),
    ],
)
def test_site_of_splicing_is_a_change_of_bases(words: str, change: str) -> None:
    found = read_variant(words)
    assert found is not None
    assert (found.kind, found.change) == ("coding", change)
    assert read_variant(words.split(" ", 1)[1]) is not None
    assert _rows(f"## Gene alterations\n\n{words}\n") == [f"{found.gene} c.{change}"]


def test_lines_that_end_with_the_base_a_do_not_go_on() -> None:
    words = "## Findings\n\nBRCA2 c.67+1G>A\nPALB2 c.3113G>A\nCHEK2 c.444+1G>A\nNot detected: ATM\n"
    assert _rows(words) == ["BRCA2 c.67+1G>A", "PALB2 c.3113G>A", "CHEK2 c.444+1G>A"]
    assert _absent(words) == ["ATM"]


@pytest.mark.parametrize(
    "words",
    [
        "| Genes | Type | Copies |\n| RB1/LCP1 | Deletion | 0 |\n"
        "| KIT/PDGFRA | Amplification | 9 |\n",
        "RB1/LCP1 homozygous deletion\nKIT/PDGFRA high-level amplification\n",
    ],
)
def test_genes_with_a_stroke_between_are_a_list_where_copies_are_changed(words: str) -> None:
    told = [each.gene for each in _read(words).variants]
    assert sorted(told) == ["KIT", "LCP1", "PDGFRA", "RB1"]


def test_genes_with_a_stroke_between_are_a_fusion_where_that_is_said() -> None:
    words = "| Gene | Alteration | Reads |\n| TPM3/NTRK1 | fusion | 80 |\n"
    assert [each.gene for each in _read(words).variants] == ["TPM3::NTRK1"]


@pytest.mark.parametrize(
    ("head", "others", "percent"),
    [
        ("VAF (%)", (), 0.4),
        ("cfDNA %", (), 0.4),
        ("VAF", ("12.3",), 0.4),
        ("VAF", ("0.31",), 40.0),
        ("VAF", (), 40.0),
    ],
)
def test_share_without_a_sign_is_percent_where_its_column_says_so(
    head: str, others: tuple[str, ...], percent: float
) -> None:
    more = "".join(f"| TP53 | p.R175H | {each} |\n" for each in others)
    found = _read(f"| Gene | Protein change | {head} |\n| ESR1 | p.D538G | 0.4 |\n{more}").variants
    assert found[0].percent == percent
    assert found[0].share == ("0.4%" if percent == 0.4 else "0.4")


def test_heads_of_nomenclature_and_a_type_of_fusion_are_read() -> None:
    words = (
        "| No. | Gene | c. nomenclature | p. nomenclature |\n| 1 | KIT | c.1679T>A | p.V560D |\n"
    )
    assert _rows(words) == ["KIT V560D"]
    assert _rows("## Findings\n\n- FLI1 EWSR1-FLI1 fusion (Type 2)\n") == ["EWSR1::FLI1"]


def test_loss_of_exons_is_none_of_the_gene() -> None:
    [found] = _read("## Gene alterations\n\nBRCA1 loss exons 1-3\n").variants
    assert (found.variant, found.normal) == ("loss exons 1-3", ())


def test_other_name_of_a_gene_stands_between_it_and_its_change() -> None:
    words = "## Variants of unknown significance\n\n| KMT2D (MLL2) Q2800E | CREBBP R1446C |  |\n"
    assert sorted(_rows(words)) == ["CREBBP R1446C", "KMT2D Q2800E"]


def test_coding_and_protein_may_head_one_column() -> None:
    [found] = _read(
        "| Gene | cDNA / protein | VAF | Class |\n| JAK2 | c.1849G>T p.(Val617Phe) | 31 % | 5 |\n"
    ).variants
    assert (found.name, found.vaf, found.classed) == ("JAK2 V617F", "31 %", "Class 5")


def test_diplotypes_beside_drugs_are_those_of_the_patient() -> None:
    words = (
        "| Gene | Diplotype | Phenotype | Drugs |\n"
        "| NUDT15 | *1/*3 | Intermediate | azathioprine |\n"
        "| CYP2C9 | *1/*1 | Normal | phenytoin |\n"
    )
    assert _rows(words) == ["NUDT15 *1/*3"]
    assert _absent(words) == ["CYP2C9 allele other than *1"]


def test_result_may_be_a_diplotype_below_a_heading_on_metabolism() -> None:
    words = (
        "Relatives\n\nA brother carries MSH2 c.942+3A>T.\n\nDrug metabolism\n\n"
        "| Gene | Result | Phenotype | Drugs |\n| UGT1A1 | *28/*28 | Poor | irinotecan |\n"
    )
    assert _rows(words) == ["UGT1A1 *28/*28"]


def test_several_genotypes_of_one_gene_tell_what_each_would_mean() -> None:
    read = _read(
        "| Gene | Diplotype | Advice |\n| TPMT | *1/*3A | 70 % |\n| TPMT | *3A/*3A | 10 % |\n"
        "| UGT1A1 | *28/*28 | 70 % |\n"
    )
    assert [each.name for each in read.variants] == ["UGT1A1 *28/*28"]
    assert [each.name for each in read.not_taken] == [
        "TPMT *1/*3A (one of several genotypes)",
        "TPMT *3A/*3A (one of several genotypes)",
    ]


def test_germline_may_head_the_genes() -> None:
    [found] = _read(
        "| Germline | Mutation effect | Condition |\n| RAD51D | c.620C>T p.S207L | ovary |\n"
    ).variants
    assert (found.name, found.origin) == ("RAD51D S207L", "germline")


def test_tier_comes_before_oncogenicity_and_a_doubt_of_origin_is_none_of_the_call() -> None:
    [found] = _read(
        "| Gene | Protein | VAF | AMP/ASCO/CAP | Oncogenicity | Remark |\n"
        "| ATM | p.Arg3008His | 48 % | Tier II-C | Likely oncogenic | germline suspected |\n"
    ).variants
    assert (found.classed, found.origin) == ("Tier II-C", "")


def test_oncogenic_effect_is_no_loss_of_copies() -> None:
    [found] = _read("| Gene | Effect | VAF |\n| NF1 | Loss-of-function | 30 % |\n").variants
    assert (found.vaf, found.normal) == ("30 %", ())


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        ("Not mutated: FLT3-ITD, NPM1.\n", ["FLT3 ITD", "NPM1"]),
        (
            "Fusion transcripts (RNA): PML::RARA negative, BCR::ABL1 negative.\n",
            ["PML::RARA", "BCR::ABL1"],
        ),
        (
            "| Variant | VAF |\n| IDH1 R132H | 31% |\n| Not detected: TERT, ATRX |\n",
            ["TERT", "ATRX"],
        ),
        ("Genes tested with no detected mutations: CTNNB1, APC\n", ["CTNNB1", "APC"]),
        (
            "No pathogenic variants were identified in\n\nMLH1, MSH2, EPCAM\n",
            ["MLH1", "MSH2", "EPCAM"],
        ),
        ("Fusion not detected: ALK, RET\n", ["ALK Fusion", "RET Fusion"]),
        (
            "In the other genes, no pathogenic or likely pathogenic variants were found: ATM,"
            " TP53.\n",
            ["ATM", "TP53"],
        ),
        ("| Gene | Alteration |\n| BRAF | V600E: not detected |\n", ["BRAF V600E"]),
        ("Negative for: KIT, PDGFRA.\n", ["KIT", "PDGFRA"]),
        (
            "| Gene / exon | Alteration (HGVS) | Allele frequency |\n"
            "| EGFR / 20 | p.(Thr790Met) | not detected |\n",
            ["EGFR p.(Thr790Met)"],
        ),
        ("| Gene | Type | Copy number |\n| MYCN | no change | 2 |\n", ["MYCN"]),
        (
            "| Genes without alterations |\n| KIT | PDGFRA | SDHB |\n",
            ["KIT", "PDGFRA", "SDHB"],
        ),
        ("| Genes tested with indeterminate results |\n| KIT | PDGFRA |\n", []),
        (
            "| Biomarker | Method | Result |\n"
            "| ERBB2 (Her2/Neu) | CNA | Amplification not detected |\n"
            "| NTRK1/3 | RNA | Fusion not detected |\n",
            ["ERBB2 Amplification", "NTRK1 Fusion", "NTRK3 Fusion"],
        ),
    ],
)
def test_lists_of_what_was_not_found_are_read(words: str, absent: list[str]) -> None:
    assert _absent(words) == absent
