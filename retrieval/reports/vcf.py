"""Variants of an annotated VCF: what SnpEff (ANN) or VEP (CSQ) wrote about each call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from names.variants.normal_form import NormalVariant
from names.variants.reading import read_variant
from retrieval.reports.contract import (
    Field,
    Origin,
    ReportedVariant,
    ReportPlace,
    SequencingReport,
    Span,
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
    samples: tuple[str, ...]


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
    file = _File(text, tuple(fields.split("|")) if fields else (), assembly, tuple(samples))
    calls = [line for line in lines if line.words and not line.words.startswith("#")]
    found = [_variant(file, line, row) for row, line in enumerate(calls, start=1)]
    told = tuple(each for each in found if each is not None)
    return SequencingReport(variants=told, left_out=len(found) - len(told))


def _variant(file: _File, line: TextLine, row: int) -> ReportedVariant | None:
    columns = line.words.split("\t")
    if len(columns) < 8 or columns[6] not in ("PASS", "."):
        return None
    info = dict(part.partition("=")[::2] for part in columns[7].split(";"))
    gene, names = _annotation(file, info)
    if not gene or not names:
        return None
    place = _genomic(file, columns)
    normal = protein_first([each for name in names if (each := _read(gene, name))])
    share, classed = _share(file, columns, info), info.get("CLNSIG", "").replace("_", " ")
    at: dict[Field, str] = {
        "gene": gene,
        "variant": names[0],
        "VAF": share,
        "class": info.get("CLNSIG", ""),
    }
    return ReportedVariant(
        gene=gene,
        variant=names[0],
        normal=(*normal, *([place] if place else [])),
        vaf=share,
        classed=classed,
        origin=_origin(info),
        place=ReportPlace(line.start, line.end, row=row),
        cells=tuple(_spans(line, at)),
    )


def _read(gene: str, name: str) -> NormalVariant | None:
    """``p.Leu858Arg`` of the gene; a name with its own sequence stands without it."""
    return read_variant(f"{gene} {name}")


def _genomic(file: _File, columns: Sequence[str]) -> NormalVariant | None:
    named = "-".join((columns[0].removeprefix("chr"), columns[1], columns[3], columns[4]))
    return read_variant(f"{file.assembly} {named}".strip())


def _annotation(file: _File, info: Mapping[str, str]) -> tuple[str, list[str]]:
    """Gene and names of the first annotation that changes a protein."""
    for values in _annotations(file, info):
        effect = values.get("Annotation") or values.get("Consequence") or ""
        if _SILENT.search(effect) and not _SPLICE.search(effect):
            continue
        gene = symbol_of(values.get("Gene_Name") or values.get("SYMBOL") or "")
        written = (values.get("HGVS.p") or values.get("HGVSp") or "",
                   values.get("HGVS.c") or values.get("HGVSc") or "")  # fmt: skip
        names = [each.rpartition(":")[2].replace("%3D", "=") for each in written if each]
        if gene and names:
            return gene, names
    return "", []


def _annotations(file: _File, info: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for key, fields in (("ANN", _ANN), ("CSQ", file.annotated)):
        for entry in info.get(key, "").split(","):
            if entry:
                yield dict(zip(fields, entry.split("|"), strict=False))


def _share(file: _File, columns: Sequence[str], info: Mapping[str, str]) -> str:
    """The share of reads of the tumour's sample: AF, or what AD comes to is not computed."""
    named = [n for n, each in enumerate(file.samples) if re.search(r"(?i)tum", each)]
    sample = 9 + (named[0] if named else 0)
    if len(columns) > sample:
        values = dict(zip(columns[8].split(":"), columns[sample].split(":"), strict=False))
        for key in ("AF", "VAF", "FREQ"):
            if values.get(key, ".") != ".":
                return values[key].split(",")[0]
    return info.get("AF", "").split(",")[0]


def _origin(info: Mapping[str, str]) -> Origin:
    status = info.get("STATUS", "").lower()
    if "SOMATIC" in info or "somatic" in status:
        return "somatic"
    return "germline" if "GERMLINE" in info or status == "germline" else ""


def _spans(line: TextLine, values: Mapping[Field, str]) -> Iterator[tuple[Field, Span]]:
    for name, written in values.items():
        place = line.words.rfind(written) if name == "VAF" else line.words.find(written)
        if written and place >= 0:
            yield name, (line.start + place, line.start + place + len(written))
