"""Reads a variant, written in any of the usual forms, into its normal form.

A text is read whole: it is the name of a variant or it is none. Nothing is guessed: a change
without a gene stays without one, a position without an assembly without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from names.amino_acids import LETTERS, ONE_LETTER
from names.tables.genes import symbols_by_name
from names.variants.normal_form import Assembly, NormalVariant, chromosomes

LONGEST = 120
"""Characters of a variant's name. Chosen by hand: HGVS names of insertions are below."""
_CODES = "|".join(ONE_LETTER)
_LONG = re.compile(rf"({_CODES})")
_AA = rf"[{LETTERS}*]"
_CHANGE = re.compile(
    rf"{_AA}\d{{1,5}}(?:{_AA}(?:fs(?:\*\d{{1,4}})?)?|fs(?:\*\d{{1,4}})?|=|del|dup"
    rf"|_{_AA}\d{{1,5}}(?:delins[{LETTERS}*]{{1,30}}|del|dup|ins[{LETTERS}*]{{1,30}}))"
)
_INTERVAL = re.compile(r"Q(?:4|6|8|12|24|48)H")
"""A dosing interval, no glutamine."""
_DNA = r"[ACGT]{1,60}"
_POSITION = r"[-*]?\d{1,9}(?:[+-]\d{1,5})?"
_BASES = re.compile(
    rf"(?P<start>{_POSITION})(?:_(?P<end>{_POSITION}))?"
    rf"(?:(?P<before>{_DNA})>(?P<after>{_DNA})|del(?:{_DNA})?ins(?P<put>{_DNA})"
    rf"|(?P<event>del|dup)(?:{_DNA})?|ins(?P<added>{_DNA})|(?P<same>=))"
)
_GENE = r"(?P<gene>[A-Za-z][A-Za-z0-9-]{1,15})"
_PROTEIN = re.compile(
    rf"(?:(?P<reference>NP_\d{{4,9}}\.\d{{1,2}})(?:\([A-Z0-9-]+\))?:|{_GENE}[ :]+)?"
    r"(?:p\.)?(?P<change>\(?[A-Za-z0-9*_=]{3,60}\)?)"
)
_CODING = re.compile(
    rf"(?:(?P<reference>N[MR]_\d{{4,9}}\.\d{{1,2}})(?:\((?P<inside>[A-Z0-9-]+)\))?:|{_GENE}[ :]+)?"
    r"c\.(?P<change>[\w*+>=-]{3,80})"
)
_GENOMIC = re.compile(
    r"(?:(?P<assembly>GRCh3[78]|hg19|hg38)[ :]+)?(?:(?P<reference>NC_\d{6}\.\d{1,2})"
    r"|(?:chr)?(?P<chromosome>\d{1,2}|[XY])):g\.(?P<change>[\w*+>=-]{3,80})"
    r"(?: ?\(?(?P<behind>GRCh3[78]|hg19|hg38)\)?)?"
)
_VCF = re.compile(
    r"(?:(?P<assembly>GRCh3[78]|hg19|hg38)[ :]+)?(?:chr)?(?P<chromosome>\d{1,2}|[XY])[-:]"
    rf"(?P<place>\d{{1,9}})[-: ](?P<before>{_DNA})[->/: ](?P<after>{_DNA})"
    r"(?: ?\(?(?P<behind>GRCh3[78]|hg19|hg38)\)?)?"
)
_RS = re.compile(r"(?i)rs(\d{3,12})")
_ALLELE = re.compile(
    rf"(?:{_GENE}) ?(?P<alleles>\*\d{{1,3}}[A-Z]?(?::\d{{2,3}})?(?: ?/ ?\*\d{{1,3}}[A-Z]?)?)"
)
_FUSION = re.compile(
    r"(?P<five>[A-Za-z][A-Za-z0-9]{1,9})(?:::|-|/)(?P<three>[A-Za-z][A-Za-z0-9]{1,9})"
)
_COPIES = re.compile(
    rf"(?i:{_GENE}) (?i:(?P<gain>amplification|amplified|amp|gain)"
    r"|(?P<loss>(?:(?:homozygous|biallelic|deep) )?(?:deletion|loss|deleted)))"
)
_EXON = re.compile(
    rf"(?i:{_GENE})[ -]?(?i:ex(?:on)?) ?(?P<exon>\d{{1,2}})[ -]?"
    r"(?i:(?P<event>skip|del|ins)(?:ping|ped|etions?|ertions?)?)"
)
_EVENTS = {"skip": "skipping", "del": "deletion", "ins": "insertion"}
_ASSEMBLIES: dict[str, Assembly] = {
    "GRCh38": "GRCh38", "hg38": "GRCh38", "GRCh37": "GRCh37", "hg19": "GRCh37",
}  # fmt: skip


def read_variant(text: str) -> NormalVariant | None:
    """The variant of this name; None for what names none."""
    written = " ".join(text.split())
    if len(written) > LONGEST:
        return None
    return next(filter(None, (read(written) for read in _READERS)), None)


def _read_rs(text: str) -> NormalVariant | None:
    match = _RS.fullmatch(text)
    return NormalVariant(kind="rs", change=f"rs{match[1]}") if match else None


