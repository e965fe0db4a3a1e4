"""Reads a variant, written in any of the usual forms, into its normal form.

A text is read whole: it is the name of a variant or it is none. Nothing is guessed: a change
without a gene stays without one, a position without an assembly without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from names.variants.changes import DNA, change_of_vcf, normal_bases, normal_residues
from names.variants.events import (
    GENE,
    read_allele,
    read_copies,
    read_exon,
    read_structure,
    symbol_meant,
)
from names.variants.fusions import read_fusion
from names.variants.normal_form import (
    ASSEMBLIES,
    Assembly,
    NormalVariant,
    VariantKind,
    chromosomes,
)

LONGEST = 120
"""Characters of a variant's name. Chosen by hand: HGVS names of insertions are below."""
_VERSION = r"(?:\.\d{1,2})?"
_TRANSCRIPT = rf"(?:N[MR]_\d{{4,9}}|LRG_\d{{1,4}}t\d{{1,2}}|ENST\d{{11}}){_VERSION}"
_OF_PROTEIN = rf"(?:NP_\d{{4,9}}|LRG_\d{{1,4}}p\d{{1,2}}|ENSP\d{{11}}){_VERSION}"
_PROTEIN = re.compile(
    rf"(?:(?P<reference>{_OF_PROTEIN})(?:\([A-Z0-9-]+\))?:|{GENE}(?:[ :]+|-| ?\())?"
    r"(?:p\.)?(?P<change>\(?[A-Za-z0-9*_=?-]{3,60}\)?)"
)
_RUN_ON = re.compile(r"(?P<gene>[A-Z][A-Z0-9]{1,9}?)(?P<change>[A-Z]\d{1,5}[A-Z*])")
"""Gene and change without anything between: ``BRAFV600E``."""
_CODING = re.compile(
    rf"(?:(?P<reference>{_TRANSCRIPT})(?:\((?P<inside>[A-Z0-9-]+)\))?:|{GENE}[ :]+)?"
    r"(?P<counted>[cn])\.(?P<change>[\w*+>=-]{3,80})"
)
_MITOCHONDRIAL = re.compile(r"(?:(?P<reference>NC_012920\.1):)?m\.(?P<change>[\w>=-]{3,80})")
_NAME_OF_ASSEMBLY = r"(?:GRCh3[78]|hg19|hg38)"
_BEFORE = rf"(?:(?P<assembly>{_NAME_OF_ASSEMBLY}(?:/{_NAME_OF_ASSEMBLY})?)[ :]+)?"
_BEHIND = rf"(?:,? ?\(?(?P<behind>{_NAME_OF_ASSEMBLY}(?:/{_NAME_OF_ASSEMBLY})?)\)?)?"
_CHROMOSOME = r"(?P<chromosome>\d{1,2}|[XY])"
_GENOMIC = re.compile(
    rf"{_BEFORE}(?:(?P<reference>NC_\d{{6}}\.\d{{1,2}}):g\.|(?:chr)?{_CHROMOSOME}:(?:g\.)?)"
    rf"(?P<change>[\w*+>=-]{{3,80}}){_BEHIND}"
)
_VCF = re.compile(
    rf"{_BEFORE}(?:(?:chr)?{_CHROMOSOME}[-:]|chr(?P<apart>\d{{1,2}}|[XY]) )"
    rf"(?P<place>\d{{1,9}})[-: ]?(?P<before>{DNA})[->/: ](?P<after>{DNA}){_BEHIND}"
)
_SPDI = re.compile(
    r"(?P<reference>NC_\d{6}\.\d{1,2}):(?P<place>\d{1,9}):(?P<before>[ACGT]{0,60})"
    r":(?P<after>[ACGT]{0,60})"
)
"""NCBI's form, which counts places from 0."""
_RS = re.compile(r"(?i)(?:dbSNP ?:? ?)?rs ?(\d{3,12})")
_IN_WORDS = re.compile(r"(?i) (?:mutations?|variants?|alterations?)$")
_SPLICE_SITE = re.compile(
    r"(?P<before>^|[A-Z0-9][ :-]{1,3})(?i:splice[- ]sites?)(?i: SN[VP]| mutation| variant| indel)?"
    r"[ :,]{1,2}(?:c\.)?(?=\d{1,6}(?:[+-]\d{1,3}|_\d))"
)
"""Before a change of bases that some laboratories write without "c.": "splice site 1215+1G>A"."""


def read_variant(text: str) -> NormalVariant | None:
    """The variant of this name; None for what names none."""
    written = " ".join(text.split())
    if len(written) > LONGEST:
        return None
    name = _SPLICE_SITE.sub(r"\g<before>c.", _IN_WORDS.sub("", written))
    return next(filter(None, (read(name) for read in _READERS)), None)


