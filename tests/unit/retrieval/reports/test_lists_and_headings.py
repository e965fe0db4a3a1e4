"""Lists of variants under the word for all of them, headings beside names with values, and lines
that head a column or a section and no variant."""

from __future__ import annotations

from retrieval.reports.contract import SequencingReport
from retrieval.reports.reading import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _classes(text: str) -> list[tuple[str, str]]:
    return [(each.name, each.classed) for each in _read(text).variants]


def test_a_class_before_a_colon_is_that_of_each_name_of_the_list() -> None:
    text = "Variants of uncertain significance: BRCA2 N1880K (0.2%), NF1 R765H (0.5%)\n"
    assert _classes(text) == [
        ("BRCA2 N1880K", "uncertain significance"), ("NF1 R765H", "uncertain significance"),
    ]  # fmt: skip


def test_a_class_that_heads_the_next_name_is_not_that_of_the_one_before_it() -> None:
    text = "Tier I: EGFR L858R (12%); Tier III: TP53 R248Q (3%).\n"
    assert _classes(text) == [("EGFR L858R", "Tier I"), ("TP53 R248Q", "Tier III")]
    behind = "Detected: EGFR L858R (12%), Tier I; TP53 R248Q (3%), Tier III.\n"
    assert _classes(behind) == [("EGFR L858R", "Tier I"), ("TP53 R248Q", "Tier III")]


def test_a_line_with_a_name_before_its_colon_begins_anew() -> None:
    text = (
        "Variants of uncertain significance: BRCA2 N1880K (0.2%), NF1 R765H (0.5%)\n"
        "Biomarkers: MSI-High NOT DETECTED. Tumour content was 40 % in the block examined here.\n"
    )
    assert [name for name, _ in _classes(text)] == ["BRCA2 N1880K", "NF1 R765H"]


def test_a_heading_of_a_class_is_no_value_of_the_card_above_it() -> None:
    text = (
        "| GENE | SMAD4 |\n| ALTERATION | Q450* |\n\n"
        "Appendix: variants of unknown significance\n\nATM R337C\n"
    )
    assert _classes(text) == [("SMAD4 Q450*", ""), ("ATM R337C", "unknown significance")]


def test_the_head_of_a_column_alone_ends_no_section() -> None:
    text = (
        "Somatic - potentially actionable variants\n\nVariant Allele Fraction\n\n"
        "| PIK3CA | p.H1047R Missense variant | 24.1% |\n"
    )
    assert [(e.name, e.origin) for e in _read(text).variants] == [("PIK3CA H1047R", "somatic")]


def test_genes_side_by_side_before_what_is_changed_of_each_are_rows() -> None:
    text = "Findings\n\nCDKN2A/B CDKN2B loss, CDKN2A loss\nFGF3/4 FGF3 gain, FGF4 gain\n"
    assert {each.name for each in _read(text).variants} == {
        "CDKN2A loss", "CDKN2B loss", "FGF3 gain", "FGF4 gain",
    }  # fmt: skip
    assert {e.name for e in _read("Findings\n\nKRAS/NRAS BRAF V600E\n").variants} <= {"BRAF V600E"}


def test_several_kinds_of_change_are_denied_of_the_genes_behind_them() -> None:
    text = "No pathogenic SNVs, indels, or copy number changes found in: BRCA1, PTEN\n"
    assert [each.gene for each in _read(text).absent] == ["BRCA1", "PTEN"]
    below = "KRAS G12D\n3 Genes with no reportable alterations: BRCA1, BRCA2, PALB2\n"
    assert [each.gene for each in _read(below).absent] == ["BRCA1", "BRCA2", "PALB2"]
