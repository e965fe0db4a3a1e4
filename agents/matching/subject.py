"""Whether a statement is about what a part of a question asks about.

Named things are exact: another trial, drug, variant or class is silent, however near it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.matching.asked import LIMITS, Asked, Scope
from agents.matching.markers import judge_markers
from agents.matching.therapies import OPTIONS
from agents.matching.trials import trials_of
from agents.matching.tumours import ANY_SOLID, tumour_names
from agents.matching.verdicts import Verdict
from agents.matching.weighing.aspects import is_exact, is_step, speaks_of_aspects
from agents.matching.weighing.pairs import is_on_pair
from agents.matching.weighing.safety import OF_ORGAN, OF_PREGNANCY
from names.clinical.exposures import exposure_covers
from names.clinical.grades import grade_of
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Marker,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
    Tumour,
)
from names.tables import drugs, lineage, tokens
from names.tables.treatment.drug_classes import drug_classes
from names.tables.treatment.event_groups import event_covers
from names.tables.variant_classes import covers, responds_apart
from retrieval.statements.model import Statement


def judge_subject(
    statement: Statement, scope: Scope, asked: Asked, sheet: FactSheet
) -> list[Verdict]:
    """One verdict for each kind of thing that the part is about."""
    checks = (
        _drugs(statement, scope, asked),
        _is_on_others(statement, asked),
        _trials(statement, scope, asked),
        _genes(statement, scope, asked),
        _tumour(statement, scope, asked, sheet),
        *_circumstances(statement, scope, asked),
        of_patient := _speaks_of_patient(statement, asked, sheet),
        _topics(scope, asked, sheet) if of_patient is None else None,
        says := speaks_of_aspects(statement, scope, asked, sheet),
    )
    wanted = (says and is_exact(statement, scope, asked, sheet)) or is_step(statement, asked)
    exact = [Verdict("aspect", "ok")] if wanted else []
    found = [Verdict("subject", "ok" if each else "silent") for each in checks if each is not None]
    return [*found, *exact]


def _drugs(statement: Statement, scope: Scope, asked: Asked) -> bool | None:
    if asked.lacks_drug and (on := _drugs_told(statement, scope, asked)):
        return bool(on & asked.mentioned)
    if asked.partners:
        return is_on_pair(statement, scope, asked)
    if asked.drugs:
        return _is_on_drugs(statement, scope, asked)
    if asked.classes and not asked.trials:
        # Of a trial by name a class is only what was compared ("EV-302 against chemotherapy").
        return _is_on_classes(statement, scope, asked)
    return None


def _is_on_drugs(statement: Statement, scope: Scope, asked: Asked) -> bool:
    if asked.together and len(asked.drugs) > 1:
        return _speaks_of_pair(statement, scope, asked)
    only_own = asked.kind in {"dose", "interaction"}
    if only_own and not asked.drugs & _drugs_possible(statement, scope, asked):
        return False
    on = _drugs_told(statement, scope, asked)
    if asked.drugs & on:
        return asked.kind != "dose" or _gives_its_dose(statement, scope, asked)
    if only_own:
        return False
    # How another drug is dosed by the same gene is told under titles that name both.
    beside = asked.kind != "pharmacogenomics" and _is_named(scope, asked, on)
    unnamed = not on or ("drugs" not in statement.stated and not on & scope.names_inside)
    return beside or (unnamed and _is_of_class(scope, asked))


def _is_on_classes(statement: Statement, scope: Scope, asked: Asked) -> bool:
    on = _drugs_told(statement, scope, asked)
    named = scope.names_inside if asked.is_choice else scope.names
    if any(asked.classes & drug_classes(drug) for drug in on & named):
        return True
    # Of the class as a whole only limits are told: who is tested is no choice of a drug.
    general = statement.kind in {"contraindication", "resistance", "status", "result"}
    return bool(asked.classes & scope.names) and (general or not asked.is_choice)


def _is_on_others(statement: Statement, asked: Asked) -> bool | None:
    """Of what other drugs do: a change of dose for something else is none."""
    others = asked.kind != "interaction" or statement.kind not in ("adjustment", "dose")
    if others or not asked.drugs:
        return None
    return bool(statement.applies.exposures) or bool(asked.partners)


def _drugs_possible(statement: Statement, scope: Scope, asked: Asked) -> frozenset[str]:
    """The drugs that the claim may be on, before its words are read."""
    on = frozenset(statement.drugs) or scope.drugs
    return on | unlisted_drugs(asked, f"{scope.title} {scope.text}")


def _drugs_told(statement: Statement, scope: Scope, asked: Asked) -> frozenset[str]:
    """The drugs that the claim is on, as far as a reader sees them named."""
    on = frozenset(statement.drugs) or scope.drugs
    if on and "drugs" not in statement.stated:
        # A drug that stands in none of the words a reader sees is not what the claim is on.
        on &= scope.names | scope.drugs
    if on and asked.is_choice and statement.kind == "result":
        on &= scope.names_inside
    return on | unlisted_drugs(asked, f"{scope.title} {scope.text}")


def unlisted_drugs(asked: Asked, words: str) -> frozenset[str]:
    """Drugs asked about that stand in no table, and in these words by the same name."""
    unlisted = asked.drugs - drugs().keys()
    return unlisted and unlisted & frozenset(tokens(words.lower()))


def _gives_its_dose(statement: Statement, scope: Scope, asked: Asked) -> bool:
    """Whether a dose is that of a drug asked about, not that of another which is given with it, or
    which the same document is on."""
    named = scope.drugs & scope.names_inside
    if len(scope.drugs) > 1 and named and not asked.drugs & named:
        return False
    if "drugs" in statement.stated or not scope.drugs or asked.drugs & scope.drugs:
        return True
    return bool(asked.drugs & frozenset(statement.drugs[:1]))


def _is_named(scope: Scope, asked: Asked, on: frozenset[str]) -> bool:
    """Whether a drug asked about is named. A title that names it does not count where the claim
    itself is on another drug."""
    on_another = bool(on & scope.names_inside)
    return bool(asked.drugs & (scope.names_inside if on_another else scope.names))


def _is_of_class(scope: Scope, asked: Asked) -> bool:
    """Whether the claim is on a whole class that a drug asked about belongs to."""
    classes = frozenset(name for drug in asked.drugs for name in drug_classes(drug))
    return bool(classes & scope.names_inside)


def _speaks_of_pair(statement: Statement, scope: Scope, asked: Asked) -> bool:
    """Whether it says what two drugs do to each other: both by name, or one by its class."""
    on = asked.drugs & (frozenset(statement.drugs) | scope.drugs)
    named = asked.drugs & (scope.names | on)
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
    return bool(on) and (exposures or bool(classes & scope.names))


def _trials(statement: Statement, scope: Scope, asked: Asked) -> bool | None:
    if not asked.trials:
        return None
    told = trials_of(statement, ())
    own = told | scope.names_inside
    of_title = trials_of(replace(statement, trials=(), result=None), (scope.title,))
    acronyms = {name for name in told if not name.startswith("NCT")}
    if not acronyms or not of_title or acronyms & of_title:
        # What names no other trial is on that of its document.
        own |= of_title | scope.identifiers | scope.names
    return bool(asked.trials & own)


def _genes(statement: Statement, scope: Scope, asked: Asked) -> bool | None:
    """A gene must be named; a variant that is asked about by itself must be named itself or be
    one of those that a requirement covers, which the marker verdict tells."""
    if not asked.genes and not asked.variants:
        return None
    if asked.drugs and asked.is_choice and not asked.variants:
        return None
    required = {
        pattern.name
        for rule in (*statement.applies.requires, *statement.applies.excludes)
        for pattern in rule.any_of
    }
    genes = {*required, *scope.genes, *(scope.names_inside & asked.genes)}
    if not asked.is_choice or statement.kind not in OPTIONS:
        # An option says itself for which gene it is; a title may list several.
        genes |= {*statement.genes, *(scope.names & asked.genes)}
    if asked.genes and not asked.genes & genes:
        return False
    if not asked.variants:
        return True
    if asked.is_choice and asked.drugs and asked.genes & required:
        # Whether this drug is for another variant of the gene, the marker's verdict tells.
        return True
    return bool(asked.variants & {*statement.variants, *scope.names}) or _covers_a_variant(
        statement, asked
    )


def _covers_a_variant(statement: Statement, asked: Asked) -> bool:
    """Whether a class that the statement requires has a variant asked about as its member."""
    return asked.is_choice and any(
        pattern.polarity == "present"
        and covers(pattern.name, pattern.state, variant) is True
        and not (pattern.state == "altered" and responds_apart(pattern.name, variant))
        for rule in statement.applies.requires
        for pattern in rule.any_of
        for variant in asked.variants
    )


def _tumour(statement: Statement, scope: Scope, asked: Asked, sheet: FactSheet) -> bool | None:
    """A choice of treatment is for a tumour; that of another is told apart by its verdict."""
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


def _speaks_of_patient(statement: Statement, asked: Asked, sheet: FactSheet) -> bool | None:
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


def _circumstances(statement: Statement, scope: Scope, asked: Asked) -> list[bool | None]:
    """One for each thing that is asked about. A drug changes the exposure in several ways and an
    organ is told as class and number: one of them is enough. Where it is only asked what limits a
    drug, what speaks of the organ without numbers is on it, too."""
    about = () if asked.partners else asked.about
    together: dict[object, list[bool | None]] = {}
    for value in about:
        told = _circumstance(statement, scope, value)
        if asked.kind == LIMITS and isinstance(value, OrganFunction):
            spoken = OF_ORGAN[value.organ] in statement.safety
            told = told or (spoken and not statement.applies.organ)
        together.setdefault(topic_of(value, about), []).append(told)
    return [any(judged) for judged in together.values()]


def topic_of(value: ClinicalValue, about: Sequence[ClinicalValue]) -> object:
    """What a circumstance is on. The grade that follows from a number is on the organ that the
    number is of; a statement may tell either."""
    match value:
        case Exposure():
            return value.drugs or "exposure"
        case OrganFunction():
            return value.organ
        case Toxicity():
            numbers = (v for v in about if isinstance(v, OrganFunction) and grade_of(v) == value)
            return next((v.organ for v in numbers), value.event)
        case _:
            return value


def _circumstance(statement: Statement, scope: Scope, value: ClinicalValue) -> bool | None:
    applies = statement.applies
    match value:
        case OrganFunction():
            own = [rule for rule in applies.organ if rule.organ == value.organ]
            # Another class of the organ is on the subject; that it is another, its verdict tells.
            return bool(own)
        case Exposure():
            judged = [exposure_covers(rule, value) for rule in applies.exposures]
            same = any(rule.mechanism == value.mechanism for rule in applies.exposures)
            named = bool(set(value.drugs) & scope.names)
            return same or named or any(each is True for each in judged)
        case Phenotype():
            own_genes = [rule for rule in applies.phenotypes if rule.gene == value.gene]
            return bool(own_genes)
        case Toxicity():
            if applies.toxicities:
                # A heading may list events; what is on one of them is not on the others.
                inside = value.event in scope.names_inside
                return inside or any(event_covers(r.event, value.event) for r in applies.toxicities)
            return value.event in scope.names or value.event in statement.safety
        case Condition():
            # What to do when the drug does harm is not on who has had the like before.
            weighed = value.name in statement.safety and not applies.toxicities
            named = value.name in scope.names or weighed
            return named or any(rule.name == value.name for rule in applies.conditions)
        case Population(pregnancy=state) if state in OF_PREGNANCY:
            told = applies.population is not None and applies.population.pregnancy == state
            return told or OF_PREGNANCY[state] in statement.safety
        case Population():
            return applies.population is not None
        case _:
            return None


OPEN = frozenset(("definition", "general"))
"""Kinds of question that say little of what is wanted: what an agent costs is none that tells what
it is. There the topic words count beside a name, too."""
ENOUGH_TOPICS = 0.5
"""Share of the topic words that must be heard where nothing else is named. Chosen by hand: of two
words one may be worded otherwise; judged pairs (docs/evaluation.md) do not contradict it."""


def _topics(scope: Scope, asked: Asked, sheet: FactSheet) -> bool | None:
    """Where nothing is named, the words are all that says what is wanted; without any, nothing is,
    unless what was had says what to give no more."""
    named = asked.drugs or asked.classes or asked.genes or asked.variants or asked.trials
    described = asked.topics or asked.about or asked.tumours or asked.statuses or asked.lacks_drug
    if not (named or described):
        return None if asked.is_choice and sheet.of(Therapy) else False
    if not asked.topics or ((named or asked.about) and asked.kind not in OPEN):
        return None
    if asked.tumours and asked.is_choice:
        return None
    heard = len(asked.topics & (scope.stems | scope.stems_above)) / len(asked.topics)
    return heard >= ENOUGH_TOPICS and bool(asked.topics & scope.stems)
