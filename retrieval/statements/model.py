"""A statement: a claim with its limits, and the patients for whom it holds.

It is the unit that is searched, matched and quoted. A key that is not given is *unknown*; it is
never taken to mean "any" or "none".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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

Span = tuple[int, int]
"""Unicode code points of the document's text, start inclusive, end exclusive."""
StatementKind = Literal[
    "indication",
    "recommendation",
    "dose",
    "adjustment",
    "contraindication",
    "interaction",
    "warning",
    "monitoring",
    "result",
    "design",
    "eligibility",
    "resistance",
    "classification",
    "mechanism",
    "definition",
    "status",
    "other",
]
"""``adjustment``: a changed dose, also "no change is needed" and "not studied". ``design``: whom a
trial compared with what. ``status``: an approval withdrawn, narrowed or replaced."""
SAFETY: frozenset[StatementKind] = frozenset(
    ("warning", "contraindication", "adjustment", "monitoring", "interaction")
)
"""Kinds that say what may harm the patient and what is done about it."""
Currency = Literal["current", "superseded", "withdrawn", "narrowed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicability:
    """For whom a statement holds. All that is given must hold together."""

    tumours: tuple[str, ...] = ()
    """Any of these; names of ``tumours.tsv``. A wider type covers its kinds."""
    excluded_tumours: tuple[str, ...] = ()
    histology: str = ""
    settings: tuple[str, ...] = ()
    """Any of these; as in :class:`names.clinical.values.Setting`."""
    line: Line | None = None
    prior_required: tuple[Therapy, ...] = ()
    """Each must have been had, with the outcome if one is given."""
    prior_any_of: tuple[Therapy, ...] = ()
    """One of these must have been had: "after enzalutamide or abiraterone"."""
    prior_excluded: tuple[Therapy, ...] = ()
    requires: tuple[MarkerRule, ...] = ()
    """Each must hold."""
    excludes: tuple[MarkerRule, ...] = ()
    """None may hold."""
    population: Population | None = None
    organ: tuple[OrganFunction, ...] = ()
    """Any of these ranges."""
    exposures: tuple[Exposure, ...] = ()
    """Any of these: what the patient takes beside the drug."""
    exposures_together: bool = False
    """What is taken must act in each of these ways: "inhibitors of both P-gp and CYP3A4"."""
    phenotypes: tuple[Phenotype, ...] = ()
    """Any of these, of each gene; of several genes any, unless ``phenotypes_together``."""
    phenotypes_together: bool = False
    """Each gene must agree: "intermediate metabolisers of both TPMT and NUDT15"."""
    toxicities: tuple[Toxicity, ...] = ()
    """Any of these."""
    conditions: tuple[Condition, ...] = ()
    """Each must hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a trial found, as the source words it."""

    trial: str = ""
    arm: str = ""
    comparator: str = ""
    endpoint: str = ""
    value: str = ""
    interval: str = ""
    cut_off: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceLevel:
    """How strong the support is, on the scale that says so."""

    scale: str
    """``FDA approval``, ``CIViC evidence level``, ``NCCN category``, ``CPIC strength``…"""
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A claim with its limits and exceptions, verbatim at ``spans`` of its document's text."""

    id: str
    """Unique within its document."""
    kind: StatementKind
    spans: tuple[Span, ...]
    """First the claim, then each limit or exception that travels with it."""
    heading: str = ""
    drugs: tuple[str, ...] = ()
    """What the statement is on: the drug or all drugs of the regimen, generic names."""
    regimens: tuple[tuple[str, ...], ...] = ()
    """Options that it names, each with all its drugs: "olaparib or talazoparib" are two. Empty
    when ``drugs`` are one regimen."""
    genes: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    """Variants that the statement is on, beside those it requires."""
    trials: tuple[str, ...] = ()
    """Acronyms and registration numbers."""
    applies: Applicability = Applicability()
    result: Result | None = None
    jurisdiction: str = ""
    """``US``, ``EU``, ``CH``, ``UK``…; empty when unknown."""
    as_of: str = ""
    """ISO date, year-month or year at which the claim held; empty when unknown."""
    currency: Currency = "current"
    superseded_by: str = ""
    """Id of the statement, title or record that takes its place."""
    evidence: EvidenceLevel | None = None
    safety: tuple[str, ...] = ()
    """Facts of ``safety/facts.tsv`` that its words or its heading speak of: ``pregnancy``."""
    limitation: str = ""
    """Limitation of use, in words; part of the spans where the document says it."""
    record: str = ""
    """The one record that shows it: an address, or ``name of the collection:record``."""
    publisher: str = ""
    """Who publishes that record; of the record, not of the document that holds the statement."""
    stated: tuple[str, ...] = ()
    """Names of the fields (dotted for those of ``applies``) that the document states outright.
    The others were derived by rules from its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementNames:
    """What a statement names, as :mod:`names.recognise` names it, in the order of the alphabet."""

    inside: tuple[str, ...] = ()
    """In its own words."""
    above: tuple[str, ...] = ()
    """In the title of its document and in its heading."""
