"""The small variants of a case as an annotated VCF. The places on chromosomes are made up."""

from __future__ import annotations

from evals.reports.cases import Case, MadeVariant

_ANN = "Allele | Annotation | Annotation_Impact | Gene_Name | Gene_ID | Feature_Type | Feature_ID"
_CSQ = "Allele|Consequence|IMPACT|SYMBOL|Gene|Feature|HGVSc|HGVSp"


def vcf_file(case: Case) -> bytes:
    """Annotated by SnpEff for every second case, else by VEP; with calls that failed the filter and
    one that changes no protein."""
    by_vep = case.number % 2
    info = f'<ID=CSQ,Number=.,Type=String,Description="Format: {_CSQ}">' if by_vep else (
        f'<ID=ANN,Number=.,Type=String,Description="{_ANN}">'
    )  # fmt: skip
    lines = [
        "##fileformat=VCFv4.2",
        "##reference=GRCh38",
        f"##INFO={info}",
        "\t".join(
            ("#CHROM", "POS", "ID", "REF", "ALT", "QUAL", "FILTER", "INFO", "FORMAT", "NORMAL",
             "TUMOR")
        ),
    ]  # fmt: skip
    for number, each in enumerate(case.variants, start=1):
        if each.is_call:
            lines.append(_call(each, number, by_vep=bool(by_vep)))
    other = MadeVariant(
        gene="ROS1", name="p.Gly12Ser", coding="c.34G>A", percent=1.2, classed="", origin="somatic"
    )
    lines.append(_call(other, 90, by_vep=bool(by_vep), passed="LowQual"))
    lines.append(_call(other, 91, by_vep=bool(by_vep), effect="synonymous_variant"))
    return ("\n".join(lines) + "\n").encode()


def _call(
    each: MadeVariant, number: int, *, by_vep: bool, passed: str = "PASS",
    effect: str = "missense_variant",
) -> str:  # fmt: skip
    protein = each.name if each.name.startswith("p.") else ""
    if by_vep:
        coding = f"ENST00000000{number:03}.1:{each.coding}"
        told = f"ENSP00000000{number:03}.1:{protein}" if protein else ""
        note = f"CSQ=T|{effect}|MODERATE|{each.gene}||ENST|{coding}|{told}"
    else:
        note = (
            f"ANN=T|{effect}|MODERATE|{each.gene}|ENSG|transcript|ENST|protein_coding|1/9"
            f"|{each.coding}|{protein}"
        )
    status = "SOMATIC" if each.origin == "somatic" else "GERMLINE"
    sign = f";CLNSIG={each.classed.replace(' ', '_')}" if each.classed else ""
    share = f"{(each.percent or 0) / 100:.4g}"
    info = f"{status};{note}{sign}"
    columns = ("chr1", str(1000 + number), ".", "C", "T", "60", passed, info, "GT:AF:DP",
               "0/0:0.001:210", f"0/1:{share}:402")  # fmt: skip
    return "\t".join(columns)
