"""A variant in any form has one normal form, and each form of it reads as the same variant."""

from __future__ import annotations

import pytest

from names.variants.changes import change_of_vcf
from names.variants.normal_form import accession_of, chromosomes, forms_of
from names.variants.usual_forms import read_described, read_variant

NORMAL = [
    ("BRAF V600E", "BRAF p.V600E"),
    ("BRAF p.Val600Glu", "BRAF p.V600E"),
    ("braf p.V600E", "BRAF p.V600E"),
    ("p.(Val600Glu)", "p.V600E"),
    ("NP_004324.2:p.Val600Glu", "NP_004324.2:p.V600E"),
    ("HER2 S310F", "ERBB2 p.S310F"),
    ("TP53 R97Pfs*23", "TP53 p.R97Pfs*23"),
    ("TP53 p.Arg97ProfsTer23", "TP53 p.R97Pfs*23"),
    ("TP53 R213X", "TP53 p.R213*"),
    ("TP53 p.Arg213Ter", "TP53 p.R213*"),
    ("EGFR p.Glu746_Ala750del", "EGFR p.E746_A750del"),
    ("EGFR D770_N771insSVD", "EGFR p.D770_N771insSVD"),
    ("NM_004333.6:c.1799T>A", "NM_004333.6:c.1799T>A"),
    ("NM_000546.6(TP53):c.215C>G", "NM_000546.6(TP53):c.215C>G"),
    ("BRCA1 c.68_69delAG", "BRCA1 c.68_69del"),
    ("BRCA1 c.5266dupC", "BRCA1 c.5266dup"),
    ("NM_000059.4:c.1234+5G>A", "NM_000059.4:c.1234+5G>A"),
    ("NC_000007.14:g.140753336A>T", "GRCh38 chr7:g.140753336A>T"),
    ("NC_000007.13:g.140453136A>T", "GRCh37 chr7:g.140453136A>T"),
    ("chr7:g.140753336A>T (hg38)", "GRCh38 chr7:g.140753336A>T"),
    ("hg19 chr7:140453136 A>T", "GRCh37 chr7:g.140453136A>T"),
    ("7-140753336-A-T", "chr7:g.140753336A>T"),
    ("GRCh38 17-7675994-CT-C", "GRCh38 chr17:g.7675995del"),
    ("rs113488022", "rs113488022"),
    ("RS113488022", "rs113488022"),
    ("CYP2C9*3", "CYP2C9*3"),
    ("CYP2D6 *1 / *4", "CYP2D6*1/*4"),
    ("HLA-B*57:01", "HLA-B*57:01"),
    ("EML4-ALK", "EML4::ALK"),
    ("EML4::ALK fusion", "EML4::ALK"),
    ("BCR/ABL1", "BCR::ABL1"),
    ("HER2 amplified", "ERBB2 amplification"),
    ("CDKN2A deep deletion", "CDKN2A homozygous loss"),
    ("EGFR ex19del", "EGFR exon 19 deletion"),
    ("METex14 skipping", "MET exon 14 skipping"),
    ("LRG_199t1:c.79_80delinsTT", "LRG_199t1:c.79_80delinsTT"),
    ("ENST00000288602.11:c.1799T>A", "ENST00000288602.11:c.1799T>A"),
    ("NM_004006.2:c.5657_5660inv", "NM_004006.2:c.5657_5660inv"),
    ("NR_002196.1:n.601G>T", "NR_002196.1:n.601G>T"),
    ("NC_012920.1:m.3243A>G", "NC_012920.1:m.3243A>G"),
    ("chr17:7674220C>T (hg38)", "GRCh38 chr17:g.7674220C>T"),
    ("GRCh38/hg38 chr7:140753336A>T", "GRCh38 chr7:g.140753336A>T"),
    ("chr7 140753336 A T", "chr7:g.140753336A>T"),
    ("chr7:55174772_55174786del", "chr7:g.55174772_55174786del"),
    ("NC_000007.14:140753335:A:T", "GRCh38 chr7:g.140753336A>T"),
    ("NC_000017.11:43124027:CT:", "GRCh38 chr17:g.43124028_43124029del"),
    ("p.(Met1?)", "p.M1?"),
    ("p.Met1ext-5", "p.M1ext-5"),
    ("p.Ter110GlnextTer17", "p.*110Qext*17"),
    ("p.Cys28delinsTrpVal", "p.C28delinsWV"),
    ("EGFR E746_A750delELREA", "EGFR p.E746_A750del"),
    ("ENSP00000288602.6:p.Val600Glu", "ENSP00000288602.6:p.V600E"),
    ("BRAF-V600E", "BRAF p.V600E"),
    ("BRAF(V600E)", "BRAF p.V600E"),
    ("BRAFV600E", "BRAF p.V600E"),
    ("CYP2D6 *1/*2xN", "CYP2D6*1/*2xN"),
    ("CYP2D6*36+*10", "CYP2D6*36+*10"),
    ("HLA-B*15:02:01", "HLA-B*15:02:01"),
    ("CD74-ROS1 gene fusion", "CD74::ROS1"),
    ("MET gene amplification", "MET amplification"),
    ("CCND1 copy number gain", "CCND1 gain"),
    ("homozygous deletion of CDKN2A", "CDKN2A homozygous loss"),
    ("EGFR exon 20 insertion mutation", "EGFR exon 20 insertion"),
    ("EGFR del19", "EGFR exon 19 deletion"),
    ("METex14", "MET exon 14 skipping"),
    ("METΔ14", "MET exon 14 skipping"),
    ("MET(13)-MET(15)", "MET exon 14 skipping"),
    ("EGFRvIII", "EGFR vIII"),
    ("EGFR variant III", "EGFR vIII"),
    ("FLT3-ITD", "FLT3 ITD"),
    ("FLT3 internal tandem duplication (ITD)", "FLT3 ITD"),
    ("KMT2A partial tandem duplication", "KMT2A PTD"),
    ("AR-V7", "AR V7"),
    ("ARV7", "AR V7"),
    ("TERT C228T", "TERT c.-124C>T"),
    ("TERT promoter C250T", "TERT c.-146C>T"),
    ("ALK-EML4", "EML4::ALK"),
    ("ALK/EML4 fusion", "EML4::ALK"),
    ("ALK::EML4", "ALK::EML4"),
    ("LPP-HMGA2", "LPP::HMGA2"),
    ("BCR-ABL", "BCR::ABL1"),
    ("t(9;22)(q34;q11)", "BCR::ABL1"),
    ("EML4(13)-ALK(20)", "EML4::ALK e13::e20"),
    ("EML4-ALK (E6;A20)", "EML4::ALK e6::e20"),
    ("ALK exon 20 - EML4 exon 13", "EML4::ALK e13::e20"),
    ("BCR::ABL1 e13a2", "BCR::ABL1 e13::e2"),
    (
        "EML4(chr2:42522656)-ALK(chr2:29446394) (hg19)",
        "EML4::ALK GRCh37 chr2:42522656::chr2:29446394",
    ),
    ("PIK3CA H1047R mutation", "PIK3CA p.H1047R"),
    ("dbSNP:rs113488022", "rs113488022"),
]
NONE = [
    "",
    "FLT3-TKD",
    "KRASΔ14",
    "MET(13)-MET(20)",
    "EML4-ALK (B6;C20)",
    "EML4::ALK GRCh37 chr2:42522656::chr2:29446394 GRCh38",
    "t(9;22)",
    "BRCA2",
    "HLA-A",
    "hello world",
    "olaparib 300",
    "Q12H",
    "XYZQ V600E",
    "EML4-EML4",
    "7-140753336-A-A",
    "NC_000007.14:g.140753336A>T (hg19)",
    "NC_000007.99:g.140753336A>T",
    "c.1799T>",
    "V600",
    "EGFR E746_A750delEL",
    "GRCh38/hg19 chr7:140753336A>T",
    "chr7:140753336A>T (hg19), GRCh38",
    "NC_000007.99:140753335:A:T",
    "BRAF c.1799T>A (p.Val600Glu)",
    "MET not amplified",
    "17:7674220",
    "MET low-level gain",
    "p." + "A" * 200,
]


