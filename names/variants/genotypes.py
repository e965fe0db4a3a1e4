"""What a genotype says of a change that was looked for: both alleles are the reference, one of them
has the change, or it cannot be told. A pharmacogenetic report lists each change that it tested."""

from __future__ import annotations

import re
from typing import Literal

Carriage = Literal["", "carried", "absent", "unsure"]
"""Empty where words are no genotype."""
_LETTERS = re.compile(r"(?P<one>[ACGT]{1,12}|-|del|ins) ?[/|;] ?(?P<other>[ACGT]{1,12}|-|del|ins)")
_TWO_LETTERS = re.compile(r"(?P<one>[ACGT])(?P<other>[ACGT])")
_NUMBERS = re.compile(r"(?P<one>[0-3.])[/|](?P<other>[0-3.])")
_STARS = re.compile(
    r"(?P<one>\*\d{1,3}[A-Z]?(?:x[\dN]{1,2})?) ?[/|] ?(?P<other>\*\d{1,3}[A-Z]?(?:x[\dN]{1,2})?)"
)
_REFERENCE = re.compile(
    r"(?i)(?:homozygous[ ,(]{1,2})?(?:wild[- ]?type|wt|normal|reference|ref)\)?"
    r"(?: ?/ ?(?:wild[- ]?type|wt|normal|ref(?:erence)?))?(?: (?:homozygous|genotype|allele))?"
    r"|hom(?:ozygous)?[ -]?ref(?:erence)?|ref(?:erence)? ?/ ?ref(?:erence)?"
    r"|homozygous (?:for )?(?:the )?(?:wild[- ]?type|normal|reference)(?: allele)?"
    r"|non-?carrier|no (?:copies|copy|variant allele)s?|0 copies"
)
_CARRIED = re.compile(
    r"(?i)(?:compound )?(?:hetero|homo|hemi)zygous(?: (?:carrier|mutant|variant|mutation))?|het|hom"
    r"|carrier|(?:wt|wild[- ]?type|ref) ?/ ?(?:mut(?:ant|ated)?|var(?:iant)?|alt)"
)
_SUBSTITUTED = re.compile(r"(?P<ref>[ACGT])>(?P<alt>[ACGT])")
_STAR = re.compile(r"\*\d{1,3}[A-Z]?")
_OTHER_STRAND = str.maketrans("ACGT", "TGCA")


def carriage(change: str, words: str, *, is_column: bool) -> Carriage:
    """Whether words, which are a genotype, say that the change is there. ``is_column``: they stand
    in a column of genotypes, where two letters are one."""
    said = words.strip()
    if _REFERENCE.fullmatch(said):
        return "absent"
    if _CARRIED.fullmatch(said):
        return "carried"
    if found := _NUMBERS.fullmatch(said):
        return _of_numbers(found["one"], found["other"])
    if found := _STARS.fullmatch(said):
        return _of_stars(change, found["one"], found["other"])
    found = _LETTERS.fullmatch(said) or (_TWO_LETTERS.fullmatch(said) if is_column else None)
    return _of_letters(change, found["one"], found["other"]) if found else ""


def _of_numbers(one: str, other: str) -> Carriage:
    if "." in (one, other):
        return "unsure"
    return "absent" if one == other == "0" else "carried"


def _of_stars(change: str, one: str, other: str) -> Carriage:
    if one == other == "*1":
        return "absent"
    star = _STAR.search(change)
    if _STARS.fullmatch(change.strip()):
        return "carried"
    if star is None:
        return "unsure"
    return "carried" if star[0] in (one, other) else "absent"


def _of_letters(change: str, one: str, other: str) -> Carriage:
    """Letters may be those of the other strand: of a change into its own complement two letters of
    what it is changed to tell nothing."""
    named = _SUBSTITUTED.search(change)
    if named is None:
        return "unsure" if one == other else "carried"
    ref, alt = named["ref"], named["alt"]
    if {one, other} in ({ref, alt}, set((ref + alt).translate(_OTHER_STRAND))):
        return "carried"
    if one == other == ref:
        return "absent"
    if one != other or ref.translate(_OTHER_STRAND) == alt:
        return "unsure"
    if one in (ref, ref.translate(_OTHER_STRAND)):
        return "absent"
    return "carried" if one in (alt, alt.translate(_OTHER_STRAND)) else "unsure"
