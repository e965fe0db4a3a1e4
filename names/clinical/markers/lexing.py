"""A text as markers, variants and the words that tell their state, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from names.clinical.markers.numbers import find_numbers
from names.clinical.markers.vocabulary import (
    ANTI,
    COMPOSITE,
    FAMILIES,
    FAMILY,
    GENES_OF_MARKERS,
    NOT_A_STATE,
    OF_RESPONSE,
    ORIGINS,
    PREFIXED,
    PROTEIN,
    PROTEINS,
    SUFFIXED,
    VACCINE_BEHIND,
    WORDS,
    class_names,
)
from names.clinical.values import FoundValue, Marker, Origin, Polarity
from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage
from names.tables.genes import FUSED_GENES, genes
from names.tables.variant_classes import canonical_variant

TokenKind = Literal[
    "marker", "variant", "number", "whole", "both", "unknown", "uncertain", "absent", "deny",
    "deny_list",
    "present", "level", "event", "loss", "test", "origin", "class",
    "plus", "minus", "link",
    "open", "close", "end", "filler", "word",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MarkerToken:
    """A piece of a text and what it does for a marker."""

    kind: TokenKind
    text: str
    start: int
    end: int
    names: tuple[str, ...] = ()
    """Of a marker: its names, several of a family."""
    state: str = ""
    """Of a variant or class: its name; of a marker: a state in the same word ("gBRCAm")."""
    polarity: Polarity | None = None
    origin: Origin = ""
    markers: tuple[Marker, ...] = ()
    """Of a number or a whole: what it says, complete."""


EXON_14 = filtered_pattern(
    r"(?i)(?<=MET[ -])ex(?:on)?[ -]?14\b"
    r"(?: \(?(?:skipping|mutat\w+|alterat\w+|deletions?|splice site)\)?)?"
)
"""Of MET, exon 14 is spoken of for its skipping only."""
MEANT = {"RAS": ("KRAS", "NRAS"), "RAF": ("BRAF",)}
"""Families of which clinicians mean these genes: RAS of colorectal cancer (labels of cetuximab and
panitumumab, Molecular Oncology Almanac 2026-05)."""
FIRST_PARTNERS = ("FGFR", "KMT2A")
"""Genes that are the first of a fusion and the one it is treated for; of others it is the last
(ALK, ABL1, RARA: the names of fusions in CIViC, 01-Sep-2025)."""
NAMED_FUSIONS = frozenset(("BCR::ABL1", "PML::RARA"))
"""Fusions that labels ask for by both partners (indications of FDA labels of chronic myeloid and
acute promyelocytic leukaemia, Molecular Oncology Almanac 2026-05). Of others the gene that is
treated counts."""
SAYS_FUSION = re.compile(r"(?i)[\s-]{1,2}(?:fusions?|rearrange(?:ments?|d)|translocations?)\b")
RANK: dict[TokenKind, int] = {"number": 0, "whole": 1, "marker": 2, "variant": 3}
"""What counts where several begin at one place; the rest comes after."""


def lex(text: str) -> list[MarkerToken]:
    """The tokens of a text, none on another: the longest of the first rank counts."""
    found = [*_numbers(text), *_composites(text), *_markers(text), *_tokens_skipping(text)]
    found += _variants(text)
    if not found:
        return []
    found += [*_words(text), *_inner_signs(text, found)]
    found.sort(key=lambda token: (token.start, RANK.get(token.kind, 4), -token.end))
    kept: list[MarkerToken] = []
    for token in found:
        if not kept or token.start >= kept[-1].end:
            kept.append(token)
    return kept


def _numbers(text: str) -> Iterator[MarkerToken]:
    for found in find_numbers(text):
        yield _whole("number", text, found)


def _whole(kind: TokenKind, text: str, found: FoundValue) -> MarkerToken:
    markers = (found.value,) if isinstance(found.value, Marker) else ()
    surface = text[found.start : found.end]
    return MarkerToken(kind, surface, found.start, found.end, markers=markers)


def _composites(text: str) -> Iterator[MarkerToken]:
    """Words that name a marker and its state together: TNBC, MSI-H, MSS."""
    for match in COMPOSITE.finditer(text):
        start, end = match.span()
        if match["tn"]:
            markers = tuple(
                Marker(name=name, state="positive", polarity="absent") for name in ("HR", "HER2")
            )
            yield MarkerToken("whole", match.group(), start, end, markers=markers)
        elif match["tp"]:
            markers = tuple(Marker(name=name, state="positive") for name in ("HR", "HER2"))
            yield MarkerToken("whole", match.group(), start, end, markers=markers)
        else:
            yield _composite_marker(match)


def _composite_marker(match: re.Match[str]) -> MarkerToken:
    name = "HRD" if match["hrp"] else "TMB" if "tmb" in match.group().lower() else "MSI"
    polarity: Polarity = "present" if match["high"] else "absent"
    return MarkerToken(
        "marker",
        match.group(),
        *match.span(),
        names=(name,),
        state="positive" if name == "HRD" else "high",
        polarity=polarity,
    )


def _markers(text: str) -> Iterator[MarkerToken]:
    for token in _all_markers(text):
        if NOT_A_STATE.match(text, token.end) or ANTI.search(
            text, max(0, token.start - 6), token.start
        ):
            yield MarkerToken("word", token.text, token.start, token.end)
        else:
            yield token


def _all_markers(text: str) -> Iterator[MarkerToken]:
    of_leukaemia = "MMR" in text and OF_RESPONSE.search(text)
    for match in PROTEIN.finditer(text):
        if match.lastgroup == "mmr" and (of_leukaemia or VACCINE_BEHIND.match(text, match.end())):
            continue
        name = PROTEINS[match.lastgroup or ""]
        yield MarkerToken("marker", match.group(), *match.span(), names=(name,))
    for match in FAMILY.finditer(text):
        yield _family(match)
    yield from _joined_genes(text)
    fused = {m.start for m in _variant_mentions(text) if "::" in m.name}
    for mention in recognise_passage(text).of("gene"):
        if mention.start not in fused:
            yield from _genes(mention)


def _joined_genes(text: str) -> Iterator[MarkerToken]:
    """Genes with a state, or with where they were found, in the same word."""
    for match in SUFFIXED.finditer(text):
        if match[1] in genes() and genes()[match[1]].clinical:
            polarity: Polarity = "absent" if match[2] == "wt" else "present"
            yield MarkerToken(
                "marker", match.group(), *match.span(), (match[1],), "altered", polarity
            )
    for match in PREFIXED.finditer(text):
        if match[2] in genes() and genes()[match[2]].clinical:
            origin = ORIGINS[match[1]]
            yield MarkerToken("marker", match.group(), *match.span(), (match[2],), origin=origin)


SIGNED_PAIR = re.compile(r"[-−–+]\s?(?:[,;/&]|and\b|or\b)")
"""In the mention of two genes: the first has a sign of its own, "BRCA1-, BRCA2+"."""


def _genes(mention: EntityMention) -> Iterator[MarkerToken]:
    if len(mention.names) < 2 or not SIGNED_PAIR.search(mention.text):
        yield _gene(mention)
        return
    for name in mention.names:
        at = mention.start + mention.text.find(name)
        if at >= mention.start:
            yield MarkerToken("marker", name, at, at + len(name), names=(name,))


def _gene(mention: EntityMention) -> MarkerToken:
    names = mention.names
    if len(names) == 1 and names[0] in GENES_OF_MARKERS and mention.text != names[0]:
        names = (GENES_OF_MARKERS[names[0]],)
    names = MEANT.get(mention.text) or names
    return MarkerToken("marker", mention.text, mention.start, mention.end, names=names)


def _family(match: re.Match[str]) -> MarkerToken:
    names = FAMILIES["HRR"]
    if match["brca"]:
        number = match["number"] or match["spaced"]
        names = FAMILIES["BRCA"] if number in (None, "1/2") else (f"BRCA{number}",)
    state = match["state"] or ""
    return MarkerToken(
        "marker",
        match.group(),
        *match.span(),
        names=names,
        state="altered" if state else "",
        polarity=None if not state else "absent" if state == "wt" else "present",
        origin=ORIGINS.get(match["origin"] or "", ""),
    )


def _fusion(text: str, mention: EntityMention) -> Iterator[MarkerToken]:
    """A fusion of two named genes as its marker and the word "fusion", which begins at its last
    letter: what is said of it ("not detected") is read as of "ALK fusion"."""
    five, _, three = mention.name.partition("::")
    gene = five if five.startswith(FIRST_PARTNERS) else three
    if five in FUSED_GENES and three not in FUSED_GENES:
        # Written the other way round: "RET-CCDC6".
        gene = five
    last = mention.end - 1
    named = SAYS_FUSION.match(text, mention.end)
    end = named.end() if named else mention.end
    yield MarkerToken("marker", text[mention.start : last], mention.start, last, names=(gene,))
    state = mention.name if mention.name in NAMED_FUSIONS else "fusion"
    yield MarkerToken("variant", text[last:end], last, end, (state,), state=state)


def _variant_mentions(text: str) -> Iterator[EntityMention]:
    """Without the fusions that are genes in a row: "EGFR-ALK-ROS1-"."""
    for mention in recognise_passage(text).of("variant"):
        row = ROW.match(text, mention.start) if "::" in mention.name else None
        if row is None or (row.group().count("-") < SHORTEST_ROW and "HER2" not in mention.text):
            yield mention


def _variants(text: str) -> Iterator[MarkerToken]:
    for mention in _variant_mentions(text):
        if "::" in mention.name:
            yield from _fusion(text, mention)
            continue
        names = tuple(
            canonical_variant(name) for name in mention.names if not name.startswith(("*", "HLA-"))
        )
        if names:
            yield MarkerToken(
                "variant", mention.text, mention.start, mention.end, names, state=names[0]
            )


def _tokens_skipping(text: str) -> Iterator[MarkerToken]:
    for match in EXON_14.finditer(text):
        names = ("exon 14 skipping",)
        yield MarkerToken("variant", match.group(), *match.span(), names, state=names[0])


def _words(text: str) -> Iterator[MarkerToken]:
    for match in WORDS.finditer(text):
        kind = match.lastgroup or "word"
        state = _class_state(match.group()) if kind == "class" else ""
        yield MarkerToken(kind, match.group(), *match.span(), state=state)  # type: ignore[arg-type]


ROW = re.compile(r"(?:[A-Z][A-Z0-9]{1,9}[-−–+]){2,8}(?=$|[\s,.;:)])")
"""Markers with a sign each and no blank between: "ER−PR−HER2+"."""
SHORTEST_ROW = 3
"""Hyphens of a row that is no fusion: two genes joined have one, and one behind ("EML4-ALK-")."""
RECEPTORS = {"HER2", "ER", "PR", "HR"}


def _inner_signs(text: str, found: Sequence[MarkerToken]) -> Iterator[MarkerToken]:
    """The minus signs within a row of markers. A hyphen may also join two of them ("EML4-ALK+")."""
    ends = {token.end: token for token in found if token.kind == "marker"}
    starts = {token.start for token in found if token.kind in ("marker", "number")}
    for match in ROW.finditer(text):
        signs = [match.start() + n for n, sign in enumerate(match.group()[:-1]) if sign in "-−–"]
        inner = [at for at in signs if at in ends and at + 1 in starts]
        members = [
            *(ends[at] for at in inner),
            *(t for e, t in ends.items() if e == match.end() - 1),
        ]
        told = any(RECEPTORS & set(each.names) for each in members) or len(members) > 2
        for at in inner:
            if text[at] != "-" or told:
                yield MarkerToken("minus", text[at], at, at + 1)


def _class_state(word: str) -> str:
    lower = word.lower()
    if lower.startswith("non"):
        return f"non-{lower.removeprefix('non').lstrip('- ').upper()}"
    if lower.startswith("class "):
        number = lower.split()[1]
        return f"class { ({'i': 1, 'ii': 2, 'iii': 3}.get(number) or number) }"
    if lower.startswith(("lbd", "ligand")):
        return "LBD missense"
    return class_names().get(lower, lower)
