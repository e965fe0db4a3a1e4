"""Whether a statement is on the classes of drugs that a question asks for, or on one of several
drugs that it compares."""

from __future__ import annotations

import re

from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS, options_of
from agents.matching.sequence.class_again import classes_told_again
from agents.matching.sub_question import StatementContext, SubQuestion
from names.clinical.disease.number_ranges import number_range
from names.clinical.values import Marker
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from names.tables.ward.class_words import classes_asked_by
from retrieval.statements.model import Statement

_HAD_BEFORE = re.compile(
    r"(?i)\b(?:after|following|prior|previous\w{0,2}|earlier|progress\w{0,6}|fail\w{0,4}"
    r"|pre-?treated with|lines? of)\b[^.;]{0,40}$"
    r"|\b(?:advised to (?:have|receive)|for whom|warrants?|warranting|candidates? for"
    r"|(?:to|a) guide(?: to)?) $"
)
"""Words before a class that was had before the drugs of a statement, or that only tells for whom
they are."""
BEFORE = 60
"""Characters before a class in which they stand. Chosen by hand."""


def classes_spoken_for(statement: Statement, context: StatementContext) -> frozenset[str]:
    """The classes that a statement is on. A recommendation that names a class only as treatment
    that was had ("after at least one chemotherapy") is not on it, unless it goes by a number of
    the patient."""
    by_number = any(number_range(each.name) for each in statement.applies.conditions)
    if statement.kind != "recommendation" or by_number:
        return context.names
    return frozenset(
        name
        for each in recognise_passage(context.text).of("drug_class")
        if not _HAD_BEFORE.search(context.text[max(0, each.start - BEFORE) : each.start])
        for name in each.names
    )


def has_each_class(statement: Statement, named: frozenset[str], asked: SubQuestion) -> bool:
    """Whether a regimen of the statement has a drug of each class that is asked for together."""
    regimens = map(frozenset, options_of(statement))
    return any(
        asked.classes <= {name for drug in regimen & named for name in classes_asked_by(drug)}
        for regimen in regimens
    )


def is_on_class_itself(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement is on a class that is asked for, and not on one of its drugs."""
    # A class has limits, results and a place. Who is tested is no choice of a drug.
    applies = statement.applies
    placed = applies.settings and (applies.line or applies.prior_required or applies.prior_excluded)
    is_placed = bool(placed or applies.population or applies.conditions)
    general = statement.kind in {"contraindication", "resistance", "status", "result"}
    advice = statement.kind == "recommendation"
    general = general or (advice and (is_placed or bool(classes_told_again(context.text))))
    if asked.is_choice:
        of_others = statement.kind == "result" and _is_on_others(statement, asked)
        return (
            general
            and not of_others
            and bool(asked.classes & classes_spoken_for(statement, context))
        )
    return bool(asked.classes & context.names)


def _is_on_others(statement: Statement, asked: SubQuestion) -> bool:
    """Whether all drugs of a statement are of other classes. A class that its words name beside
    them is what was given before or later, or with what they were compared."""
    classes = {name for drug in statement.drugs for name in classes_asked_by(drug)}
    return bool(statement.drugs) and asked.classes.isdisjoint(classes)


def leads_with_asked(statement: Statement, asked: SubQuestion) -> bool:
    """Whether the lead drug of a statement, or its class, is asked about."""
    lead = statement.drugs[:1]
    by_class = any(asked.classes & classes_asked_by(drug) for drug in lead)
    return by_class or bool(asked.drugs & frozenset(lead))


def is_compared_option(statement: Statement, asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a statement offers one of several compared drugs in a tumour, whatever the markers or
    for a marker that the patient has. It is shown beside what offers another of the drugs. The
    result of a trial in which all of them were given together counts, too."""
    applies, had = statement.applies, {each.name for each in sheet.of(Marker)}
    for_marker = any(p.name not in had for rule in applies.requires for p in rule.any_of)
    offered = statement.kind in OPTIONS and leads_with_asked(statement, asked)
    offered = offered or (_is_result_of_regimen(statement, asked) and not applies.excludes)
    return (
        asked.compared and asked.is_choice and offered and bool(applies.tumours) and not for_marker
    )


def _is_result_of_regimen(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement tells the result of a trial of all drugs asked about, as one regimen."""
    return (
        statement.kind == "result"
        and bool(statement.trials)
        and "drugs" in statement.stated
        and any(asked.drugs <= frozenset(each) for each in statement.regimens or (statement.drugs,))
    )


_NOT_THAT = re.compile(r"(?i), not (?=an? )")
"""Before what advice says not to give in place of what it recommends."""


def is_put_off(context: StatementContext, asked: SubQuestion) -> bool:
    """Whether advice says not to give a class that a drug of a choice is of: "an anti-VEGF
    antibody, not an anti-EGFR antibody" is on panitumumab."""
    put_off = _NOT_THAT.search(context.text) if asked.is_choice else None
    if put_off is None:
        return False
    classes = recognise_passage(context.text[put_off.end() :]).names("drug_class")
    return any(classes & drug_classes(drug) for drug in asked.drugs)
