"""Whether a statement speaks of exactly what is asked: a dose, contraception, a duration.

What is only near does not count: a dose level is no missed dose, and the dose under an adverse
event is not the plain dose."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import judge_setting, tumour_names
from agents.matching.sub_question import HARM, StatementContext, SubQuestion
from agents.matching.verdicts import STEPS
from names.clinical.values import OrganFunction, Toxicity, Tumour
from names.recognise import recognise
from names.tables.treatment.event_groups import event_covers, is_group
from retrieval.statements.model import Applicability, Statement, StatementKind

AMOUNT = "amount"
"""The aspect of a question on the plain dose."""
LEVELS = "levels"
"""The aspect of a question on the steps of a dose reduction."""
RESUMPTION = "resumption"
"""The aspect of a question on giving a drug again after an adverse event."""
FREQUENCY = "frequency"
"""The aspect of a question on how often an adverse event is seen."""
AS_SUCH = frozenset((AMOUNT, "duration"))
"""Aspects for which only the plain dose counts. A dose for an adverse event, an impaired organ or
another drug does not."""
_OF_FORM = frozenset(("food", "missed", "infusion"))
"""Aspects of how a drug is taken that differ from one drug of a regimen to the next."""


_TELLING: Mapping[str, frozenset[StatementKind]] = {
    AMOUNT: frozenset(("dose",)),
    HARM: frozenset(("warning", "result")),
}
"""Kinds of statement that answer the aspect. Other kinds only mention it."""
_OF_HARM = frozenset(("warning", "adjustment", "contraindication", "result"))
_CHECKED = re.compile(r"(?i)\d\s?(?:mg|g|mcg|µg|units?|IU)\b")
"""An amount in the words of a question on a dose."""


def speaks_of_aspects(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool | None:
    """Whether a statement speaks of every aspect asked about; None if none is. For a plain dose or
    its duration the statement must speak of nothing else, and of no circumstance that the patient
    is not known to have. If all interactions of a drug are asked for, the statement must tell
    one."""
    if not asked.aspects:
        beside = asks_all_interactions(asked) and not _tells_interaction(statement)
        return False if beside else None
    if FREQUENCY in asked.aspects:
        counts = statement.kind in {*asked.answered_by, "other"} and FREQUENCY in context.aspects
        return counts and _names_effect(statement, context, asked)
    if _is_step_at_grade(statement, asked):
        return True
    if asked.aspects == {HARM}:
        of_another = asked.drugs and statement.drugs and asked.drugs.isdisjoint(statement.drugs)
        return not of_another and tells_harm(statement, context)
    return _speaks_of_dose(statement, context, asked, sheet)


def _tells_interaction(statement: Statement) -> bool:
    """Whether a statement tells what a drug does together with something else. A contraindication
    for the patient's own state ("after hypersensitivity") does not."""
    together = bool(statement.applies.exposures) or len(statement.drugs) > 1
    return statement.kind == "interaction" or together


