"""Variants that are told in words or by a list of their own: star alleles, copies, exons, known
rearrangements within a gene. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import cast

from names.tables.genes import symbols_by_name
from names.tables.rows import read_rows, split_cell
from names.variants.normal_form import NormalVariant, VariantKind

GENE = r"(?P<gene>[A-Za-z][A-Za-z0-9-]{1,15})"
_STAR = r"\*\d{1,3}[A-Z]?(?::\d{2,3}){0,3}(?:x(?:N|\d{1,2}))?"
_HAPLOTYPE = rf"{_STAR}(?: ?\+ ?{_STAR})?"
_ALLELE = re.compile(rf"(?:{GENE}) ?(?P<alleles>{_HAPLOTYPE}(?: ?/ ?{_HAPLOTYPE})?)")
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
_WITHIN = re.compile(
    rf"(?i:{GENE})[ -]?(?i:(?P<name>ITD|PTD|KDD)|(?:(?P<kind>internal tandem|partial tandem"
    r"|kinase domain) duplications?)(?: \((?:ITD|PTD|KDD)\))?)"
)
"""What is copied within a gene: "FLT3-ITD"."""
_SHORT_NAMES = {"internal tandem": "ITD", "partial tandem": "PTD", "kinase domain": "KDD"}
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


def read_structure(text: str) -> NormalVariant | None:
    """``FLT3-ITD``; ``EGFRvIII``; ``TERT C228T``, which is no change of a residue."""
    if known := _known_events().get(_plain(text)):
        return known
    gene, _, behind = text.partition(" ")
    if behind and (known := _known_events().get(_plain(f"{symbol_meant(gene)} {behind}"))):
        return known
    match = _WITHIN.fullmatch(text)
    gene = symbol_meant(match["gene"].rstrip("-")) if match else ""
    if not match or not gene:
        return None
    name = (match["name"] or _SHORT_NAMES[match["kind"].lower()]).upper()
    return NormalVariant(kind="structure", change=name, gene=gene)


def _plain(name: str) -> str:
    return re.sub(r"[ ()-]", "", name).lower()


@cache
def _known_events() -> Mapping[str, NormalVariant]:
    """Each name of the table, in plain letters → what it is."""
    found: dict[str, NormalVariant] = {}
    for gene, kind, change, names, _ in read_rows("genomics/named_events.tsv"):
        event = NormalVariant(kind=cast(VariantKind, kind), change=change, gene=gene)
        for name in (*split_cell(names), change):
            found[_plain(name if name.startswith(gene) else f"{gene}{name}")] = event
    return found
