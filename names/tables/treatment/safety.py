"""Facts of a patient that a treatment has to weigh, and the words that speak of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from names.tables.rows import read_rows, split_cell
from names.tables.treatment.drug_classes import drug_classes
from names.tables.wordings import CASE_MARK, tokens, words_of

FACTS = "safety/facts.tsv"
LIMITS = "safety/limits.tsv"
NORMAL = "safety/normal.tsv"
MILD = "safety/mild.tsv"
HARD = "hard"
REPRODUCTION = frozenset(("pregnancy", "breastfeeding", "wish for pregnancy"))
"""Facts of the table that are told under one heading and mean different things for a patient."""
ONLY, FOREMOST, TO_CHECK = f"{HARD}:", f"{HARD} for:", "check for:"
"""Before the classes of drugs for which a fact is hard: it limits no others, or others, too, or is
to be checked before them and limits others, too."""


@dataclass(frozen=True, slots=True)
class SafetyLimit:
    """A measured value from which on it is a safety fact."""

    measure: str
    unit: str
    at_most: float | None
    at_least: float | None
    fact: str


@cache
def safety_facts() -> frozenset[str]:
    """The names of all facts that a treatment has to weigh."""
    return frozenset(name for name, *_ in read_rows(FACTS))


@cache
def hard_facts() -> frozenset[str]:
    """Those with which nothing is an option unless a source speaks of them."""
    return frozenset(name for name, _, hard in read_rows(FACTS) if hard == HARD)


@cache
def _hard_classes(mark: str) -> dict[str, frozenset[str]]:
    """Fact → the classes of drugs of which none is an option unless a source speaks of it; of the
    facts whose classes stand behind this mark."""
    return {
        name: frozenset(each.strip() for each in split_cell(hard.removeprefix(mark)))
        for name, _, hard in read_rows(FACTS)
        if hard.startswith(mark)
    }


def is_hard_for(fact: str, drugs: Iterable[str], offered: Iterable[str] = ()) -> bool:
    """Whether nothing, or none of these drugs, is an option with a fact of which no source speaks.
    ``offered``: classes of drugs that are offered without a name."""
    classes = _hard_classes(ONLY).get(fact, frozenset())
    classes |= _hard_classes(FOREMOST).get(fact, frozenset())
    classes |= _hard_classes(TO_CHECK).get(fact, frozenset())
    of_drugs = any(classes & drug_classes(drug) for drug in drugs)
    return fact in hard_facts() or of_drugs or not classes.isdisjoint(offered)


@cache
def facts_to_check() -> frozenset[str]:
    """Those that are to be checked before some drugs, and bar none of them."""
    return frozenset(_hard_classes(TO_CHECK))


def may_limit(fact: str, drug: str) -> bool:
    """Whether a fact may limit a drug: one that the table ties to classes alone limits none of
    others."""
    classes = _hard_classes(ONLY).get(fact, frozenset())
    return not classes or bool(classes & drug_classes(drug))


@cache
def safety_limits() -> tuple[SafetyLimit, ...]:
    """The measured values that are a safety fact."""
    return tuple(
        SafetyLimit(measure, unit, float(low) if low else None, float(high) if high else None, fact)
        for measure, unit, low, high, fact, _ in read_rows(LIMITS)
    )


@dataclass(frozen=True, slots=True)
class _Wording:
    words: tuple[str, ...]
    exact: str
    """The letters where case counts; else empty."""
    fact: str


@cache
def _wordings() -> dict[str, tuple[_Wording, ...]]:
    """First word → the wordings that begin with it. One may speak of several facts."""
    found: dict[str, tuple[_Wording, ...]] = {}
    for fact, cell, _ in read_rows(FACTS):
        for wording in split_cell(cell):
            surface = wording.removeprefix(CASE_MARK)
            words = tokens(surface)
            each = _Wording(words, surface if surface != wording else "", fact)
            found[words[0]] = (*found.get(words[0], ()), each)
    return found


def facts_spoken_of(text: str) -> tuple[str, ...]:
    """The safety facts that these words speak of, each once, in the order of the text. Words within
    a longer wording count for that one only: a stem cell transplant is no transplanted organ."""
    read, wordings = words_of(text), _wordings()
    found: dict[str, None] = {}
    last = 0
    for at, word in enumerate(read.words):
        here = [
            (at + len(each.words), each.fact)
            for each in wordings.get(word, ())
            if read.words[at : at + len(each.words)] == each.words
            and each.exact
            in {"", text[read.spans[at][0] : read.spans[at + len(each.words) - 1][1]]}
        ]
        longest = max((end for end, _ in here), default=0)
        found |= {fact: None for end, fact in here if end == longest and end > last}
        last = max(last, longest)
    return tuple(found)


@cache
def _ranges(table: str) -> dict[tuple[str, str], tuple[float, float]]:
    """Measure and unit → lowest and highest value of a table of ranges."""
    return {
        (measure, unit): (float(low or "-inf"), float(high or "inf"))
        for measure, unit, low, high, _ in read_rows(table)
    }


def is_normal_value(measure: str, unit: str, low: float | None, high: float | None) -> bool:
    """Whether a measured value, or all of a range, lies within what is normal; never where no
    table has the measure, or the range is open on the side that counts."""
    return _is_within(NORMAL, measure, unit, low, high)


def is_mild_value(measure: str, unit: str, low: float | None, high: float | None) -> bool:
    """The same for what is normal or only a little out of it: "platelets 92"."""
    return _is_within(MILD, measure, unit, low, high)


def _is_within(table: str, measure: str, unit: str, low: float | None, high: float | None) -> bool:
    least, most = _ranges(table).get((measure, unit), (float("inf"), float("-inf")))
    at_least = float("-inf") if low is None else low
    at_most = float("inf") if high is None else high
    return least <= at_least and at_most <= most
