"""Variants of an annotated VCF: what SnpEff (ANN) or VEP (CSQ) wrote about each call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_variant
from retrieval.reports.contract import (
    Field,
    ReportedVariant,
    ReportPlace,
    SampleOrigin,
    SequencingReport,
    Span,
    percent_of,
)
from retrieval.reports.lines import TextLine, lines_of
from retrieval.reports.variant_names import protein_first, symbol_of

_ANN = (
    "Allele", "Annotation", "Annotation_Impact", "Gene_Name", "Gene_ID", "Feature_Type",
    "Feature_ID", "Transcript_BioType", "Rank", "HGVS.c", "HGVS.p",
)  # fmt: skip
"""The fields of SnpEff, which every release writes in this order."""
_FORMAT = re.compile(r"ID=CSQ,.*Format: ?([\w|.-]+)")
_SILENT = re.compile(
    r"(?i)synonymous|intergenic|upstream|downstream|intron_variant|UTR|MODIFIER|LOW$"
)
_SPLICE = re.compile(r"(?i)splice_(?:donor|acceptor)|stop_|frameshift|missense")
_FUSED = re.compile(r"(?:frameshift_variant&)?gene_fusion")
"""The fusion of two genes in the direction of both; any other effect beside it may turn one."""
_PROMOTERS = frozenset(("TERT",))
"""Genes whose promoter has hotspots that panels report: c.-124C>T and c.-146C>T."""
_BEFORE_START = re.compile(r"c\.-(?:[1-9]\d?|[12]\d\d)\D.{0,40}")
_SHARES = ("AF", "VAF", "FREQ")
_DECLARED = re.compile(r"##(?P<kind>tumor|normal)_sample=(?P<name>.+)")
_OF_TUMOUR = re.compile(r"(?i)tum")
_OF_NORMAL = re.compile(r"(?i)normal|germ-?line|blood|PBMC|buffy")
_ASSEMBLY = re.compile(r"(?i)(GRCh3[78]|hg19|hg38)")


def is_vcf(text: str) -> bool:
    """Whether a text is a file of variant calls."""
    return text.startswith("##fileformat=VCF")


@dataclass(frozen=True, slots=True)
class _File:
    text: str
    annotated: tuple[str, ...]
    """The fields of VEP's annotation."""
    assembly: str
    tumour: int | None
    """Which sample is the tumour's; None where nothing tells."""


def read_vcf(text: str) -> SequencingReport:
    """The calls that passed, each with its gene and what it changes. What did not pass, changes no
    protein, or has no annotation is counted."""
    lines = list(lines_of(text))
    head = [line.words for line in lines if line.words.startswith("##")]
    fields = next((m[1] for each in head if (m := _FORMAT.search(each))), "")
    assembly = next((m[1] for each in head if "reference" in each or "assembly" in each
                     if (m := _ASSEMBLY.search(each))), "")  # fmt: skip
    samples = next((each.words.split("\t")[9:] for each in lines
                    if each.words.startswith("#CHROM")), [])  # fmt: skip
    annotated = tuple(fields.split("|")) if fields else ()
    file = _File(text, annotated, assembly, _tumour_of(head, samples))
    calls = [line for line in lines if line.words and not line.words.startswith("#")]
    found = [each for row, line in enumerate(calls, start=1) for each in _variants(file, line, row)]
    told = tuple(each for each in found if each is not None)
    return SequencingReport(variants=told, left_out=len(found) - len(told))


def _variants(file: _File, line: TextLine, row: int) -> Iterator[ReportedVariant | None]:
    """The changes of a call, one for each of its alternatives; None for one that is left out."""
    columns = line.words.split("\t")
    if len(columns) < 8 or columns[6] not in ("PASS", "."):
        yield None
        return
    alternatives = columns[4].split(",")
    for number, alternative in enumerate(alternatives):
        own = [*columns[:4], alternative, *columns[5:]]
        yield _variant(file, line, own, row, (number, len(alternatives)))


def _variant(
    file: _File, line: TextLine, columns: Sequence[str], row: int, which: tuple[int, int]
) -> ReportedVariant | None:
    """The change of one alternative: which it is, and of how many."""
    info = dict(part.partition("=")[::2] for part in columns[7].split(";"))
    allele = columns[4] if which[1] > 1 else ""
    gene, names, significance = _annotation(file, info, allele)
    if not gene or not names:
        return None
    place = _genomic(file, columns)
    normal = protein_first([each for name in names if (each := _read(gene, name))])
    share, share_in = _share(file, columns, info, which)
    if percent_of(share) == 0 or not _may_be_called(file, columns, which[0] + 1, share):
        return None
    classed = info.get("CLNSIG", significance)
    at: dict[Field, str] = {
        "gene": gene,
        "variant": names[0],
        "VAF": share_in,
        "class": classed,
    }
    return ReportedVariant(
        gene=gene,
        variant=names[0],
        normal=(*normal, *([place] if place else [])),
        vaf=share,
        classed=classed.replace("_", " ").replace("&", "/"),
        origin=_origin(info),
        place=ReportPlace(line.start, line.end, row=row),
        cells=tuple(_spans(line, at)),
    )


def _read(gene: str, name: str) -> NormalVariant | None:
    """``p.Leu858Arg`` of the gene; a fusion names both of its own."""
    return read_variant(name if name == gene else f"{gene} {name}")


def _genomic(file: _File, columns: Sequence[str]) -> NormalVariant | None:
    named = "-".join((columns[0].removeprefix("chr"), columns[1], columns[3], columns[4]))
    return read_variant(f"{file.assembly} {named}".strip())


