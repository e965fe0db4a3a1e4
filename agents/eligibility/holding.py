"""Whether one value that a criterion names holds for the patient, and by which facts. Pure.

True and False are said only where the facts tell it; what nobody has said is None."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial, singledispatch

from agents.eligibility.clauses import is_short_form
from agents.eligibility.limits import EXACT
from agents.eligibility.rules import rules
from agents.facts.relations import stage_rank
from agents.facts.sheet import Fact, FactSheet
from agents.matching.patient.markers import holds
from agents.matching.patient.therapies import NO_THERAPY, matches
from agents.matching.patient.tumours import is_of_other_extent, judge_tumour
from names.clinical.disease.features import feature_covers, feature_excludes
from names.clinical.organs import organ_covers
from names.clinical.toxicities import toxicity_covers
from names.clinical.values import (
    HAD,
    ClinicalValue,
    Condition,
    Line,
    Marker,
    MarkerRule,
    Measurement,
    OrganFunction,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables.treatment.event_groups import event_covers
from retrieval.statements.model import Applicability
from retrieval.text.words import words as name_words


@dataclass(frozen=True, slots=True)
class ToldByFacts:
    """Whether it holds, and the facts that tell it."""

    holds: bool | None
    facts: tuple[Fact, ...] = ()


OPEN = ToldByFacts(None)


@singledispatch
def held_by(value: ClinicalValue, sheet: FactSheet, words: str) -> ToldByFacts:
    """Whether the value holds. Kinds of value without a rule below are open."""
    return OPEN


def _by(sheet: FactSheet, told: Callable[[Fact], bool | None]) -> ToldByFacts:
    """By the facts one by one: one that says yes is enough; no where one says no and none yes."""
    judged = [(fact, told(fact)) for fact in sheet.facts]
    for wanted in (True, False):
        facts = tuple(fact for fact, each in judged if each is wanted)
        if facts:
            return ToldByFacts(wanted, facts)
    return OPEN


@held_by.register
def _population(value: Population, sheet: FactSheet, words: str) -> ToldByFacts:
    """Of a value that tells one thing of a person: the range of an age, the sex."""
    if value.pregnancy:
        return _by(sheet, lambda fact: _of_pregnancy(value.pregnancy, fact.value))
    if value.ecog_to is not None:
        return _by(sheet, lambda fact: _in_range(value, fact.value, "ecog_from", "ecog_to"))
    if value.age_from is not None or value.age_to is not None:
        return _by(sheet, lambda fact: _in_range(value, fact.value, "age_from", "age_to"))
    name = "sex" if value.sex else "menopause"
    return _by(sheet, lambda fact: _same(getattr(value, name), getattr(fact.value, name, "")))


def _same(wanted: str, here: str) -> bool | None:
    return wanted == here if here else None


def _in_range(rule: Population, here: object, first: str, last: str) -> bool | None:
    """Whether all that is known of an age or a performance status lies in the range. Somebody of
    63 years is between 63 and 64."""
    if not isinstance(here, Population):
        return None
    low, high = getattr(here, first), getattr(here, last)
    if low is None and high is None:
        return None
    least, most = getattr(rule, first), getattr(rule, last)
    begins = -math.inf if least is None else least
    ends = math.inf if most is None else most + 1
    from_, to = -math.inf if low is None else low, math.inf if high is None else high + 1
    if begins <= from_ and to <= ends:
        return True
    return False if to <= begins or ends <= from_ else None


def _of_pregnancy(wanted: str, here: object) -> bool | None:
    if not isinstance(here, Population):
        return None
    if here.sex == "male" or here.menopause == "postmenopausal":
        return wanted == "not pregnant"
    if wanted == "breastfeeding" or here.pregnancy == "breastfeeding":
        return True if wanted == here.pregnancy else None
    return _same(wanted, here.pregnancy)


@held_by.register
def _marker(value: Marker, sheet: FactSheet, words: str) -> ToldByFacts:
    if value.polarity == "uncertain" or (value.value is not None and not value.comparison):
        return OPEN
    rule = MarkerRule(
        any_of=(value,),
        at_least=value.value if value.comparison == ">=" else None,
        below=value.value if value.comparison == "<" else None,
        unit=value.unit,
    )
    if value.comparison in (">", "<="):
        return OPEN
    told = holds(value, rule, sheet.of(Marker))
    found = _by(sheet, lambda fact: _marker_told(value, rule, fact.value))
    return found if found.holds is told else OPEN


def _marker_told(value: Marker, rule: MarkerRule, here: object) -> bool | None:
    if not isinstance(here, Marker) or (here.name == "PD-L1" and here.value and not rule.unit):
        # From which number PD-L1 is positive, each tumour and assay has its own limit.
        return None
    return holds(value, rule, [here])


@held_by.register
def _tumour(value: Tumour, sheet: FactSheet, words: str) -> ToldByFacts:
    if value.polarity != "present":
        turned = _tumour(replace(value, polarity="present"), sheet, words)
        return ToldByFacts(None if turned.holds is None else not turned.holds, turned.facts)
    parts = [_by(sheet, partial(_tumour_told, each)) for each in _tumour_parts(value)]
    against = next((each for each in parts if each.holds is False), None)
    if against or not parts or any(each.holds is None for each in parts):
        return against or OPEN
    return ToldByFacts(True, tuple(dict.fromkeys(fact for each in parts for fact in each.facts)))


def _tumour_parts(value: Tumour) -> Iterator[Tumour]:
    """The type, the stage and each site apart."""
    if value.name:
        yield Tumour(name=value.name, histology=value.histology)
    if value.stage:
        yield Tumour(name="", stage=value.stage)
    yield from (Tumour(name="", sites=(site,)) for site in value.sites)


def _tumour_told(wanted: Tumour, fact: Fact) -> bool | None:
    here = fact.value
    if not isinstance(here, Tumour) or here.polarity != "present":
        return None
    if wanted.sites:
        return True if set(wanted.sites) <= set(here.sites) else None
    if wanted.stage:
        return _of_stage(wanted.stage, here.stage)
    if not here.name or (wanted.histology and wanted.histology != here.histology):
        return None
    told = judge_tumour(Applicability(tumours=(wanted.name,)), frozenset((here.name,)))
    return {"ok": True, "contradicts": False}.get(told.outcome)


def _of_stage(wanted: str, here: str) -> bool | None:
    """Stage IIIB is of stage III; whether stage III is IIIB nobody has said."""
    ranks = stage_rank(wanted), stage_rank(here)
    if min(ranks) < 0:
        return None
    if ranks[0] != ranks[1]:
        return False
    return True if here.startswith(wanted) else None


@held_by.register
def _setting_held(value: Setting, sheet: FactSheet, words: str) -> ToldByFacts:
    if value.polarity != "present":
        return OPEN
    return _by(sheet, lambda fact: _setting_told(value.name, fact.value))


ADVANCED = frozenset(("metastatic", "locally advanced", "unresectable"))
"""What is advanced disease, too."""


def _setting_told(wanted: str, here: object) -> bool | None:
    if not isinstance(here, Setting):
        return None
    if here.polarity == "absent":
        return False if wanted == here.name else None
    if wanted == here.name or (wanted == "advanced" and here.name in ADVANCED):
        return here.polarity == "present" or None
    apart = is_of_other_extent(frozenset((wanted,)), frozenset((here.name,)))
    return False if apart or {wanted, here.name} == {"metastatic", "locally advanced"} else None


@held_by.register
def _therapy(value: Therapy, sheet: FactSheet, words: str) -> ToldByFacts:
    if value.outcome == "planned" or value.line is not None or value.setting:
        return OPEN
    if value.outcome == "not given":
        had = _therapy(replace(value, outcome="given"), sheet, words)
        return ToldByFacts(None if had.holds is None else not had.holds, had.facts)
    parts = [
        *(replace(value, drugs=(drug,), classes=()) for drug in value.drugs),
        *(replace(value, drugs=(), classes=(name,)) for name in value.classes),
    ]
    told = [_by(sheet, partial(_therapy_told, each)) for each in parts or [value]]
    facts = tuple(dict.fromkeys(fact for each in told for fact in each.facts))
    if any(each.holds for each in told) and re.search(r"(?i)\bor\b|/", words):
        return ToldByFacts(True, facts)
    # A list without "or" may ask for each of them, or for any.
    holds = {each.holds for each in told}
    return ToldByFacts(holds.pop(), facts) if len(holds) == 1 else OPEN


def _therapy_told(wanted: Therapy, fact: Fact) -> bool | None:
    here = fact.value
    if not isinstance(here, Therapy):
        return None
    if here.outcome == "not given":
        return False if here == NO_THERAPY or _is_wider(here, wanted) else None
    if wanted.outcome == "current":
        # Who had it once may take it still: that is not told.
        return True if here.outcome == "current" and matches(wanted, here) else None
    if here.outcome not in HAD or not matches(wanted, here):
        return None
    ends = wanted.outcome in ("progressed", "intolerant", "completed")
    return True if not ends or here.outcome == wanted.outcome else None


def _is_wider(never: Therapy, wanted: Therapy) -> bool:
    """Whether who never had the one cannot have had the other. No setting may limit it."""
    return not never.setting and never.line is None and matches(never, wanted)


@held_by.register
def _line(value: Line, sheet: FactSheet, words: str) -> ToldByFacts:
    return _by(sheet, partial(_line_told, value))


def _line_told(wanted: Line, fact: Fact) -> bool | None:
    """By the line that is asked about, or by one that is over: then it is a later one. So it is,
    at least, where it was counted: treatments without a number may have been lines, too."""
    here = fact.value
    if isinstance(here, Line) and fact.rule:
        here = replace(here, last=None)
    if isinstance(here, Therapy) and here.line is not None and here.outcome in FAILED:
        here = Line(first=here.line + 1, last=None)
    if not isinstance(here, Line):
        return None
    last = math.inf if wanted.last is None else wanted.last
    most = math.inf if here.last is None else here.last
    if wanted.first <= here.first and most <= last:
        return True
    return False if most < wanted.first or last < here.first else None


FAILED = ("progressed", "intolerant")


@held_by.register
def _organ(value: OrganFunction, sheet: FactSheet, words: str) -> ToldByFacts:
    return _by(sheet, lambda fact: _organ_told(value, fact.value) if _is_as_taken(words, fact)
               else None)  # fmt: skip


def _is_as_taken(words: str, fact: Fact) -> bool:
    """Whether a criterion on somebody fasting is held against a value of somebody fasting."""
    return "fasting" not in words.lower() or "fasting" in fact.text.lower()


def _organ_told(wanted: OrganFunction, here: object) -> bool | None:
    if isinstance(here, Measurement):
        return _measured_told(wanted, here)
    if not isinstance(here, OrganFunction) or wanted.is_bare or wanted.organ != here.organ:
        return None
    numbers = wanted.low is not None or wanted.high is not None
    if numbers and (wanted.measure != here.measure or wanted.unit != here.unit):
        return None
    return organ_covers(wanted, here)


def _measured_told(wanted: OrganFunction, here: Measurement) -> bool | None:
    """By a value of the laboratory, in the unit of the limit."""
    rule = rules().measured.get(wanted.measure)
    if rule is None or here.name != wanted.measure:
        return None
    if wanted.unit == rule.unit:
        factor = rule.units.get(here.unit)
    else:
        factor = 1.0 if here.unit == wanted.unit in rule.apart else None
    if factor is None:
        return None
    value = round(here.value * factor, EXACT)
    if wanted.low is not None and (value < wanted.low or (wanted.above and value == wanted.low)):
        return False
    return wanted.high is None or value < wanted.high or (value == wanted.high and not wanted.below)


@held_by.register
def _toxicity(value: Toxicity, sheet: FactSheet, words: str) -> ToldByFacts:
    return _by(sheet, lambda fact: _toxicity_told(value, words, fact))


def _toxicity_told(wanted: Toxicity, words: str, fact: Fact) -> bool | None:
    here = fact.value
    if not isinstance(here, Toxicity) or not event_covers(wanted.event, here.event):
        return None
    if not _is_as_wide(words, wanted.event, fact.text):
        return None
    return True if wanted.grade_from is None else toxicity_covers(wanted, here)


@held_by.register
def _condition(value: Condition, sheet: FactSheet, words: str) -> ToldByFacts:
    return _by(sheet, lambda fact: _condition_told(value, words, fact))


def _condition_told(wanted: Condition, words: str, fact: Fact) -> bool | None:
    here = fact.value
    if not isinstance(here, Condition) or "uncertain" in (wanted.polarity, here.polarity):
        return None
    if not feature_covers(wanted.name, here.name):
        shut = here.polarity == "present" and feature_excludes(wanted.name, here.name)
        return wanted.polarity == "absent" if shut else None
    is_present = here.polarity == "present"
    one, other = (words, fact.text) if is_present else (fact.text, words)
    return wanted.polarity == here.polarity if _is_as_wide(one, wanted.name, other) else None


def _is_as_wide(words: str, name: str, other: str) -> bool:
    """Whether words mean all that the tables call by a name, or just what other words mean: the
    table has one name for diabetes and its types."""
    own, whole = _names_of(words), _names_of(name)
    is_same = bool(own) and (own <= whole or own == _names_of(other))
    return is_same or is_short_form(words, name) or is_short_form(name, words)


def _names_of(words: str) -> frozenset[str]:
    return frozenset(name_words(rules().beside.sub(" ", words)))
