"""What stands beside a marker: words about a state that belong to a neighbour ("node-negative
HER2+"), and the allele fraction of a variant."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from names.clinical.markers.lexing import MarkerToken
from names.clinical.values import FoundValue, Marker
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage

STATE_KINDS = ("absent", "present", "level", "loss", "uncertain")
NAMING_KINDS = ("marker", "variant", "class", "number", "whole")
OPEN_KINDS = ("filler", "test", "event", "origin", "open", "close", *STATE_KINDS)
"""Between a marker and what is said of it."""
OPENERS = frozenset((
    "adeno", "adenocarcinoma", "advanced", "and", "as", "but", "ca", "cancer", "cancers",
    "carcinoma", "case", "cases", "cell", "cells", "clone", "confirmed", "currently",
    "diagnosed", "disease", "documented", "f", "female", "focally", "formerly", "gentleman",
    "had", "if", "initially", "lady", "lesion", "lesions", "m", "male", "man", "met",
    "metastases", "metastasis", "metastatic", "mets", "old", "only", "or", "patient",
    "patients", "pertinent", "previously", "proven", "pt", "pts", "recurrence", "relapse", "showed",
    "showing", "shows", "stage", "strongly", "than", "then", "tumor", "tumors", "tumour",
    "tumours", "versus", "very", "vs", "w", "weakly", "when", "where", "who", "whose", "with",
    "woman", "y", "year", "years", "yo", "yr", "yrs",
))  # fmt: skip
"""Words that may stand before "negative HER2" without being what is negative. Written by hand."""
HYPHEN = re.compile(r"[-‐‑–−]")
SINGLE_WORD = re.compile(r"(?i)[-−–]?[a-z]{1,12}\Z")


def without_states_of_neighbours(text: str, tokens: Sequence[MarkerToken]) -> list[MarkerToken]:
    """The tokens of a text, where a state that is said of another word is a word like others.

    In "brain-negative HER2+" and "sentinel node neg ER+" the brain and the node are negative: a
    state belongs to the word that it is joined to, whatever that word is."""
    return list(_read(text, tokens)) if _may_hold(tokens) else list(tokens)


def _may_hold(tokens: Sequence[MarkerToken]) -> bool:
    return any(token.kind in STATE_KINDS for token in tokens)


def _read(text: str, tokens: Sequence[MarkerToken]) -> Iterator[MarkerToken]:
    named = False
    before: MarkerToken | None = None
    for token in tokens:
        if not named and before is not None and _is_of(text, before, token):
            token = replace(token, kind="word")
        if token.kind in NAMING_KINDS:
            named = True
        elif token.kind not in OPEN_KINDS:
            named = False
        yield token
        before = token


def _is_of(text: str, before: MarkerToken, token: MarkerToken) -> bool:
    """Whether ``token`` is a state that is said of the word right before it."""
    if token.kind not in STATE_KINDS or not SINGLE_WORD.match(token.text):
        return False
    between = text[before.end : token.start]
    if HYPHEN.match(between + token.text[0]) and len(between) <= 1:
        return before.kind in ("word", "filler", "test")
    return between == " " and before.kind == "word" and not _opens(text, before)


def _opens(text: str, word: MarkerToken) -> bool:
    """Whether a marker with its state may begin behind this word."""
    if word.text.lower() in OPENERS or word.text[0].isdigit():
        return True
    return any(tumour.end == word.end for tumour in recognise_passage(text).of("tumour"))


VAF = filtered_pattern(
    r"(?i)\b(?:VAF|MAF|(?:variant|mutant) allele (?:fraction|frequency)|allele (?:fraction"
    r"|frequency))"
    r"[\s:=(]{0,3}(?:of |is |was )?(?P<number>\d{1,2}(?:\.\d{1,2})?)\s?%"
    r"|(?P<before>\d{1,2}(?:\.\d{1,2})?)\s?% (?:VAF|MAF)\b"
)
NEAR = 60
"""Characters between a variant and its allele fraction; chosen by hand: a short bracket."""


def with_fractions(text: str, found: list[FoundValue]) -> Iterator[FoundValue]:
    """Each value, with the allele fraction that stands near behind it."""
    ends = sorted({each.end for each in found})
    fractions: dict[int, float] = {}
    for match in VAF.finditer(text):
        place = bisect_right(ends, match.start()) - 1
        if place >= 0 and match.start() - ends[place] <= NEAR:
            fractions[ends[place]] = float(match["number"] or match["before"])
    for each in found:
        marker = each.value
        if each.end in fractions and isinstance(marker, Marker) and marker.value is None:
            yield replace(each, value=replace(marker, value=fractions[each.end], unit="VAF %"))
        else:
            yield each
