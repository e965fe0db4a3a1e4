"""Layouts that boards bring: values below each other, grids of genes, copies, markers in words."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import ReportedVariant
from retrieval.reports.read_report import read_report

STACKED = """Somatic - Potentially Actionable

EGFR

p.L858R

Missense variant (exon 21) - GOF

VAF
41.2%

Germline - Pathogenic

BRCA2

p.S1982fs
c.5946del, frameshift - LOF

VAF
49.1%
"""
GRID = """APPENDIX Variants of Unknown Significance

| ATM | BRIP1 |
| P604S | R173C |
| KMT2D | NOTCH2 |
| Q3612R and P2354L | L2408H |
"""
WIDE = """Genes with clinically significant somatic alterations
Gene      Protein Change    Annotation             Location   Additional Information
KRAS      p.G12R            Missense_Mutation      exon 2     MAF: 22.4%
CDKN2A    (p14ARF, p16INK4A) DELETION  Whole gene  9p21.3     FC: -2.4
GATA6     AMPLIFICATION     Whole gene             18q11.2    FC: 3.1
"""
SECTIONS = """III. VARIANTS OF UNCERTAIN SIGNIFICANCE
GNAQ c.1002G>C (p.M334I) VAF 8%

IV. COPY NUMBER
KIT: amplified (8 copies)

V. SIGNATURES OF THE GENOME
TMB 31 mut/Mb (high)
"""
LETTER = (
    "Sequencing revealed a truncating mutation in BRCA1 (p.Ser1253Argfs*10; allele frequency 82 %)."
    " Analysis of blood confirmed that the BRCA1 variant is germline. We also saw high-level"
    " amplification of CCNE1 (copy number 12) and a homozygous loss of RB1. Tumour mutational"
    " burden was low with 2.4 mutations per megabase, and the tumour is microsatellite stable."
)

LEADERS = """NPM1 ........ DETECTED   c.860_863dup, p.Trp288Cysfs*12   VAF: 38%   Tier IA
FLT3-ITD .... DETECTED   allelic ratio 0.62
IDH1 ........ NOT DETECTED
RUNX1 ....... INCONCLUSIVE (low coverage)
"""
BULLETS = """## Germline

