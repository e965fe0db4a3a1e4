"""Sentences that offer a drug of a class on which the patient's disease has progressed, where
nothing that they rest on is for the time after it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from agents.checking.support.drugs.regimens import drugs_not_had, regimens_named
from agents.checking.support.judgements_of_run import with_words
from agents.matching.patient.acquired_variants import is_resistance
from agents.matching.patient.class_partners import class_failed_before
from agents.matching.patient.therapies import OFFERING
from agents.matching.verdicts import Judgement
from agents.turns import DraftSentence, View
from agents.wording.missing_sources import not_found_before
from names.clinical.values import Therapy
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

REACH = 90
"""Characters before a drug or class in which a quote is searched for the words below. Chosen by
hand: "after progression on at least one prior" and a list of two drugs fit."""
_TIME_AFTER = re.compile(
    r"(?i)\b(?:after|following|beyond|prior|previous(?:ly)?|earlier|pre-?treated|progress\w{0,6}"
    r"|fail\w{0,4}|refractory|resistan(?:t|ce)|relapsed?)\b[^.;]{0,80}$"
)
_SHUT_OUT = re.compile(
    r"(?i)\b(?:no|not|never|without|nor|exclud\w{1,4}|na[iï]ve|ineligible)\b[^.;]{0,60}$"
)
_SAID_UNKNOWN = re.compile(
    r"(?i)\b(?:no|not|never|without|lack\w{0,3}|unclear|unknown|unproven|missing|nothing)\b"
    r"[^.;]{0,60}\b(?:sources?|data|evidence|stud(?:y|ies|ied)|trials?|statements?|quotes?|shows?|shown"
    r"|tested|established|known|says?|answers?|found|speaks?)\b"
)
"""Words by which a sentence says itself that a source is missing."""
_REPORTS = re.compile(
    r"(?i)\b(?:patients|pts|people|participants|those|adults|of \d{1,5})\s(?:(?:who|were|had|been"
    r"|being)\s){0,3}(?:treated|given|receiv(?:ed|ing)|us(?:ed|ing)|started)\b"
)
"""What patients of a trial were given: no offer."""


def problem_with_class(sentence: DraftSentence, view: View) -> str:
    """Why a sentence that speaks for a drug must not be said: a drug of its class has failed in the
    patient, and no statement under it (of the run, where it cites none that offers the drug) is for
    the time after. Empty for one that says so itself."""
    had = view.sheet.of(Therapy)
    if not had or _SAID_UNKNOWN.search(sentence.text):
        return ""
    anew = drugs_not_had(sentence.text)
    for named in regimens_named(sentence.text):
        missing = class_failed_before(sorted(named), had) if named <= anew else ""
        if missing and not _is_told_for_after(named, sentence, view):
            return not_found_before(missing)
    return ""


def without_reports(text: str) -> str:
    """A sentence without what it tells of the patients of a trial."""
    return _REPORTS.sub(" ", text)


def _is_told_for_after(named: AbstractSet[str], sentence: DraftSentence, view: View) -> bool:
    cited = with_words(view, sentence.keys) if sentence.keys else ()
    told = list(_on_drugs(named, cited)) or list(_on_drugs(named, with_words(view)))
    had = view.sheet.of(Therapy)
    return any(_is_for_after(each, quote, sorted(named), had) for each, quote in told)


def _on_drugs(
    named: AbstractSet[str], told: Iterable[tuple[Judgement, str]]
) -> Iterator[tuple[Judgement, str]]:
    """The statements that offer one of the drugs, with their words."""
    for judgement, quote in told:
        statement = judgement.statement
        if statement.kind in OFFERING and not named.isdisjoint(statement.drugs):
            yield judgement, quote


def _is_for_after(
    judgement: Judgement, quote: str, drugs: Sequence[str], had: Sequence[Therapy]
) -> bool:
    """Whether a statement asks for an earlier drug of the class, is on a variant that arose on it,
    or speaks of it in its words."""
    applies = judgement.statement.applies
    rules = (*applies.prior_required, *applies.prior_any_of)
    if not class_failed_before(drugs, had, rules):
        return True
    met = (each.rule for each in judgement.verdicts if each.kind == "marker met")
    if any(rule and all(map(is_resistance, rule.any_of)) for rule in met):
        return True
    return _names_before(quote, _classes_of(drugs) & _classes_had(had))


def _names_before(quote: str, classes: AbstractSet[str]) -> bool:
    """Whether words of the time after stand before one of the classes, or before a drug of it."""
    for each in recognise_passage(quote).of("drug", "drug_class"):
        own = each.names if each.kind == "drug_class" else _classes_of(each.names)
        before = quote[max(0, each.start - REACH) : each.start]
        if classes.isdisjoint(own):
            continue
        if _TIME_AFTER.search(before) and not _SHUT_OUT.search(before):
            return True
    return False


def _classes_of(drugs: Iterable[str]) -> frozenset[str]:
    return frozenset(name for drug in drugs for name in drug_classes(drug))


def _classes_had(had: Sequence[Therapy]) -> frozenset[str]:
    named = frozenset(name for each in had for name in each.classes)
    return named | _classes_of(drug for each in had for drug in each.drugs)
