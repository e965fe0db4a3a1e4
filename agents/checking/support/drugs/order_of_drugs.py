"""Which drug is given after which: "after alectinib lorlatinib" is not "after crizotinib
lorlatinib". Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from names.recognise import recognise_passage

_AFTER = re.compile(
    r"\b(?:after|following|progress\w* (?:on|during|under|despite)|failure of|pretreated with"
    r"|treated with)(?= )"
)
_END = re.compile(
    r"[,;:.](?= |$)|\b(?:has|have|is|are|was|were|may|can|should|lists?|recommends?|advises?"
    r"|allows?"
    r"|prefers?|offers?|asco|esmo|nccn|cpic|fda)\b"
)
_OPEN = re.compile(r"\b(?:not?|open|unclear|unknown|whether|how much|cannot|without)\b")
REACH = 90
"""Characters behind "after" in which the drugs stand that were had. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Order:
    """The drugs that were had, and those that a text goes on to speak of."""

    had: frozenset[str]
    then: frozenset[str]


def problem_with_order_of_drugs(claim: CitedSentence) -> str:
    """Whether it gives after one drug what every quote that gives it gives after another."""
    said = _order(claim.sentence)
    if (
        said is None
        or _OPEN.search(claim.sentence.words)
        or len(_AFTER.findall(claim.sentence.words)) > 1
    ):
        return ""
    told = [order for quote in claim.quotes() if (order := _order(quote))]
    on_it = [order for order in told if order.then & said.then]
    known = frozenset().union(*(order.had | order.then for order in told))
    if on_it and said.had <= known and not any(order.had & said.had for order in on_it):
        return f"“after {min(said.had)}” stands beside something else in the cited quotes."
    return ""


def _order(text: CanonicalText) -> _Order | None:
    found = _AFTER.search(text.words)
    if found is None:
        return None
    behind = text.words[found.end() : found.end() + REACH]
    part = _END.split(behind, maxsplit=1)[0]
    had = recognise_passage(part).names("drug")
    rest = text.words[: found.start()] + " " + text.words[found.end() + len(part) :]
    then = recognise_passage(rest).names("drug")
    return _Order(had, then) if had and then else None
