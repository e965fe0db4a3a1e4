"""Results of a trial whose patients had named variants of a gene, told for the gene as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from names.clinical.markers.reader import read_markers
from names.clinical.values import Marker, MarkerRule
from names.recognise import recognise_passage
from names.tables.variant_classes import RESIDUE
from retrieval.statements.model import Statement, StatementKind

OF_PATIENTS: frozenset[StatementKind] = frozenset(("design", "eligibility"))
"""Kinds of statement that tell whom a trial took."""


def with_trial_populations(statements: Sequence[Statement], title: str) -> list[Statement]:
    """The statements; a result of a trial that is told for any alteration of a gene ("in
    BRAF-mutated melanoma") asks for the variants that the patients of that trial had, where the
    document's title or another of its statements names them ("V600E or V600K"). What a statement
    says outright of its markers stays."""
    of_title = recognise_passage(title).names("trial", "registration")
    read = [each.value for each in read_markers(title)]
    titled = [each for each in read if isinstance(each, Marker) and _is_named(each)]
    found = []
    for statement in statements:
        if statement.kind != "result" or "applies.requires" in statement.stated:
            found.append(statement)
            continue
        own = frozenset(statement.trials)
        of_design = [
            marker
            for other in statements
            if other.kind in OF_PATIENTS and own & frozenset(other.trials)
            for rule in other.applies.requires
            for marker in rule.any_of
            if _is_named(marker)
        ]
        markers = of_design or (titled if own & of_title else [])
        found.append(_narrow_statement(statement, markers) if markers else statement)
    return found


def _narrow_statement(statement: Statement, markers: Sequence[Marker]) -> Statement:
    rules = tuple(_narrow(rule, markers) for rule in statement.applies.requires)
    return replace(statement, applies=replace(statement.applies, requires=rules))


def _narrow(rule: MarkerRule, markers: Iterable[Marker]) -> MarkerRule:
    """A rule on any alteration of one gene as one on these variants of it; any other as it is."""
    genes = {each.name for each in rule.any_of}
    any_of_gene = all(
        each.state == "altered" and each.polarity == "present" for each in rule.any_of
    )
    if len(genes) != 1 or not any_of_gene:
        return rule
    named = tuple(dict.fromkeys(each for each in markers if each.name in genes))
    return replace(rule, any_of=named) if named else rule


def _is_named(marker: Marker) -> bool:
    """Whether it is a variant, a residue or an event of an exon; how a variant acts ("activating")
    may be told of any."""
    told = RESIDUE.match(marker.state) or marker.state.startswith("exon ")
    return marker.polarity == "present" and bool(told)
