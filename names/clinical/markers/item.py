"""A marker of a text with what is said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from names.clinical.markers.lexing import MarkerToken
from names.clinical.markers.vocabulary import (
    DENYING_ALL,
    EXCEPTING,
    KEPT,
    MEASURED,
    PRE_MODIFIERS,
)
from names.clinical.values import Marker, Origin, Polarity


@dataclass(slots=True)
class MarkerItem:
    """A marker, and what stands beside it."""

    start: int
    end: int
    names: tuple[str, ...] = ()
    """Empty for a variant without a gene of its own."""
    context: tuple[str, ...] = ()
    """Names of the marker before, for a variant without a gene."""
    states: list[str] = field(default_factory=list)
    polarity: Polarity | None = None
    event: bool = False
    """A word such as "mutation" stands beside it."""
    tested: bool = False
    """Only its test is named, so far."""
    unknown: bool = False
    origin: Origin = ""
    prefixed: bool = False
    """The origin stands in the same word ("gBRCA1")."""
    link: str = ""
    """What joins it to the item before; empty when other words stand between."""
    denial: int = 0
    """Number of the negation over it; 0 for none."""
    apart: bool = False
    """Whether a comma stands between a denial and it: "no driver, PD-L1 90%"."""
    denied_list: bool = False
    """All of the list is denied ("negative for …")."""
    denied_all: bool = False
    """A word stands before the list that denies more than one ("without", "denies")."""
    found: bool = False
    """"Found" is said of it behind a denial: "no EGFR mutation, ALK fusion found"."""
    own_state: bool = False
    """Its polarity was said of itself, not of a list."""
    borrowed: bool = False
    """Its polarity stands before it and may be that of something else ("PET pos HRR neg")."""
    spread: bool = False
    """What is said of it was said at the end of a list."""
    headed: bool = False
    """What is said of it was said before the list that it is in ("no alterations in EGFR, ALK")."""
    free: bool = False
    """"with or without": nothing is said of it."""
    before: tuple[MarkerToken, ...] = ()
    """What stands before it, or before the list that it is in."""
    whole: tuple[Marker, ...] = ()
    named_behind: bool = False
    """What is said of it stands before its name ("neg KRAS"): a variant may follow."""
    numbered: bool = False
    """A number stands right behind it, which tells its state, whoever can read it."""
    of_gene: bool = False
    """A word is said of it that is said of genes only ("wild type", "mutated")."""

    @property
    def bare(self) -> bool:
        """Whether it is only named."""
        return not (self.states or self.polarity or self.event or self.whole or self.unknown)


def is_lost(item: MarkerItem, token: MarkerToken) -> bool:
    """ "Loss of T790M", "lost EGFR T790M": the variant is gone, no function of its gene."""
    words = {each.text.lower() for each in item.before if each.kind == "loss"}
    bare = BARE_EXON.fullmatch(token.text)
    return bool(words & {"loss", "lost"}) and not bare


BARE_EXON = re.compile(r"(?i)ex(?:on)?[\s.-]{0,2}\d{1,2}")
"""Behind "loss of" it may be the alteration itself: what MET exon 14 skipping leaves out."""


def take_loss(item: MarkerItem, token: MarkerToken) -> None:
    """Tell of an item that was lost, when its variant comes: it is absent, or nobody knows."""
    if item.states != ["loss"]:
        return
    if is_lost(item, token):
        item.states, item.polarity, item.own_state = [], "absent", True
    elif BARE_EXON.fullmatch(token.text):
        item.unknown = True


def tell_number(item: MarkerItem | None, token: MarkerToken, link: str) -> None:
    """Note of a marker that a number stands right behind it: of "PDL1 40, HER2 neg" the second is
    negative, whatever 40 means."""
    if item is None or link or not token.text.isdigit() or MEASURED.isdisjoint(item.names):
        return
    item.numbered = item.numbered or token.start - item.end <= NEAR


NEAR = 2
"""Characters between a marker and its number: a blank, or a colon and a blank."""


def is_kept(item: MarkerItem, token: MarkerToken) -> bool:
    """ "KRAS G12C retained", "ER retained": it is still there; a repair protein is not lost."""
    told = item.states or item.event or item.names in SIGNED
    return token.text.lower() in KEPT and not item.whole and bool(told)


def origin_of(token: MarkerToken) -> Origin:
    return "tumour" if re.search(r"(?i)somatic|tumou?r", token.text) else "germline"


def is_apart(item: MarkerItem, token: MarkerToken) -> bool:
    """Whether a word tells of the other origin than the item's: "germline neg, somatic pos"."""
    return bool(item.polarity) and item.origin not in ("", origin_of(token))


