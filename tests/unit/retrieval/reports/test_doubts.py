"""What a report doubts or denies gives no row, in any format; what is lost is said."""

from __future__ import annotations

import pytest

from retrieval.ingestion.readers import read_attachment
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _told(read: SequencingReport) -> tuple[list[str], list[str], list[str]]:
    rows = [f"{each.name} {each.vaf}".strip() for each in read.variants]
    left = [*(each.name for each in read.not_taken), *(each.words for each in read.not_read)]
    return rows, [each.name for each in read.absent], left


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.md", "| Variant | Result |\n|---|---|\n| T790M | not detected |\n"
                 "| EGFR C797S | negative |\n| EGFR L858R | detected |\n"),
        ("r.csv", "Variant,Result\nT790M,not detected\nEGFR C797S,negative\nEGFR L858R,detected\n"),
        ("r.tsv", "Variant\tResult\nT790M\tnot detected\nEGFR C797S\tnegative\n"
                  "EGFR L858R\tdetected\n"),
        ("r.html", "<table><tr><th>Variant</th><th>Result</th></tr><tr><td>T790M</td>"
                   "<td>not detected</td></tr><tr><td>EGFR C797S</td><td>negative</td></tr>"
                   "<tr><td>EGFR L858R</td><td>detected</td></tr></table>"),
    ],
)  # fmt: skip
def test_a_change_and_its_result_are_read_alike_in_every_format(name: str, content: str) -> None:
    read = read_report(read_attachment(name, content.encode()), is_declared=True)
    assert _told(read) == (["EGFR L858R"], ["T790M", "EGFR C797S"], [])


@pytest.mark.parametrize(
    ("share", "absent"),
    [
        ("3% (low quality)", False),
        ("VAF 3 %, low confidence", False),
        ("2% - repeat advised", False),
        ("1.1% (below reporting threshold)", False),
        ("ND", False),
        ("QNS", False),
        ("<LOD", False),
        ("failed", False),
        ("not detected", True),
    ],
)
def test_a_share_that_is_doubted_or_none_gives_no_row(share: str, absent: bool) -> None:
    read = read_report(
        f"| Gene | Variant | VAF |\n| EGFR | T790M | {share} |\n| EGFR | L858R | 9% |"
    )
    doubted = [] if absent else [f"EGFR T790M (“{share}”)"]
    assert _told(read) == (["EGFR L858R 9%"], ["EGFR T790M"] if absent else [], doubted)


@pytest.mark.parametrize("share", ["3.1%", "0,42", "-", "n/a", "12 % of reads", ""])
def test_a_share_without_a_doubt_gives_its_row(share: str) -> None:
    read = read_report(f"| Gene | Variant | VAF |\n| EGFR | T790M | {share} |")
    assert [each.name for each in read.variants] == ["EGFR T790M"]


def test_the_shares_of_serial_samples_are_judged_one_by_one() -> None:
    read = read_report(
        "| Gene | Variant | Baseline VAF | Week 8 VAF | Progression VAF |\n"
        "| EGFR | L858R | 12.4% | not detected | 8.8% |\n| EGFR | T790M | ND | - | 3.1% |\n"
        "| TP53 | R248Q | 9.9% | 0.4% (low confidence) | 6.0% |\n"
    )
    assert [(each.sample, each.name) for each in read.variants] == [
        ("Baseline", "EGFR L858R"), ("Progression", "EGFR L858R"), ("Progression", "EGFR T790M"),
        ("Baseline", "TP53 R248Q"), ("Progression", "TP53 R248Q"),
    ]  # fmt: skip
    assert [(each.sample, each.name) for each in read.absent] == [("Week 8", "EGFR L858R")]
    assert [each.name for each in read.not_taken] == [
        "EGFR T790M (Baseline: “ND”)", "TP53 R248Q (Week 8: “0.4% (low confidence)”)"
    ]  # fmt: skip


def test_a_footnote_that_doubts_a_value_keeps_its_row_out() -> None:
    table = "| Gene | Variant | VAF |\n| IDH2 | R140Q | 44 %* |\n| APC | p.R876* | 45% |\n\n"
    doubt = read_report(f"{table}* Low coverage at this position; interpret with caution.")
    assert [each.name for each in doubt.variants] == ["APC R876*"]
    assert [each.name for each in doubt.not_taken] == [
        "IDH2 R140Q (“Low coverage at this position; interpret with caution.”)"
    ]
    plain = read_report(f"{table}* Confirmed by Sanger sequencing.")
    assert [each.name for each in plain.variants] == ["IDH2 R140Q", "APC R876*"]


