"""Reports whose rows lie otherwise: cards, a column for each variant, lists in a cell."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _rows(text: str) -> list[str]:
    return [f"{each.name} {each.vaf}".strip() for each in _read(text).variants]


@pytest.mark.parametrize(
    "text",
    [
        "| Sample | Calls |\n| B1 | EGFR:p.Leu858Arg (34%); TP53:p.Arg248Gln (51%) |",
        "| B1 | EGFR:p.Leu858Arg (34%); TP53:p.Arg248Gln (51%) |\n| B1 | |",
        "EGFR p.Leu858Arg (34%) / TP53 p.Arg248Gln (51%)\n",
        "| Finding | Comment |\n| EGFR L858R (34%), TP53 R248Q (51%) | both known |",
    ],
)
def test_a_change_behind_another_gene_is_of_that_gene(text: str) -> None:
    found = _read(text).variants
    names = {name for each in found for name in map(str, each.normal)}
    assert not any("EGFR" in name and "R248Q" in name for name in names)
    if found:
        assert sorted(each.gene for each in found) == ["EGFR", "TP53"]


def test_a_list_of_variants_gives_a_row_for_each_with_its_share() -> None:
    found = _rows("EGFR:p.Leu858Arg (34%); TP53:p.Arg248Gln (51%); CTNNB1:p.Ser37Phe (7%)\n")
    assert sorted(found) == [
        "CTNNB1 S37F 7%", "EGFR L858R 34%", "TP53 R248Q 51%",
    ]  # fmt: skip


def test_names_of_one_variant_are_no_list() -> None:
    assert _rows("TP53 c.743G>A TP53 p.R248Q 51%\n") == ["TP53 R248Q 51%"]


def test_a_list_with_what_is_not_there_is_not_taken_whole() -> None:
    assert _rows("EGFR p.L858R (34%); KRAS G12C not detected\n") != [
        "EGFR L858R 34%", "KRAS G12C",
    ]  # fmt: skip
    assert "KRAS G12C" not in " ".join(_rows("EGFR p.L858R (34%); KRAS G12C not detected\n"))


@pytest.mark.parametrize(
    "text",
    [
        "KRAS\n\n- Nucleotide change: c.34G>T\n- Amino acid change: p.(Gly12Cys)\n"
        "- Allele frequency: 27 %\n\nSTK11\n\n- Amino acid change: p.(Gln37*)\n- VAF: 33 %\n",
        "- **KRAS**\n    - coding: `c.34G>T`\n    - protein: `p.(Gly12Cys)`\n    - AF: 27 %\n"
        "- **STK11**\n    - remark: new\n    - protein: `p.(Gln37*)`\n    - AF: 33 %\n",
    ],
)
def test_a_gene_alone_heads_the_names_and_values_below_it(text: str) -> None:
    assert _rows(text) == ["KRAS G12C 27 %", "STK11 Q37* 33 %"]


def test_a_gene_below_what_was_not_found_heads_nothing() -> None:
    assert _rows("Not detected\n\nKRAS\n- protein: p.(Gly12Cys)\n") == []


def test_a_table_with_a_column_for_each_variant_is_read_downwards() -> None:
    turned = (
        "|  | Variant 1 | Variant 2 |\n| Gene | BRAF | TP53 |\n| Transcript | NM_1 | NM_2 |\n"
        "| Protein | p.Val600Glu | p.Arg175His |\n| Allele fraction | 31% | 44% |\n"
        "| Tier | I | II |\n"
    )
    assert _rows(turned) == ["BRAF V600E 31%", "TP53 R175H 44%"]
    assert [each.classed for each in _read(turned).variants] == ["Tier I", "Tier II"]
    assert _rows("| Gene | BRAF | TP53 |\n| Transcript | NM_1 | NM_2 |\n") == []


def test_cards_of_two_columns_are_read() -> None:
    cards = (
        "| EGFR | AF 36% |\n| p.Leu858Arg | Depth 1420 |\n| c.2573T>G | Tier IA |\n\n"
        "| RB1 | AF 41% |\n| p.Arg320* | Depth 902 |\n| c.958C>T | Tier IIC |\n"
    )
    assert _rows(cards) == ["EGFR L858R 36%", "RB1 R320* 41%"]


def test_calls_of_copies_are_the_change() -> None:
    table = (
        "| Gene | Call | Absolute copies |\n| CDK4 | high-level amplification | 24 |\n"
        "| EGFR | neutral | 2 |\n| MDM2 | not amplified | 2 |\n"
    )
    assert _rows(table) == ["CDK4 amplification"]
    assert _rows("CDKN2A\n- copy number: homozygous deletion\n") == ["CDKN2A homozygous loss"]