* BRCA2 c.7617+1G>A, pathogenic (ACMG class 5)
* CHEK2 c.470T>C (p.Ile157Thr), class 3 / VUS
"""
SIDES = """| Gene | Finding | Gene | Finding |
| ALK | None detected | NTRK1 | None detected |
| EGFR | EGFR p.(L858R) | MET | MET amplification |
| ERBB2 | None detected | | |
"""


def read(text: str) -> tuple[ReportedVariant, ...]:
    return read_report(text, is_declared=True).variants


def told(text: str) -> list[tuple[str, str, str, str]]:
    return [(each.name, each.vaf, each.classed, each.origin) for each in read(text)]


def test_a_change_its_kind_and_its_share_stand_below_their_gene() -> None:
    assert told(STACKED) == [
        ("EGFR L858R", "41.2%", "", "somatic"),
        ("BRCA2 S1982fs", "49.1%", "Pathogenic", "germline"),
    ]


def test_genes_in_one_row_have_their_changes_in_the_row_below() -> None:
    assert {name: classed for name, _, classed, _ in told(GRID)} == dict.fromkeys(
        ("ATM P604S", "BRIP1 R173C", "KMT2D Q3612R", "KMT2D P2354L", "NOTCH2 L2408H"),
        "Unknown Significance",
    )


def test_no_grid_is_read_of_rows_that_do_not_fit() -> None:
    assert not read("| ATM | BRIP1 |\n| P604S | see below |")
    assert not read("Genes tested\n\n| ATM | BRIP1 |\n| P604S | R173C |")


def test_heads_with_wide_gaps_are_heads_and_the_heading_above_holds() -> None:
    assert told(WIDE) == [
        ("KRAS G12R", "22.4%", "", "somatic"),
        ("CDKN2A loss", "", "", "somatic"),
        ("GATA6 amplification", "", "", "somatic"),
    ]


def test_a_class_ends_with_its_section() -> None:
    assert [(name, classed) for name, _, classed, _ in told(SECTIONS)] == [
        ("GNAQ M334I", "UNCERTAIN SIGNIFICANCE"),
        ("KIT amplification", ""),
    ]


def test_a_letter_tells_each_gene_its_own_change_and_where_it_comes_from() -> None:
    assert [(name, origin) for name, _, _, origin in told(LETTER)] == [
        ("BRCA1 S1253Rfs*10", "germline"),
        ("CCNE1 amplification", ""),
        ("RB1 homozygous loss", ""),
    ]
    assert not any(
        origin for *_, origin in told(LETTER.replace("confirmed that", "should confirm whether"))
    )


@pytest.mark.parametrize(
    "words",
    ["heterozygous loss", "hemizygous deletion", "single copy loss", "loss of one copy",
     "shallow deletion", "heterozygous copy number loss"],
)  # fmt: skip
def test_the_loss_of_one_copy_is_no_loss_of_the_gene(words: str) -> None:
    for text in (f"PTEN: {words}", f"| Gene | Alteration |\n| PTEN | {words} |"):
        assert not any(each.normal for each in read(text))


def test_two_genes_of_one_line_have_a_loss_each() -> None:
    names = {each.name for each in read("Findings\n\nCDKN2A/B - CDKN2A loss, CDKN2B loss\n")}
    assert names == {"CDKN2A loss", "CDKN2B loss"}


def test_calls_of_copies_are_read_by_their_abbreviation() -> None:
    table = "| Gene | CopyNumber | Call |\n| MDM2 | 11.2 | AMP |\n| CDKN2A | .3 | HOMDEL |\n"
    assert [each.name for each in read(table + "| EGFR | 2.4 | NEUTRAL |")] == [
        "MDM2 amplification", "CDKN2A homozygous loss",
    ]  # fmt: skip
    table = "| Gene | Type | Fold change |\n| FGFR1 | Gain | 2.9 |"
    assert [each.name for each in read(table)] == ["FGFR1 gain"]


@pytest.mark.parametrize(
    ("words", "marker", "value"),
    [
        ("TMB (mut/Mb): 9.4", "TMB", "9.4"),
        ("MSI: 2.1 % unstable sites (MSS)", "MSI", "2.1 % unstable sites (MSS)"),
        ("| MSI score | 1.2% - stable |", "MSI", "1.2% - stable"),
        ("| HRD | GIS 12 (negative) |", "HRD", "GIS 12 (negative)"),
        ("Tumor Mutational Burden\n3.2 m/MB\n\n26th percentile", "TMB", "3.2 m/MB"),
        ("Microsatellite Instability Status\nStable", "MSI", "Stable"),
        ("Signatures: MSS; TMB 3 mut/Mb", "MSI", "MSS"),
        ("MSS. TMB: 2 mut/Mb.", "TMB", "2 mut/Mb"),
        (LETTER, "TMB", "low with 2.4 mutations per megabase"),
        (LETTER, "MSI", "microsatellite stable"),
    ],
)
def test_markers_are_read_with_their_values(words: str, marker: str, value: str) -> None:
    markers = {each.marker: each.value for each in read_report(words, is_declared=True).markers}
    assert markers[marker].startswith(value)  # type: ignore[index]


@pytest.mark.parametrize(
    "words",
    [
        "| MSI-High | NOT DETECTED | None | No |",
        "If the tumour is microsatellite stable, no benefit is expected.",
        "Therapy is approved where the tumour is MSI-H.",
    ],
)
def test_what_is_denied_or_supposed_is_no_marker(words: str) -> None:
    assert not read_report(words, is_declared=True).markers


def test_dots_lead_from_a_gene_to_its_result() -> None:
    assert [(name, vaf, classed) for name, vaf, classed, _ in told(LEADERS)] == [
        ("NPM1 W288Cfs*12", "38%", "Tier IA"),
        ("FLT3 ITD", "", ""),
    ]
    report = read_report(LEADERS, is_declared=True)
    assert [each.name for each in report.absent] == ["IDH1"]
    assert [each.words.split()[0] for each in report.not_read] == ["RUNX1"]


def test_items_of_a_list_tell_class_and_origin() -> None:
    assert told(BULLETS) == [
        ("BRCA2 c.7617+1G>A", "", "pathogenic", "germline"),
        ("CHEK2 I157T", "", "class 3", "germline"),
    ]


def test_two_tables_side_by_side_under_the_same_heads_are_two() -> None:
    report = read_report(SIDES, is_declared=True)
    assert [each.name for each in report.variants] == ["EGFR L858R", "MET amplification"]
    assert [each.name for each in report.absent] == ["ALK", "NTRK1", "ERBB2"]


def test_a_share_within_a_remark_is_none_of_the_row() -> None:
    table = "| MET exon 14 skipping | 511 | confirmed by DNA: c.3028+1G>T, 31 % |"
    assert not any(each.vaf for each in read(f"MET exon 14 skipping was detected.\n\n{table}"))


def test_days_head_the_shares_of_their_samples() -> None:
    table = (
        "| Alteration | 2026-03-02 | 30 Oct 2026 | Comment |\n| EGFR C797S | ND | 3.2% | new |\n"
        "| EGFR T790M | ND | ND | |\n| MET amplification | ND | detected (CN 7) | |"
    )
    assert [(each.name, each.vaf, each.sample) for each in read(table)] == [
        ("EGFR C797S", "3.2%", "30 Oct 2026"),
        ("MET amplification", "", "30 Oct 2026"),
    ]


def test_what_was_called_at_no_time_is_not_found() -> None:
    table = "| Alteration | Baseline | C3D1 |\n| EGFR T790M | ND | ND |\n| EGFR C797S | ND | 3% |"
    assert [each.name for each in read(table)] == ["EGFR C797S"]


def test_a_remark_in_brackets_takes_no_row_away_unless_it_doubts() -> None:
    line = "Findings\n\n- FGFR3 S249C, 37%, tier I ({})"
    assert told(line.format("erdafitinib label")) == [("FGFR3 S249C", "37%", "tier I", "")]
    for doubt in ("expected in the control", "possibly an artefact", "earlier sample"):
        assert not read(line.format(doubt))


def test_an_empty_change_has_its_kind_in_the_result() -> None:
    table = (
        "| gene | result | aa_change | allelic_fraction |\n| BRAF | mutation | K601E | 23.1 |\n"
        "| CDKN2A | copy number loss | | |\n| KRAS | negative | | |"
    )
    assert [each.name for each in read(table)] == ["BRAF K601E", "CDKN2A loss"]
    assert [e.name for e in read_report(table, is_declared=True).absent] == ["KRAS"]


def test_a_heading_on_both_tells_no_origin() -> None:
    table = (
        "Hereditary and somatic cancer panel\n\n| Gene | Variant | AF |\n| PALB2 | W1038* | 49% |"
    )
    assert told(table) == [("PALB2 W1038*", "49%", "", "")]


def test_a_number_alone_is_told_with_the_words_on_it() -> None:
    text = "The genomic instability score was 61, so the tumour is HRD positive."
    (marker,) = read_report(text, is_declared=True).markers
    assert marker.value == "61; HRD positive"
