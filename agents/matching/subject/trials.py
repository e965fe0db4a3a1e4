"""What is asked of a trial by name: its outcome, its time and its cohort. Another one is no answer;
who was in it is asked of the trial, whoever the patient is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agents.matching.patient.markers import OF_RECEPTOR
from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import PATIENT_DIMENSIONS, Verdict
from names.clinical.grammar.times import landmark_months, time_words
from names.clinical.markers.reader import read_markers
from names.clinical.toxicities import read_toxicities
from names.clinical.values import Marker
from names.recognise import recognise_passage
from names.tables.trials import acronym_key
from retrieval.statements.model import Statement


def judge_trial(statement: Statement, text: str, asked: SubQuestion) -> list[Verdict]:
    """Where a trial is asked for by name: whether a result is of an outcome and a time asked for.
    A result that names no outcome, or no time, is silent. What tells of harm is just what is asked
    where the words ask for it."""
    if not asked.trials or asked.is_choice or asked.asks_who_entered:
        return []
    if HARM.search(asked.text) and statement.kind in TELLS_OF_HARM and HARM.search(text):
        return [Verdict("aspect", "ok")]
    if statement.kind != "result":
        return []
    reasons = (
        _other_outcome(text, asked),
        _other_time(text, asked),
        _other_group(text, asked),
        _only_subset(text, asked),
    )
    against = [Verdict("trial", "contradicts", reason=reason) for reason in reasons if reason]
    if against or not asked.outcomes & recognise_passage(text).names("outcome"):
        return against
    return [Verdict("aspect", "ok")]


def judge_harm(statement: Statement, text: str, asked: SubQuestion) -> list[Verdict]:
    """Where it is asked what a drug does to a patient: a result that names outcomes and no adverse
    event tells what it does to the tumour."""
    asks = asked.kind == "adverse" or (asked.trials and HARM.search(asked.text))
    if not asks or statement.kind != "result" or HARM.search(text):
        return []
    told = recognise_passage(text).names("outcome")
    on_tumour = told or asked.trials or ON_TUMOUR.search(text)
    if statement.applies.toxicities or read_toxicities(text) or not on_tumour:
        return []
    reason = (
        f"is on {join_with_or(told)}, not on adverse events"
        if told
        else "tells of no adverse event"
    )
    return [Verdict("trial", "contradicts", reason=reason)]


HARM = re.compile(
    r"(?i)\b(?:T?E?AEs?|adverse|toxicit\w{1,3}|tox|safety|side effects?|tolerab\w{2,5}"
    r"|(?:grade|gr\.?)\s?(?:≥|>=?)?\s?[345]|G[345]\b|discontinu\w{2,5}|deaths? (?:from|due to))"
)
"""Words of what a treatment of a trial did to its patients."""
ON_TUMOUR = re.compile(
    r"(?i)\b(?:risk of (?:progression|recurrence|relapse|death)|respon(?:se|ded)|hazard ratio)\b"
)
"""Words of what a treatment did to the tumour, beside the names of outcomes."""
TELLS_OF_HARM = frozenset(("warning", "result"))
GROUP = re.compile(
    r"(?i)\b(?P<kind>cohort|arm)s?\s(?P<labels>(?:[a-h]|[1-6])\b"
    r"(?:\s?(?:\+|/|,|&|and|or|plus|vs\.?|versus)\s?(?:(?:cohort|arm)\s)?(?:[a-h]|[1-6])\b){0,3})"
)
_LABEL = re.compile(r"(?i)\b(?:[a-h]|[1-6])\b")
MADE_FOR_PATIENTS = frozenset(("indication", "recommendation", "contraindication", "dose"))
"""Kinds of statement that are for a patient; of a trial's criteria none is a rule for one."""


def groups_named(text: str) -> frozenset[str]:
    """The groups of a trial that a text names by a letter or a number: ``cohort A``."""
    return frozenset(
        f"{match['kind'].lower()} {label.upper()}"
        for match in GROUP.finditer(text)
        for label in _LABEL.findall(match["labels"])
    )


