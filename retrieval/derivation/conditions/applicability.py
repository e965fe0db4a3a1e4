"""For whom a claim holds, read from its sentence, then from what stands above it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from names.clinical.disease.features import NODES, OF_TREATMENT, is_feature
from names.clinical.disease.number_ranges import SCORE, number_range
from names.clinical.exposures.wordings import acts_in_both_ways
from names.clinical.toxicities import nameless_grades
from names.clinical.treatment.fitness import REFUSAL, UNFIT
from names.clinical.treatment.no_progression import NO_PROGRESSION, is_for_no_progression
from names.clinical.values import (
    Condition,
    Exposure,
    Line,
    Marker,
    OrganFunction,
    Phenotype,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables.treatment.event_groups import ANY_EVENT
from retrieval.derivation.conditions.fitness import derive_fitness
from retrieval.derivation.conditions.markers import (
    FOR_PATIENTS,
    derive_exclusions,
    derive_requirements,
)
from retrieval.derivation.conditions.prior import (
    BEFORE,
    derive_prior,
    earlier_stretches,
    not_progressed,
)
from retrieval.derivation.conditions.stretches import (
    exempt_stretches,
    is_of_recurrence,
    lies_within,
)
from retrieval.derivation.scope import ReadWords, Scope, is_class
from retrieval.statements.model import SAFETY, Applicability, StatementKind
from retrieval.statements.populations import merge_populations

Value = TypeVar("Value")

_BOTH = re.compile(r"\bboth\b[^.;:]{0,40}\band\b|\bboth (?:genes|enzymes)\b", re.IGNORECASE)
_AND = re.compile(r"\b(?:and|with|plus)\b", re.IGNORECASE)
_OR_WORD = re.compile(r"\bor\b|/", re.IGNORECASE)
_HAD_CONDITION = re.compile(
    r"\b(?:with|have|has|having|history of|known|pre-?existing|allerg\w+|hypersensitiv\w+|who|in"
    r" patients?|active|severe|uncontrolled)\b",
    re.IGNORECASE,
)
_RISK = re.compile(
    r"\b(?:because|owing to|due to|given|carries|increases?) (?:of )?(?:the |an? |its )?"
    r"(?:\w{1,12} ){0,2}risks? (?:of|for) (?:[\w/-]{1,20},? ){0,4}$",
    re.IGNORECASE,
)
"""Before an adverse event that is the reason of a rule, not what has happened to the patient."""
_WENT_ON = re.compile(r"(?i)\b(?:went|going|gone|proceed(?:ed|ing)?) (?:on )?to (?:a |the )?$")
"""Before a line that patients had later: no line of what the statement is on."""
_FIT = re.compile(r"(?i)\bgood (?:performance status|PS\b|general condition)")
_EITHER_STATE = re.compile(
    r"(?i)\bin postmenopausal (?:women|patients),? (?:or|and) (?!not\b|never\b)[^.;]{0,90}"
    r"\bin premenopausal (?:women|patients)\b"
)
"""Women of both states, each with what is for her: the claim is for all women."""
FIT_ENOUGH = Population(ecog_from=0, ecog_to=2)
"""Who is out of bed for more than half of the day (Oken et al., PMID 7165009). Sources that ask for
a good performance status do not say whether a status of 2 is one, so it is not taken out."""
_TOXICITY_KINDS: frozenset[StatementKind] = frozenset(
    ("adjustment", "contraindication", "recommendation", "dose", "other")
)
_CONDITION_KINDS: frozenset[StatementKind] = frozenset(
    ("adjustment", "contraindication", "recommendation", "eligibility", "warning", "monitoring")
)
_NODAL_KINDS: frozenset[StatementKind] = frozenset(("indication", "recommendation"))
"""Kinds that are no option for other nodes; what a trial of node-positive disease showed is told
to everybody who asks."""
_EXPOSURE_KINDS: frozenset[StatementKind] = frozenset(
    ("interaction", "adjustment", "contraindication", "recommendation", "warning", "monitoring")
)


@dataclass(frozen=True, slots=True)
class _Tumours:
    included: tuple[str, ...]
    excluded: tuple[str, ...]
    histology: str


def derive_applicability(scope: Scope, kind: StatementKind) -> Applicability:
    """For whom a claim of this kind holds. A dimension that neither the claim nor, where that may
    speak for it, the heading or the title names stays empty: it is unknown."""
    tumours = _tumours(scope, kind)
    prior = derive_prior(scope.claim)
    return Applicability(
        tumours=tumours.included,
        excluded_tumours=tumours.excluded,
        histology=tumours.histology,
        settings=_settings(scope),
        line=_line(scope) or _line_of_title(scope, kind),
        prior_required=prior.required,
        prior_any_of=prior.any_of,
        prior_excluded=prior.excluded,
        requires=derive_requirements(scope, kind),
        excludes=derive_exclusions(scope),
        population=_population(scope.claim),
        organ=_organs(scope),
        exposures=_exposures(scope) if kind in _EXPOSURE_KINDS else (),
        exposures_together=kind in _EXPOSURE_KINDS and acts_in_both_ways(scope.claim.text),
        phenotypes=_first_read(scope, Phenotype),
        phenotypes_together=_phenotypes_together(scope),
        toxicities=_toxicities(scope, kind) if kind in _TOXICITY_KINDS else (),
        conditions=_conditions(scope, kind),
    )


def _tumours(scope: Scope, kind: StatementKind) -> _Tumours:
    spared = exempt_stretches(scope.claim.text)
    found = scope.claim.values(Tumour)
    read = [value for value, place in found if not lies_within(place, spared)]
    named = _unique(value.name for value in read if value.polarity == "present")
    excluded = [value.name for value in read if value.polarity == "absent"]
    for limit in scope.exclusions:
        # With a marker beside it the limit takes out that marker in this tumour, not the tumour.
        if not list(limit.values(Marker)):
            excluded += [value.name for value, _ in limit.values(Tumour)]
    # The page of a drug has its tumours in the title; what it says of safety holds in all others.
    of_drug = scope.role == "label" and kind in SAFETY
    for words in scope.above:
        if named or (of_drug and words is scope.title):
            break
        above = (value for value, _ in words.values(Tumour) if value.polarity == "present")
        named = _unique(value.name for value in above)
    histology = next((value.histology for value in read if value.histology), "")
    out = _unique(name for name in excluded if name not in named)
    return _Tumours(named, out, histology)


def _settings(scope: Scope) -> tuple[str, ...]:
    """Settings of the claim. Those of an earlier treatment ("after neoadjuvant chemotherapy") tell
    nothing of this one."""
    others = (*earlier_stretches(scope.claim), *exempt_stretches(scope.claim.text))
    for words in (scope.claim, *scope.above):
        found = _unique(
            value.name
            for value, place in words.values(Setting)
            if value.polarity == "present"
            and not (words is scope.claim and lies_within(place, others))
            and not is_of_recurrence(words.text, value, place)
        )
        # A title of several settings is on all of them, and tells none of one sentence.
        if found and (words is not scope.title or len(found) == 1):
            return found
    return ()


def _population(claim: ReadWords) -> Population | None:
    told = claim.condition_values(Population)
    if _EITHER_STATE.search(claim.text):
        told = (replace(each, menopause="") for each in told)
    return merge_populations((*told, *_fit_enough(claim.text)))


def _fit_enough(text: str) -> tuple[Population, ...]:
    """Whom "good performance status" means, where no number stands in its place."""
    return (FIT_ENOUGH,) if _FIT.search(text) else ()


def _line(scope: Scope) -> Line | None:
    """The line of the claim. After progression on an earlier line it is the next one or later."""
    earlier = earlier_stretches(scope.claim)
    for words in (scope.claim, *reversed(scope.headings)):
        found = list(dict.fromkeys(words.values(Line)))
        lines = [
            value
            for value, place in found
            if not (words is scope.claim and lies_within(place, earlier))
            and not _WENT_ON.search(words.text[max(0, place.start - BEFORE) : place.start])
        ]
        if lines:
            return lines[0] if len(lines) == 1 else _joined_lines(lines)
        if found and _is_maintenance(words):
            return found[0][0]
    after = [
        value.line
        for value, place in scope.claim.values(Therapy)
        if value.outcome in ("progressed", "intolerant")
        and value.line is not None
        and not not_progressed(scope.claim.text, place)
    ]
    return Line(first=max(after) + 1, last=None) if after else None


_OF_TITLE: frozenset[StatementKind] = frozenset(("indication", "recommendation", "result"))
"""Kinds of statement that hold for the line of their document's title."""


