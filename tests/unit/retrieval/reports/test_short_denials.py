"""Denials as people write them in a hurry, over lines, and of parts of genes."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report
from retrieval.reports.statements.presence import told_plainly

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _denied(words: str) -> list[str]:
    told = told_plainly(words)
    assert not any(each.is_there for each in told)
    return [f"{each.gene} {each.what}".strip() for each in told]


@pytest.mark.parametrize(
    ("words", "denied"),
    [
        ("no MET amp, no HER2 amp", ["MET amp", "ERBB2 amp"]),
        ("ALK/ROS1/RET/NTRK1-3 neg", ["ALK", "ROS1", "RET", "NTRK1", "NTRK2", "NTRK3"]),
        ("BRCA1/2 neg.", ["BRCA1", "BRCA2"]),
        ("NTRK1/2/3 fusions: not detected", ["NTRK1 fusions", "NTRK2 fusions", "NTRK3 fusions"]),
        ("RB1: wt", ["RB1"]),
        ("KIT, GNAQ/GNA11: wt", ["KIT", "GNAQ", "GNA11"]),
        ("No mutation in KRAS exons 2, 3 and 4 or BRAF codon 600.",
         ["KRAS exons 2, 3 and 4", "BRAF codon 600"]),
    ],
)  # fmt: skip
def test_short_denials_are_read(words: str, denied: list[str]) -> None:
    assert _denied(words) == denied


@pytest.mark.parametrize(
    "words", ["EGFR L858R, T790M neg", "KRAS G12D, BRAF V600E wt", "ALK pos, ROS1-3 neg"]
)
def test_a_list_that_does_not_say_of_which_is_not_read(words: str) -> None:
    assert not told_plainly(words)


def test_parts_of_genes_below_what_was_not_found_are_not_there() -> None:
    read = _read(
        "## Not detected\n\n- NRAS codons 12, 13, 61\n- KIT exons 9 and 11\n- T790M: neg\n"
    )
    assert {"NRAS codons 12, 13, 61", "KIT exons 9 and 11"} <= {each.name for each in read.absent}
    assert not read.variants


def test_a_list_over_two_lines_is_read_above_another_line() -> None:
    read = _read(
        "3 disease relevant genes with no reportable alterations: ALK, BRAF,\nROS1\n"
        "Assay: hybrid capture.\n"
    )
    assert [each.name for each in read.absent] == ["ALK", "BRAF", "ROS1"]


@pytest.mark.parametrize(
    ("above", "behind", "is_read"),
    [
        ("4) CTNNB1 S37F 11%", "Methods: NGS", True),
        ("4) CTNNB1 S37F 11%", "in the earlier sample", False),
        ("The laboratory was asked whether", "Methods: NGS", False),
    ],
)
def test_a_denial_in_small_letters_is_a_line_of_its_own(
    above: str, behind: str, is_read: bool
) -> None:
    read = _read(f"{above}\nno MET amp, no HER2 amp\n{behind}\n")
    assert bool(read.absent) is is_read


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("TMB 5, MSS, PD-L1 TPS 10%", "MSS"),
        ("TMB 22 mut/Mb; MSS; UV signature dominant.", "MSS"),
        ("TMB 22 mut/Mb; MSI-H, confirmed by PCR", "MSI-H"),
    ],
)
def test_a_state_among_others_is_read(words: str, value: str) -> None:
    assert [each.value for each in _read(words).markers if each.marker == "MSI"] == [value]


@pytest.mark.parametrize(
    "words",
    ["TMB 5; MSI-H, not confirmed", "TMB 5; MSI-H, MSS and MSI-L are told apart",
     "TMB 5; MSI-H, approved for pembrolizumab"],
)  # fmt: skip
def test_a_state_that_is_doubted_or_explained_is_none(words: str) -> None:
    assert not [each for each in _read(words).markers if each.marker == "MSI"]


def test_how_many_cells_have_a_variant_is_no_remark() -> None:
    read = _read("1) KRAS G12C, 31%\n2) PIK3CA E545K - subclonal, 4%\n")
    assert [(each.name, each.vaf) for each in read.variants] == [
        ("KRAS G12C", "31%"), ("PIK3CA E545K", "4%"),
    ]  # fmt: skip


def test_a_list_of_negatives_may_be_parted_by_semicolons() -> None:
    read = _read("## Pertinent negatives\n\nEGFR exons 18 to 21; KRAS G12C; ALK and RET fusions\n")
    assert [each.name for each in read.absent] == [
        "EGFR exons 18 to 21", "KRAS G12C", "ALK fusions", "RET fusions",
    ]  # fmt: skip
    assert not _read("## Pertinent negatives\n\nALK fusion; BRAF was found\n").absent
