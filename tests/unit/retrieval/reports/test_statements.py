"""Which sentences of a report tell a finding of its sample, and which rows it has without heads."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import ReportedVariant
from retrieval.reports.read_report import read_report
from retrieval.reports.statements.documents import is_molecular_report
from retrieval.reports.statements.sentences import told_in_sentences

HEAD = (
    "Molecular Pathology Report\nSpecimen: FFPE biopsy. Next-generation sequencing, 800x.\n"
    "TMB 5 mut/Mb. Variants of uncertain significance are listed. VAF is given.\n\n"
)
FINDINGS = (
    ("A pathogenic mutation was detected in exon 15 of BRAF: c.1799T>A, p.(Val600Glu), at VAF 23%.",
     [("BRAF V600E", "23%", "pathogenic", "")]),
    ("KRAS p.G12C (VAF 21%), STK11 p.Q37* (VAF 30%), and TP53 p.R273H (45%) were identified.",
     [("KRAS G12C", "21%", "", ""), ("STK11 Q37*", "30%", "", ""), ("TP53 R273H", "45%", "", "")]),
    ("EGFR L858R was detected at 12.1% and T790M at 3.4%.",
     [("EGFR L858R", "12.1%", "", ""), ("EGFR T790M", "3.4%", "", "")]),
    ("Two pathogenic variants were found in MUTYH: c.536A>G (p.Tyr179Cys) and c.1187G>A"
     " (p.Gly396Asp).",
     [("MUTYH Y179C", "", "pathogenic", ""), ("MUTYH G396D", "", "pathogenic", "")]),
    ("A germline pathogenic variant was identified in BRCA1 (c.5266dupC).",
     [("BRCA1 c.5266dup", "", "pathogenic", "germline")]),
    ("There is homozygous deletion of CDKN2A.", [("CDKN2A homozygous loss", "", "", "")]),
    ("A fusion between KIF5B and RET was detected.", [("KIF5B::RET", "", "", "")]),
    ("No KRAS mutation was identified, but BRAF p.V600E is present at 22% VAF.",
     [("BRAF V600E", "22%", "", "")]),
    ("This tumor harbors BRCA2 c.5946delT in 62% of reads, which is predicted to truncate it.",
     [("BRCA2 c.5946del", "62%", "", "")]),
    ("Detected: EGFR L858R; TP53 R273H.", [("EGFR L858R", "", "", ""), ("TP53 R273H", "", "", "")]),
    ("EGFR L858R and TP53 R273H were found at 12% and 30%, respectively.",
     [("EGFR L858R", "", "", ""), ("TP53 R273H", "", "", "")]),
)  # fmt: skip
NO_FINDINGS = (
    "EGFR T790M was not detected at VAF above 1%.",
    "None of the following was detected: EGFR L858R, EGFR T790M.",
    "Not detected: KRAS G12C; BRAF V600E.",
    "The tumor is negative for NRG1 fusions and for MET p.D1228N.",
    "BRAF V600E mutations are found in 8% of colorectal cancers.",
    "KRAS p.G12C was detected in 13% of NSCLC.",
    "KRAS G12V has been reported in pancreatic cancer (VAF 20%).",
    "PIK3CA p.H1047R is present in the companion diagnostic label of alpelisib.",
    "The prior biopsy showed EGFR L858R at 22% VAF.",
    "In the sample of 2020 EGFR L858R (VAF 12%) was identified.",
    "The mother was found to carry BRCA1 c.68_69del.",
    "The positive control (EGFR p.L861Q at 5% VAF) performed as expected.",
    "The assay detects EGFR T790M down to a VAF of 0.1%.",
    "If EGFR p.C797S is detected, osimertinib is expected to lose its effect.",
    "Testing was requested because of a known EGFR exon 19 deletion.",
    "Is KRAS G12C present?",
    "Loss of MSH2 and MSH6 was observed by IHC.",
    "Genes on this panel include BRAF (V600E), KRAS (G12C) and EGFR (L858R).",
    "Sotorasib targets KRAS G12C, present in this tumor type at 13%.",
    "A BRAF V600E mutation was initially called but is a sequencing artefact.",
    "TP53 R175H detected at a VAF of 2% is consistent with clonal haematopoiesis.",
)
NO_ROWS = (
    "Genes assayed\n\nEGFR\n\nL858R\n\nKRAS\n\nG12C\n",
    "Hotspots\n\nBRAF V600E\nKRAS G12C\n",
    "Gene: KRAS\nVariant: G12C\nResult: Not detected\n",
    "Known familial variant: BRCA1 c.68_69del\nTest requested: EGFR T790M\n",
    "Therapies\n| Biomarker | Drug | Evidence |\n| KRAS G12C | sotorasib | Level 1 |\n",
    "| Biomarker | Therapy | Level |\n| EGFR T790M | osimertinib | Level 1 |\n",
    "Quality control\n| Control | Expected VAF | Observed |\n| EGFR L858R | 5% | 4.8% |\n",
    "Coverage\n| Gene | Hotspot | Depth |\n| BRAF | V600E | 1200 |\n",
    "Previous results\n| Date | Gene | Variant | VAF |\n| 2019 | EGFR | L858R | 22% |\n",
    "| Gene | Variant | VAF 2023 | VAF 2024 |\n| EGFR | L858R | 22% | not detected |\n",
    "MMR proteins\nMLH1 loss\nPMS2 loss\n",
    "Resistance mutations to watch\n- EGFR C797S\n- MET amplification\n",
    "| Partner 1 | Partner 2 | Reads | Result |\n| KIF5B | RET | 0 | Not detected |\n",
)


def _told(each: ReportedVariant) -> tuple[str, str, str, str]:
    return each.name, each.vaf, each.classed, each.origin


@pytest.mark.parametrize(("sentence", "rows"), FINDINGS)
def test_a_sentence_on_a_finding_is_read_with_what_it_says(
    sentence: str, rows: list[tuple[str, str, str, str]]
) -> None:
    read = told_in_sentences(sentence, [], [])
    assert [_told(each) for each in read.variants] == rows
    assert all(
        sentence[slice(*dict(each.cells)["variant"])] == each.variant for each in read.variants
    )


@pytest.mark.parametrize("sentence", NO_FINDINGS)
def test_a_sentence_on_anything_else_gives_no_row(sentence: str) -> None:
    assert not told_in_sentences(sentence, [], []).variants


@pytest.mark.parametrize("text", NO_ROWS)
def test_no_row_of_a_report_is_invented(text: str) -> None:
    assert is_molecular_report(HEAD + text)
    assert not read_report(HEAD + text).variants


def test_names_with_values_below_each_other_are_a_row() -> None:
    text = (
        f"{HEAD}Gene: EGFR\nCoding change: c.2573T>G\nProtein change: p.(Leu858Arg)\n"
        "Allele fraction: 34%\nRead depth: 812\nTier: I\n\nGene: KRAS\nAlteration: G12C\n"
        "Result: not detected\n\nGene: ERBB2\nAlteration: amplification\nOrigin: somatic\n"
    )
    first, second = read_report(text).variants
    assert _told(first) == ("EGFR L858R", "34%", "I", "")
    assert [each.text for each in first.normal] == ["EGFR p.L858R", "EGFR c.2573T>G"]
    assert _told(second) == ("ERBB2 amplification", "", "", "somatic")
    assert text[first.place.start : first.place.end].startswith("EGFR\nCoding change")


def test_values_below_a_variant_are_its_own() -> None:
    text = f"{HEAD}EGFR p.L858R\nVAF: 34%\nTier: Tier I\n\nTP53 p.R273H\nVAF: 12%\nTier II\n"
    assert [_told(each) for each in read_report(text).variants] == [
        ("EGFR L858R", "34%", "Tier I", ""), ("TP53 R273H", "12%", "Tier II", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "classes"),
    [
        ("EGFR L858R\nTier I\nTP53 R273H\nTier III, see text", ["Tier I", "Tier III"]),
        ("Tier I\nEGFR L858R\nKRAS G12D\nTier III\nTP53 R273H", ["Tier I", "Tier I", "Tier III"]),
        ("EGFR L858R\nTier I\nTP53 R273H", ["", ""]),
    ],
)
def test_a_class_on_a_line_of_its_own_is_that_of_the_line_it_belongs_to_or_of_none(
    lines: str, classes: list[str]
) -> None:
    assert [each.classed for each in read_report(f"{HEAD}{lines}").variants] == classes


def test_a_change_below_its_gene_is_read_and_genes_below_each_other_are_not() -> None:
    text = (
        f"{HEAD}Genomic findings\n\nEGFR\n\nL858R\nVariant allele frequency 21.9%\n\nKIT\n\nRET\n"
    )
    (found,) = read_report(text).variants
    assert _told(found) == ("EGFR L858R", "21.9%", "", "")


def test_a_row_under_unknown_heads_needs_a_share_or_a_class() -> None:
    text = f"{HEAD}| Seen | Amount | Use |\n| EGFR L858R | 12% | None |\n| KRAS G12C | | None |\n"
    (found,) = read_report(text).variants
    assert _told(found) == ("EGFR L858R", "12%", "", "")


def test_partners_in_cells_of_their_own_are_a_fusion() -> None:
    text = "| 5' partner | 3' partner | Reads | Tier |\n| FGFR2 | BICC1 | 182 | Tier I |"
    (found,) = read_report(text).variants
    assert (found.name, found.classed) == ("FGFR2::BICC1", "Tier I")


def test_what_is_named_and_not_taken_is_told_with_its_place() -> None:
    text = f"{HEAD}\fComment\nIf EGFR p.C797S is acquired, osimertinib loses its effect.\n"
    read = read_report(text)
    assert not read.variants
    assert [(each.name, each.place.words) for each in read.not_taken] == [("EGFR C797S", "p. 2")]


def test_sentences_of_letters_and_articles_are_not_read() -> None:
    letter = "Dear colleague, the FFPE biopsy was sequenced; EGFR L858R was found at a VAF of 12%."
    article = (
        "Abstract. We identified KRAS G12C in our cohort. Tumors were sequenced (NGS); VAF of 12%,"
        " MSI and pathogenic variants in each sample. Hazard ratio 0.5 (95% CI 0.3-0.8)."
    )
    assert not read_report(letter)
    assert not read_report(article)


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ("EGFR L858R, amplification\nTP53 R273H, R248Q", ["EGFR amplification", "EGFR L858R",
         "TP53 R248Q", "TP53 R273H"]),
        ("EML4(13)-ALK(20), 312 reads", ["EML4::ALK"]),
        ("EGFR p.L858R Missense variant (exon 21) - GOF 34.2%", ["EGFR L858R"]),
        ("\nDIAGNOSIS\nPositive for EGFR exon 19 deletion.\nNegative for EGFR T790M.",
         ["EGFR exon 19 deletion"]),
        ("| Gene | Variant | VAF | Status |\n| EGFR | T790M | 0.2% | Below LOD |\n"
         "| KRAS | G12C | 3% | artifact |\n| BRAF | V600E | 0.0% | Not detected |", []),
        ("MET - amplification - equivocal", []),
    ],
)  # fmt: skip
def test_alterations_on_one_line_are_rows_of_their_own(lines: str, rows: list[str]) -> None:
    read = read_report(f"{HEAD}Gene alterations\n{lines}")
    assert sorted(each.name for each in read.variants) == sorted(rows)


def test_what_stands_beside_a_denial_is_told_as_not_taken_and_what_is_denied_is_not() -> None:
    text = f"{HEAD}Results: EGFR L858R (VAF 34%), KRAS G12C: not detected, TP53 R273H (VAF 41%).\n"
    read = read_report(text)
    assert not read.variants
    assert [each.name for each in read.not_taken] == ["EGFR L858R", "TP53 R273H"]
