"""The keys of a stated statement, checked. ``docs/corpus-files.md`` explains every key."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from names.clinical.values import (
    Condition,
    Exposure,
    Line,
    MarkerRule,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
)
from retrieval.ingestion.readers.front_matter import IsoDate, Names, Stated, Text, Texts
from retrieval.ingestion.readers.statements.shorthand import (
    line_from_words,
    population_from_words,
    rules_from_words,
    settings_from_words,
    tumours_from_words,
    values_from_words,
)
from retrieval.statements.model import Currency, EvidenceLevel, Result, StatementKind

_THERAPY = values_from_words(Therapy, "progressed on a CDK4/6 inhibitor")
_STRICT = ConfigDict(frozen=True, extra="forbid")


class AppliesFields(BaseModel):
    """For whom a statement holds; the keys of :class:`retrieval.statements.model.Applicability`.
    Values are mappings as in :mod:`names.clinical.values`, or words."""

    model_config = _STRICT

    tumours: Annotated[tuple[str, ...], tumours_from_words()] = ()
    excluded_tumours: Annotated[tuple[str, ...], tumours_from_words()] = ()
    histology: Text = ""
    settings: Annotated[tuple[str, ...], settings_from_words()] = ()
    line: Annotated[Line | None, BeforeValidator(line_from_words)] = None
    prior_required: Annotated[tuple[Therapy, ...], _THERAPY] = ()
    prior_any_of: Annotated[tuple[Therapy, ...], _THERAPY] = ()
    prior_excluded: Annotated[tuple[Therapy, ...], _THERAPY] = ()
    requires: Annotated[tuple[MarkerRule, ...], rules_from_words()] = ()
    excludes: Annotated[tuple[MarkerRule, ...], rules_from_words()] = ()
    population: Annotated[Population | None, BeforeValidator(population_from_words)] = None
    organ: Annotated[
        tuple[OrganFunction, ...], values_from_words(OrganFunction, "moderate renal impairment")
    ] = ()
    exposures: Annotated[
        tuple[Exposure, ...], values_from_words(Exposure, "strong CYP3A inhibitor")
    ] = ()
    exposures_together: bool = False
    phenotypes: Annotated[
        tuple[Phenotype, ...], values_from_words(Phenotype, "DPYD poor metaboliser")
    ] = ()
    phenotypes_together: bool = False
    toxicities: Annotated[tuple[Toxicity, ...], values_from_words(Toxicity, "grade 2 ILD")] = ()
    conditions: Annotated[tuple[Condition, ...], values_from_words(Condition, "diabetes")] = ()


class ClaimFields(BaseModel):
    """What may be stated of a claim beside its words."""

    model_config = _STRICT

    id: Stated
    kind: StatementKind = "other"
    limits: Texts = ()
    drugs: Names = ()
    regimens: tuple[Names, ...] = ()
    genes: Texts = ()
    variants: Texts = ()
    trials: Texts = ()
    applies: AppliesFields = AppliesFields()
    result: Result | None = None
    jurisdiction: Text = ""
    as_of: IsoDate = ""
    currency: Currency = "current"
    superseded_by: Text = ""
    evidence: EvidenceLevel | None = None
    safety: Texts = ()
    limitation: Text = ""
    record: Text = ""
    publisher: Text = ""


class StatementFields(ClaimFields):
    """A statement of a corpus file: its words make up the document."""

    text: Stated


class QuotedFields(ClaimFields):
    """A statement on words that stand in the document's text."""

    quote: Stated


class SectionFields(BaseModel):
    """Statements under one heading; each is checked by itself, so that a problem names it."""

    model_config = _STRICT

    heading: Text = ""
    statements: list[dict[str, Any]]
