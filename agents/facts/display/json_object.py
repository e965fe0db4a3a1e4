"""A fact as a program reads it: one JSON object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agents.facts.relations import population_field
from agents.facts.sheet import Fact
from agents.facts.value_words import describe, span_of
from names.clinical.values import (
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)

Json = dict[str, Any]


def fact_object(fact: Fact) -> Json:
    """What ``ask --json`` lists under ``facts``.

    ``polarity`` is ``present``, ``absent`` or ``uncertain``; ``value`` a word or a number;
    ``span`` counts code points of the message or file; ``derived`` is null for what was said.
    Beside these stand the fields of the kind, such as ``outcome`` of a treatment."""
    value = fact.value
    common: Json = {
        "kind": type(value).__name__.lower(),
        "name": getattr(value, "name", "") or describe(value),
        "polarity": getattr(value, "polarity", "present"),
        "value": None,
        "unit": getattr(value, "unit", "") or None,
        "text": describe(value),
        "span": [fact.start, fact.end],
        "where": fact.place,
        "said_by": fact.said_by,
        "at": fact.said_at,
        "derived": {"rule": fact.rule, "inputs": list(fact.inputs)} if fact.rule else None,
    }
    fields = _FIELDS.get(type(value))
    return common | fields(value) if fields else common


def _marker(marker: Marker) -> Json:
    value = marker.state if marker.value is None else marker.value
    return {"value": value, "state": marker.state, "origin": marker.origin}


def _tumour(tumour: Tumour) -> Json:
    return {"stage": tumour.stage, "sites": list(tumour.sites), "histology": tumour.histology}


def _therapy(therapy: Therapy) -> Json:
    return {
        "name": " + ".join((*therapy.drugs, *therapy.classes)),
        "polarity": "absent" if therapy.outcome == "not given" else "present",
        "value": therapy.outcome,
        "outcome": therapy.outcome,
        "line": therapy.line,
        "setting": therapy.setting,
        "months_free": therapy.months_free,
    }


def _organ(organ: OrganFunction) -> Json:
    return {
        "name": organ.measure if organ.organ == "chemistry" else f"{organ.organ} function",
        "value": organ.grade or _range(organ.low, organ.high),
    }


def _population(population: Population) -> Json:
    field = population_field(population)
    value: str | float | None
    if field == "age":
        value = _range(population.age_from, population.age_to)
    elif field == "ecog":
        value = _range(population.ecog_from, population.ecog_to)
    else:
        value = str(getattr(population, field))
    return {"name": field, "value": value}


def _range(low: float | None, high: float | None) -> str | float | None:
    return low if low == high else span_of(low, high)


def _measurement(measurement: Measurement) -> Json:
    return {"value": measurement.value}


def _phenotype(phenotype: Phenotype) -> Json:
    return {
        "name": phenotype.gene,
        "value": phenotype.phenotype or None,
        "alleles": list(phenotype.alleles),
        "activity_score": _range(phenotype.score_from, phenotype.score_to),
    }


def _toxicity(toxicity: Toxicity) -> Json:
    return {"name": toxicity.event, "value": _range(toxicity.grade_from, toxicity.grade_to)}


def _line(line: Line) -> Json:
    return {"name": "line", "value": _range(line.first, line.last)}


_FIELDS: Mapping[type, Callable[[Any], Json]] = {
    Marker: _marker,
    Tumour: _tumour,
    Therapy: _therapy,
    OrganFunction: _organ,
    Population: _population,
    Measurement: _measurement,
    Phenotype: _phenotype,
    Toxicity: _toxicity,
    Line: _line,
}
