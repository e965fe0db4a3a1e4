"""Whether a statement speaks of what exactly is asked: a dose, contraception, a duration.

A neighbour is none: a missed dose for a dose level, the dose under an adverse event for the dose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import judge_setting, tumour_names
from agents.matching.sub_question import StatementContext, SubQuestion
from names.clinical.values import OrganFunction, Toxicity, Tumour
from names.recognise import recognise
from names.tables.treatment.event_groups import event_covers
from retrieval.statements.model import Applicability, Statement, StatementKind

AMOUNT = "amount"
"""The aspect of a dose that is asked for as such."""
HARM = "harm"
"""The aspect of a drug's adverse reactions that are asked for as such."""
AS_SUCH = frozenset((AMOUNT, "duration"))
"""Aspects that, of a drug's dose, are asked for as such: what holds only under an adverse event,
with an impaired organ or with another drug is none of them."""


_TELLING: Mapping[str, frozenset[StatementKind]] = {
    AMOUNT: frozenset(("dose",)),
    HARM: frozenset(("warning", "result")),
}
"""Kinds of statement that tell just what is asked, of what other kinds only touch on."""
_OF_HARM = frozenset(("warning", "monitoring", "adjustment", "contraindication", "result"))
_CHECKED = re.compile(r"(?i)\d\s?(?:mg|g|mcg|µg|units?|IU)\b")
"""An amount that a question on a dose gives itself."""


def speaks_of_aspects(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool | None:
    """Whether it speaks of every aspect asked about. Of a dose or its duration that is asked for as
    such it speaks of nothing else, and is for no circumstance that the patient is not known to
    have."""
    if not asked.aspects:
        return None
    if asked.aspects == {HARM}:
        return tells_harm(statement, context)
    return _speaks_of_dose(statement, context, asked, sheet)


def _speaks_of_dose(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool:
    combined = asked.alone and len(statement.drugs) > 1
    if asked.kind == "dose" and (combined or _is_of_combination(statement, context, asked)):
        return False
    if asked.kind != "dose" or not asked.aspects & AS_SUCH or asked.about:
        return asked.aspects <= context.aspects
    if "duration" in asked.aspects and asked.settings:
        of_setting = judge_setting(statement.applies, sorted(asked.settings))
        if of_setting.outcome != "ok":
            return False
    rules = _circumstances(statement.applies)
    if statement.kind == "dose" and "kind" in statement.stated:
        # Where a dose itself depends on blood counts or weight, each of them is the dose.
        rules = tuple(rule for rule in rules if not isinstance(rule, OrganFunction))
    known = {type(fact.value) for fact in sheet.facts}
    if context.only_asked - asked.aspects or not all(type(rule) in known for rule in rules):
        return False
    if rules and statement.kind in {"dose", "adjustment"}:
        return asked.aspects - {AMOUNT} <= context.aspects
    return asked.aspects <= context.aspects and statement.kind in {*asked.answered_by, "other"}


def tells_harm(statement: Statement, context: StatementContext) -> bool:
    """Whether a statement warns of an effect on the patient, or names one. A dose or an option does
    not."""
    named = statement.kind in {"warning", "contraindication"} or HARM in context.aspects
    named = named or bool(recognise(context.text).of("effect"))
    return statement.kind in _OF_HARM and named and not statement.applies.phenotypes


def _is_of_combination(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether it is the dose of a fixed combination of which one drug alone is asked about."""
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
    """Whether it is just what is asked of a drug. ``says``: whether it speaks of every aspect."""
    exact = bool(says) and is_exact(statement, context, asked, sheet)
    return exact or is_step(statement, asked) or is_of_all_interactions(statement, context, asked)


def is_exact(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool:
    """Whether a statement on an aspect is one of the drug asked about, of a kind that tells it, and
    says the topics of the question, too."""
    own = context.drugs | frozenset(statement.drugs[:1])
    # What is asked for by words of its own needs no further ones; "dose" and "how long" do.
    heard = not asked.aspects & AS_SUCH or asked.topics <= (context.stems | context.stems_above)
    tumours = asked.tumours or tumour_names(sheet.of(Tumour))
    # The dose in just this tumour needs no further words, either ("which mg/kg and interval").
    heard = heard or bool(tumours & frozenset(statement.applies.tumours))
    # Who asks whether an amount is right is told the dose, whatever else is said of the amount.
    heard = heard or (bool(asked.numbers) and _CHECKED.search(asked.text) is not None)
    telling = (told for name, told in _TELLING.items() if name in asked.aspects)
    kinds = next(telling, asked.answered_by)
    return bool(asked.drugs & own) and statement.kind in kinds and heard


def is_step(statement: Statement, asked: SubQuestion) -> bool:
    """Whether it says what is done at a grade of an event that is asked about without its grade.
    Each grade has its own rule; who hears one of them alone may take it for his."""
    if asked.aspects or statement.kind not in ("adjustment", "contraindication"):
        return False
    ungraded = {v.event for v in asked.about if isinstance(v, Toxicity) and v.grade_from is None}
    rules = statement.applies.toxicities
    own = bool(asked.drugs & frozenset(statement.drugs))
    return own and any(event_covers(rule.event, event) for rule in rules for event in ungraded)


def asks_all_interactions(asked: SubQuestion) -> bool:
    """Whether all interactions of a drug are asked for: no partner, no class and no other word
    narrows the question."""
    narrowed = asked.partners or asked.classes or asked.about or asked.topics or asked.words
    return asked.kind == "interaction" and not narrowed and len(asked.drugs) == 1


def is_of_all_interactions(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> bool:
    """Whether it tells one of the interactions of a drug of which all are asked for."""
    own = context.drugs | frozenset(statement.drugs[:1])
    told = statement.kind == "interaction" or (
        statement.kind in asked.answered_by and bool(statement.applies.exposures)
    )
    return told and bool(asked.drugs & own) and asks_all_interactions(asked)


def _circumstances(applies: Applicability) -> tuple[object, ...]:
    """What it is for beside a drug and a disease; a sex alone is no circumstance of a dose."""
    person = applies.population
    of_person = (person,) if person is not None and (person.pregnancy or person.menopause) else ()
    rules = (*applies.organ, *applies.exposures, *applies.phenotypes, *applies.toxicities)
    return (*rules, *applies.conditions, *of_person)
