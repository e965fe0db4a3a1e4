"""How the values of facts are told apart when a journal row is read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_args

from pydantic import Discriminator, Tag

from names.clinical.disease.settings import PATTERNS as SETTINGS
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


def kind_of_value(value: Any) -> str:
    """The class of a clinical value, as a value or as the fields that a row holds of it.

    Rows hold every field, so the names of the fields tell the class. Settings and conditions have
    the same ones; the settings are a closed list."""
    if is_dataclass(value):
        return type(value).__name__
    if not isinstance(value, Mapping):
        return ""
    if set(value) == _fields(Setting):
        return "Setting" if value["name"] in SETTINGS else "Condition"
    kinds = sorted(get_args(ClinicalValue), key=lambda kind: _distance(kind, value))
    return str(kinds[0].__name__)


def _fields(kind: Any) -> set[str]:
    return {each.name for each in fields(kind)}


def _distance(kind: Any, row: Mapping[str, Any]) -> int:
    """Names that only one of the two has: a row of an earlier version lacks newer fields."""
    return len(_fields(kind) ^ set(row))


StoredValue = Annotated[
    Annotated[Marker, Tag("Marker")]
    | Annotated[Tumour, Tag("Tumour")]
    | Annotated[Setting, Tag("Setting")]
    | Annotated[Line, Tag("Line")]
    | Annotated[Therapy, Tag("Therapy")]
    | Annotated[OrganFunction, Tag("OrganFunction")]
    | Annotated[Exposure, Tag("Exposure")]
    | Annotated[Phenotype, Tag("Phenotype")]
    | Annotated[Toxicity, Tag("Toxicity")]
    | Annotated[Population, Tag("Population")]
    | Annotated[Measurement, Tag("Measurement")]
    | Annotated[Condition, Tag("Condition")],
    Discriminator(kind_of_value),
]
