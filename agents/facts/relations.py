"""How a newer value stands to an older one: beside it, the same, in its place, or against it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from agents.facts.marker_states import are_contrary, is_gene, is_repeated
from agents.facts.sheet import Fact
from agents.facts.values.courses import is_course, is_remeasured, later_told
from names.clinical.disease.features import feature_excludes
from names.clinical.phenotypes.names_of_alleles import table_names
from names.clinical.phenotypes.phases import genotype_of_two
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables.tumours import lineage
from names.tables.variant_classes import classes_of

Relation = Literal["apart", "same", "newer", "older", "contrary"]
"""``newer``: the same thing at a later time, such as a laboratory value; ``older``: at an earlier
one, though it is told behind. ``contrary``: both cannot
hold, so that somebody has to say which is right when both were said at once."""

EXTENTS = ("early", "locally advanced", "advanced", "metastatic")
"""Settings that say how far the disease has spread; a patient has one of them."""
_RESISTANT = "castration-resistant prostate cancer"
_STAGES = ("0", "I", "II", "III", "IV")


def relation(older: ClinicalValue, newer: ClinicalValue) -> Relation:
    """How *newer* stands to *older*. Values of different kinds stand apart."""
    if type(older) is not type(newer):
        return "apart"
    return _RELATIONS[type(older)](older, newer)


def combine(older: ClinicalValue, newer: ClinicalValue, *, at_once: bool) -> ClinicalValue:
    """The newer value with what only the older one says, for two that are the same thing.

    Of what one message says (*at_once*), the more advanced stage and setting are today's; the
    others are the history."""
    match older, newer:
        case Tumour(), Tumour() if are_related(older.name, newer.name):
            return _combined_tumour(older, newer, at_once=at_once)
        case Setting(), Setting() if older.name in EXTENTS and newer.name in EXTENTS:
            return max(older, newer, key=lambda setting: EXTENTS.index(setting.name))
        case Therapy(), Therapy():
            return _combined_therapy(older, newer)
        case Marker(), Marker() if older.name == newer.name:
            value, unit = (newer.value, newer.unit) if newer.unit else (older.value, older.unit)
            return replace(newer, origin=newer.origin or older.origin, value=value, unit=unit)
        case Population(), Population() if _lies_within(older, newer):
            return older
        case Toxicity(), Toxicity() if newer.grade_from is None:
            return older
        case Phenotype(), Phenotype():
            return Phenotype(
                gene=newer.gene,
                alleles=newer.alleles or older.alleles,
                phenotype=newer.phenotype or older.phenotype,
                score_from=older.score_from if newer.score_from is None else newer.score_from,
                score_to=older.score_to if newer.score_to is None else newer.score_to,
            )
        case _:
            return newer


def is_other_variant(older: ClinicalValue, newer: ClinicalValue) -> bool:
    """Whether both are variants of one gene that was found altered."""
    match older, newer:
        case Marker(polarity="present"), Marker(polarity="present"):
            return older.name == newer.name and is_gene(newer) and older.value is newer.value
        case _:
            return False


def is_acquired(value: ClinicalValue) -> bool:
    """Whether a variant comes under treatment, beside the one that the tumour began with."""
    return isinstance(value, Marker) and "resistance" in classes_of(value.name, value.state)


def with_origin(older: ClinicalValue, newer: ClinicalValue) -> ClinicalValue:
    """A variant that is classified anew is of the germline if it was so before."""
    match older, newer:
        case Marker(), Marker() if (older.name, older.state) == (newer.name, newer.state):
            return replace(newer, origin=newer.origin or older.origin)
        case _:
            return newer


def _combined_tumour(older: Tumour, newer: Tumour, *, at_once: bool) -> Tumour:
    stage = newer.stage or older.stage
    if at_once and stage_rank(older.stage) > stage_rank(newer.stage):
        stage = older.stage
    return Tumour(
        name=_narrower(older.name, newer.name),
        polarity=newer.polarity,
        histology=newer.histology or older.histology,
        stage=stage,
        sites=tuple(dict.fromkeys((*older.sites, *newer.sites))),
    )


def stage_rank(stage: str) -> int:
    """The number of a stage from 0 to 4; -1 for one that is not given in Roman numerals."""
    numeral = stage.upper().rstrip("ABC123").strip()
    return _STAGES.index(numeral) if numeral in _STAGES else -1


def _combined_therapy(older: Therapy, newer: Therapy) -> Therapy:
    return Therapy(
        drugs=max(older.drugs, newer.drugs, key=len),
        classes=tuple(dict.fromkeys((*older.classes, *newer.classes))),
        outcome=older.outcome if newer.outcome == "given" else newer.outcome,
        line=newer.line or older.line,
        setting=newer.setting or older.setting,
        months_free=older.months_free if newer.months_free is None else newer.months_free,
    )


def _of_markers(older: Marker, newer: Marker) -> Relation:
    if are_contrary(older, newer):
        return "contrary"
    return "same" if is_repeated(older, newer) else "apart"


def _of_tumours(older: Tumour, newer: Tumour) -> Relation:
    if not are_related(older.name, newer.name):
        return "apart"
    if older.polarity != newer.polarity:
        return "contrary" if older.name == newer.name else "apart"
    if older.stage and newer.stage and older.stage != newer.stage:
        return "newer"
    return "same"


def are_related(one: str, other: str) -> bool:
    """Whether two tumours are the same, or one is a kind of the other. One without a name, of
    which only a stage or a site was said, is the tumour that is spoken of."""
    return not one or not other or one in lineage(other) or other in lineage(one)


def _narrower(one: str, other: str) -> str:
    return one if not other or other in lineage(one) else other


def _of_settings(older: Setting, newer: Setting) -> Relation:
    if older.name == newer.name:
        return "same" if older.polarity == newer.polarity else "contrary"
    extents = older.name in EXTENTS and newer.name in EXTENTS
    return "newer" if extents and older.polarity == newer.polarity == "present" else "apart"


def _of_lines(older: Line, newer: Line) -> Relation:
    return "same" if older == newer else "newer"


def _of_therapies(older: Therapy, newer: Therapy) -> Relation:
    before, after = {*older.drugs, *older.classes}, {*newer.drugs, *newer.classes}
    if not before & after or not (before <= after or after <= before):
        return "apart"
    if (older.outcome == "not given") != (newer.outcome == "not given"):
        return "apart" if _are_of_two_settings(older, newer) else "contrary"
    if older.line and newer.line and older.line != newer.line:
        return "apart"
    if after < before and newer.outcome != "given":
        return "apart"  # "intolerant of palbociclib" after letrozole + palbociclib
    vague = "given" in (older.outcome, newer.outcome)
    return "same" if vague or older.outcome == newer.outcome else "newer"


def _are_of_two_settings(one: Therapy, other: Therapy) -> bool:
    """Whether one was had and the other not, each at its time: "had carboplatin + pemetrexed,
    declined maintenance pemetrexed"."""
    settings = {one.setting, other.setting}
    return len(settings) == 2 and ("" not in settings or "maintenance" in settings)