def _annotation(file: _File, info: Mapping[str, str], allele: str) -> tuple[str, list[str], str]:
    """Gene and names of the first annotation that changes a protein, and what it says of its
    class; where the file tells them, transcripts by which a gene's changes are named go first. Of
    several alternatives those of this ``allele``."""
    for values in sorted(_annotations(file, info), key=_is_other_transcript):
        if allele and not _is_of(allele, values.get("Allele", "")):
            continue
        effect = values.get("Annotation") or values.get("Consequence") or ""
        symbol = values.get("Gene_Name") or values.get("SYMBOL") or ""
        is_silent = _SILENT.search(effect) and not _SPLICE.search(effect)
        if is_silent and not _is_of_promoter(symbol, values.get("HGVS.c") or values.get("HGVSc")):
            continue
        if _FUSED.fullmatch(effect) and (fusion := _fusion_of(symbol)):
            return fusion, [fusion], ""
        gene = symbol_of(symbol)
        written = (values.get("HGVS.p") or values.get("HGVSp") or "",
                   values.get("HGVS.c") or values.get("HGVSc") or "")  # fmt: skip
        names = [each.rpartition(":")[2].replace("%3D", "=") for each in written if each]
        if gene and names:
            return gene, names, values.get("CLIN_SIG", "")
    return "", [], ""


def _is_of_promoter(gene: str, name: str | None) -> bool:
    """Whether a change that changes no protein is one of a promoter that reports name."""
    is_before = _BEFORE_START.fullmatch((name or "").rpartition(":")[2])
    return gene in _PROMOTERS and is_before is not None


def _fusion_of(symbols: str) -> str:
    """The fusion that SnpEff names by its genes in their order: ``EML4&ALK``."""
    genes = [symbol_of(each) for each in symbols.split("&")]
    is_fusion = len(genes) == 2 and all(genes) and genes[0] != genes[1]
    return "::".join(genes) if is_fusion else ""


def _is_of(allele: str, annotated: str) -> bool:
    """Whether an annotation is of this alternative: VEP writes an insertion without its first base,
    and a deletion as a dash."""
    return annotated in (allele, allele[1:] or "-")


def _is_other_transcript(values: Mapping[str, str]) -> int:
    return 0 if values.get("MANE_SELECT") else 1 if values.get("CANONICAL") else 2


def _annotations(file: _File, info: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for key, fields in (("ANN", _ANN), ("CSQ", file.annotated)):
        for entry in info.get(key, "").split(","):
            if entry:
                yield dict(zip(fields, entry.split("|"), strict=False))


def _share(
    file: _File, columns: Sequence[str], info: Mapping[str, str], which: tuple[int, int]
) -> tuple[str, str]:
    """The share of reads of the tumour's sample, and the value it stands in: as the caller wrote
    it, else the reads of the change among those of its place. Empty where the file has several
    samples and does not tell which of them is the tumour's."""
    if len(columns) > 9:
        if file.tumour is None or len(columns) <= 9 + file.tumour:
            return "", ""
        sample = columns[9 + file.tumour]
        values = dict(zip(columns[8].split(":"), sample.split(":"), strict=False))
        for key in _SHARES:
            if values.get(key, ".") != ".":
                share = _at(values[key], which[0])
                return share, share
        return _share_of_reads(values.get("AD", ""), which), values.get("AD", "")
    share = _at(info.get("AF", ""), which[0])
    return share, share


def _may_be_called(file: _File, columns: Sequence[str], number: int, share: str) -> bool:
    """Whether the genotype of the tumour's sample, if it has one, has this alternative; ``share``
    is that of its reads."""
    if file.tumour is None or len(columns) <= 9 + file.tumour:
        return True
    sample = columns[9 + file.tumour].split(":")
    values = dict(zip(columns[8].split(":"), sample, strict=False))
    genotype = values.get("GT", ".")
    if genotype in ("./.", ".|."):
        # No call: only its reads tell that it is there.
        return bool(percent_of(share))
    return "." in genotype or str(number) in re.split(r"[/|]", genotype)


def _at(written: str, number: int) -> str:
    """The value of this alternative among those of all; empty where it has none."""
    values = written.split(",")
    return values[number] if number < len(values) else ""


def _share_of_reads(written: str, which: tuple[int, int]) -> str:
    """``300,200`` reads without and with the change are 40.0%; of several alternatives each has its
    own among all."""
    reads = written.split(",")
    if len(reads) != which[1] + 1 or not all(each.isdigit() for each in reads):
        return ""
    counts = [*map(int, reads)]
    return f"{counts[which[0] + 1] / sum(counts):.1%}" if sum(counts) else ""


def _tumour_of(head: Sequence[str], samples: Sequence[str]) -> int | None:
    """Which of the samples is the tumour's: the one that the file declares or calls so, or the one
    that is left when those of normal tissue are taken away."""
    declared = {m["kind"].lower(): m["name"] for each in head if (m := _DECLARED.fullmatch(each))}
    if declared.get("tumor") in samples:
        return samples.index(declared["tumor"])
    named = [n for n, each in enumerate(samples) if _OF_TUMOUR.search(each)]
    if len(named) == 1:
        return named[0]
    left = [n for n, each in enumerate(samples)
            if each != declared.get("normal") and not _OF_NORMAL.search(each)]  # fmt: skip
    return left[0] if len(left) == 1 else None


def _origin(info: Mapping[str, str]) -> SampleOrigin:
    status = info.get("STATUS", "").lower()
    if "SOMATIC" in info or "somatic" in status:
        return "somatic"
    return "germline" if "GERMLINE" in info or status == "germline" else ""


def _spans(line: TextLine, values: Mapping[Field, str]) -> Iterator[tuple[Field, Span]]:
    for name, written in values.items():
        place = line.words.rfind(written) if name == "VAF" else line.words.find(written)
        if written and place >= 0:
            yield name, (line.start + place, line.start + place + len(written))
