"""Fusions of two genes, with where they are joined if that is told. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from names.tables.fusions import fusion_names, known_order
from names.variants.events import symbol_meant
from names.variants.normal_form import ASSEMBLIES, Assembly, NormalVariant

_FIVE = r"(?P<five>[A-Za-z][A-Za-z0-9]{1,9})"
_THREE = r"(?P<three>[A-Za-z][A-Za-z0-9]{1,9})"
_JOINT = r"(?P<joint>::|[-–/])"
_WIDE_JOINT = r" ?(?P<joint>::|[-–/]) ?"
_EXON = r"(?:(?i:exon|ex|e) ?)?"
_CHROMOSOME = r"(?:chr)?(?P<{0}>(?:\d{{1,2}}|[XY]):\d{{1,9}})"
_FIRST, _THEN = _CHROMOSOME.format("first"), _CHROMOSOME.format("then")
_ASSEMBLY = rf"(?:\(?(?P<{{}}>{'|'.join(ASSEMBLIES)})\)?)"
_WORDS = re.compile(
    r"(?i)(?: gene)?(?: fusions?| rearrangements?| translocations?)(?: gene)?(?= |$)"
)
_FUSION = re.compile(f"{_FIVE}{_JOINT}{_THREE}")
_BY_EXONS = tuple(
    re.compile(pattern)
    for pattern in (
        # EML4(13)-ALK(20), EML4(exon 13)::ALK(exon 20)
        rf"{_FIVE} ?\({_EXON}(?P<first>\d{{1,2}})\){_WIDE_JOINT}{_THREE} ?"
        rf"\({_EXON}(?P<then>\d{{1,2}})\)",
        # EML4 exon 13 - ALK exon 20
        rf"{_FIVE} (?i:exon|ex|e) ?(?P<first>\d{{1,2}}){_WIDE_JOINT}{_THREE} (?i:exon|ex|e) ?"
        r"(?P<then>\d{1,2})",
        # EML4::ALK e13::e20, EML4-ALK (E13;A20), BCR::ABL1 e13a2
        rf"{_FIVE}{_JOINT}{_THREE},? \(?(?P<initials>[A-Za-z])(?P<first>\d{{1,2}})"
        r"(?:::|[;:,/]? ?)(?P<initial>[A-Za-z])(?P<then>\d{1,2})\)?",
    )
)
_BY_PLACES = tuple(
    re.compile(pattern)
    for pattern in (
        # EML4::ALK GRCh37 chr2:42522656::chr2:29446394
        rf"{_FIVE}{_JOINT}{_THREE},? (?:{_ASSEMBLY.format('before')} )?\(?{_FIRST}"
        rf" ?(?:::|[-–/;,]) ?{_THEN}\)?(?:,? {_ASSEMBLY.format('behind')})?",
        # EML4(chr2:42522656)-ALK(chr2:29446394) (hg19)
        rf"{_FIVE} ?\({_FIRST}\){_WIDE_JOINT}{_THREE} ?\({_THEN}\)"
        rf"(?:,? {_ASSEMBLY.format('behind')})?",
    )
)


def read_fusion(text: str) -> NormalVariant | None:
    """``EML4::ALK``; ``BCR/ABL1 fusion``; ``EML4(13)-ALK(20)``. Without two colons the order of the
    genes is often that of their names: then it is the one in which the fusion is known."""
    written = _WORDS.sub("", text, count=1)
    if known := _other_names().get(_plain(written)):
        return NormalVariant(kind="fusion", change=known)
    if symbol_meant(text):
        return None
    if match := _FUSION.fullmatch(written):
        return _of_genes(match, "", "", "")
    for pattern in _BY_EXONS:
        match = pattern.fullmatch(written)
        if match and _are_initials(match):
            first, then = int(match["first"]), int(match["then"])
            return _within_gene(match) or _of_genes(match, f"e{first}", f"e{then}", "")
    for pattern in _BY_PLACES:
        if match := pattern.fullmatch(written):
            told = {name for key in ("before", "behind") if (name := match.groupdict().get(key))}
            assemblies = {ASSEMBLIES[each] for each in told}
            if len(assemblies) > 1:
                return None
            places = f"chr{match['first']}", f"chr{match['then']}"
            return _of_genes(match, *places, next(iter(assemblies), ""))
    return None


def without_junction(variant: NormalVariant) -> NormalVariant:
    """The fusion of the same genes, wherever they are joined."""
    if variant.kind != "fusion" or not variant.junction:
        return variant
    return replace(variant, junction="", assembly="")


def _of_genes(
    match: re.Match[str], first: str, then: str, assembly: Assembly
) -> NormalVariant | None:
    five, three = symbol_meant(match["five"]), symbol_meant(match["three"])
    if not five or not three or five == three:
        return None
    if match["joint"] != "::" and known_order(five, three) != (five, three):
        five, three, first, then = three, five, then, first
    return NormalVariant(
        kind="fusion",
        change=f"{five}::{three}",
        assembly=assembly,
        junction=f"{first}::{then}" if first else "",
    )


def _within_gene(match: re.Match[str]) -> NormalVariant | None:
    """Two exons of one gene that are joined leave out what lies between: ``MET(13)-MET(15)``."""
    gene = symbol_meant(match["five"])
    first, then = int(match["first"]), int(match["then"])
    if not gene or gene != symbol_meant(match["three"]) or then - first != 2:
        return None
    return NormalVariant(kind="exon", change=f"exon {first + 1} skipping", gene=gene)


def _are_initials(match: re.Match[str]) -> bool:
    """Whether letters before the numbers of exons are those of "exon" or of the genes."""
    named = match.groupdict()
    pairs = ((named.get("initials"), match["five"]), (named.get("initial"), match["three"]))
    return all(letter is None or letter.lower() in ("e", gene[0].lower()) for letter, gene in pairs)


@cache
def _other_names() -> Mapping[str, str]:
    return {_plain(name): fusion for name, fusion in fusion_names().items()}


def _plain(name: str) -> str:
    return re.sub(r" |::|[-–/]", "-", name).lower()
