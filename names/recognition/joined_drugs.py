"""Drugs joined by their short forms: "nivo-rela", "durva/treme", "carbo-pem-pembro"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.entities import EntityMention
from names.tables.drugs import drugs
from names.tables.rows import read_rows, split_cell
from names.tables.treatment.regimens import regimens
from names.tables.wordings import CASE_MARK

JOINED = re.compile(
    r"(?<![\w/+-])[A-Za-z]{2,20}\d?(?:(?:[-/]|\s?\+\s?)[A-Za-z]{2,20}\d?){1,3}(?![\w/+-])"
)
"""A digit behind a short form is its dose in mg/kg: "ipi3/nivo1"."""
BESIDE = frozenset(("adt", "ai", "chemo", "crt", "io", "ofs", "rt", "surgery", "tki", "xrt"))
"""Treatments without a drug to which one is joined: "ADT+abi". By hand."""
DIGIT = re.compile(r"\d")
PART = re.compile(r"[A-Za-z]+")
_REGIMEN = ""
"""In place of the drug of a part that is a regimen of several, which another reader knows."""


def find_joined_drugs(text: str) -> Iterator[EntityMention]:
    """The drugs that are joined to each other by a sign, each at its own place, if all parts are
    drugs; a form of the table counts only beside the partners that it asks for."""
    for match in JOINED.finditer(text):
        parts = [p for p in PART.finditer(text, *match.span()) if p.group().lower() not in BESIDE]
        named = [_drugs_of(part.group()) for part in parts]
        # With a dose behind it no other reader knows a short form.
        counts = any(part.group().lower() in _short_forms() for part in parts)
        if not named or not all(named) or not (counts or DIGIT.search(match.group())):
            continue
        together = {drug for each in named for drug, _ in each}
        chosen = [
            [drug for drug, partners in each if not partners or partners & together]
            for each in named
        ]
        if all(chosen):
            for part, names in zip(parts, chosen, strict=True):
                if names[0] != _REGIMEN:
                    yield EntityMention("drug", (names[0],), part.group(), *part.span())


SPACED = re.compile(r"(?<![\w/+-])(?P<form>[A-Za-z]{2,4}) (?P<partner>[A-Za-z]{3,20})(?![\w/+-])")


def find_spaced_forms(text: str) -> Iterator[EntityMention]:
    """Short forms right before the partner that the table asks for: "EV pembro"."""
    forms = _short_forms()
    for match in SPACED.finditer(text):
        told = forms.get(match["form"].lower(), ())
        beside = {drug for drug, _ in _drugs_of(match["partner"])} if told else set()
        for drug, partners in told:
            if partners & beside:
                yield EntityMention("drug", (drug,), match["form"], *match.span("form"))


def _drugs_of(word: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The drugs that a word may stand for, each with the partners that it asks for."""
    form = word.lower()
    if known := _short_forms().get(form) or _names().get(form, ()):
        return known
    return ((_REGIMEN, frozenset()),) if word.upper() in regimens() else ()


@cache
def _short_forms() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    found: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {}
    for form, drug, partners, _ in read_rows("treatment/short_forms.tsv"):
        entry = (drug, frozenset(split_cell(partners)))
        for each in split_cell(form.lower()):
            found[each] = (*found.get(each, ()), entry)
    return found


@cache
def _names() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    """Every name of one word of every drug, in small letters."""
    return {
        word.removeprefix(CASE_MARK).lower(): ((drug, frozenset()),)
        for drug, others in drugs().items()
        for word in (drug, *others)
    }
