"""Tables of what was looked for, turned tables of several samples, genes with the part tested."""

from __future__ import annotations

from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"
LOOKED_FOR = (
    "| Gene | Alteration looked for | Result |\n| IDH1 | R132C | absent |\n"
    "| BRAF | V600E | present |\n| NTRK1 | fusion | absent |\n"
)
TURNED = """| Field | Finding A | Finding B | Finding C |
| Gene | KRAS | SMAD4 | GNAS |
| Protein | p.(Gly12Asp) | p.(Arg361His) | p.(Arg201Cys) |
| AF tissue (%) | 31.2 | 28.0 | 0 |
| AF cfDNA (%) | 4.5 | | 1.9 |
| Assessment | pathogenic | pathogenic | likely pathogenic |
"""


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _rows(text: str) -> list[str]:
    return [each.name for each in _read(text).variants]


def _absent(text: str) -> list[str]:
    return [each.name for each in _read(text).absent]


def test_a_result_tells_whether_what_was_looked_for_is_there() -> None:
    assert _rows(f"## Results\n\n{LOOKED_FOR}") == ["BRAF V600E"]
    assert _absent(f"## Results\n\n{LOOKED_FOR}") == ["IDH1 R132C", "NTRK1 fusion"]


def test_a_table_below_negatives_denies_and_finds_nothing() -> None:
    read = _read(f"## Pertinent negatives\n\n{LOOKED_FOR}")
    assert not read.variants
    assert [each.name for each in read.absent] == ["IDH1 R132C", "NTRK1 fusion"]
    assert [each.words for each in read.not_read] == ["BRAF V600E present"]


def test_what_was_tested_without_a_result_is_no_finding() -> None:
    assert not _rows("| Gene | Mutations tested | Drug |\n| BRAF | V600E | dabrafenib |\n")


def test_each_sample_of_a_turned_table_has_its_own_share() -> None:
    read = _read(TURNED)
    assert [(each.name, each.vaf, each.sample) for each in read.variants] == [
        ("KRAS G12D", "31.2", "tissue"), ("KRAS G12D", "4.5", "cfDNA"),
        ("SMAD4 R361H", "28.0", "tissue"), ("GNAS R201C", "1.9", "cfDNA"),
    ]  # fmt: skip
    assert [(each.name, each.sample) for each in read.absent] == [("GNAS R201C", "tissue")]


def test_a_gene_with_the_part_that_was_tested_is_absent_in_that_part_alone() -> None:
    table = (
        "| Gene | Result | VAF |\n| FLT3-ITD | Negative | |\n| FLT3-TKD | p.(Asp835Tyr) | 3% |\n"
    )
    assert _rows(table) == ["FLT3 D835Y"]
    assert _absent(f"{table}| NKX2-1 | negative | |\n") == ["FLT3 ITD", "NKX2-1"]


def test_two_genes_share_a_change_of_copies() -> None:
    assert sorted(_rows("CDKN2A and CDKN2B: homozygous deletion\n")) == [
        "CDKN2A homozygous loss", "CDKN2B homozygous loss",
    ]  # fmt: skip
    assert sorted(_rows("FGF3, FGF4 and FGF19 amplification (9 copies)\n")) == [
        "FGF19 amplification", "FGF3 amplification", "FGF4 amplification",
    ]  # fmt: skip


def test_not_amplified_is_no_amplification() -> None:
    text = "ERBB2: not amplified\nALK: not rearranged\n"
    assert not _rows(text)
    assert _absent(text) == ["ERBB2 amplification", "ALK rearrangement"]


def test_a_star_allele_that_is_not_read_is_said() -> None:
    assert _rows("UGT1A1: *1/*28 (intermediate)\n") == ["UGT1A1 *1/*28"]
    words = "UGT1A1: *1/*28 was typed by fragment length\n"
    assert [each.words for each in _read(words).not_read] == [words.strip()]
