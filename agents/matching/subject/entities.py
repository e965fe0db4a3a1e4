"""Whether a statement is about what a part of a question asks about.

Named things are exact: another trial, drug, variant or class is silent, however near it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.matching.general_rules import is_rule_of_drugs
from agents.matching.patient.acquired_variants import is_after_inhibitor
from agents.matching.patient.markers import judge_markers
from agents.matching.patient.therapies import OPTIONS
from agents.matching.patient.tumours import ANY_SOLID, tumour_names
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.subject.asked_circumstances import judge_asked_circumstances
from agents.matching.subject.aspects import is_just_that, speaks_of_aspects
from agents.matching.subject.drug_pairs import is_on_pair
from agents.matching.subject.trials import trials_of
from agents.matching.verdicts import Verdict
from names.clinical.exposures import exposure_covers
from names.clinical.values import (
    Exposure,
    Marker,
    Therapy,
    Tumour,
)
from names.tables import drugs, lineage, tokens
from names.tables.treatment.drug_classes import drug_classes
from names.tables.variant_classes import covers, responds_apart
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
    """Whether none of these verdicts is against it; the first that is ends the comparison."""
    return all(each is not False for each in _checks(statement, context, asked, sheet))


def _checks(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> Iterator[bool | None]:
    """Whether the statement is on each kind of thing that the part is about; None for what the
    part is not about. Last stands whether it speaks of the aspects."""
    # Of a trial's criteria a drug is what its patients had or had not.
    yield None if asked.asks_who_entered else _drugs(statement, context, asked)
    yield _is_on_others(statement, asked)
    yield _trials(statement, context, asked)
    yield _genes(statement, context, asked, sheet)
    yield _tumour(statement, context, asked, sheet)
    yield from judge_asked_circumstances(statement, context, asked)
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
        # Of a trial by name a class is only what was compared ("EV-302 against chemotherapy").
        return _is_on_classes(statement, context, asked)
    return None


def _is_on_drugs(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    if asked.together and len(asked.drugs) > 1:
        return _speaks_of_pair(statement, context, asked)
    only_own = asked.kind in {"dose", "interaction"}
    if only_own and not asked.drugs & _drugs_possible(statement, context, asked):
        return False
    on = _drugs_told(statement, context, asked)
    if asked.drugs & on:
        return asked.kind != "dose" or _gives_its_dose(statement, context, asked)
    if only_own:
        return False
    # How another drug is dosed by the same gene is told under titles that name both.
    apart = asked.kind == "pharmacogenomics" or _is_of_none(statement, context)
    beside = not apart and _is_named(context, asked, on)
    unnamed = not on or ("drugs" not in statement.stated and not on & context.names_inside)
    return beside or (unnamed and _is_of_class(context, asked))


def _is_on_classes(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    if is_rule_of_drugs(statement, context, asked):
        return False
    on = _drugs_told(statement, context, asked)
    named = context.names_inside if asked.is_choice else context.names
    if any(asked.classes & drug_classes(drug) for drug in on & named):
        return True
    # Of the class as a whole limits are told, and its place: who is tested is no choice of a drug.
    applies = statement.applies
    placed = applies.settings and (applies.line or applies.prior_required or applies.prior_excluded)
    general = statement.kind in {"contraindication", "resistance", "status", "result"}
    general = general or bool(statement.kind == "recommendation" and placed)
    return bool(asked.classes & context.names) and (general or not asked.is_choice)


def _is_on_others(statement: Statement, asked: SubQuestion) -> bool | None:
    """Whether a rule on a dose is for a co-medication, as a question on an interaction wants. A
    change of dose for another reason is not. None for other questions and statements."""
    others = asked.kind != "interaction" or statement.kind not in ("adjustment", "dose")
    if others or not asked.drugs:
        return None
    return bool(statement.applies.exposures) or bool(asked.partners)


def _drugs_possible(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> frozenset[str]:
    """The drugs that the claim may be on, before its words are read."""
    on = frozenset(statement.drugs) or context.drugs
    return on | unlisted_drugs(asked, context.title, context.text)


def _drugs_told(
    statement: Statement, context: StatementContext, asked: SubQuestion
) -> frozenset[str]:
    """The drugs that the claim is on, as far as a reader sees them named."""
    on = frozenset(statement.drugs) or context.drugs
    if on and "drugs" not in statement.stated:
        # A drug that stands in none of the words a reader sees is not what the claim is on.
        on &= context.names | context.drugs
    result = statement.kind == "result"
    if on and ((asked.is_choice and result) or _is_of_none(statement, context)):
        on &= context.names_inside
    return on | unlisted_drugs(asked, context.title, context.text)


def _is_of_none(statement: Statement, context: StatementContext) -> bool:
    """Whether only a title that lists several drugs ties a result to a drug: that carriers live
    longer is no effect of a drug. The result of a trial belongs to the drugs that it compared."""
    several = "drugs" not in statement.stated and len(context.drugs) > 1
    return statement.kind == "result" and several and not statement.trials


def unlisted_drugs(asked: SubQuestion, *words: str) -> frozenset[str]:
    """Drugs asked about that stand in no table, and in these words by the same name."""
    # Not by subtracting the table's keys, which would go through all of them.
    unlisted = frozenset(d for d in asked.drugs | asked.partners if d not in drugs())
    return unlisted and unlisted & frozenset(tokens(" ".join(words).lower()))


def _gives_its_dose(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a dose is that of a drug asked about, not that of another which is given with it, or
    which the same document is on."""
    named = context.drugs & context.names_inside
    if len(context.drugs) > 1 and named and not asked.drugs & named:
        return False
    if "drugs" in statement.stated or not context.drugs or asked.drugs & context.drugs:
        return True
    return bool(asked.drugs & frozenset(statement.drugs[:1]))