def read_described(text: str) -> NormalVariant | None:
    """The same; of a name that tells a change of bases and what it does to the protein, the change
    of bases: ``BRAF c.1799T>A (p.Val600Glu)``."""
    if found := read_variant(text):
        return found
    first, _, second = " ".join(text.split()).rpartition(" ")
    both = (read_variant(first.rstrip(",;")), read_variant(second.strip("()")))
    kinds = {each.kind: each for each in both if each is not None}
    if kinds.keys() != {"coding", "protein"}:
        return None
    coding, protein = kinds["coding"], kinds["protein"]
    return coding if coding.gene else replace(coding, gene=protein.gene)


def _read_rs(text: str) -> NormalVariant | None:
    match = _RS.fullmatch(text)
    return NormalVariant(kind="rs", change=f"rs{match[1]}") if match else None


def _assembly_told(match: re.Match[str]) -> Assembly | None:
    """The assembly that the words name; empty where they name none, None where they name two."""
    told = f"{match['assembly'] or ''}/{match['behind'] or ''}".split("/")
    named = {ASSEMBLIES[each] for each in told if each}
    return None if len(named) > 1 else next(iter(named), "")


def _read_genomic(text: str) -> NormalVariant | None:
    match = _GENOMIC.fullmatch(text)
    change = normal_bases(match["change"]) if match else ""
    if not match or not change or (told := _assembly_told(match)) is None:
        return None
    chromosome, assembly = match["chromosome"], told
    if match["reference"]:
        if match["reference"] not in chromosomes():
            return None
        chromosome, assembly = chromosomes()[match["reference"]]
        if told and told != assembly:
            return None
    return NormalVariant(kind="genomic", change=change, reference=chromosome, assembly=assembly)


def _read_vcf(text: str) -> NormalVariant | None:
    match = _VCF.fullmatch(text)
    if match is None or match["before"] == match["after"]:
        return None
    if (assembly := _assembly_told(match)) is None:
        return None
    change = change_of_vcf(int(match["place"]), match["before"], match["after"])
    chromosome = match["chromosome"] or match["apart"]
    return NormalVariant(kind="genomic", change=change, reference=chromosome, assembly=assembly)


def _read_spdi(text: str) -> NormalVariant | None:
    match = _SPDI.fullmatch(text)
    if match is None or match["before"] == match["after"]:
        return None
    if match["reference"] not in chromosomes():
        return None
    chromosome, assembly = chromosomes()[match["reference"]]
    change = change_of_vcf(int(match["place"]) + 1, match["before"], match["after"])
    return NormalVariant(kind="genomic", change=change, reference=chromosome, assembly=assembly)


def _read_coding(text: str) -> NormalVariant | None:
    match = _CODING.fullmatch(text)
    change = normal_bases(match["change"]) if match else ""
    if not match or not change:
        return None
    gene = symbol_meant(match["gene"] or match["inside"] or "")
    if match["gene"] and not gene:
        return None
    kind: VariantKind = "coding" if match["counted"] == "c" else "noncoding"
    return NormalVariant(kind=kind, change=change, gene=gene, reference=match["reference"] or "")


def _read_mitochondrial(text: str) -> NormalVariant | None:
    match = _MITOCHONDRIAL.fullmatch(text)
    change = normal_bases(match["change"]) if match else ""
    if not match or not change:
        return None
    return NormalVariant(kind="mitochondrial", change=change, reference=match["reference"] or "")


def _read_protein(text: str) -> NormalVariant | None:
    match = _PROTEIN.fullmatch(text)
    change = normal_residues(match["change"]) if match else ""
    if not match or not change:
        return None
    gene = symbol_meant(match["gene"] or "")
    if match["gene"] and not gene:
        return None
    reference = match["reference"] or ""
    return NormalVariant(kind="protein", change=change, gene=gene, reference=reference)


def _read_run_on(text: str) -> NormalVariant | None:
    match = _RUN_ON.fullmatch(text)
    gene = symbol_meant(match["gene"]) if match else ""
    change = normal_residues(match["change"]) if match else ""
    if not gene or not change or symbol_meant(text):
        return None
    return NormalVariant(kind="protein", change=change, gene=gene)


_READERS: tuple[Callable[[str], NormalVariant | None], ...] = (
    _read_rs,
    _read_genomic,
    _read_spdi,
    _read_vcf,
    _read_mitochondrial,
    _read_coding,
    read_allele,
    read_structure,
    read_exon,
    read_copies,
    _read_protein,
    read_fusion,
    _read_run_on,
)
"""In the order in which they are tried: a protein change looks like other things."""
