"""The sentences of one part: the bottom line, then its points."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.calculations import calculation_sentence
from agents.extractive.answer.patient.doses_with_finding import untold_sentences
from agents.extractive.answer.patient.limits import partner_effect
from agents.extractive.answer.selection.excluded_options import comes_too_early
from agents.extractive.answer.selection.fitness import is_to_be_checked
from agents.extractive.answer.selection.organ_classes import class_not_told
from agents.extractive.answer.selection.other_options import condition_of_other
from agents.extractive.answer.selection.own_rules import remarks_on_measures
from agents.extractive.answer.selection.place_of_use import is_answered_caution
from agents.extractive.answer.selection.publishers import said_by_others
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.answer.selection.suitability import (
    advises_against,
    awaits_relapse,
    caution_of,
    earlier_treatment,
    is_conditional,
    is_laboratory,
    open_condition,
)
from agents.extractive.answer.trials import (
    group_headline,
    other_patients_headline,
    other_population,
)
from agents.extractive.answer.wording import (
    for_other_marker,
    headline,
    not_an_option,
    other_route,
)
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.contexts import head_of
from agents.extractive.records.answering import record_sentences
from agents.matching.premises import NO_OPTION
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence
from agents.wording.missing_sources import ONLY_WITH, not_found_before
from agents.wording.not_found import on_other_patients
from names.clinical.treatment.lines import RELAPSE
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from retrieval.declaration.record_cards import RECORD
from retrieval.statements.model import StatementKind

AGAINST: frozenset[StatementKind] = frozenset(("resistance", "contraindication", "warning"))
"""Kinds of statement that speak against giving a drug."""


def sentences_of(selected: PartHits, part: int) -> list[DraftSentence]:
    """The sentences of one part: the bottom line, then the points."""
    if selected.calculated:
        return [
            DraftSentence(
                text=calculation_sentence(each), role="headline", basis="calculation", part=part
            )
            for each in selected.calculated
        ]
    if selected.asked.kind == RECORD:
        return record_sentences(selected.answers, part, selected.asked)
    first = [for_other_marker(*each, part) for each in selected.of_other_marker]
    first += [not_an_option(each, part, selected) for each in selected.not_for_patient]
    first += [only_with(each, part) for each in selected.conditional]
    first += said_by_others(selected.answers, selected.asked, part)
    first += group_headline(selected.answers, selected.asked, part)
    if not selected.is_beside:
        first += other_patients_headline(selected.answers, selected.asked, part)
    first += other_population(selected.answers, selected.neighbours, selected.asked, part)
    first += [*other_route(selected, part), *headline(selected, part)]
    if (first and only_excludes(selected)) or only_warns(selected):
        none = DraftSentence(text=NO_OPTION, role="headline", basis="matching", part=part)
        first.insert(0, none)
    if selected.answers or selected.conditional:
        first += untold_sentences(selected, part)
        first += [rule_under_drug(*each, part) for each in selected.under_drug]
    for place, each in enumerate((*selected.other_route, *selected.answers)):
        lead = not first or bool(selected.asked.partners or selected.asked.publishers)
        aside = selected.is_beside and bool(each.judgement.other_patients)
        role = "headline" if lead and place == 0 and not aside else "point"
        first.append(
            DraftSentence(
                text=line_of_statement(each, selected),
                keys=each.told_keys,
                role="headline" if role == "headline" else "point",
                part=part,
            )
        )
        first += partner_effect(selected, part) if place == 0 else ()
    return first


def open_conditions(found: CitedStatement) -> str:
    """What an option depends on and nobody has stated: the first fact, and the earlier treatment
    beside it: ``KRAS G12C and prior platinum-based chemotherapy``."""
    first, treatment = open_condition(found), earlier_treatment(found)
    return f"{first} and {treatment}" if treatment and treatment != first else first


def only_with(found: CitedStatement, part: int) -> DraftSentence:
    """An indication as a sentence, with what it depends on before it."""
    caution = caution_of(found)
    before = not_found_before(caution) if caution else f"{ONLY_WITH}{open_conditions(found)}"
    text = f"{before}: {found.told}"
    return DraftSentence(text=text, keys=found.told_keys, role="headline", part=part)


def rule_under_drug(found: CitedStatement, value: str, part: int) -> DraftSentence:
    """A rule for a value under the drug, with that value before it: here it came before."""
    return DraftSentence(
        text=f"{ONLY_WITH}{value}: {found.told}", keys=found.told_keys, role="point", part=part
    )


def phenotype_not_told(found: CitedStatement) -> str:
    """The phenotype that a rule is for, if something is known of its gene from which this phenotype
    does not follow: "*28/*28" beside *6/*28. Empty otherwise."""
    verdicts = found.judgement.verdicts
    told = (v.missing for v in verdicts if v.dimension == "phenotype" and v.reason)
    return next(filter(None, told), "")


def only_excludes(selected: PartHits) -> bool:
    """Whether options were asked for, and only options that are not for this patient were found.
    Those of a gene that come too early do not say that no other treatment is one, and those before
    which a fact is to be checked are not excluded."""
    asked = selected.asked
    named = asked.drugs or asked.classes or asked.trials
    if asked.genes and any(map(comes_too_early, selected.excluded)):
        return False
    if any(map(is_to_be_checked, selected.excluded)):
        return False
    return asked.is_choice and not named and not selected.answers and bool(selected.excluded)


def only_warns(selected: PartHits) -> bool:
    """Whether options were asked for, and all that is told says what does not act or what harms. It
    is worth saying, but it is no option. Nor is what was only seen in the laboratory."""
    asked = selected.asked
    named = asked.drugs or asked.classes or asked.trials
    told = selected.answers
    against = all(
        e.judgement.statement.kind in AGAINST or _advises_only_against(e) or is_laboratory(e)
        for e in told
    )
    return asked.kind == "therapy" and not named and bool(told) and against


_ADVICE = re.compile(r"(?i)\b(?:advis|recommend|prefer|allow|support|list|regard)\w{0,4}\b")
_NEGATED = re.compile(r"(?i)\b(?:no longer|not(?: be)?)\W$")


def _advises_only_against(found: CitedStatement) -> bool:
    """Whether the first that advice says is what not to give: "ASCO no longer recommends"."""
    first = _ADVICE.search(found.words)
    if first is None or not advises_against(found):
        return False
    before = found.words[: first.start()]
    return bool(_NEGATED.search(before)) or found.words[first.end() :].startswith(" against")


def _condition_of(found: CitedStatement, selected: PartHits) -> str:
    """What a statement depends on, or how its patients differ, as the words before it."""
    caution = caution_of(found) if selected.asked.is_choice else ""
    if caution and not is_answered_caution(found, selected.answers):
        # The failed class is more important than other missing facts.
        return f"{not_found_before(caution)}: "
    condition = (
        open_conditions(found)
        if is_conditional(found, selected.asked)
        else class_not_told(found, selected.asked)
        or phenotype_not_told(found)
        or (awaits_relapse(found, selected.asked) and RELAPSE)
        or _place_not_told(found, selected.asked)
        or condition_of_other(found, selected.asked)
    )
    others = found.judgement.other_patients
    if condition:
        return f"{ONLY_WITH}{condition}: "
    apart = selected.is_beside or not all(e.judgement.other_patients for e in selected.answers)
    if others and apart:
        return on_other_patients(others)
    return ""


def _place_not_told(found: CitedStatement, asked: SubQuestion) -> str:
    """The line or setting in which a result was found, beside a choice for a patient of whom nobody
    has told it. Its words seldom say so; those of an approval do."""
    if not asked.is_choice or found.judgement.statement.kind != "result":
        return ""
    told = (v.missing for v in found.judgement.verdicts if v.dimension in ("line", "setting"))
    return next(filter(None, told), "")


def with_measures(parts: Sequence[PartHits], note: str) -> str:
    """A note on an answer, behind remarks on rules of the hospital that go by another measure than
    the one whose value was given."""
    return " ".join((*remarks_on_measures([e for each in parts for e in each.answers]), note))


def line_of_statement(found: CitedStatement, selected: PartHits) -> str:
    """The words of a statement, with a condition before them if it depends on one. Its drug stands
    before them if only the first part of the title names it and the words do not name its class."""
    words = f"{_condition_of(found, selected)}{found.told}"
    asked = selected.asked.drugs & frozenset(found.drugs)
    if not asked or any(name.lower() in words.lower() for name in found.drugs):
        return words
    classes = recognise_passage(words).names("drug_class")
    titled = recognise_passage(head_of(found.citations[0].title)).names("drug")
    if any(classes & drug_classes(drug) for drug in asked) or not asked & titled:
        return words
    return f"{sorted(asked & titled)[0]}: {words}"
