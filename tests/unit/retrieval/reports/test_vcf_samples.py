"""Calls of several samples, and annotations of several transcripts, in a VCF."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import ReportedVariant
from retrieval.reports.read_report import read_report

ANNOTATED = "ANN=G|missense_variant|MODERATE|PIK3CA|E|T|N|p|1/1|c.3140A>G|p.His1047Arg"
CSQ = "Allele|Consequence|SYMBOL|Feature|HGVSp|CANONICAL|CLIN_SIG"


def call(
    samples: str, values: str, *, format_: str = "GT:AF", head: str = "", info: str = ANNOTATED
) -> ReportedVariant:
    """The one call of a file with these samples."""
    columns = f"#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\t{samples}"
    row = f"chr3\t179234297\t.\tA\tG\t.\tPASS\t{info}\t{format_}\t{values}"
    (found,) = read_report(f"##fileformat=VCFv4.2\n{head}{columns}\n{row}\n").variants
    return found


@pytest.mark.parametrize(
    ("samples", "head"),
    [
        ("N1\tT1", "##normal_sample=N1\n##tumor_sample=T1\n"),
        ("N1\tT1", "##normal_sample=N1\n"),
        ("S1_normal\tS1", ""),
        ("S1-germline\tS1-tumour", ""),
    ],
)
def test_the_share_of_reads_is_the_tumours(samples: str, head: str) -> None:
    assert call(samples, "0/0:0.001\t0/1:0.345", head=head).vaf == "0.345"


def test_of_samples_that_nothing_tells_apart_no_share_is_told() -> None:
    assert call("A17\tB22", "0/1:0.49\t0/1:0.61").vaf == ""


def test_reads_with_and_without_the_change_are_its_share() -> None:
    found = call("TUMOR", "0/1:300,200", format_="GT:AD", info=f"AF=0.0002;{ANNOTATED}")
    assert (found.vaf, found.percent) == ("40.0%", 40.0)
    assert call("TUMOR", "1/2:300,200,100", format_="GT:AD").vaf == ""
    assert call("TUMOR", "0/1:.", format_="GT:AD", info=f"AF=0.0002;{ANNOTATED}").vaf == ""


def test_the_canonical_transcript_names_the_change_with_its_class() -> None:
    told = "G|missense_variant|BRAF|{}|P:p.Val{}Glu|{}|{}"
    first, second = told.format("T2", 640, "", ""), told.format("T1", 600, "YES", "pathogenic")
    head = f'##INFO=<ID=CSQ,Number=.,Type=String,Description="x Format: {CSQ}">\n'
    found = call("TUMOR", "0/1:0.4", head=head, info=f"CSQ={first},{second}")
    assert (found.name, found.classed) == ("BRAF V600E", "pathogenic")


@pytest.mark.parametrize("sample", ["0/0:200,0", "0/0:180,20", "0/1:200,0"])
def test_call_that_the_sample_has_not_is_left_out(sample: str) -> None:
    head = "##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\n"
    told = "G|missense_variant|MODERATE|EGFR|EGFR|transcript|NM_1.1|protein_coding|21/28"
    info = f"ANN={told}|c.2573T>G|p.Leu858Arg|1/1|1/1|1/1||"
    row = f"7\t55259515\t.\tT\tG\t60\tPASS\t{info}\tGT:AD\t"
    assert read_report(f"{head}{row}{sample}\n").variants == ()
    assert [each.vaf for each in read_report(f"{head}{row}0/1:150,50\n").variants] == ["25.0%"]
