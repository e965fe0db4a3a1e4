"""What stands in a report's tables and lists and is no finding of its sample."""

from __future__ import annotations

import pytest

from retrieval.reports.columns import column_of
from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report

HEAD = "Molecular pathology report\nSample: tumour FFPE, block A1. Sequencing of 161 genes.\n\n"


def _read(text: str) -> SequencingReport:
    return read_report(HEAD + text, is_declared=True)


def _rows(text: str) -> list[str]:
    return [f"{each.name} {each.vaf}".strip() for each in _read(text).variants]


def test_of_an_earlier_and_a_present_change_the_present_one_is_read() -> None:
    heads = "| Gene | Previously reported variant | Now reported variant | VAF |\n"
    assert _rows(f"{heads}| EGFR | p.Gly719Ala | p.Gly719Ser | 27% |\n") == ["EGFR G719S 27%"]
    heads = "| Gene | Laboratory one | Laboratory two | VAF |\n"
    assert not _rows(f"{heads}| EGFR | p.Gly719Ala | p.Gly719Ser | 27% |\n")


@pytest.mark.parametrize("relative", ["Mother", "brother", "maternal aunt", "Sister (affected)"])
def test_the_row_of_a_relative_is_none_of_the_patient(relative: str) -> None:
    table = f"| Person | Gene | Variant | Result |\n| {relative} | BRCA2 | c.5946del | positive |\n"
    read = _read(f"{table}| Patient | CHEK2 | c.1100del | positive |\n")
    assert [each.name for each in read.variants] == ["CHEK2 c.1100del"]
    denied = _read(table.replace("positive", "negative"))
    assert not denied.absent


def test_below_a_heading_on_the_family_nothing_is_of_the_patient() -> None:
    assert not _rows("## Family members\n\n| Gene | Variant | VAF |\n| BRCA2 | S1982fs | 50% |\n")


@pytest.mark.parametrize(
    "head", ["Allele frequency (gnomAD)", "gnomAD AF", "Population frequency", "ExAC frequency"]
)
def test_how_often_people_have_a_variant_is_no_share_of_reads(head: str) -> None:
    assert column_of(head) == ""
    table = f"| Gene | Variant | {head} | Tier |\n| TP53 | p.Pro72Arg | 66.5% | IV |\n"
    assert not any("66.5" in each for each in _rows(table))


@pytest.mark.parametrize(
    "lead", ["Variants screened", "Mutations tested", "Hotspot mutations covered", "Known variants"]
)
def test_a_list_of_what_was_looked_for_finds_nothing(lead: str) -> None:
    text = f"{lead}: EGFR L858R, EGFR T790M, KRAS G12C\nResult: KRAS G12C detected\n"
    assert _rows(text) == ["KRAS G12C"]


@pytest.mark.parametrize("sign", ["-", "–", "☐", "no", "0"])
def test_a_sign_may_say_that_something_is_not_there(sign: str) -> None:
    table = f"| Mutation | Result |\n| EGFR L858R | + |\n| EGFR T790M | {sign} |\n"
    assert _rows(table) == ["EGFR L858R"]


@pytest.mark.parametrize("remark", ["reported in error", "CHIP", "likely clonal haematopoiesis"])
def test_a_remark_takes_a_row_back(remark: str) -> None:
    read = _read(
        f"| Gene | Variant | VAF | Remark |\n| TET2 | R1261H | 12% | {remark} |\n"
        "| NRAS | Q61R | 30% | |\n"
    )
    assert [each.name for each in read.variants] == ["NRAS Q61R"]
    assert "TET2 R1261H" in " ".join(each.name for each in read.not_taken)


def test_the_share_of_a_donor_is_none_of_the_patient() -> None:
    table = (
        "| Gene | Variant | Recipient VAF | Donor VAF |\n| DNMT3A | R882H | 0% | 12% |\n"
        "| NPM1 | W288Cfs*12 | 30% | 0% |\n"
    )
    assert _rows(table) == ["NPM1 W288Cfs*12 30%"]
    assert [each.name for each in _read(table).absent] == ["DNMT3A R882H"]


@pytest.mark.parametrize("lead", ["The following were NOT found", "These were not detected:"])
def test_a_line_may_say_of_those_below_that_they_are_not_there(lead: str) -> None:
    text = f"{lead}\n\nEGFR T790M\nEGFR C797S\n\nThe following were found\n\nEGFR L858R 12%\n"
    assert _rows(text) == ["EGFR L858R 12%"]


def test_what_is_denied_in_a_column_of_another_name_is_not_its_whole_gene() -> None:
    table = "| Gene | {} | Result |\n| DPYD | c.2846A>T | wild type |\n"
    for head in ("SNP", "Nomenclature"):
        assert [each.name for each in _read(table.format(head)).absent] == ["DPYD c.2846A>T"]
