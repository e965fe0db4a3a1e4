"""The fact sheet as people read it: one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from agents.facts.deriving import SHOWN_RULES
from agents.facts.markers import is_gene
from agents.facts.relations import population_field
from agents.facts.sheet import Fact, FactSheet
from agents.facts.words import GRADED, describe, span_of
from names.clinical.values import (
    Condition,
    Line,
    Marker,
    Measurement,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)

UNDERSTOOD = "What I understood"
LEAST_FACTS = 2
"""Facts from which a thread is shown what was understood. One fact stands in the question."""
_PERSONAL = (Population, Measurement, Therapy, Condition, Toxicity)
"""Kinds of facts that only a patient has; a rule may name the others, too."""
_PLACED = (Population, Tumour, Setting, Line, Marker)
"""Kinds of facts that have a place of their own in the line."""


def is_worth_showing(sheet: FactSheet) -> bool:
    """Whether the sheet holds facts of a patient, at least two; a general question has none."""
    said = [fact for fact in sheet.facts if not fact.rule]
    personal = any(isinstance(fact.value, _PERSONAL) and _is_exact(fact) for fact in said)
    return len(said) >= LEAST_FACTS and (personal or len(said) > LEAST_FACTS)


def _is_exact(fact: Fact) -> bool:
    """Whether a fact is of one patient: an age, not a range of ages."""
    value = fact.value
    return not isinstance(value, Population) or value.age_from == value.age_to


def sheet_line(sheet: FactSheet) -> str:
    """All facts in one line, each polarity visible, derived ones with what they come from:
    ``What I understood: woman, 54 · breast cancer, metastatic · HER2-low (from IHC 1+)``."""
    parts = (
        _person(sheet.facts),
        _disease(sheet.facts),
        ", ".join(_markers(sheet.facts, genes=False)),
        *_markers(sheet.facts, genes=True),
        *_others(sheet.facts),
        *_of_field(sheet.facts, "ecog"),
    )
    return f"{UNDERSTOOD}: {' · '.join(part for part in parts if part)}"


def _person(facts: Sequence[Fact]) -> str:
    ages = (
        span_of(fact.value.age_from, fact.value.age_to)
        for fact in facts
        if isinstance(fact.value, Population) and population_field(fact.value) == "age"
    )
    words = [*_of_field(facts, "sex"), *ages]
    return ", ".join([*words, *_of_field(facts, "menopause"), *_of_field(facts, "pregnancy")])


def _of_field(facts: Sequence[Fact], field: str) -> list[str]:
    return [
        describe(fact.value)
        for fact in facts
        if isinstance(fact.value, Population) and population_field(fact.value) == field
    ]


def _disease(facts: Sequence[Fact]) -> str:
    tumours = [fact for fact in facts if isinstance(fact.value, Tumour) and not fact.rule]
    settings = [fact.value for fact in facts if isinstance(fact.value, Setting)]
    lines = [fact for fact in facts if isinstance(fact.value, Line) and not fact.rule]
    before = [each.name for each in settings if each.polarity == "present"]
    named = [describe(fact.value) for fact in tumours]
    first = " ".join([*dict.fromkeys(before), *named[:1]])
    after = [describe(each) for each in settings if each.polarity != "present"]
    return ", ".join(
        part for part in (first, *named[1:], *after, *(describe(f.value) for f in lines)) if part
    )


def _markers(facts: Sequence[Fact], *, genes: bool) -> list[str]:
    """Markers in words. Those that one wording named ("BRCA1/2") stand together, and a derived
    one takes the place of the score that it was derived from."""
    chosen = [
        fact
        for fact in facts
        if isinstance(fact.value, Marker) and is_gene(fact.value) == genes
        if not fact.rule or fact.rule in SHOWN_RULES
    ]
    chosen = [fact for fact in chosen if not fact.rule or _tells_more(fact, chosen)]
    told = {text for fact in chosen for text in fact.inputs}
    chosen = [fact for fact in chosen if fact.rule or not (_is_score(fact) and fact.text in told)]
    return [_together(list(group)) for _, group in groupby(chosen, key=_origin)]


def _tells_more(derived: Fact, facts: Sequence[Fact]) -> bool:
    """Whether a derived marker says what no present one says: HER2-low is not HER2-positive."""
    value = derived.value
    assert isinstance(value, Marker)
    others = (
        fact.value
        for fact in facts
        if isinstance(fact.value, Marker) and fact.value.name == value.name
        if fact.rule or not _is_score(fact)
    )
    return value.polarity == "present" or all(other.polarity != "present" for other in others)


def _is_score(fact: Fact) -> bool:
    """Whether a fact gives a number from which a status is derived."""
    value = fact.value
    return isinstance(value, Marker) and value.value is not None and value.state not in GRADED


def _origin(fact: Fact) -> tuple[object, ...]:
    """What the facts of one wording, or of one derivation, have in common."""
    if fact.rule:
        return (fact.rule, fact.inputs)
    value = fact.value
    assert isinstance(value, Marker)
    state = (value.state, value.polarity, value.origin, value.value)
    return (fact.start, fact.end, fact.said_at, fact.place, state)


def _together(facts: Sequence[Fact]) -> str:
    markers = [fact.value for fact in facts if isinstance(fact.value, Marker)]
    if facts[0].rule:
        telling = [each for each in markers if each.polarity == "present"] or markers
        return _with_inputs(", ".join(describe(each) for each in telling), facts[0])
    names = [each.name for each in markers]
    return describe(markers[0]).replace(names[0], "/".join(names), 1)


def _others(facts: Sequence[Fact]) -> list[str]:
    """Treatments in order, then the rest."""
    therapies = [fact for fact in facts if isinstance(fact.value, Therapy)]
    others = [fact for fact in facts if not isinstance(fact.value, (*_PLACED, Therapy))]
    shown = [fact for fact in [*therapies, *others] if not fact.rule or fact.rule in SHOWN_RULES]
    return [_with_inputs(describe(fact.value), fact) for fact in shown]


def _with_inputs(words: str, fact: Fact) -> str:
    return f"{words} (from {', '.join(fact.inputs)})" if fact.rule else words
