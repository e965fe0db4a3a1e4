"""Genes in short, cards of two columns, samples by day, and whose class a row tells."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import ReportedVariant
from retrieval.reports.read_report import read_report

TITLE = "# Molecular pathology report\n\nNext-generation sequencing of FFPE tissue.\n\n"


def rows(text: str) -> list[ReportedVariant]:
    return list(read_report(TITLE + text, is_declared=True).variants)


@pytest.mark.parametrize(
    "text",
    [
        "## Genomic findings\n\nCDKN2A/B p16INK4a loss and p14ARF loss\n",
        "## Findings\n\n| Gene | Alteration | Tier |\n| CDKN2A/B | homozygous loss | II |\n",
    ],
)
def test_a_loss_of_genes_in_short_is_a_row_of_each(text: str) -> None:
    assert {each.gene for each in rows(text)} == {"CDKN2A", "CDKN2B"}


def test_a_change_of_one_gene_of_a_list_in_short_is_none_of_the_others() -> None:
    text = "## Findings\n\n| Gene | Alteration | VAF |\n| BRCA1/2 | c.68_69delAG | 31% |\n"
    assert {each.gene for each in rows(text)} <= {"BRCA1"}


CARDS = """| Finding 1 |  |
| Gene | FGFR3 |
| Type | Gene fusion (RNA) |
| Fusion partners | FGFR3::TACC3 |
| Breakpoint | exon 18 - exon 11 |
| Class | Tier I |
| Origin | somatic |

| Finding 2 |  |
| Gene | CCND1 |
| Type | Amplification |
| Copy number | 11 |
| Class | Tier III |

| Finding 3 |  |
| Gene | KIT |
| Type | missense |
| Class | Tier III |
"""


def test_a_card_tells_a_fusion_with_its_class_and_a_change_of_copies_by_its_kind() -> None:
    told = [(each.name, each.classed, each.origin) for each in rows(CARDS)]
    assert told == [
        ("FGFR3::TACC3", "Tier I", "somatic"),
        ("CCND1 amplification", "Tier III", ""),
    ]


def test_shares_of_several_days_are_each_of_their_sample() -> None:
    text = (
        "| Shares in %; 0 = not detected |\n"
        "| Gene | Mutation | Draw 1 2026-02-01 | Draw 2 2026-04-01 |\n"
        "| KRAS | p.Gly12Asp | 8.1 | 0.4 |\n| TP53 | p.Arg248Trp | 0 | 1.3 |\n"
    )
    told = [(each.name, each.vaf, each.sample) for each in rows(text)]
    assert told == [
        ("KRAS G12D", "8.1", "Draw 1 2026-02-01"),
        ("KRAS G12D", "0.4", "Draw 2 2026-04-01"),
        ("TP53 R248W", "1.3", "Draw 2 2026-04-01"),
    ]


def test_a_heading_that_says_what_is_not_there_is_still_one() -> None:
    text = "## Not detected\n\n| Gene | Mutation | VAF |\n| KRAS | p.Gly12Asp | 8.1 |\n"
    assert rows(text) == []


def test_the_class_of_the_report_stands_before_that_of_a_database() -> None:
    head = "| Gene | HGVSp | ClinVar | AF | Tier |\n"
    (both,) = rows(head + "| BRAF | p.Val600Glu | Pathogenic | 0.41 | IA |\n")
    assert both.classed == "Tier IA"
    (alone,) = rows(head + "| BRAF | p.Val600Glu | Pathogenic | 0.41 |  |\n")
    assert alone.classed == "Pathogenic"


def test_a_loss_of_one_copy_is_told_and_no_loss_of_the_gene() -> None:
    text = "| Gene | Cytoband | Copy number | Call |\n| PTEN | 10q23 | 1 | HETLOSS |\n"
    (row,) = rows(text + "| MYC | 8q24 | 9 | AMP |\n")[:1]
    assert (row.name, row.normal) == ("PTEN HETLOSS", ())


@pytest.mark.parametrize(
    ("text", "marker", "value"),
    [
        ("Purity 60 %. Tumour mutational\nburden: 5.1 mutations per megabase.", "TMB", "5.1"),
        ("| MSI score | 0.4 (MSS) |", "MSI", "0.4 (MSS)"),
    ],
)
def test_a_marker_is_read_over_a_line_and_behind_its_score(
    text: str, marker: str, value: str
) -> None:
    read = read_report(f"{TITLE}## Results\n\n{text}\n", is_declared=True)
    assert [m.value.startswith(value) for m in read.markers if m.marker == marker] == [True]
