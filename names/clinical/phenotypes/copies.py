"""Copies of a gene: "CYP2D6 *1x3", "*1xN", "(*1/*4)xN".

An allele counts as often as it is there: CPIC multiplies its activity by the number of its copies
(https://pmc.ncbi.nlm.nih.gov/articles/PMC6951851/)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

from names.tables.alleles import allele_key, alleles

COPIED = r"[xX×](?:[Nn]|\d)"
"""Behind an allele: so many copies of it; "N" is two or more."""
_COPIES = re.compile(r"(?P<allele>\*\d{1,3}[A-WYZ]?)[xX×](?P<copies>[Nn]|\d)")


def has_copies(name: str) -> bool:
    """Whether the name of an allele tells how often it is there."""
    return _COPIES.fullmatch(name) is not None


def activity_of(gene: str, name: str) -> tuple[float, float] | None:
    """The least and the greatest activity of an allele with its copies; None when no table has
    it."""
    copied = _COPIES.fullmatch(name)
    known = alleles().get((gene, allele_key(copied["allele"] if copied else name)))
    if known is None or known.activity is None:
        return None
    if copied is None:
        return known.activity, known.activity
    if copied["copies"].isdigit():
        activity = known.activity * int(copied["copies"])
        return activity, activity
    return 2 * known.activity, inf if known.activity else 0.0


def activity_of_all(
    gene: str, names: Sequence[str], *, more_of_one: bool = False
) -> tuple[float, float] | None:
    """The least and the greatest activity score of both alleles; None when no table has one.
    ``more_of_one``: one of them, it is not told which, is there more often."""
    found = [activity_of(gene, name) for name in names]
    known = [each for each in found if each is not None]
    if len(known) != len(names):
        return None
    low, high = sum(each[0] for each in known), sum(each[1] for each in known)
    if not more_of_one:
        return low, high
    return low + min(each[0] for each in known), inf if high else 0.0