def test_a_list_below_not_detected_gives_no_rows() -> None:
    text = (
        f"{HEAD}Detected\n- KRAS G12C (VAF 22%)\n\nNot detected\n- EGFR L858R\n"
        "- ALK / ROS1 / RET fusions\n\nSuspected\n- MET amplification\n"
    )
    assert _told(read_report(text)) == (
        ["KRAS G12C 22%"],
        ["EGFR L858R", "ALK fusions", "ROS1 fusions", "RET fusions"],
        ["MET amplification"],
    )


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_result_below_its_gene_does_not_deny_what_stands_below_it(between: str) -> None:
    lines = ("ALK rearrangement", "Not detected", "EGFR L858R", "VAF 20%")
    read = read_report(HEAD + between.join(lines))
    assert not read.absent or [each.gene for each in read.absent] == ["ALK"]
    assert "EGFR L858R" in " ".join([*(each.name for each in read.variants), *_told(read)[2]])


@pytest.mark.parametrize(
    ("line", "absent"),
    [
        ("KRAS/NRAS wild type", ["KRAS", "NRAS"]),
        ("NTRK1, NTRK2, NTRK3 fusions: not detected",
         ["NTRK1 fusions", "NTRK2 fusions", "NTRK3 fusions"]),
        ("Not detected: EGFR L858R", ["EGFR L858R"]),
        ("EML4/ALK fusion not detected", ["EML4::ALK"]),
        ("ROS1      -      -      Not detected", ["ROS1"]),
    ],
)  # fmt: skip
def test_a_line_that_denies_is_read_between_lines_that_are_not(
    line: str, absent: list[str]
) -> None:
    above = "MET exon 14 skipping, 1,240 reads"
    below = "TMB: 4 mut/Mb, by the panel described at the end"
    text = f"{HEAD}{above}\n{line}\n{below}\n"
    read = read_report(text)
    assert [each.name for each in read.absent] == absent


def test_a_sentence_over_two_lines_is_not_read_by_its_second() -> None:
    text = f"{HEAD}In the other sample of this patient, which was examined here, neither the\nEGFR"
    assert not read_report(
        f"{text} T790M nor C797S was found, nor\nALK fusion detected.\n"
    ).variants


@pytest.mark.parametrize(
    ("rows", "name", "what"),
    [
        ("| CD74 | ROS1 | 0 | Not detected |", "", "CD74::ROS1"),
        ("| KIF5B | RET | 3 | Below threshold |", "KIF5B RET", ""),
    ],
)
def test_a_fusion_in_two_cells_is_denied_or_doubted(rows: str, name: str, what: str) -> None:
    read = read_report(f"| 5' gene | 3' gene | Supporting reads | Result |\n{rows}")
    assert not read.variants
    assert [each.name for each in read.absent] == [each for each in (what,) if each]
    assert name in " ".join(each.words for each in read.not_read)


def test_a_row_with_a_result_of_its_own_does_not_go_on_with_the_row_above() -> None:
    read = read_report(
        "| Gene | Variant | VAF | Result |\n| EGFR | exon 19 deletion | 24.1% | detected |\n"
        "| | T790M | | not detected |\n"
    )
    assert _told(read) == (["EGFR exon 19 deletion 24.1%"], ["T790M"], [])


@pytest.mark.parametrize("comment", ["confirm in germline", "probably germline", "germline?"])
def test_what_may_be_germline_is_not_told_as_germline(comment: str) -> None:
    table = read_report(f"| Gene | Variant | VAF | Comment |\n| ATM | R337C | 51% | {comment} |")
    line = read_report(f"{HEAD}- ATM R337C, VAF 51 %, VUS, {comment}\n")
    assert not [each for each in (*table.variants, *line.variants) if each.origin]
    assert "R337C" in " ".join([*_told(table)[0], *_told(table)[2]])


@pytest.mark.parametrize(
    ("line", "markers"),
    [
        ("| Microsatellite status | MSI-H | low tumour content |", ["MSI MSI-H"]),
        ("| Microsatellite status | NGS | MSI-High |", ["MSI MSI-High"]),
        ("MSI: low tumour content", []),
        ("MSI Status                MS-Stable", ["MSI MS-Stable"]),
        ("TMB                       8 Muts/Mb", ["TMB 8 Muts/Mb"]),
        ("TMB was 3.1 mutations per megabase.", ["TMB 3.1 mutations per megabase"]),
        ("Biomarkers: TMB 14 mut/Mb (high) | HRD-negative",
         ["TMB 14 mut/Mb (high)", "HRD negative"]),
    ],
)  # fmt: skip
def test_markers_are_read_with_their_own_value(line: str, markers: list[str]) -> None:
    read = read_report(HEAD + line)
    assert [f"{each.marker} {each.value}" for each in read.markers] == markers