def _line_of_title(scope: Scope, kind: StatementKind) -> Line | None:
    """The line that the title names, for a claim that names none: what a guideline on relapsed
    disease advises is not for the first line. The page of a drug is on all of its lines."""
    told = [line for line, _ in scope.title.values(Line)]
    silent = not derive_prior(scope.claim).required
    one = len(told) == 1 and kind in _OF_TITLE and scope.role != "label" and silent
    return told[0] if one else None


def _is_maintenance(words: ReadWords) -> bool:
    return any(value.name == "maintenance" for value, _ in words.values(Setting))


def _joined_lines(lines: Iterable[Line]) -> Line:
    """From the first to the last of several: "first or second line"."""
    several = list(lines)
    lasts = [line.last for line in several]
    last = None if None in lasts else max(each for each in lasts if each is not None)
    return Line(first=min(line.first for line in several), last=last)


def _first_read(scope: Scope, kind: type[Value]) -> tuple[Value, ...]:
    """All values of the claim, or of the nearest heading when the claim has none."""
    for words in (scope.claim, *reversed(scope.headings)):
        found = _unique(words.condition_values(kind))
        if found:
            return found
    return ()


def _phenotypes_together(scope: Scope) -> bool:
    """Whether a claim is on phenotypes of several genes at once: "of both TPMT and NUDT15", "TPMT
    poor and NUDT15 intermediate". "TPMT or NUDT15" asks for one of them, as does a plain list."""
    words = scope.claim
    found = list(words.values(Phenotype))
    if len({value.gene for value, _ in found}) < 2:
        return False
    if _BOTH.search(words.text):
        return True
    apart = [
        words.text[first.end : second.start]
        for (one, first), (other, second) in pairwise(found)
        if one.gene != other.gene and first.end <= second.start
    ]
    return bool(apart) and all(_AND.search(each) and not _OR_WORD.search(each) for each in apart)


