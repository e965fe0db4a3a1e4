"""Statements of a document, by rules over its words. Pure; linear in the length of the text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from names.clinical.organs.bilirubin import with_bilirubin
from names.patterns.signs import with_plain_signs
from names.tables.treatment.safety import REPRODUCTION, facts_spoken_of
from retrieval.derivation.antecedents import with_antecedents
from retrieval.derivation.conditions.applicability import derive_applicability
from retrieval.derivation.conditions.prior import (
    joined_prior,
    with_known_classes,
    without_own_drugs,
)
from retrieval.derivation.conditions.settings_before import with_settings_before
from retrieval.derivation.conditions.trial_populations import with_trial_populations
from retrieval.derivation.kinds import derive_kind
from retrieval.derivation.scope import Scope, scope_of
from retrieval.derivation.segments import ClaimSegment, segments
from retrieval.derivation.subjects import derive_subject
from retrieval.derivation.validity.ended_approvals import ended_approval
from retrieval.derivation.validity.provenance import (
    derive_as_of,
    derive_currency,
    derive_evidence,
    derive_jurisdiction,
    derive_limitation,
    derive_publisher,
    derive_record,
)
from retrieval.documents import Document
from retrieval.statements.model import Applicability, Span, Statement, StatementKind
from retrieval.statements.naming import names_of

MOST = 4_000
"""Statements derived of one document, from its beginning. A label has about 1,500 sentences; what
is longer is a book, which is searched by words as well. Chosen by hand."""

_OF_APPLICABILITY = tuple(field.name for field in fields(Applicability))


def derive_statements(document: Document, role: str = "") -> tuple[Statement, ...]:
    """All that the document claims, in the order of its text.

    Statements that it states keep what they state; the rest of their fields is derived, and so
    are statements of the text that stands in none of them. What a document holds of derived
    statements is made anew. ``role`` is that of the silo (``label``, ``guideline``…) and helps to
    tell what kind of statement a sentence is."""
    document = replace(
        document, title=with_plain_signs(document.title), text=with_plain_signs(document.text)
    )
    stated = [each for each in document.statements if each.stated]
    taken = sorted(span for statement in stated for span in statement.spans)
    whole = [_complete_statement(statement, document, role) for statement in stated]
    whole.sort(key=lambda each: each.spans[0])
    found = with_antecedents(whole, document.text, document.title)
    for segment in segments(document.text, document.title)[:MOST]:
        if not _lies_in(segment.claim, taken):
            scope = scope_of(segment, document, role)
            found.append(_derive_statement(f"at-{segment.claim[0]}", scope, segment))
    found = with_trial_populations(found, document.title)
    return tuple(sorted(found, key=lambda each: each.spans[0]))


def with_statements(document: Document, role: str = "") -> Document:
    """The document with its statements derived, and what they name."""
    statements = derive_statements(document, role)
    names = names_of(document.title, document.text, statements)
    return replace(document, statements=statements, names=names)


def _derive_statement(name: str, scope: Scope, segment: ClaimSegment) -> Statement:
    kind = derive_kind(scope)
    return replace(_statement(name, scope, kind), spans=segment.spans, heading=scope.heading)


def _statement(name: str, scope: Scope, kind: StatementKind, stated: str = "") -> Statement:
    """A statement of this kind with all that is derived, without spans. ``stated`` is the record
    that it names itself."""
    subject = derive_subject(scope, kind)
    record = stated or derive_record(scope)
    jurisdiction = derive_jurisdiction(scope, kind, stated)
    applies = with_settings_before(derive_applicability(scope, kind), scope.claim)
    as_of = derive_as_of(scope, stated)
    applies = replace(applies, organ=with_bilirubin(applies.organ, scope.claim.text))
    currency, ended = derive_currency(scope, kind), None
    if kind in ("indication", "recommendation") and currency == "current":
        told = as_of or scope.document.date
        ended = ended_approval(scope.claim.text, subject.drugs, applies.tumours, told)
    return Statement(
        id=name,
        kind=kind,
        spans=(),
        drugs=subject.drugs,
        regimens=subject.regimens,
        genes=subject.genes,
        variants=subject.variants,
        trials=subject.trials,
        applies=applies,
        jurisdiction=jurisdiction,
        as_of=as_of,
        currency="withdrawn" if ended else currency,
        superseded_by=ended.record if ended else "",
        evidence=derive_evidence(scope, kind, jurisdiction),
        safety=_safety(scope),
        limitation=derive_limitation(scope),
        record=record,
        publisher=derive_publisher(scope, stated),
    )


def _safety(scope: Scope) -> tuple[str, ...]:
    """The facts that a treatment has to weigh of which the claim, its limits or its heading
    speak."""
    own = facts_spoken_of(". ".join(each.text for each in (scope.claim, *scope.limits)))
    above = facts_spoken_of(". ".join(each.text for each in scope.headings))
    if REPRODUCTION.intersection(own):
        # "Pregnancy, lactation and contraception" heads statements on one of them each.
        above = tuple(fact for fact in above if fact not in REPRODUCTION)
    return tuple(dict.fromkeys((*own, *above)))


def _complete_statement(stated: Statement, document: Document, role: str) -> Statement:
    """A stated statement with its other fields derived from its words and its heading."""
    claim, *others = stated.spans
    # What stands before the claim is what it points to, from an earlier derivation.
    limits = [span for span in others if span > claim]
    headings = (stated.heading,) if stated.heading else ()
    segment = ClaimSegment(claim, headings=headings, limits=tuple(limits))
    scope = scope_of(segment, document, role)
    kind = stated.kind if "kind" in stated.stated else derive_kind(scope)
    derived = _statement(stated.id, scope, kind, stated.record if "record" in stated.stated else "")
    values: dict[str, Any] = {
        name: getattr(stated, name) for name in stated.stated if not name.startswith("applies.")
    }
    given = {name for name in _OF_APPLICABILITY if f"applies.{name}" in stated.stated}
    drugs = stated.drugs if "drugs" in stated.stated else derived.drugs
    own = without_own_drugs(derived.applies, drugs, kind)
    applies = replace(own, **{name: getattr(stated.applies, name) for name in given})
    applies = with_known_classes(applies)
    if "prior_required" in given and "prior_any_of" not in given:
        applies = joined_prior(applies, own)
    applies = with_settings_before(applies, scope.claim)
    applies = replace(applies, organ=with_bilirubin(applies.organ, scope.claim.text))
    return replace(derived, **{**values, "kind": kind, "applies": applies, "stated": stated.stated})


def _lies_in(span: Span, taken: Sequence[Span]) -> bool:
    """Whether most of a span lies in one of these, which are in order and do not overlap much."""
    place = bisect_right(taken, (span[0], span[1]))
    near = taken[max(0, place - 1) : place + 1]
    return any(
        min(end, span[1]) - max(start, span[0]) > (span[1] - span[0]) / 2 for start, end in near
    )
