"""Drugs that are contraindicated for what a patient is known to have or that are stopped for good
after what happened under them, and options given with them.

A label of a combination knows nothing of the patient's enzymes. That capecitabine is
contraindicated without DPD also rules out "lapatinib plus capecitabine"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.dimensions import Dimension
from agents.matching.patient.therapies import OPTIONS
from agents.matching.safety.limiting_facts import (
    drugs_had,
    limiting_facts,
    topic_named,
    weighs_fact,
)
from agents.matching.verdicts import Judgement
from names.clinical.conditions import is_lasting
from names.clinical.treatment.agents import find_agents
from names.clinical.values import Condition, Therapy, Toxicity
from names.tables.treatment.event_groups import event_covers
from retrieval.statements.model import Statement

GIVEN_WITH = "is given with {}, which is {}"
ALONE = "is {}"
CONTRAINDICATED = "contraindicated; here: {}"
STOPPED = "to be stopped for good; here: {}"
EXACT: frozenset[Dimension] = frozenset(("phenotype", "organ function", "interaction"))
"""Dimensions that a statement meets only by the patient's own class, or by a drug that the patient
takes. That an allergy or a disease is spoken of does not show that it is the patient's."""
_CONTRAINDICATED = re.compile(r"(?i)(?<!not )\bcontraindicated\b")
_EXCEPTION = re.compile(r"(?i)\b(?:only|unless|except)\b")
FOR_GOOD = re.compile(
    r"(?i)\bpermanently (?:discontinued?|stopped)\b|\b(?:discontinued?|stopped) permanently\b"
)
_NOT_AT_ONCE = re.compile(
    r"(?i)\b(?:if|when|with(?:out)?|after|until|considered|may|recur\w*|interrupt\w*|withh[eo]ld\w*"
    r"|held|paused|suspended|resum\w*|restart\w*|reduc\w*|lower\w*|kept|continued|day \d+)\b"
)
"""Words by which a stop for good depends on more than the event and its grade, or by which the rule
says to do something else for another grade."""
_RECURRENT = re.compile(r"(?i),? or recurrent grade \d\b")
_GRADE = re.compile(r"(?i)\bgrade (\d)\b")
REACH = 12
"""Characters before a drug in which an "or" joins it to another one. Chosen by hand: two words."""
SEVERE = 3
"""The grade of a severe event (CTCAE v5.0)."""
_ALTERNATIVE = re.compile(r"(?i)\bor\b")


def drugs_barred(told: Iterable[tuple[Judgement, str]], sheet: FactSheet) -> dict[str, str]:
    """The drugs that are contraindicated for this patient, or that are stopped for good after an
    event under them, each with that and the fact in words. ``told``: statements found, with their
    words. Rules on several drugs together, with a condition that nobody has stated or with an
    exception do not count."""
    found: dict[str, str] = {}
    for judgement, words in told:
        statement = judgement.statement
        if len(statement.drugs) != 1 or _EXCEPTION.search(words):
            continue
        if judgement.answers and not judgement.missing:
            whys = _whys_barred(judgement, words, sheet)
            found.update((statement.drugs[0], why) for why in whys)
    return found


def _whys_barred(judgement: Judgement, words: str, sheet: FactSheet) -> list[str]:
    """Why a rule rules its drug out; empty if it does not, or if the patient does not meet it."""
    met = {v.dimension for v in judgement.verdicts if v.outcome == "ok"}
    facts = [each for each in limiting_facts(sheet) if weighs_fact(judgement, words, each)]
    if met & EXACT and _bars(judgement.statement, words):
        return [CONTRAINDICATED.format(fact.words) for fact in facts]
    values = (value for fact in facts for value in fact.values if isinstance(value, Toxicity))
    events = (each for each in values if "toxicity" in met)
    ending = (each for each in events if _ends_for_good(judgement.statement, words, each, sheet))
    return [STOPPED.format(describe(each)) for each in ending]


def _ends_for_good(statement: Statement, words: str, event: Toxicity, sheet: FactSheet) -> bool:
    """Whether a rule says nothing but to stop a drug for good at an event of this grade, and the
    patient has or had the drug, as the event may be of another one, or has a disease of this kind
    that is severe or that has ended another drug: whatever it came from, the drug would have to be
    stopped at once. A rule without a grade counts for the last of these alone."""
    own = [r for r in statement.applies.toxicities if event_covers(r.event, event.event)]
    ended = bool(own) and _has_ended_another(event, statement.drugs[0], sheet)
    if not ended and all(rule.grade_from is None for rule in own):
        return False
    sentence = next((each for each in words.split(". ") if FOR_GOOD.search(each)), "")
    sentence = _RECURRENT.sub("", sentence)
    grades = [int(each) for each in _GRADE.findall(sentence)]
    of_any_grade = ended and all(rule.grade_from is None for rule in own)
    reached = bool(grades) and (event.grade_from or 0) >= min(grades)
    reached |= of_any_grade and bool(sentence)
    at_once = reached and not _NOT_AT_ONCE.search(sentence)
    holds = statement.drugs[0] in drugs_had(sheet) or _is_severe_disease(event, sheet)
    return at_once and statement.kind == "adjustment" and (holds or ended)


def _has_ended_another(event: Toxicity, drug: str, sheet: FactSheet) -> bool:
    """Whether an event that stays as a disease has ended another treatment: which of its drugs did
    the harm is not the question where the next one does the same."""
    ended = ("intolerant", "held")
    had = [e for e in sheet.of(Therapy) if e.outcome in ended and drug not in e.drugs]
    return is_lasting(event.event) and bool(had)


def _is_severe_disease(event: Toxicity, sheet: FactSheet) -> bool:
    """Whether the patient has a disease of the kind of an event of grade 3 or worse now: an
    interstitial lung disease with a need of oxygen. A reaction to another drug is none."""
    diseases = {topic_named(v.name) for v in sheet.of(Condition) if v.polarity == "present"}
    severe = event.grade_from is not None and event.grade_from >= SEVERE
    return severe and topic_named(event.event) in diseases


def _bars(statement: Statement, words: str) -> bool:
    told = statement.kind == "interaction" and _CONTRAINDICATED.search(words)
    return statement.kind == "contraindication" or bool(told)


def barred_reason(statement: Statement, words: str, barred: Mapping[str, str]) -> str:
    """Why an option is none if these drugs are contraindicated. Empty if it can be given without
    them."""
    if statement.kind not in OPTIONS:
        return ""
    regimens = statement.regimens or (statement.drugs,)
    if not all(barred.keys() & set(each) for each in regimens):
        return ""
    stated = statement.kind == "indication" or "drugs" in statement.stated or statement.regimens
    if not stated and _names_alternative(words, barred):
        return ""
    drug = next(drug for each in regimens for drug in each if drug in barred)
    alone = all(len(each) == 1 for each in regimens)
    return (ALONE.format(barred[drug]) if alone else GIVEN_WITH.format(drug, barred[drug])).strip()


def _names_alternative(words: str, barred: Mapping[str, str]) -> bool:
    """Whether an "or" stands behind a barred drug or just before it. "During or after the first
    line" names no other drug."""
    places = [each.start for each in find_agents(words) if barred.keys() & set(each.drugs)]
    first = max(0, min(places) - REACH) if places else 0
    return bool(_ALTERNATIVE.search(words, first))