def _organs(scope: Scope) -> tuple[OrganFunction, ...]:
    """Classes and ranges; normal function that impairment is compared with is none of them."""
    found = _first_read(scope, OrganFunction)
    impaired = tuple(each for each in found if each.grade != "normal")
    told = tuple(
        each for each in impaired if each.grade or each.low is not None or each.high is not None
    )
    return told or impaired or found


def _exposures(scope: Scope) -> tuple[Exposure, ...]:
    """Classes that are named; a drug alone counts where no class is and the claim is not on it."""
    subjects = set(scope.document.facets.drugs)
    for words in (scope.claim, *reversed(scope.headings)):
        read = [value for value, _ in words.values(Exposure)]
        classes = [value for value in read if is_class(value)]
        named = [value for value in read if not is_class(value) and not subjects & set(value.drugs)]
        if classes or named:
            return _unique(classes or (named if subjects else ()))
    return ()


_ANY_REACTION = re.compile(
    r"(?i)\bfor (?:adverse (?:drug )?(?:reactions?|events?)|toxicit(?:y|ies)|side effects)\b"
)
"""How a label begins the levels of its dose reductions, whatever the event."""
_STEPS: frozenset[StatementKind] = frozenset(("adjustment", "dose"))


def _toxicities(scope: Scope, kind: StatementKind) -> tuple[Toxicity, ...]:
    for words in (scope.claim, *reversed(scope.headings)):
        read = [
            value
            for value, place in words.condition_places(Toxicity)
            if not _RISK.search(words.text, max(0, place.start - BEFORE), place.start)
        ]
        if read:
            graded = [value for value in read if value.grade_from is not None]
            return _unique(graded or read)
        if words is scope.claim and (nameless := _nameless(scope)):
            return nameless
        if words is scope.claim and kind in _STEPS and _ANY_REACTION.search(words.text):
            return (Toxicity(event=ANY_EVENT),)
    return ()


def _nameless(scope: Scope) -> tuple[Toxicity, ...]:
    return nameless_grades(scope.condition.text) if scope.condition is not None else ()


def _conditions(scope: Scope, kind: StatementKind) -> tuple[Condition, ...]:
    """Conditions that a patient has; one that the drug may cause is no condition for its use. A
    feature of the tumour ("left-sided") is one wherever the claim names it."""
    text = scope.claim.text
    of_kind = kind in _CONDITION_KINDS
    held = list(scope.claim.values(Condition))
    ranges = _ranges([value for value, _ in held], kind)
    scored = any(each.name.startswith(SCORE) for each in ranges)
    found = [
        value
        for value, place in held
        if not value.name.startswith((UNFIT, REFUSAL)) and not number_range(value.name)
        if (is_feature(value.name) and (scored or kind in _kinds_of_feature(value)))
        or value.name in OF_TREATMENT
        or (of_kind and _HAD_CONDITION.search(text, max(0, place.start - 40), place.start))
    ]
    # "Each must hold": a list of several is a list of options, and cannot be told here.
    alone = _unique(found) if len(set(found)) == 1 else ()
    # A score is weighed beside the nodes: the same number means something else with them.
    alone += ranges
    free = kind in FOR_PATIENTS and is_for_no_progression(text)
    return (*alone, *((NO_PROGRESSION,) if free else ()), *derive_fitness(scope, kind))


def _ranges(held: Sequence[Condition], kind: StatementKind) -> tuple[Condition, ...]:
    """The ranges of numbers that a claim is for. Of several of one kind, none: they are told of
    different patients. Those of nodes limit an option or what goes by a score."""
    found: dict[str, set[Condition]] = {}
    for each in held:
        if told := number_range(each.name):
            found.setdefault(told[0], set()).add(each)
    if SCORE not in found and kind not in _NODAL_KINDS:
        return ()
    return tuple(each for own in found.values() if len(own) == 1 for each in own)


def _kinds_of_feature(feature: Condition) -> frozenset[StatementKind]:
    """The kinds of statement of which a feature of the tumour says for whom they hold."""
    return _NODAL_KINDS if feature.name in NODES else FOR_PATIENTS


def _unique(values: Iterable[Value]) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