def _is_named(context: StatementContext, asked: SubQuestion, on: frozenset[str]) -> bool:
    """Whether a drug asked about is named. A title that names it does not count where the claim
    itself is on another drug."""
    on_another = bool(on & context.names_inside)
    return bool(asked.drugs & (context.names_inside if on_another else context.names))


def _is_of_class(context: StatementContext, asked: SubQuestion) -> bool:
    """Whether the claim is on a whole class that a drug asked about belongs to."""
    classes = frozenset(name for drug in asked.drugs for name in drug_classes(drug))
    return bool(classes & context.names_inside)


def _speaks_of_pair(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether it says what two drugs do to each other: both by name, or one by its class; of a
    result, both by name in its own words, since what is found of one compares nothing."""
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
        return None
    told = trials_of(statement, ())
    own = told | context.names_inside
    of_title = trials_of(replace(statement, trials=(), result=None), (context.title,))
    acronyms = {name for name in told if not name.startswith("NCT")}
    if _is_on_other_number(told | context.names_inside, context, asked):
        return False
    if not acronyms or not of_title or acronyms & of_title:
        # What names no other trial is on that of its document.
        own |= of_title | context.identifiers | context.names
    return bool(asked.trials & own)


def _is_on_other_number(own: frozenset[str], context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement names a trial by its number alone, in a document on several, and not the
    one that is asked about: the title of the document does not tell that it is the same."""
    numbers = {name for name in own if name.startswith("NCT")}
    held = {name for name in context.identifiers if name.upper().startswith("NCT")}
    return bool(numbers) and len(held) > 1 and not asked.trials & own


def _genes(
    statement: Statement, context: StatementContext, asked: SubQuestion, sheet: FactSheet
) -> bool | None:
    """A gene must be named; a variant that is asked about by itself must be named itself or be
    one of those that a requirement covers, which the marker verdict tells."""
    criteria = asked.trials and asked.kind == "eligibility"
    if criteria or (not asked.genes and not asked.variants):
        return None
    if asked.drugs and asked.is_choice and not asked.variants:
        return None
    if _is_compared_without_marker(statement, asked):
        return None
    required = {
        pattern.name
        for rule in (*statement.applies.requires, *statement.applies.excludes)
        for pattern in rule.any_of
    }
    genes = {*required, *context.genes, *(context.names_inside & asked.genes)}
    if not asked.is_choice or statement.kind not in OPTIONS:
        # An option says itself for which gene it is; a title may list several.
        genes |= {*statement.genes, *(context.names & asked.genes)}
    if asked.genes and not asked.genes & genes:
        return False
    if not asked.variants:
        return True
    if asked.is_choice and (asked.drugs or asked.classes) and asked.genes & required:
        # Whether this drug is for another variant of the gene, the marker's verdict tells.
        return True
    named = bool(asked.variants & {*statement.variants, *context.names})
    own, had = asked.genes & required, sheet.of(Therapy)
    after = asked.is_choice and is_after_inhibitor(statement, own, had)
    return named or _covers_a_variant(statement, asked) or after


def _is_compared_without_marker(statement: Statement, asked: SubQuestion) -> bool:
    """Whether it offers one of several compared drugs in a tumour, whatever its markers. It is
    shown beside a statement that offers another of the drugs for a marker."""
    applies = statement.applies
    offered = statement.kind in OPTIONS and bool(asked.drugs & frozenset(statement.drugs[:1]))
    return (
        asked.compared
        and asked.is_choice
        and offered
        and bool(applies.tumours)
        and not (applies.requires)
    )


def _covers_a_variant(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a class that the statement requires has a variant asked about as its member."""
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
    """Whether a statement is for the tumour of a choice of treatment, or on a drug that is asked
    for. The verdict says what speaks against one for another tumour. None if there is no choice or
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
    """Where what to give is asked for and nothing else is named: whether the statement is for a
    tumour or a marker that the patient has."""
    if not asked.is_choice or asked.drugs or asked.classes or asked.trials:
        return None
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
"""Kinds of question that say little of what is wanted: what an agent costs is none that tells what
it is. There the topic words count beside a name, too."""
ENOUGH_TOPICS = 0.5
"""Share of the topic words that must be heard where nothing else is named. Chosen by hand: of two
words one may be worded otherwise; judged pairs (docs/evaluation.md) do not contradict it."""


def _topics(context: StatementContext, asked: SubQuestion, sheet: FactSheet) -> bool | None:
    """Whether the topic words show what is wanted, where the question names nothing else; None if
    other things show it. Without topic words no statement is on the subject, except in a choice
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
