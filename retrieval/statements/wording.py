"""A statement in lines for a reader: what it is on, for whom it holds, where that comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import singledispatch

from names.clinical.treatment.fitness import UNFIT
from names.clinical.values import (
    Condition,
    Exposure,
    Line,
    Marker,
    MarkerRule,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
)
from retrieval.statements.model import Applicability, Result, Statement

_NAMES = {
    "tumours": "tumour",
    "excluded_tumours": "not in",
    "prior_required": "after",
    "prior_any_of": "after one of",
    "prior_excluded": "not after",
    "organ": "organ function",
    "exposures": "taken beside it",
}


def statement_lines(statement: Statement) -> list[str]:
    """One line for each thing that the statement says of itself, as ``name: values``. Every line
    ends with ``(stated)`` or ``(derived)``. What is unknown has no line."""
    lines = [_line("kind", statement.kind, "kind", statement)]
    lines += list(_subject_lines(statement))
    lines += list(_result_lines(statement))
    lines += list(_applicability_lines(statement))
    lines += list(_provenance_lines(statement))
    return lines


def _subject_lines(statement: Statement) -> Iterator[str]:
    options = " or ".join(" + ".join(regimen) for regimen in statement.regimens)
    drugs = options or " + ".join(statement.drugs)
    for name, words, field in (
        ("drugs", drugs, "drugs"),
        ("genes", ", ".join(statement.genes), "genes"),
        ("variants", ", ".join(statement.variants), "variants"),
        ("trials", ", ".join(statement.trials), "trials"),
    ):
        if words:
            yield _line(name, words, field, statement)


def _result_lines(statement: Statement) -> Iterator[str]:
    result = statement.result or Result()
    for name, words in (
        ("result of", result.trial),
        ("arm", result.arm),
        ("compared with", result.comparator),
        ("endpoint", result.endpoint),
        ("result", _parts(result.value, result.interval and f"({result.interval})")),
        ("data cut-off", result.cut_off),
    ):
        if words:
            yield _line(name, words, "result", statement)


def _applicability_lines(statement: Statement) -> Iterator[str]:
    for field in fields(Applicability):
        value = getattr(statement.applies, field.name)
        if value in ((), "", None, False):
            continue
        several = value if isinstance(value, tuple) else (value,)
        joined = "; ".join(map(value_words, several))
        name = _NAMES.get(field.name, field.name.replace("_", " "))
        yield _line(name, joined, f"applies.{field.name}", statement)


def _provenance_lines(statement: Statement) -> Iterator[str]:
    evidence = statement.evidence
    for name, words, field in (
        ("jurisdiction", statement.jurisdiction, "jurisdiction"),
        ("as of", statement.as_of, "as_of"),
        ("currency", "" if statement.currency == "current" else statement.currency, "currency"),
        ("superseded by", statement.superseded_by, "superseded_by"),
        ("evidence", f"{evidence.scale}: {evidence.value}" if evidence else "", "evidence"),
        ("speaks of", ", ".join(statement.safety), "safety"),
        ("limitation", statement.limitation, "limitation"),
        ("record", statement.record, "record"),
        ("publisher", statement.publisher, "publisher"),
    ):
        if words:
            yield _line(name, words, field, statement)


def _line(name: str, words: str, field: str, statement: Statement) -> str:
    origin = "stated" if field in statement.stated else "derived"
    return f"{name}: {words} ({origin})"


@singledispatch
def value_words(value: object) -> str:
    """A clinical value in a few words: ``BRCA1 altered or BRCA2 altered (germline)``."""
    if not is_dataclass(value):
        return str(value)
    return _parts(*(str(getattr(value, field.name) or "") for field in fields(value)))


@value_words.register
def _(value: Line) -> str:
    last = "or later" if value.last is None else f"to {value.last}"
    return f"line {value.first}" + ("" if value.last == value.first else f" {last}")


@value_words.register
def _(value: Therapy) -> str:
    return " + ".join((*value.drugs, *value.classes)) + f" ({value.outcome})"


@value_words.register
def _(value: OrganFunction) -> str:
    numbers = _range(value.low, value.high)
    return _parts(value.organ, value.grade, value.measure, numbers, value.unit)


@value_words.register
def _(value: Exposure) -> str:
    named = f"({', '.join(value.drugs)})" if value.drugs else ""
    out = f"except {', '.join(value.excluded)}" if value.excluded else ""
    return _parts(value.strength, value.mechanism, named, out)


@value_words.register
def _(value: Phenotype) -> str:
    score = _range(value.score_from, value.score_to)
    alleles = "/".join(value.alleles)
    return _parts(value.gene, alleles, value.phenotype, score and f"activity score {score}")


@value_words.register
def _(value: Toxicity) -> str:
    grade = _range(value.grade_from, value.grade_to)
    return _parts(value.event, grade and f"grade {grade}")


@value_words.register
def _(value: Condition) -> str:
    if value.polarity == "absent" and value.name.startswith(UNFIT):
        return value.name.removeprefix("un")
    return f"no {value.name}" if value.polarity == "absent" else value.name


@value_words.register
def _(rule: MarkerRule) -> str:
    bounds = (
        f"at least {rule.at_least:g} {rule.unit}" if rule.at_least is not None else "",
        f"below {rule.below:g} {rule.unit}" if rule.below is not None else "",
        f"in {rule.tumour}" if rule.tumour else "",
    )
    return _parts(" or ".join(map(value_words, rule.any_of)), *bounds)


@value_words.register
def _(marker: Marker) -> str:
    origin = f"({marker.origin})" if marker.origin else ""
    absent = "not" if marker.polarity == "absent" else ""
    uncertain = "of uncertain meaning" if marker.polarity == "uncertain" else ""
    return _parts(marker.name, absent, marker.state, origin, uncertain)


@value_words.register
def _(population: Population) -> str:
    age = _range(population.age_from, population.age_to)
    ecog = _range(population.ecog_from, population.ecog_to)
    return _parts(
        population.sex,
        population.menopause,
        population.pregnancy,
        age and f"{age} years",
        ecog and f"ECOG {ecog}",
    )


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    if low is None:
        return f"up to {high:g}"
    if high is None:
        return f"from {low:g}"
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _parts(*parts: str) -> str:
    return " ".join(part for part in parts if part)
