"""Effects listed for one arm told of the other: "with A nausea; with B neutropenia". Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL
from names.recognise import recognise_passage

_PART = re.compile(r";(?= )|\b(?:while|whereas)\b")
_CONTROLS = frozenset(("placebo", "chemotherapy", "surgery", "radiotherapy", "observation"))
_COMPARES = re.compile(
    r"\b(?:than(?! \d)|versus|vs|against|compared|whereas|while|both|unlike|but|or|and (?:with"
    r"|on))\b"
)


def problem_with_effects_of_arms(claim: CitedSentence) -> str:
    """Whether it names with one arm alone an effect that its only quote has with another alone."""
    if len(claim.sources) != 1 or DENIAL.search(claim.sentence.words):
        return ""
    arms, effects = _arms(claim.sentence), _effects(claim.sentence)
    if not arms or not effects or _COMPARES.search(claim.sentence.words):
        return ""
    parts = [CanonicalText(part) for part in _PART.split(claim.sources[0].quote.words)]
    own = [part for part in parts if _arms(part) & arms]
    others = [part for part in parts if _arms(part) and not _arms(part) & arms]
    if not own or not others or any(DENIAL.search(part.words) for part in parts):
        return ""
    here = frozenset().union(*map(_effects, own))
    strange = effects & frozenset().union(*map(_effects, others)) - here
    return f"“{min(strange)}” stands beside another arm in the cited quote." if strange else ""


def _arms(text: CanonicalText) -> frozenset[str]:
    return text.drugs | (_CONTROLS & frozenset(text.words.split()))


def _effects(text: CanonicalText) -> frozenset[str]:
    return recognise_passage(text.text).names("effect", "condition")
