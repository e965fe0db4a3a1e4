"""One question on several things, taken apart; and a question without what does not matter."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from agents.extractive.question.circumstances import split_by_circumstance
from agents.extractive.question.kinds import EFFECTS
from agents.extractive.question.requests.values import as_calculation
from agents.facts.sheet import FactSheet
from agents.matching.asked import Asked
from names.clinical.routes import read_routes
from names.entities import Mention
from names.recognise import recognise

OF_ONE_DRUG = frozenset(("dose", "mechanism", "definition")) | EFFECTS
"""Kinds that are told of each drug by itself, so that a list of drugs asks several questions."""
RELAXED = frozenset(("dose", "interaction", "mechanism")) | EFFECTS
"""Kinds whose answers seldom depend on a marker."""
_LISTED = re.compile(r"(?:\s|,|&|\b(?:and|or|versus|vs)\b\.?)+", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:alternatives?|instead|rather|switch\w*|versus|vs)\b", re.IGNORECASE)


def split_asked(asked: Asked, sheet: FactSheet) -> list[Asked]:
    """A question as one for each drug of a list, and for each kind of circumstance; or as one for
    the value of a formula."""
    if (value := as_calculation(asked, sheet)) is not None:
        return [value]
    return [part for each in _by_drug(asked) for part in split_by_circumstance(each)]


def _by_drug(asked: Asked) -> list[Asked]:
    """ "The dose of olaparib, talazoparib and niraparib" is three questions; that of a regimen
    ("palbociclib with letrozole") is one."""
    if asked.kind not in OF_ONE_DRUG or len(asked.drugs) < 2:
        return [asked]
    text = asked.text
    named = [m for m in recognise(text).of("drug", "unknown_drug") if asked.drugs & set(m.names)]
    between = [text[one.end : other.start] for one, other in pairwise(named)]
    if len(named) < 2 or not all(map(_LISTED.fullmatch, between)):
        return [asked]
    before, after = text[: named[0].start], text[named[-1].end :]
    return [
        replace(
            asked,
            text=f"{before}{text[each.start : each.end]}{after}",
            drugs=asked.drugs & frozenset(each.names),
            compared=False,
        )
        for each in named
    ]


def without_surplus(asked: Asked) -> Asked | None:
    """A question on a drug without the markers that it names besides: "the dose in HER2-low
    disease". None when it names none, or when the drug is not what it is on."""
    if asked.kind not in RELAXED or not asked.drugs or not surplus_of(asked):
        return None
    return replace(asked, statuses=frozenset(), genes=frozenset(), variants=frozenset())


def surplus_of(asked: Asked) -> frozenset[str]:
    """The markers that a question on a drug names besides."""
    return asked.statuses | asked.genes | asked.variants


def routes_asked(text: str, kind: str, drugs: tuple[Mention, ...]) -> tuple[frozenset[str], str]:
    """The ways of giving the one drug of a question on its dose that the words take for granted,
    and these words. A choice is not narrowed by them: an option by another way is one, too."""
    names = {name for each in drugs for name in each.names}
    if kind != "dose" or len(names) != 1 or _INSTEAD.search(text):
        return frozenset(), ""
    found = [(name, text[start:end]) for name, start, end in read_routes(text)]
    return frozenset(name for name, _ in found), " ".join(words for _, words in found)