def is_answer(token: MarkerToken, item: MarkerItem) -> bool:
    """Whether it denies what was named, whatever that name says: in a column of results ("PIK3CA
    mutated (-)", "fusion: none"), or right behind the gene's name ("KRASmut neg")."""
    word = token.text.strip("()[] ").lower()
    beside = item.of_gene and token.start - item.end <= 1 and word.startswith("neg")
    return token.kind == "absent" and (word in DENYING_SIGNS or beside)


def is_finding_beside(item: MarkerItem, behind: MarkerItem) -> bool:
    """ "gBRCA, HER2-negative", "gBRCA1, PD-L1 neg": the state of a protein says nothing of a gene
    named with where it was found."""
    if not item.origin or behind.origin or behind.names not in (*SIGNED, ("PD-L1",)):
        return False
    return len(item.names) == 1 or (item.origin == "germline" and behind.names in SIGNED)


def may_be_finding(item: MarkerItem, behind: MarkerItem) -> bool:
    """ "gBRCA1, ATM neg": nobody can tell whether the first, with a letter of its own for where it
    was found, is denied, too. "Germline BRCA1 and PALB2" have one head, and it is."""
    return item.prefixed and behind.link.strip() == "," and item.origin != behind.origin


def leaves_out(token: MarkerToken, before: str, *, denied: bool) -> bool:
    """Whether the words leave one finding out of a denial: "no drivers except KRAS", "panel neg
    other than KRAS". ``before``: the word that ended what was said before."""
    return (denied or before in DENYING_ALL) and token.text.lower().startswith(EXCEPTING)


def is_of_next(item: MarkerItem, token: MarkerToken, link: str, following: str) -> bool:
    """Whether a word tells of the marker that follows it: behind a comma, or where words before the
    markers tell their states ("neg EGFR pos KRAS G12C")."""
    ahead = item.borrowed and following == "marker" and token.kind in ("absent", "present")
    return bool(link and token.kind in PRE_MODIFIERS) or (ahead and not link)


def is_on_copies(token: MarkerToken, item: MarkerItem) -> bool:
    """Whether it is said of a gene's copies only: "MET not amplified" leaves its variants open."""
    return "amplif" in token.text.lower() and not item.states and item.names not in SIGNED


def is_of_another(token: MarkerToken, item: MarkerItem) -> bool:
    """Whether it is said of something else: the disease is stable, not a microsatellite; a gene
    with a point mutation is not amplified."""
    word = token.text.lower()
    if word == "stable":
        return item.names != ("MSI",)
    altered = item.event or (item.states and not set(item.states) & AMPLIFIED)
    return token.kind == "absent" and "amplif" in word and bool(altered)


AMPLIFIED = {"amplification", "overexpression"}
DENYING_SIGNS = {"-", "−", "–", "no", "nil", "none", "0", "0%", "0 %", "0.0", "n"}
SIGNED = {(name,) for name in ("HER2", "HR", "ER", "PR")}
"""Markers after which a sign may stand behind a space ("HER2 +")."""
PLUS = re.compile(r"\s\+\s?$")
LEVEL = re.compile(r"\s\d{2,5}(?![\w%+.-]|\s?%)")
"""Of one digit it may belong to the name ("BRCA 2")."""


def leave_open_asked(text: str, items: Sequence[MarkerItem]) -> None:
    """ "No gBRCA, TROP2?": the last of the list is asked about, and not denied. "No TP53, EPO 600":
    a name with a level behind it is measured in the blood, and no altered gene."""
    for item in items:
        listed = bool(item.denial) and item.link.strip() == "," and item.bare
        level = listed and MEASURED.isdisjoint(item.names) and LEVEL.match(text, item.end)
        last = item.link == "," and item.bare and text[item.end : item.end + 1] == "?"
        asked = bool(item.denial and last and not item.denied_list)
        item.unknown = item.unknown or asked or bool(level)


def leave_open_joined(text: str, items: Sequence[MarkerItem]) -> None:
    """ "EGFR L858R + T790M neg": only the last one is denied for sure. Of the variant before the
    plus nothing is told; it may be the driver that is there."""
    for item, behind in pairwise(items):
        denied = item.denial or any(each.kind == "absent" for each in item.before)
        both = item.polarity == behind.polarity == "absent" and item.end >= behind.start
        joined = PLUS.search(text, max(0, behind.start - 3), behind.start)
        if both and joined and item.states and not denied:
            item.unknown = True
