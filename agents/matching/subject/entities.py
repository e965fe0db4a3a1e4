"""Whether a statement is about what a part of a question asks about.

Names are compared exactly: a statement on another trial, drug, variant or class does not count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.matching.asked_classes import (
    has_each_class,
    is_compared_option,
    is_on_class_itself,
    is_put_off,
)
from agents.matching.general_rules import is_rule_of_drugs, is_rule_on_finding
from agents.matching.patient.acquired_variants import is_after_inhibitor
from agents.matching.patient.markers import judge_markers
from agents.matching.patient.single_gene import is_for_any_gene, weighs_drugs_of_gene
from agents.matching.patient.therapies import OPTIONS
from agents.matching.patient.tumours import ANY_SOLID, tumour_names
from agents.matching.sub_question import LIMITS, StatementContext, SubQuestion
from agents.matching.subject.asked_circumstances import judge_asked_circumstances
from agents.matching.subject.aspects import is_just_that, speaks_of_aspects
from agents.matching.subject.dosed_drugs import tells_its_dose
from agents.matching.subject.drug_pairs import is_given_with_others, is_on_pair
from agents.matching.subject.trial_entry import is_on_titled_tumour, names_a_trial
from agents.matching.subject.trials import trials_of
from agents.matching.subject.unlisted_drugs import unlisted_drugs
from agents.matching.verdicts import Verdict
from names.clinical.exposures import exposure_covers
from names.clinical.values import Exposure, Marker, Therapy, Tumour
from names.tables import lineage
from names.tables.treatment.drug_classes import drug_classes
from names.tables.variant_classes import covers, responds_apart
from names.tables.ward.class_words import classes_asked_by
from retrieval.statements.model import Statement


def judge_subject(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> list[Verdict]:
    """One verdict for each kind of thing that the part is about."""
    checks = list(_checks(statement, context, asked, sheet))
    wanted = is_just_that(statement, context, asked, sheet, says=checks[-1])
    exact = [Verdict("aspect", "ok")] if wanted else []
    found = [Verdict("subject", "ok" if each else "silent") for each in checks if each is not None]
    return [*found, *exact]


def is_on_subject(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool:
    """Whether the statement is on every kind of thing that the part is about. Stops at the first
    that fails."""
    for each in _checks(statement, context, asked, sheet):  # noqa: SIM110 (all(…) takes longer)
        if each is False:
            return False
    return True


def _checks(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> Iterator[bool | None]:
    """Whether the statement is on each kind of thing that the part is about; None for kinds that
    the part does not ask about. The last value is on the aspects."""
    # In the criteria of a trial, a drug is one that patients had, or had not had.
    yield None if asked.asks_who_entered else _drugs(statement, context, asked)
    yield _is_on_others(statement, asked)
    yield _trials(statement, context, asked)
    yield _genes(statement, context, asked, sheet)
    yield _tumour(statement, context, asked, sheet)
    yield from judge_asked_circumstances(statement, context, asked, sheet)
    of_patient = _speaks_of_patient(statement, asked, sheet)
    yield of_patient
    yield _topics(context, asked, sheet) if of_patient is None else None
    yield speaks_of_aspects(statement, context, asked, sheet)


def _drugs(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool | None:
    if asked.lacks_drug and (on := _drugs_told(statement, context, asked)):
        return bool(on & asked.mentioned)
    if asked.partners:
        return is_on_pair(statement, context, asked)
    if asked.drugs:
        return _is_on_drugs(statement, context, asked)
    if asked.classes and not asked.trials:
        # With a named trial, a class is only an arm ("EV-302 against chemotherapy").
        return _is_on_classes(statement, context, asked)
    return None


def _is_on_drugs(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    if asked.together and len(asked.drugs) > 1:
        return _speaks_of_pair(statement, context, asked)
    only_own = asked.kind in {"dose", "interaction"} or is_rule_on_finding(statement)
    if only_own and not asked.drugs & _drugs_possible(statement, context, asked):
        return False
    on = _drugs_told(statement, context, asked)
    if asked.drugs & on:
        if asked.kind in (LIMITS, "adverse") and statement.kind in ("dose", "adjustment"):
            return tells_its_dose(statement, context.text, asked)
        return asked.kind != "dose" or _gives_its_dose(statement, context, asked)
    if only_own:
        return False
    # Titles may name two drugs that are dosed by the same gene.
    apart = asked.kind == "pharmacogenomics" or _is_of_none(statement, context)
    beside = not apart and _is_named(context, asked, on)
    unnamed = not on or ("drugs" not in statement.stated and not on & context.names_inside)
    return beside or (unnamed and _is_of_class(context, asked)) or is_put_off(context, asked)


def _is_on_classes(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    if is_rule_of_drugs(statement, context, asked):
        return False
    on = _drugs_told(statement, context, asked)
    advised = asked.is_choice and statement.kind == "recommendation" and not statement.drugs
    if asked.alone and not advised and is_given_with_others(statement, context, asked.classes):
        return False
    named = context.names_inside if asked.is_choice else context.names
    if asked.are_joined:
        return has_each_class(statement, on & named, asked)
    if any(asked.classes & classes_asked_by(drug) for drug in on & named):
        return True
    return is_on_class_itself(statement, context, asked)


def _is_on_others(statement: Statement, asked: SubQuestion) -> bool | None:
    """Whether a rule on a dose is for a drug taken beside, as a question on an interaction needs.
    None for other questions and other statements."""
    others = asked.kind != "interaction" or statement.kind not in ("adjustment", "dose")
    if others or not asked.drugs:
        return None
    return bool(statement.applies.exposures) or bool(asked.partners)


def _drugs_possible(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> frozenset[str]:
    """The drugs that the statement may be on, before its words are read."""
    on = frozenset(statement.drugs) or context.drugs
    return on | unlisted_drugs(asked, context)


def _drugs_told(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> frozenset[str]:
    """The drugs that the statement is on and that a reader sees named."""
    on = frozenset(statement.drugs) or context.drugs
    if on and "drugs" not in statement.stated:
        # A drug that no reader sees named is not the drug of the statement.
        on &= context.names | context.drugs
    result = statement.kind == "result"
    if on and ((asked.is_choice and result) or _is_of_none(statement, context)):
        on &= context.names_inside
    return on | unlisted_drugs(asked, context)


def _is_of_none(statement: Statement, context: StatementContext) -> bool:
    """Whether only a title with several drugs ties a result to a drug: "carriers live longer" is no
    effect of a drug. The result of a trial belongs to the drugs that it compared."""
    several = "drugs" not in statement.stated and len(context.drugs) > 1
    return statement.kind == "result" and several and not statement.trials


def _gives_its_dose(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a dose is the dose of a drug asked about, and not of another drug that is given with
    it or is in the same document."""
    named = context.drugs & context.names_inside
    if len(context.drugs) > 1 and named and not asked.drugs & named:
        return False
    if not tells_its_dose(statement, context.text, asked):
        return False
    if "drugs" in statement.stated or not context.drugs or asked.drugs & context.drugs:
        return True
    return bool(asked.drugs & frozenset(statement.drugs[:1]))


