"""Words that exclude each other: left and right, oral and intravenous. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, clauses
from agents.checking.support.reading.stated_absence import is_said_absent
from agents.checking.support.reading.words import TABLES
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.rows import read_rows

_OPEN = re.compile(r"\bnot (?:yet )?(?:available|reported|known|given|reached)\b")
_STATUS = re.compile(r"(?<![a-z0-9])(?P<what>[a-z0-9+]{2,25}) (?P<status>positive|negative)\b")
_ALTERED = re.compile(
    r"(?<![a-z0-9])(?!(?:was|were|are|not|and|the|with|for|have|has|had|been)\b)"
    r"(?P<what>[a-z0-9]{3,10}) (?:mutated|mutant)\b"
)
_INTACT = re.compile(r"(?<![a-z0-9])(?P<what>[a-z0-9]{3,10}) wild type\b")
_EXCUSES = re.compile(rf"{DENIAL.pattern}|\b(?:although|though|she|he|her|his)\b")


def problem_with_opposites(claim: CitedSentence) -> str:
    """The first word whose opposite alone stands in the quotes."""
    text = claim.sentence.words
    quotes = "\n".join(quote.words for quote in claim.quotes())
    others = [source.about.words for source in claim.sources]
    if is_on_the_patient(claim):
        others.append(claim.asked.words)
    told = "\n".join([quotes, *others])
    for said, opposite in _pairs():
        found = said.search(text)
        if found and not said.search(told) and opposite.search(quotes):
            clause = next((part for part in clauses(text) if found.group() in part), text)
            before = clause[: clause.index(found.group())]
            if is_said_absent(text, found.start(), found.end()):
                continue
            if opposite.search(text) or _EXCUSES.search(before) or _OPEN.search(clause):
                continue  # "not by mouth but into a vein", "although he is node-negative"
            return f"“{found.group()}” stands against the cited quotes."
    return _problem_with_status(text, told) or _problem_with_kind(text, quotes, told)


def _problem_with_kind(text: str, quotes: str, told: str) -> str:
    """Whether it names a thing that no source names, where the quotes name another of its kind that
    it leaves out."""
    for kind in _kinds():
        strange = [m for each in kind if (m := each.search(text)) and not each.search(told)]
        others = [each for each in kind if each.search(quotes)]
        if not strange or not others or any(each.search(text) for each in others):
            continue
        clause = next(part for part in clauses(text) if strange[0].group() in part)
        if not _EXCUSES.search(clause):
            return f"“{strange[0].group()}” does not stand in the cited quotes."
    return ""


def _problem_with_status(text: str, told: str) -> str:
    """Whether it calls positive what the sources call negative only, or the reverse."""
    known = {(found["what"], found["status"]) for found in _STATUS.finditer(told)}
    for found in _STATUS.finditer(text):
        what, status = found["what"], found["status"]
        turned = "negative" if status == "positive" else "positive"
        if is_said_absent(text, found.start(), found.end()):
            continue
        if (what, status) not in known and (what, turned) in known:
            return f"“{found.group()}” stands against the cited quotes."
    altered, intact = (_named_opposites(pattern, text) for pattern in (_ALTERED, _INTACT))
    told_altered, told_intact = (_named_opposites(pattern, told) for pattern in (_ALTERED, _INTACT))
    turned_round = (altered & told_intact - told_altered) | (intact & told_altered - told_intact)
    if turned_round:
        return f"What it says of {min(turned_round)} stands against the cited quotes."
    return ""


def _named_opposites(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    return frozenset(found["what"] for found in pattern.finditer(text))


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[FilteredPattern, FilteredPattern], ...]:
    """Each pair in both orders."""
    rows = [tuple(map(_alone, row)) for row in read_rows("opposites.tsv", TABLES)]
    return tuple((one, other) for row in rows for one, other in (row, row[::-1]))


@lru_cache(maxsize=1)
def _kinds() -> tuple[tuple[FilteredPattern, ...], ...]:
    """Each kind with its things."""
    return tuple(tuple(map(_alone, things)) for _, *things in read_rows("kinds.tsv", TABLES))


def _alone(words: str) -> FilteredPattern:
    return filtered_pattern(rf"(?<![a-z])(?:{words})(?![a-z])")
