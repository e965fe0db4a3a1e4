"""The first drug against a target that was found late: lines before it was known do not count."""

from __future__ import annotations

from collections.abc import Sequence

from agents.matching.patient.single_gene import genes_of_classes
from agents.matching.patient.therapies import OPTIONS, options_of
from names.clinical.values import HAD, Line, Therapy
from names.tables.treatment.drug_classes import drug_classes
from names.tables.tumours import lineage
from retrieval.statements.model import Statement

TUMOURS = frozenset(("breast cancer", "non-small cell lung cancer"))
"""Tumours in which guidelines give a drug against the target first, also where other treatment was
begun before the target was known."""
FIRST = Line(first=1, last=1)


def line_against_target(
    statement: Statement, had: Sequence[Therapy], line: Line | None
) -> Line | None:
    """The patient's line for a statement. It is the first for advice on the first drug against a
    target, if treatments were had and none of them was against the target: they were given before
    it was known. A label of the first line may leave out who had chemotherapy, so that it is then
    read as it stands."""
    rule, told = statement.applies.line, [each for each in had if each.outcome in HAD]
    if rule is None or rule != FIRST or statement.kind not in OPTIONS or not told:
        return line
    if not any(TUMOURS & set(lineage(name)) for name in statement.applies.tumours):
        return line
    targets = _targets_required(statement)
    against = {gene for each in told for gene in genes_treated(each)}
    drugs = {drug for each in told for drug in each.drugs}
    again = any(drugs.intersection(option) for option in options_of(statement))
    by_label = statement.kind == "indication" and any(map(_is_chemotherapy, told))
    if not targets or targets & against or again or by_label:
        return line
    return FIRST


def _targets_required(statement: Statement) -> set[str]:
    """The genes that a statement requires to be altered, and whose protein its drugs inhibit."""
    rules = statement.applies.requires
    needed = {p.name for rule in rules for p in rule.any_of if p.polarity == "present"}
    drugs = {drug for option in options_of(statement) for drug in option}
    inhibited = genes_of_classes({name for drug in drugs for name in drug_classes(drug)})
    return needed & inhibited


def genes_treated(had: Therapy) -> frozenset[str]:
    """The genes whose proteins a treatment was against."""
    return genes_of_classes(_classes_of(had))


def _classes_of(had: Therapy) -> set[str]:
    return {*had.classes, *(name for drug in had.drugs for name in drug_classes(drug))}


def _is_chemotherapy(had: Therapy) -> bool:
    return "Chemotherapy" in _classes_of(had)
