"""Variants that are told in words or by a list of their own: star alleles, fusions, copies, exons.
Pure."""

from __future__ import annotations

import re

from names.tables.genes import symbols_by_name
from names.variants.normal_form import NormalVariant

GENE = r"(?P<gene>[A-Za-z][A-Za-z0-9-]{1,15})"
_STAR = r"\*\d{1,3}[A-Z]?(?::\d{2,3}){0,3}(?:x(?:N|\d{1,2}))?"
_HAPLOTYPE = rf"{_STAR}(?: ?\+ ?{_STAR})?"
_ALLELE = re.compile(rf"(?:{GENE}) ?(?P<alleles>{_HAPLOTYPE}(?: ?/ ?{_HAPLOTYPE})?)")
_FUSION = re.compile(
    r"(?P<five>[A-Za-z][A-Za-z0-9]{1,9})(?:::|-|/)(?P<three>[A-Za-z][A-Za-z0-9]{1,9})"
)
_JOINED = re.compile(r"(?i)(?: gene)?(?: fusions?| rearrangements?| translocations?)(?: gene)?$")
_GAIN = r"(?P<gain>amplification|amplified|amp|gain)"
_BOTH = r"(?:homozygous(?:ly)?|biallelic(?:ally)?|deep(?:ly)?)"
_LOSS = rf"(?P<loss>(?:{_BOTH} )?(?:deletion|loss|deleted)|homdel)"
_COPIES = re.compile(rf"(?i:{GENE}) (?i:{_GAIN}|{_LOSS})")
_COPIES_OF = re.compile(rf"(?i:{_GAIN}|{_LOSS}) (?i:of|in) (?:the )?(?i:{GENE})")
_FILLING = re.compile(r"(?i) (?:gene|copy[ -]number|focal|high-level)(?= )| gene$|^copy[ -]number ")
"""Words that say no other event; "low-level" is none of them."""
_EXON = re.compile(
    rf"(?i:{GENE})[ -]?(?i:ex(?:on)?) ?(?P<exon>\d{{1,2}})[ -]?"
    r"(?i:(?P<event>skip|del|ins)(?:ping|ped|etions?|ertions?)?)"
)
_EXON_IN_SHORT = re.compile(
    rf"(?i:{GENE}) (?i:(?P<event>del|ins)(?P<exon>\d{{1,2}})|(?P<first>\d{{1,2}})(?P<then>del|ins))"
)
_EVENTS = {"skip": "skipping", "del": "deletion", "ins": "insertion"}


def symbol_meant(name: str) -> str:
    """The approved symbol of a gene's name; empty for what names none or several."""
    names = symbols_by_name()
    symbols = names.get(name) or names.get(name.upper()) or ()
    return symbols[0] if len(symbols) == 1 else ""


def read_allele(text: str) -> NormalVariant | None:
    """``CYP2D6 *1/*4``."""
    match = _ALLELE.fullmatch(text)
    gene = symbol_meant(match["gene"]) if match else ""
    if not match or not gene:
        return None
    alleles = match["alleles"].replace(" ", "")
    return NormalVariant(kind="allele", change=alleles, gene=gene)


def read_fusion(text: str) -> NormalVariant | None:
    """``EML4::ALK``; ``BCR/ABL1 fusion``."""
    match = _FUSION.fullmatch(_JOINED.sub("", text))
    if match is None or symbol_meant(text):
        return None
    five, three = symbol_meant(match["five"]), symbol_meant(match["three"])
    if not five or not three or five == three:
        return None
    return NormalVariant(kind="fusion", change=f"{five}::{three}")


def read_copies(text: str) -> NormalVariant | None:
    """``HER2 amplified``; ``homozygous deletion of CDKN2A``."""
    words = _FILLING.sub("", text)
    match = _COPIES.fullmatch(words) or _COPIES_OF.fullmatch(words)
    gene = symbol_meant(match["gene"]) if match else ""
    if not match or not gene:
        return None
    if match["gain"]:
        change = "gain" if match["gain"].lower() == "gain" else "amplification"
        return NormalVariant(kind="copy number", change=change, gene=gene)
    both = match["loss"].lower().startswith(("homozygous", "biallelic", "deep", "homdel"))
    return NormalVariant(
        kind="copy number", change="homozygous loss" if both else "loss", gene=gene
    )


def read_exon(text: str) -> NormalVariant | None:
    """``METex14 skipping``; ``EGFR del19``."""
    match = _EXON.fullmatch(text)
    if match:
        exon, event = match["exon"], match["event"]
    elif match := _EXON_IN_SHORT.fullmatch(text):
        exon, event = match["exon"] or match["first"], match["event"] or match["then"]
    gene = symbol_meant(match["gene"]) if match else ""
    if not match or not gene:
        return None
    change = f"exon {int(exon)} {_EVENTS[event.lower()]}"
    return NormalVariant(kind="exon", change=change, gene=gene)
