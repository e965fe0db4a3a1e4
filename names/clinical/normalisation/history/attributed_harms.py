"""Severe reactions with the drug that is held to be the cause, as an allergy to that drug: "SJS
attributed to allopurinol", "allopurinol → SJS 2020", "carbamazepine-induced DRESS"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.exposures.comedication import drugs_named
from names.patterns.relatives import KIN

_REACTION = (
    r"(?:(?-i:SJS(?:/TEN)?|TEN|DRESS|AGEP)|Stevens[\s-]Johnson(?: syndrome)?"
    r"|toxic epidermal necrolysis|anaphyla(?:xis|ctic shock)|angio-?o?edema|serum sickness)"
)
_BEHIND_REACTION = re.compile(
    rf"(?i)\b(?P<event>{_REACTION})(?:\s\(?(?:in\s)?(?:19|20)\d\d\)?)?(?P<link>\s(?:(?:was|were|is|thought|felt"
    r"|judged|probably|likely|presumably|most)\s){0,4}(?:attributed to|ascribed to|due to"
    r"|caused by|secondary to|2/2|from|because of|related to|blamed on|put down to"
    r"|triggered by|induced by)\s)(?:the\s)?$"
)
_BEHIND_DRUG = re.compile(
    rf"(?i)(?P<link>\s?(?:->|=>|→|⇒)\s?|\s(?:(?:has|had|which|that)\s)?(?:caused"
    rf"|gave (?:her|him|them)|led to|resulted in|triggered)\s(?:an?\s|severe\s)?"
    r"|-?\s?(?:induced|associated|related)\s)"
    rf"(?P<event>{_REACTION})\b(?P<when>\s\(?(?:in\s)?(?:19|20)\d\d\)?)?"
)
_THOUGHT = re.compile(
    r"(?i)\b(?:if|can|could|may|might|does|do|risk|rate|no|not|never|without|denies|how|what"
    rf"|whether|family|{KIN})\b[^.;,?!\n]{{0,40}}$"
)
_BEFORE = 90
"""Characters before a drug in which the reaction is looked for. By hand: two clauses."""


def harms_attributed(text: str) -> Iterator[Change]:
    """The words between a reaction and its drug, so that the drug is read as the one that is not
    borne, and no other of the message."""
    if not re.search(rf"(?i){_REACTION}", text):
        return
    for drug in drugs_named(text):
        before = _BEHIND_REACTION.search(text, max(0, drug.start - _BEFORE), drug.start)
        if before and not _is_thought(text, before.start()):
            yield before.end("event"), drug.start, ", allergic to "
            continue
        behind = _BEHIND_DRUG.match(text, drug.end)
        if behind and not _is_thought(text, drug.start) and not _is_asked(text, behind.end()):
            yield drug.start, drug.start, "allergic to "
            yield (*behind.span("link"), ", ")


def _is_thought(text: str, place: int) -> bool:
    return _THOUGHT.search(text, max(0, place - 50), place) is not None


def _is_asked(text: str, place: int) -> bool:
    return text[place : place + 2].lstrip()[:1] == "?"
