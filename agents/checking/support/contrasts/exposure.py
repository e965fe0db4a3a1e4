"""Which drug changes the exposure to which, and which way. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, clauses
from names.recognise import recognise_passage

_MEASURE = re.compile(r"\b(?:exposures?|levels?|concentrations?|auc)\b")
_CHANGE = re.compile(
    r"\b(?:(?P<up>rais(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|elevat(?:e|es|ed|ing)"
    r"|doubl(?:e|es|ed)|tripl(?:e|es|ed))"
    r"|(?P<down>lower(?:s|ed|ing)?|reduc(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|halv(?:e|es|ed))"
    r"|(?:push(?:es|ed)?|drives?|drove|brings?|brought|sen[dt]s?|keeps?|ma(?:kes?|de))"
    r"(?: (?!up\b|down\b)[\w-]+){1,6}?"
    r" (?:(?P<upward>up|rise|climb)|(?P<downward>down|fall|drop)))\b"
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been) (?:[a-z]+ly )?$")
_BY = re.compile(r"\bby\b")


@dataclass(frozen=True, slots=True)
class _ExposureChange:
    """One clause that tells of a change."""

    sign: int
    by: frozenset[str]
    of: frozenset[str]


def problem_with_exposure(claim: CitedSentence) -> str:
    """Whether it lets a drug change another one's exposure that is changed by it, or turns the
    direction round."""
    said = list(_changes(claim.sentence.words))
    told = [change for quote in claim.quotes() for change in _changes(quote.words)]
    if not said or not told:
        return ""
    if {change.sign for change in said}.isdisjoint(change.sign for change in told):
        return "It gives the opposite direction of the cited quotes."
    for change in said:
        turned = any(change.by & each.of and change.of & each.by for each in told)
        straight = any(change.by & each.by or change.of & each.of for each in told)
        if turned and not straight:
            return "It tells the effect the other way round than the cited quotes."
    return ""


def _changes(text: str) -> Iterator[_ExposureChange]:
    for clause in clauses(text):
        found = _CHANGE.search(clause)
        if not found or not _MEASURE.search(clause) or DENIAL.search(clause):
            continue
        sign = 1 if found["up"] or found["upward"] else -1
        inside = clause[found.start() : found.end()]
        by, of = _drugs(clause[: found.start()]), _drugs(inside + clause[found.end() :])
        if _PASSIVE.search(clause[: found.start()]):
            by, of = (of, by) if _BY.search(clause[found.end() :]) else (frozenset(), by)
        yield _ExposureChange(sign, by, of)


def _drugs(text: str) -> frozenset[str]:
    return recognise_passage(text).names("drug")