def _read_genomic(text: str) -> NormalVariant | None:
    match = _GENOMIC.fullmatch(text)
    change = normal_bases(match["change"]) if match else ""
    if not match or not change:
        return None
    told = _ASSEMBLIES.get(match["assembly"] or match["behind"] or "", "")
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
    assembly = _ASSEMBLIES.get(match["assembly"] or match["behind"] or "", "")
    change = change_of_vcf(int(match["place"]), match["before"], match["after"])
    chromosome = match["chromosome"]
    return NormalVariant(kind="genomic", change=change, reference=chromosome, assembly=assembly)


def change_of_vcf(place: int, before: str, after: str) -> str:
    """The change by HGVS of a place, its bases and what stands there instead. An insertion that
    repeats its neighbour is one here: whether it is a duplication, only the sequence tells."""
    while before and after and before[-1] == after[-1] and len(before) + len(after) > 2:
        before, after = before[:-1], after[:-1]
    while before and after and before[0] == after[0]:
        before, after, place = before[1:], after[1:], place + 1
    last = place + len(before) - 1
    span = str(place) if last == place else f"{place}_{last}"
    if not before:
        return f"{place - 1}_{place}ins{after}"
    if not after:
        return f"{span}del"
    if len(before) == len(after) == 1:
        return f"{place}{before}>{after}"
    return f"{span}delins{after}"


def _read_coding(text: str) -> NormalVariant | None:
    match = _CODING.fullmatch(text)
    change = normal_bases(match["change"]) if match else ""
    if not match or not change:
        return None
    gene = _symbol(match["gene"] or match["inside"] or "")
    if match["gene"] and not gene:
        return None
    reference = match["reference"] or ""
    return NormalVariant(kind="coding", change=change, gene=gene, reference=reference)


def normal_bases(change: str) -> str:
    """A change of bases as HGVS wants it: what is deleted or doubled is told by its place alone.
    Empty for what is none."""
    match = _BASES.fullmatch(change)
    if match is None:
        return ""
    span = match["start"] + (f"_{match['end']}" if match["end"] else "")
    if match["before"]:
        return f"{span}{match['before']}>{match['after']}"
    if match["put"] or match["added"]:
        return f"{span}{'delins' if match['put'] else 'ins'}{match['put'] or match['added']}"
    return f"{span}{match['event'] or match['same']}"


def _read_protein(text: str) -> NormalVariant | None:
    match = _PROTEIN.fullmatch(text)
    change = normal_residues(match["change"]) if match else ""
    if not match or not change:
        return None
    gene = _symbol(match["gene"] or "")
    if match["gene"] and not gene:
        return None
    reference = match["reference"] or ""
    return NormalVariant(kind="protein", change=change, gene=gene, reference=reference)


def normal_residues(change: str) -> str:
    """A change of a protein in codes of one letter, without the brackets of a prediction. Empty for
    what is none."""
    short = _LONG.sub(lambda match: ONE_LETTER[match[1]], change.strip("()"))
    short = re.sub(r"(?<=\d)X$|(?<=fs)X", "*", short)
    return short if _CHANGE.fullmatch(short) and not _INTERVAL.fullmatch(short) else ""


def _read_allele(text: str) -> NormalVariant | None:
    match = _ALLELE.fullmatch(text)
    gene = _symbol(match["gene"]) if match else ""
    if not match or not gene:
        return None
    alleles = match["alleles"].replace(" ", "")
    return NormalVariant(kind="allele", change=alleles, gene=gene)


def _read_fusion(text: str) -> NormalVariant | None:
    match = _FUSION.fullmatch(text.removesuffix(" fusion"))
    if match is None or _symbol(text):
        return None
    five, three = _symbol(match["five"]), _symbol(match["three"])
    if not five or not three or five == three:
        return None
    return NormalVariant(kind="fusion", change=f"{five}::{three}")


def _read_copies(text: str) -> NormalVariant | None:
    match = _COPIES.fullmatch(text)
    gene = _symbol(match["gene"]) if match else ""
    if not match or not gene:
        return None
    if match["gain"]:
        change = "gain" if match["gain"].lower() == "gain" else "amplification"
        return NormalVariant(kind="copy number", change=change, gene=gene)
    both = match["loss"].lower().startswith(("homozygous", "biallelic", "deep"))
    return NormalVariant(
        kind="copy number", change="homozygous loss" if both else "loss", gene=gene
    )


def _read_exon(text: str) -> NormalVariant | None:
    match = _EXON.fullmatch(text)
    gene = _symbol(match["gene"]) if match else ""
    if not match or not gene:
        return None
    change = f"exon {int(match['exon'])} {_EVENTS[match['event'].lower()]}"
    return NormalVariant(kind="exon", change=change, gene=gene)


def _symbol(name: str) -> str:
    """The approved symbol of a gene's name; empty for what names none or several."""
    names = symbols_by_name()
    symbols = names.get(name) or names.get(name.upper()) or ()
    return symbols[0] if len(symbols) == 1 else ""


_READERS: tuple[Callable[[str], NormalVariant | None], ...] = (
    _read_rs,
    _read_genomic,
    _read_vcf,
    _read_coding,
    _read_allele,
    _read_exon,
    _read_copies,
    _read_protein,
    _read_fusion,
)
"""In the order in which they are tried: a protein change looks like other things."""
