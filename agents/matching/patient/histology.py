"""Of which tissue a tumour is, and where it has spread: statements for non-squamous disease are not
for squamous disease, and the reverse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from agents.matching.verdicts import Verdict, differs
from names.clinical.disease.denied_spread import spread_to
from names.clinical.disease.sites import SITES
from names.clinical.values import Tumour
from names.tables import lineage
from retrieval.statements.model import Applicability

_SQUAMOUS = frozenset(("squamous",))
_NON_SQUAMOUS = frozenset(("non-squamous", "adenocarcinoma", "large-cell neuroendocrine"))
_CLEAR = frozenset(("clear-cell",))
_NON_CLEAR = frozenset(("non-clear-cell", "papillary", "chromophobe"))
_APART = (
    (_SQUAMOUS, _NON_SQUAMOUS),
    (_CLEAR, _NON_CLEAR),
    (frozenset(("low-grade serous",)), frozenset(("high-grade serous",))),
)
"""Pairs of tissue types of one organ that exclude each other."""


def judge_histology(
    applies: Applicability, stated: Sequence[Tumour], tumours: frozenset[str]
) -> Verdict:
    """Whether the patient's type of tissue is the one that a statement is on. Types are compared
    within one organ only. If a statement is on several organs, its type is that of the first.
    ``tumours``: names of the tumours that are asked about or that the patient has."""
    rule = _type_of(applies.histology)
    if not rule or not applies.tumours:
        return Verdict("limitation", "silent")
    own = lineage(applies.tumours[0])
    here = {
        told
        for each in stated
        if each.polarity == "present" and _is_of(each.name, own)
        for told in (_type_of(each.histology), _type_of(each.name))
    }
    here |= {_type_of(name) for name in tumours if _is_of(name, own)}
    here.discard("")
    against = {told for told in here if _are_apart(rule, told)}
    if not against or against != here:
        return Verdict("limitation", "silent")
    told = " or ".join(sorted(against))
    return differs("limitation", f"holds for {rule} disease", told, kind="other tissue")


@lru_cache(maxsize=2_000)
def _type_of(words: str) -> str:
    """The type of tissue in one spelling; empty if the words name none of the types that are
    compared."""
    told = words.lower().removesuffix(" cell").replace("nonsquamous", "non-squamous")
    told = told.replace("non squamous", "non-squamous").replace("clear cell", "clear-cell")
    told = told.replace("nonclear", "non-clear").replace("non clear", "non-clear")
    told = told.replace("large cell", "large-cell").replace("grade-serous", "grade serous")
    told = told.replace("high grade", "high-grade").replace("low grade", "low-grade")
    told = "clear-cell" if told == "clear" else told
    names = {name for pair in _APART for group in pair for name in group}
    held = [name for name in names if name == told or told.startswith(f"{name} ")]
    held += [name for name in ("squamous", "adenocarcinoma") if told.endswith(f" {name}")]
    return held[0] if held else ""


def _are_apart(one: str, other: str) -> bool:
    return any(
        (one in left and other in right) or (one in right and other in left)
        for left, right in _APART
    )


def _is_of(name: str, own: frozenset[str]) -> bool:
    return bool(name) and bool(lineage(name) & own)


_METASTASES = "metasta"
_WITHOUT = re.compile(
    r"(?i)(?<!with and )(?<!with or )(?<!with/)\b(?:without|no|free of)\s(?:[\w-]{2,20}\s){0,2}$"
)
_BEFORE = 60
"""Characters before a place in which its denial is looked for. By hand: a denial, two words."""


def judge_spread(text: str, stated: Sequence[Tumour]) -> Verdict:
    """Whether a statement (``text``: its words) speaks of metastases in a place to which the tumour
    of the patient has spread, or is on patients without them. What it does not name decides
    nothing."""
    here = [s for each in stated if each.polarity == "present" for s in each.sites if s in SITES]
    if not here or _METASTASES not in text:
        return Verdict("spread", "silent")
    for site in here:
        found = list(_spread_words(site).finditer(text))
        near = ((each, text[max(0, each.start() - _BEFORE) : each.start()]) for each in found)
        without = [each for each, before in near if _WITHOUT.search(before)]
        if found and len(without) == len(found):
            told = spread_to(site)
            return differs("spread", f"is on patients without {told}", told)
        if found:
            return Verdict("spread", "ok")
    return Verdict("spread", "silent")


@lru_cache(maxsize=32)
def _spread_words(site: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{SITES[site]})[\s-]metasta(?:sis|ses|tic)")


def is_on_own_spread(verdicts: Sequence[Verdict]) -> bool:
    """Whether a statement that was judged speaks of metastases where the patient has them."""
    return any((each.dimension, each.outcome) == ("spread", "ok") for each in verdicts)