def _speaks_of_dose(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool:
    if LEVELS in asked.aspects and is_of_one_circumstance(statement.applies):
        return False
    combined = asked.alone and len(statement.drugs) > 1
    combined = combined or _is_of_combination(statement, context, asked)
    if asked.kind == "dose" and (combined or _is_of_another(statement, context, asked)):
        return False
    if asked.kind != "dose" or not asked.aspects & AS_SUCH or asked.about:
        return asked.aspects <= context.aspects
    if "duration" in asked.aspects and asked.settings:
        of_setting = judge_setting(statement.applies, sorted(asked.settings))
        if of_setting.outcome != "ok":
            return False
    rules = _circumstances(statement.applies)
    if statement.kind == "dose" and "kind" in statement.stated:
        # If the dose itself depends on blood counts, each of its rules is the plain dose.
        rules = tuple(rule for rule in rules if not isinstance(rule, OrganFunction))
    known = {type(fact.value) for fact in sheet.facts}
    if context.only_asked - asked.aspects or not all(type(rule) in known for rule in rules):
        return False
    if rules and statement.kind in {"dose", "adjustment"}:
        return asked.aspects - {AMOUNT} <= context.aspects
    return asked.aspects <= context.aspects and statement.kind in {*asked.answered_by, "other"}


def _names_effect(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement is on the effect whose rate is asked for. The share of patients in whom
    the tumour shrank is no rate of an adverse event."""
    events = (rule.event for rule in statement.applies.toxicities if not is_group(rule.event))
    covered = any(event_covers(event, word) for event in events for word in asked.words)
    return covered or bool(asked.words & context.names_inside)


def is_of_one_circumstance(applies: Applicability) -> bool:
    """Whether a statement is for one organ, partner, genotype or event. The steps of a reduction
    are for adverse reactions of any kind."""
    events = [rule for rule in applies.toxicities if not is_group(rule.event)]
    return bool(applies.organ or applies.exposures or applies.phenotypes or events)


def tells_harm(statement: Statement, context: StatementContext) -> bool:
    """Whether a statement warns of an effect on the patient, or names an effect. A dose, an option,
    what to monitor, and what happens with another drug beside it do not."""
    named = statement.kind in {"warning", "contraindication"} or HARM in context.aspects
    named = named or bool(recognise(context.text).of("effect"))
    alone = not (statement.applies.phenotypes or statement.applies.exposures)
    return statement.kind in _OF_HARM and named and alone


def _is_of_another(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement is on another drug, which is only given with the one asked about: that
    inavolisib is taken with or without food says nothing of the palbociclib beside it."""
    own = context.drugs | frozenset(statement.drugs[:1])
    of_form = bool(asked.aspects & _OF_FORM)
    return of_form and bool(asked.drugs and own) and asked.drugs.isdisjoint(own)


def _is_of_combination(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement is the dose of a fixed combination, while the question is on one of its
    drugs."""
    together = context.drugs & frozenset(statement.drugs) & context.names_inside
    return len(together) > 1 and bool(asked.drugs) and not together <= asked.drugs


def is_just_that(
    statement: Statement,
    context: StatementContext,
    asked: SubQuestion,
    sheet: FactSheet,
    *,
    says: bool | None,
) -> bool:
    """Whether a statement is just what is asked about a drug. ``says``: whether it speaks of every
    aspect."""
    exact = bool(says) and is_exact(statement, context, asked, sheet)
    return exact or is_step(statement, asked) or is_of_all_interactions(statement, context, asked)


def is_exact(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool:
    """Whether a statement on an aspect is on the drug asked about, of a kind that answers the
    aspect, and speaks of the topics of the question."""
    own = context.drugs | frozenset(statement.drugs[:1])
    # Only "dose" and "how long" need the topic words of the question, too.
    heard = not asked.aspects & AS_SUCH or asked.topics <= (context.stems | context.stems_above)
    tumours = asked.tumours or tumour_names(sheet.of(Tumour))
    # The dose in just this tumour needs no topic words ("which mg/kg and interval").
    heard = heard or bool(tumours & frozenset(statement.applies.tumours))
    # A question whether an amount is right is answered by the dose.
    heard = heard or (bool(asked.numbers) and _CHECKED.search(asked.text) is not None)
    telling = (told for name, told in _TELLING.items() if name in asked.aspects)
    kinds = next(telling, asked.answered_by)
    return bool(asked.drugs & own) and statement.kind in kinds and heard


def is_step(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement says what to do at a grade of an event, if the question names no grade.
    Each grade has its own rule, and a reader of only one rule may use it for the wrong grade."""
    if asked.aspects or statement.kind not in STEPS:
        return False
    ungraded = {v.event for v in asked.about if isinstance(v, Toxicity) and v.grade_from is None}
    rules = statement.applies.toxicities
    own = bool(asked.drugs & frozenset(statement.drugs))
    return own and any(event_covers(rule.event, event) for rule in rules for event in ungraded)


def _is_step_at_grade(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement says what to do with a drug of the part at the grade of an event that the
    part names. It is heard whatever else is asked, beside the steps of a reduction and whether the
    drug is given again: "no loperamide prophylaxis yet, grade 3 diarrhoea" must hear that it is
    stopped."""
    if {LEVELS, RESUMPTION} & asked.aspects or statement.kind not in STEPS - {"recommendation"}:
        return False
    graded = [v for v in asked.about if isinstance(v, Toxicity) and v.grade_from is not None]
    rules = [each for each in statement.applies.toxicities if not is_group(each.event)]
    own = bool(asked.drugs & frozenset(statement.drugs))
    return own and any(event_covers(rule.event, v.event) for rule in rules for v in graded)


def asks_all_interactions(asked: SubQuestion) -> bool:
    """Whether a question asks for all interactions of a drug: no partner, class or other word
    narrows it."""
    narrowed = asked.partners or asked.classes or asked.about or asked.topics or asked.words
    return asked.kind == "interaction" and not narrowed and len(asked.drugs) == 1


def is_of_all_interactions(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> bool:
    """Whether a statement is one of the interactions of a drug, if the question asks for all of
    them."""
    own = context.drugs | frozenset(statement.drugs[:1])
    told = statement.kind == "interaction" or (
        statement.kind in asked.answered_by and bool(statement.applies.exposures)
    )
    return told and bool(asked.drugs & own) and asks_all_interactions(asked)


def _circumstances(applies: Applicability) -> tuple[object, ...]:
    """The circumstances that a statement is for, beside drug and disease. A sex alone is no
    circumstance of a dose."""
    person = applies.population
    of_person = (person,) if person is not None and (person.pregnancy or person.menopause) else ()
    rules = (*applies.organ, *applies.exposures, *applies.phenotypes, *applies.toxicities)
    return (*rules, *applies.conditions, *of_person)