def _is_named(context: StatementContext, asked: SubQuestion, on: frozenset[str]) -> bool:
    """Whether a drug asked about is named. A title that names it does not count if the statement
    itself is on another drug."""
    on_another = bool(on & context.names_inside)
    return bool(asked.drugs & (context.names_inside if on_another else context.names))


def _is_of_class(context: StatementContext, asked: SubQuestion) -> bool:
    """Whether the statement is on a whole class that a drug asked about belongs to."""
    classes = frozenset(name for drug in asked.drugs for name in drug_classes(drug))
    return bool(classes & context.names_inside)


def _speaks_of_pair(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement says what two drugs do to each other: it names both, or one and the class
    of the other. A result must name both in its own words, because a result on one drug compares
    nothing."""
    if asked.kind == "trial_result":
        return len(asked.drugs & (frozenset(statement.drugs) | context.names_inside)) > 1
    on = asked.drugs & (frozenset(statement.drugs) | context.drugs)
    named = asked.drugs & (context.names | on)
    if len(named) > 1:
        return True
    others = asked.drugs - on
    classes = frozenset(name for drug in others for name in drug_classes(drug))
    exposures = any(
        exposure_covers(rule, value) is True
        for rule in statement.applies.exposures
        for value in asked.about
        if isinstance(value, Exposure)
    )
    return bool(on) and (exposures or bool(classes & context.names))


def _trials(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool | None:
    if not asked.trials:
        return names_a_trial(statement, context) if asked.asks_for_trial else None
    told = trials_of(statement, ())
    own = told | context.names_inside
    of_title = trials_of(replace(statement, trials=(), result=None), (context.title,))
    acronyms = {name for name in told if not name.startswith("NCT")}
    if _is_on_other_number(told | context.names_inside, context, asked):
        return False
    if (not acronyms or not of_title or acronyms & of_title) and is_on_titled_tumour(
        statement, context
    ):
        # A statement that names no other trial is on the trial of its document.
        own |= of_title | context.identifiers | context.names
    return bool(asked.trials & own)


def _is_on_other_number(own: frozenset[str], context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement names another trial by its number, in a document on several trials. The
    title of the document then does not show that it is the trial asked about."""
    numbers = {name for name in own if name.startswith("NCT")}
    held = {name for name in context.identifiers if name.upper().startswith("NCT")}
    return bool(numbers) and len(held) > 1 and not asked.trials & own


def _genes(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool | None:
    """Whether a statement names the gene asked about. A variant asked about must be named, or be
    covered by a requirement of the statement."""
    criteria = asked.trials and asked.kind == "eligibility"
    if criteria or (not asked.genes and not asked.variants):
        return None
    if asked.drugs and asked.is_choice and not asked.variants:
        return None
    if is_compared_option(statement, asked, sheet) or weighs_drugs_of_gene(
        statement, context.names_inside, asked
    ):
        return None
    required = {
        pattern.name
        for rule in (*statement.applies.requires, *statement.applies.excludes)
        for pattern in rule.any_of
    }
    genes = {*required, *context.genes, *(context.names_inside & asked.genes)}
    if not asked.is_choice or statement.kind not in OPTIONS:
        # An option itself says for which gene it is. A title may list several genes.
        genes |= {*statement.genes, *(context.names & asked.genes)}
    if asked.genes and not asked.genes & genes:
        return None if is_for_any_gene(statement, asked, sheet) else False
    if not asked.variants:
        return True
    if asked.is_choice and (asked.drugs or asked.classes) and asked.genes & required:
        # The verdict on the marker says whether the drug is for another variant.
        return True
    named = bool(asked.variants & {*statement.variants, *context.names})
    of_variants = {each.name for each in sheet.of(Marker) if each.state in asked.variants}
    own, had = (asked.genes | of_variants) & required, sheet.of(Therapy)
    after = asked.is_choice and is_after_inhibitor(statement, own, had)
    if named or _covers_a_variant(statement, asked) or after:
        return True
    return None if is_for_any_gene(statement, asked, sheet) else False


def _covers_a_variant(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a variant asked about belongs to a variant class that the statement requires."""
    return asked.is_choice and any(
        pattern.polarity == "present"
        and covers(pattern.name, pattern.state, variant) is True
        and not (pattern.state == "altered" and responds_apart(pattern.name, variant))
        for rule in statement.applies.requires
        for pattern in rule.any_of
        for variant in asked.variants
    )


def _tumour(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool | None:
    """Whether a statement is for the tumour of a choice, or on a drug that is asked about. The
    verdict on the tumour says what speaks against other statements. None without a choice or a
    tumour."""
    tumours = asked.tumours or tumour_names(sheet.of(Tumour))
    if not tumours or not asked.is_choice:
        return None
    on = frozenset(statement.applies.tumours)
    if not on:
        return bool(asked.drugs)
    wider = frozenset(name for each in tumours for name in lineage(each))
    near = frozenset(name for each in on for name in lineage(each))
    related = bool(on & wider) or bool(near & tumours) or ANY_SOLID in on
    return related or bool(asked.drugs)


def _speaks_of_patient(statement: Statement, asked: SubQuestion, sheet: FactSheet) -> bool | None:
    """Whether a statement is for a tumour or a marker of the patient, in a choice that names no
    drug, class or trial. None for other questions."""
    if not asked.is_choice or asked.drugs or asked.classes or asked.trials:
        return None
    if statement.kind == "indication" and asked.instead_of & frozenset(statement.drugs[:1]):
        return True  # For whom the drug is that is none for this patient.
    markers = sheet.of(Marker)
    tumours = asked.tumours or tumour_names(sheet.of(Tumour))
    if not markers and not tumours:
        return None
    wider = frozenset(name for each in tumours for name in lineage(each))
    if wider & frozenset(statement.applies.tumours):
        return True
    found = judge_markers(statement.applies.requires, (), markers, tumours)
    return any(each.outcome != "silent" for each in found)


OPEN = frozenset(("definition", "general"))
"""Kinds of question that say little of what is wanted. For these the topic words count beside a
name: "what is" a drug is not answered by what the drug costs."""
ENOUGH_TOPICS = 0.5
"""Share of the topic words that a statement must have if the question names nothing else. Chosen by
hand: of two words one may be worded differently. Judged pairs (docs/evaluation.md) agree with
it."""


def _topics(context: StatementContext, asked: SubQuestion, sheet: FactSheet) -> bool | None:
    """Whether a statement has enough of the topic words, for a question that names nothing else;
    None if names decide. Without topic words no statement is on the subject, except in a choice
    after earlier treatments."""
    named = asked.drugs or asked.classes or asked.genes or asked.variants or asked.trials
    described = asked.topics or asked.about or asked.tumours or asked.statuses or asked.lacks_drug
    if not (named or described):
        return None if asked.is_choice and sheet.of(Therapy) else False
    if not asked.topics or ((named or asked.about) and asked.kind not in OPEN):
        return None
    if asked.tumours and asked.is_choice:
        return None
    heard = len(asked.topics & (context.stems | context.stems_above)) / len(asked.topics)
    return heard >= ENOUGH_TOPICS and bool(asked.topics & context.stems)