def _of_organs(older: OrganFunction, newer: OrganFunction) -> Relation:
    numbers = [each.low is not None or each.high is not None for each in (older, newer)]
    if older.organ != newer.organ or numbers[0] != numbers[1]:
        return "apart"
    if numbers[0] and (older.measure, older.unit) != (newer.measure, newer.unit):
        return "apart"
    return "same" if older == newer else "newer"


def is_later_kidney_value(older: ClinicalValue, newer: ClinicalValue) -> bool:
    """Whether a later message tells anew how the kidneys work: a class after a number, an eGFR
    after a clearance. Only dialysis stands beside a number."""
    match older, newer:
        case OrganFunction(organ="renal"), OrganFunction(organ="renal"):
            return older.grade != "dialysis"
        case Measurement(), Measurement():
            kidney = {"creatinine clearance", "eGFR", "GFR"}
            return older.name != newer.name and {older.name, newer.name} <= kidney
        case _:
            return False


def _of_exposures(older: Exposure, newer: Exposure) -> Relation:
    same = older.mechanism == newer.mechanism
    if same and older.drugs == newer.drugs:
        return "same" if older.strength == newer.strength else "newer"
    return "apart"


def _of_phenotypes(older: Phenotype, newer: Phenotype) -> Relation:
    """Alleles, phenotype and score of a gene are one thing, of which any may be left out."""
    if older.gene != newer.gene:
        return "apart"
    pairs = (
        (table_names(older), table_names(newer)),
        (older.phenotype, newer.phenotype),
        (older.score_from, newer.score_from),
    )
    said = [(one, other) for one, other in pairs if one not in ("", (), None)]
    differ = any(other not in ("", (), None) and one != other for one, other in said)
    return "contrary" if differ else "same"


def _of_toxicities(older: Toxicity, newer: Toxicity) -> Relation:
    if older.event != newer.event:
        return "apart"
    return "same" if newer.grade_from is None or older == newer else "newer"