def asked_of_trial(
    verdict: Verdict, statement: Statement, text: str, asked: SubQuestion
) -> Verdict:
    """A verdict on the patient's facts where the criteria of a trial by name are asked for: "did it
    enrol IHC 0" says nothing of a patient, and what the trial asked for is the answer."""
    if (
        not asked.asks_who_entered
        or verdict.outcome != "contradicts"
        or statement.kind in MADE_FOR_PATIENTS
    ):
        return verdict
    if verdict.dimension not in PATIENT_DIMENSIONS:
        return verdict
    told = any(name in text for name in verdict.markers)
    tells = told and statement.kind in asked.answered_by
    return Verdict("aspect", "ok") if tells else Verdict(verdict.dimension, "silent")


@lru_cache(maxsize=200)
def marker_names(text: str) -> frozenset[str]:
    """The markers that the words of a question name: the cohort of a trial that is asked about."""
    values = [found.value for found in read_markers(text)]
    named = frozenset(value.name for value in values if isinstance(value, Marker))
    wider = {whole for whole, parts in OF_RECEPTOR.items() if named & set(parts)}
    return named.union(wider, *(OF_RECEPTOR.get(name, ()) for name in named))


def on_cohort(
    verdicts: Sequence[Verdict], statement: Statement, asked: SubQuestion
) -> list[Verdict]:
    """Whether a result of a trial by name is of just the marker that the question asks for: "in
    PIK3CA wild type"."""
    if not asked.trials or asked.is_choice or statement.kind != "result":
        return []
    named = marker_names(asked.text)
    own = any(v.outcome == "ok" and named.intersection(v.markers) for v in verdicts)
    return [Verdict("aspect", "ok")] if own else []


def is_on_other_time(verdicts: Iterable[Verdict]) -> bool:
    """Whether nothing but its time speaks against a result."""
    against = [each for each in verdicts if each.outcome == "contradicts"]
    return bool(against) and all(
        v.dimension == "trial" and _ON_TIME.match(v.reason) for v in against
    )


_ON_TIME = re.compile(r"is on \d")


def _other_group(text: str, asked: SubQuestion) -> str:
    told, wanted = groups_named(text), groups_named(asked.text)
    if not told or not wanted or told & wanted:
        return ""
    return f"is on {join_with_or(told)}, not on {join_with_or(wanted)}"


SUBSET = re.compile(
    r"(?i)\b(?:low|high|lower|higher) (?P<marker>[A-Z][A-Z0-9]{2,8}) (?:mRNA|(?:gene )?expression)"
    r"|\b(?:in|among|for) (?:the|an?) (?:[\w-]{1,20} ){0,3}(?P<group>subgroup|subset)\b"
)
"""A part of a trial's patients, by how much of a gene was found or as a group by name."""


def _only_subset(text: str, asked: SubQuestion) -> str:
    """Why a result on a part of the trial's patients does not answer a question on all; empty when
    it does."""
    match = SUBSET.search(text)
    if match is None or not asked.outcomes:
        return ""
    named = match["marker"] or match["group"]
    if named.lower() in asked.text.lower() or "sub" in asked.text.lower():
        return ""
    return f"is on part of the trial's patients ({match.group()}), not on all"


def _other_outcome(text: str, asked: SubQuestion) -> str:
    told = recognise_passage(text).names("outcome")
    if told and not asked.outcomes and HARM.search(asked.text):
        return "" if HARM.search(text) else f"is on {join_with_or(told)}, not on adverse events"
    if not asked.outcomes or not told or told & asked.outcomes:
        return ""
    return f"is on {join_with_or(told)}, not on {join_with_or(asked.outcomes)}"


def _other_time(text: str, asked: SubQuestion) -> str:
    told = landmark_months(text)
    if not asked.times or not told or told & asked.times:
        return ""
    return f"is on {time_words(told)}, not on {time_words(asked.times)}"


def trials_of(statement: Statement, words: Iterable[str]) -> frozenset[str]:
    """The keys of the trials that a statement is on, by its fields or the words around it: its
    own, the title and the id of its document."""
    named = [*statement.trials, statement.result.trial if statement.result else ""]
    found = recognise_passage(" · ".join(words)).names("trial", "registration", "pmid")
    return found | {acronym_key(name) for name in named if name}
