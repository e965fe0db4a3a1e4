"""A variant in one normal form, and back in the forms in which people and records write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from names.amino_acids import ONE_LETTER
from names.tables.fusions import known_order
from names.tables.rows import read_rows

VariantKind = Literal[
    "protein",
    "coding",
    "noncoding",
    "mitochondrial",
    "genomic",
    "rs",
    "allele",
    "fusion",
    "copy number",
    "exon",
    "structure",
]
"""``structure`` is a known rearrangement within a gene: ``ITD``, ``vIII``."""
Assembly = Literal["", "GRCh38", "GRCh37"]
ASSEMBLIES: Mapping[str, Assembly] = {
    "GRCh38": "GRCh38", "hg38": "GRCh38", "GRCh37": "GRCh37", "hg19": "GRCh37",
}  # fmt: skip
THREE_LETTERS: Mapping[str, str] = {one: three for three, one in ONE_LETTER.items()}
_SUBSTITUTION = re.compile(r"(\d{1,12})([ACGT])>([ACGT])")
_EXONS = re.compile(r"e(\d{1,2})::e(\d{1,2})")
_RESIDUE = re.compile(r"([A-Z*])(?=\d)|(?<=\d)([A-Z*])(?=fs|ext|$)|(?<=ins)([A-Z*]{1,40})")


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalVariant:
    """A variant. The same variant written otherwise has the same value, if it names the same gene,
    sequence and assembly."""

    kind: VariantKind
    change: str
    """``V600E``, ``1799T>A``, ``140753336A>T``, ``*3/*5``, ``EML4::ALK``, ``amplification``."""
    gene: str = ""
    """Approved symbol; empty where none is named."""
    reference: str = ""
    """The sequence that positions count on: ``NM_004333.6``; of a genomic one the chromosome."""
    assembly: Assembly = ""
    junction: str = ""
    """Of a fusion, where its genes are joined: ``e13::e20``, ``chr2:42522656::chr2:29446394``."""

    @property
    def text(self) -> str:
        """The normal form in words."""
        match self.kind:
            case "protein" | "coding" | "noncoding" | "mitochondrial":
                return f"{self.prefix}{self.kind[0]}.{self.change}"
            case "genomic":
                return f"{self.assembly} chr{self.reference}:g.{self.change}".strip()
            case "fusion":
                return " ".join(filter(None, (self.change, self.assembly, self.junction)))
            case "rs":
                return self.change
            case "allele":
                return f"{self.gene}{self.change}"
            case _:
                return f"{self.gene} {self.change}".strip()

    @property
    def prefix(self) -> str:
        """What stands before ``p.`` or ``c.``: the sequence, else the gene."""
        if not self.reference:
            return f"{self.gene} ".lstrip()
        return f"{self.reference}({self.gene}):" if self.gene else f"{self.reference}:"


def forms_of(variant: NormalVariant) -> tuple[tuple[str, str], ...]:
    """The other forms of a variant as (what kind of form, how it is written). Each reads as the
    same variant again."""
    return tuple(_forms(variant))


def _forms(variant: NormalVariant) -> Iterator[tuple[str, str]]:
    before = variant.prefix
    match variant.kind:
        case "protein":
            yield "HGVS, three letters", f"{before}p.{long_change(variant.change)}"
            yield "HGVS, one letter", f"{before}p.{variant.change}"
            if not variant.reference:
                yield "short", f"{before}{variant.change}"
        case "genomic":
            yield from _genomic_forms(variant)
        case "fusion":
            yield from _fusion_forms(variant)
        case "structure":
            yield "normal form", variant.text
            yield "with a hyphen", variant.text.replace(" ", "-")
        case _:
            yield "normal form", variant.text


def _fusion_forms(variant: NormalVariant) -> Iterator[tuple[str, str]]:
    """With where its genes are joined only in forms that tell it. The order of two genes is that of
    the transcript in the form of HGNC; with a hyphen it is as often another."""
    yield "HGNC", variant.text
    five, _, three = variant.change.partition("::")
    if known_order(five, three) != (five, three):
        return
    if not variant.junction:
        yield "with a hyphen", variant.change.replace("::", "-")
    elif match := _EXONS.fullmatch(variant.junction):
        yield "with exons", f"{five}({match[1]})-{three}({match[2]})"


def _genomic_forms(variant: NormalVariant) -> Iterator[tuple[str, str]]:
    if accession := accession_of(variant.reference, variant.assembly):
        yield f"HGVS, {variant.assembly}", f"{accession}:g.{variant.change}"
    yield "with the chromosome", variant.text
    if match := _SUBSTITUTION.fullmatch(variant.change):
        place, before, after = match.groups()
        assembly = f"{variant.assembly} ".lstrip()
        yield "as in a VCF", f"{assembly}{variant.reference}-{place}-{before}-{after}"
        if accession:
            yield "SPDI", f"{accession}:{int(place) - 1}:{before}:{after}"


def long_change(change: str) -> str:
    """``V600E`` → ``Val600Glu``, ``R97Pfs*23`` → ``Arg97ProfsTer23``."""

    def write(match: re.Match[str]) -> str:
        return "".join(THREE_LETTERS[letter] for letter in match.group())

    return _RESIDUE.sub(write, change).replace("fs*", "fsTer")


@cache
def _accessions() -> Mapping[tuple[str, Assembly], str]:
    found: dict[tuple[str, Assembly], str] = {}
    for chromosome, new, old in read_rows("genomics/assemblies.tsv"):
        found[chromosome, "GRCh38"], found[chromosome, "GRCh37"] = new, old
    return found


def accession_of(chromosome: str, assembly: Assembly) -> str:
    """NCBI's sequence of a chromosome in an assembly; empty if the assembly is not told."""
    return _accessions().get((chromosome, assembly), "")


@cache
def chromosomes() -> Mapping[str, tuple[str, Assembly]]:
    """Sequence → chromosome and assembly."""
    return {accession: place for place, accession in _accessions().items()}