def _of_populations(older: Population, newer: Population) -> Relation:
    """Of two values that hold one thing each, as :mod:`agents.facts.extraction` makes them."""
    if population_field(older) != population_field(newer):
        return "apart"
    if older == newer or _lies_within(older, newer) or _lies_within(newer, older):
        return "same"
    return "newer" if population_field(older) == "pregnancy" else "contrary"


def _lies_within(one: Population, other: Population) -> bool:
    """Whether an age is one of those that another says: a child of ten years."""
    low, high = other.age_from or 0.0, math.inf if other.age_to is None else other.age_to
    first, last = one.age_from or 0.0, math.inf if one.age_to is None else one.age_to
    return (
        population_field(one) == population_field(other) == "age" and low <= first <= last <= high
    )


def population_field(value: Population) -> str:
    """Which of its fields a value of one field holds: age, sex, menopause, pregnancy or ecog."""
    if value.age_from is not None or value.age_to is not None:
        return "age"
    if value.ecog_from is not None or value.ecog_to is not None:
        return "ecog"
    return "sex" if value.sex else "menopause" if value.menopause else "pregnancy"


def _of_measurements(older: Measurement, newer: Measurement) -> Relation:
    if older.name != newer.name:
        return "apart"
    return "same" if older == newer else "newer"


def _of_conditions(older: Condition, newer: Condition) -> Relation:
    if feature_excludes(older.name, newer.name) and newer.polarity == "present":
        return "contrary"
    if older.name != newer.name:
        denied, there = (older, newer) if older.polarity == "absent" else (newer, older)
        kind = denied.polarity != there.polarity and there.name.endswith(f" {denied.name}")
        return "contrary" if kind else "apart"  # "no ascites", and then "slight ascites"
    return "same" if older.polarity == newer.polarity else "contrary"


_RELATIONS: dict[type, Callable[[Any, Any], Relation]] = {
    Marker: _of_markers,
    Tumour: _of_tumours,
    Setting: _of_settings,
    Line: _of_lines,
    Therapy: _of_therapies,
    OrganFunction: _of_organs,
    Exposure: _of_exposures,
    Phenotype: _of_phenotypes,
    Toxicity: _of_toxicities,
    Population: _of_populations,
    Measurement: _of_measurements,
    Condition: _of_conditions,
}


def relation_at_once(
    how: Relation, older: Fact, newer: Fact, text: str, *, of_several: bool
) -> Relation:
    """How two facts of one message stand to each other."""
    of_another = of_several and how in ("newer", "contrary")
    if of_another or _are_alternatives(text, older, newer):
        return "apart"  # each is of another patient, or one or the other is asked about
    if how == "contrary" and genotype_of_two(older.value, newer.value, text):
        return "same"
    if isinstance(older.value, Tumour) and isinstance(newer.value, Tumour):
        return _outgrown(older.value, newer.value) or how
    if how in ("newer", "contrary") and is_remeasured(older.value) and is_remeasured(newer.value):
        return _relation_in_time(how, older, newer, text)
    if how == "contrary" and is_course(text, _place(older), _place(newer)):
        return "newer"
    if how == "contrary" and is_course(text, _place(newer), _place(older)):
        return "older"
    return how


def _outgrown(older: Tumour, newer: Tumour) -> Relation | None:
    """How a prostate cancer that has become resistant to castration stands to the one that it was:
    it does not become sensitive again ("mHSPC → mCRPC", "mCRPC, was mHSPC in 2019")."""
    if {older.name, newer.name} != {_RESISTANT, "castration-sensitive prostate cancer"}:
        return None
    return "newer" if newer.name == _RESISTANT else "older"


def _relation_in_time(how: Relation, older: Fact, newer: Fact, text: str) -> Relation:
    """How two measured values of one message stand to each other by their dates; contrary, if
    nobody can tell from them which is later."""
    holds = later_told(text, _place(older), _place(newer))
    if holds is None:
        return "newer" if is_course(text, _place(older), _place(newer)) else how
    if holds:
        return "older" if holds == "first" else "newer"
    return how if isinstance(older.value, OrganFunction) else "contrary"


def _are_alternatives(text: str, older: Fact, newer: Fact) -> bool:
    """Whether both are asked about, one or the other: "*28/*28 (or *6)?"."""
    return re.fullmatch(r"[\s(,/]{0,3}or[\s(]{1,2}", text[older.end : newer.start]) is not None


def _place(fact: Fact) -> tuple[int, int]:
    return fact.start, fact.end