@pytest.mark.parametrize(
    "line",
    [
        "EGFRvIII not detected",
        "AR-V7 splice variant: detected, 58 reads",
        "FGFR3::TACC3 fusion: equivocal, 4 reads, repeat recommended",
        "| FGFR1 | 5.9 | Equivocal |",
        "CD274 amplification?",
        "Amplification of ERBB2 could not be excluded.",
    ],
)
def test_a_result_that_no_rule_reads_is_said(line: str) -> None:
    read = read_report(f"{HEAD}{line}\nBRAF V600E: invalid\n")
    rows, absent, left = _told(read)
    assert not rows
    assert not absent
    gene = next(each for each in ("EGFR", "AR-", "FGFR", "CD274", "ERBB2") if each in line)
    assert gene in " ".join(left)


def test_each_sentence_of_a_long_line_that_is_not_read_is_said_with_its_own_words() -> None:
    line = (
        "The tumour was sequenced with a panel of 50 genes to a mean depth of 1500 reads at the"
        " institute, and the quality of the DNA was good. RET M918T cannot be excluded. The KRAS"
        " G12D mutation known from the primary tumour of 2019 was not found again."
    )
    told = _told(read_report(f"{HEAD}{line}\n"))[2]
    assert any(each.startswith("RET M918T") or each == "RET M918T" for each in told)
    assert any("KRAS G12D" in each for each in told)


@pytest.mark.parametrize(
    ("row", "absent"),
    [
        ("| ERBB2 | Amplification | Not amplified (2 copies) | |", ["ERBB2 Amplification"]),
        ("| RET | Fusion | Not assessed | RNA degraded |", []),
        ("| FGFR2 | FGFR2-BICC1 | - | Detected (low reads) |", []),
        ("| KRAS | G12D | Not done | |", []),
    ],
)
def test_a_cell_that_says_not_gives_no_row(row: str, absent: list[str]) -> None:
    read = read_report(f"{HEAD}| Gene | Alteration | VAF | Comment |\n{row}\n")
    assert not read.variants
    assert [each.name for each in read.absent] == absent
    assert absent or _told(read)[2]


@pytest.mark.parametrize(
    ("told", "is_row"),
    [("PASS", True), ("", True), (".", True), ("LowDepth", False), ("below_LOD", False),
     ("strand_bias", False)],
)  # fmt: skip
def test_a_call_that_did_not_pass_its_filter_is_no_row(told: str, is_row: bool) -> None:
    read = read_report(f"| Gene | AA change | VAF | Filter |\n| TP53 | R248W | 1.2% | {told} |")
    assert bool(read.variants) is is_row
    assert is_row or "R248W" in " ".join(_told(read)[2])


def test_names_and_values_behind_marks_of_a_list_are_a_row() -> None:
    text = (
        f"{HEAD}- Gene: BRAF\n- Variant: p.V600E\n- VAF: 0.3% (suspected artefact)\n\n"
        "- Gene: NRAS\n- Variant: p.Q61R\n- VAF: 28%\n\n- Gene: TERT\n- Variant: c.-124C>T\n"
        "- Result: negative\n"
    )
    rows, _, left = _told(read_report(text))
    assert rows == ["NRAS Q61R 28%"]
    assert all(each in " ".join(left) for each in ("V600E", "c.-124C>T"))


def test_changes_without_their_gene_are_denied_line_by_line() -> None:
    text = (
        f"{HEAD}Result: EGFR mutation detected: exon 19 deletion\nT790M: Not detected\nG719X: a\n"
    )
    assert [each.name for each in read_report(text).absent] == ["T790M"]


def test_genes_with_no_reportable_alterations_are_denied() -> None:
    text = f"{HEAD}2 Disease relevant genes with no reportable alterations: BRAF, KRAS\n"
    assert [each.name for each in read_report(text).absent] == ["BRAF", "KRAS"]


def test_a_row_that_repeats_its_gene_for_the_rest_of_a_cell_is_none_of_its_own() -> None:
    head = "| Gene | Change | Significance | Origin |\n"
    read = read_report(
        f"{head}| FGFR2 | FGFR2-BICC1 | Tier I | somatic |\n| FGFR2 | fusion | | |\n"
        "| ARID1A | p.Gln1334del | Variant of | somatic |\n| ARID1A | | uncertain | |\n"
        "| ARID1A | | significance | |\n| EGFR | L858R | Tier I | somatic |\n"
        "| EGFR | T790M | | |\n| EGFR | amplification | | |\n"
    )
    assert [each.name for each in read.variants] == [
        "FGFR2::BICC1", "ARID1A Q1334del", "EGFR L858R", "EGFR T790M", "EGFR amplification"
    ]  # fmt: skip
    assert read.variants[1].classed == "Variant of uncertain significance"