@pytest.mark.parametrize(("written", "normal"), NORMAL)
def test_a_variant_has_one_normal_form_and_each_form_reads_back(written: str, normal: str) -> None:
    variant = read_variant(written)
    assert variant is not None
    assert variant.text == normal
    assert read_variant(variant.text) == variant
    for kind, form in forms_of(variant):
        assert read_variant(form) == variant, (kind, form)


@pytest.mark.parametrize("written", NONE)
def test_what_names_no_variant_reads_as_none(written: str) -> None:
    assert read_variant(written) is None


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("BRAF c.1799T>A (p.Val600Glu)", "BRAF c.1799T>A"),
        ("BRAF p.V600E (c.1799T>A)", "BRAF c.1799T>A"),
        ("NM_004333.6(BRAF):c.1799T>A (p.Val600Glu)", "NM_004333.6(BRAF):c.1799T>A"),
        ("BRAF V600E", "BRAF p.V600E"),
    ],
)
def test_of_two_descriptions_the_change_of_bases_is_meant(written: str, normal: str) -> None:
    described = read_described(written)
    assert described is not None
    assert described.text == normal
    assert read_described("BRAF c.1799T>A (p.Val600Glu and more)") is None


def test_a_name_does_not_tell_more_than_it_says() -> None:
    variant = read_variant("7-140753336-A-T")
    assert variant is not None
    assert variant.assembly == ""
    assert not any("NC_" in form for _, form in forms_of(variant))


@pytest.mark.parametrize(
    ("place", "before", "after", "change"),
    [
        (100, "A", "T", "100A>T"),
        (100, "AT", "A", "101del"),
        (100, "ATG", "A", "101_102del"),
        (100, "A", "ATT", "100_101insTT"),
        (100, "AT", "GC", "100_101delinsGC"),
        (100, "CAT", "CGT", "101A>G"),
    ],
)
def test_a_row_of_a_vcf_becomes_a_change(place: int, before: str, after: str, change: str) -> None:
    assert change_of_vcf(place, before, after) == change


def test_each_sequence_is_one_chromosome_of_one_assembly() -> None:
    assert len(chromosomes()) == 48
    assert accession_of("X", "GRCh38") == "NC_000023.11"
    assert accession_of("Y", "GRCh37") == "NC_000024.9"
