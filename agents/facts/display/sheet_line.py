"""The fact sheet as people read it: one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from agents.facts.derivation.rules import SHOWN_RULES
from agents.facts.marker_states import is_gene
from agents.facts.relations import EXTENTS, population_field
from agents.facts.sheet import Fact, FactSheet
from agents.facts.value_words import describe, describe_all
from names.clinical.normalisation.history.earlier_tumours import EARLIER
from names.clinical.values import (
    HAD,
    Condition,
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)

_COLITIS = re.compile(r"(?i)\bcolitis")
"""Read as an event under the name of diarrhoea, by whose rules it is weighed."""
_VARICES = re.compile(r"(?i)^\W*(?:(?:o?esophageal|gastric)\s)?varices\W*$")
"""Read under the name of what they are weighed for; nothing bleeds yet."""
UNDERSTOOD = "What I understood"
LEAST_FACTS = 2
"""Facts from which a thread is shown what was understood. One fact stands in the question. Chosen
by hand."""
MANY_FACTS = 4
"""Facts from which a text is a case even if nothing in it is personal. Chosen by hand: a look-up
names a tumour, a marker and a line."""
MOST_NAMES = 4
"""Genes of one wording that are listed. Chosen by hand: "HRR genes" are fourteen."""
_PLACED = (Population, Tumour, Setting, Line, Marker)
"""Kinds of facts that have a place of their own in the line."""


def is_worth_showing(sheet: FactSheet) -> bool:
    """Whether the sheet holds facts of a patient, at least two; a general question has none."""
    said = [fact for fact in sheet.facts if not fact.rule]
    wordings = {(fact.said_at, fact.place, fact.start, fact.end) for fact in said}
    personal = any(map(_is_personal, said))
    return len(wordings) >= (LEAST_FACTS if personal else MANY_FACTS)


def _is_personal(fact: Fact) -> bool:
    """Whether a fact is of one patient: an age, not a range of ages; a laboratory value."""
    match fact.value:
        case Population(age_from=low, age_to=high):
            return low == high
        case Therapy(outcome=outcome):
            return outcome in HAD
        case Measurement() | Condition() | Toxicity():
            return True
        case _:
            return False


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
    sex, ages = _of_field(facts, "sex"), _of_field(facts, "age")
    words = [*sex, *(age.removeprefix("age ") if sex else age for age in ages)]
    return ", ".join([*words, *_of_field(facts, "menopause"), *_of_field(facts, "pregnancy")])


def _of_field(facts: Sequence[Fact], field: str) -> list[str]:
    return [
        describe(fact.value)
        for fact in facts
        if isinstance(fact.value, Population) and population_field(fact.value) == field
    ]


def _disease(facts: Sequence[Fact]) -> str:
    tumours = [f.value for f in facts if isinstance(f.value, Tumour) and not f.rule]
    settings = [fact.value for fact in facts if isinstance(fact.value, Setting)]
    lines = [f.value for f in facts if isinstance(f.value, Line) and not f.rule]
    extents = [each.name for each in settings if _is_extent(each)]
    others = [describe(each) for each in settings if not _is_extent(each)]
    named = [describe(each) for each in tumours]
    first = " ".join([*dict.fromkeys(extents), *named[:1]])
    return ", ".join(part for part in (first, *named[1:], *others, *map(describe, lines)) if part)


def _is_extent(setting: Setting) -> bool:
    return setting.name in EXTENTS and setting.polarity == "present"


def _markers(facts: Sequence[Fact], *, genes: bool) -> list[str]:
    """Markers in words. Those that one wording named ("BRCA1/2") stand together, a derived one
    takes the place of the score that it was derived from, and what the name of the tumour says
    ("TNBC") is not said again."""
    tumours = [fact for fact in facts if isinstance(fact.value, Tumour)]
    chosen = [
        fact
        for fact in facts
        if isinstance(fact.value, Marker) and is_gene(fact.value) == genes
        if not fact.rule or fact.rule in SHOWN_RULES
        if not _is_in(fact, tumours)
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
    if not isinstance(value, Marker):
        return False
    open_score = value.value is not None and (not value.state or value.polarity == "uncertain")
    return open_score or value.state == "amplification"


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
    shown = names if len(names) <= MOST_NAMES else [*names[:2], f"{len(names) - 2} other genes"]
    return describe(markers[0]).replace(names[0], "/".join(shown), 1)


def _others(facts: Sequence[Fact]) -> list[str]:
    """Treatments in order, then the rest. What one wording says twice stands once: "CrCl 44" is a
    measurement and a function of the kidney."""
    therapies = [fact for fact in facts if isinstance(fact.value, Therapy)]
    others = [fact for fact in facts if not isinstance(fact.value, (*_PLACED, Therapy))]
    shown = [fact for fact in [*therapies, *others] if not fact.rule or fact.rule in SHOWN_RULES]
    organs = [fact for fact in shown if isinstance(fact.value, OrganFunction)]
    exposures = [fact for fact in shown if isinstance(fact.value, Exposure)]
    told_once = [
        fact
        for fact in shown
        if not (isinstance(fact.value, Measurement | Toxicity) and _is_in(fact, organs))
        if not (isinstance(fact.value, Therapy) and _is_in(fact, exposures))
    ]
    in_order = sorted(told_once, key=lambda fact: _place_of(fact, told_once))
    words = (text for fact in in_order if (text := _words_of(fact, in_order)))
    return list(dict.fromkeys(words))


def _words_of(fact: Fact, facts: Sequence[Fact]) -> str:
    """A fact in words. All that a drug does to others is told with the first of it, and nothing
    with the rest."""
    value = fact.value
    if isinstance(value, Condition) and value.polarity == "present" and not fact.rule:
        if value.name == EARLIER:
            return f"{EARLIER} (“{fact.text}”)"
        if value.name == "bleeding" and _VARICES.search(fact.text):
            return "varices (weighed as a risk of bleeding)"
    if isinstance(value, Toxicity) and not fact.rule and _COLITIS.search(fact.text):
        return describe(value).replace("diarrhoea", "colitis", 1)
    if not isinstance(value, Exposure) or not value.drugs or fact.rule:
        return _with_inputs(describe(value), fact)
    effects = [
        each.value
        for each in facts
        if isinstance(each.value, Exposure) and each.value.drugs == value.drugs and not each.rule
    ]
    return describe_all(effects)[0] if value == effects[0] else ""


def _place_of(fact: Fact, facts: Sequence[Fact]) -> float:
    """A derived fact stands behind the last of those that it was derived from."""
    sources = [each for each in facts if each.text in fact.inputs and each is not fact]
    if not fact.rule or not sources:
        return facts.index(fact)
    return max(_place_of(each, facts) for each in sources) + 0.1


def _is_in(fact: Fact, others: Sequence[Fact]) -> bool:
    return any(_is_within(fact, other) for other in others)


def _is_within(fact: Fact, other: Fact) -> bool:
    same = (fact.said_at, fact.said_by, fact.place) == (other.said_at, other.said_by, other.place)
    return same and not other.rule and other.start <= fact.start and fact.end <= other.end


def _with_inputs(words: str, fact: Fact) -> str:
    return f"{words} (from {', '.join(fact.inputs)})" if fact.rule else words
