"""Removes supportive drugs that the patient already takes from a question on an adverse event."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.question.context.case import Case
from agents.extractive.question.kinds import kinds, treats, words_outside_names
from agents.extractive.question.splitting.segments import UNSAID, QuestionSegment, kind_of
from names.clinical.exposures.supportive import read_taken_remedies, without_taken_remedies
from names.clinical.toxicities import nameless_grades
from names.clinical.values import Measurement, OrganFunction, Toxicity
from names.recognise import recognise


def without_supportive(segment: QuestionSegment, case: Case) -> QuestionSegment:
    """The question without the words on a supportive drug that the patient already takes against an
    adverse event. This drug is not asked about and is no partner of the treatment. The question is
    unchanged if it names the drug again or asks for an interaction."""
    text = segment.text
    taken = read_taken_remedies(text)
    if not taken or not _has_event(case, text):
        return segment
    names = {each.drug for each in taken}
    left = without_taken_remedies(text, taken)
    found = recognise(left)
    if names & found.names("drug") or not any(map(treats, _others(left, case) - names)):
        return segment
    if kinds()["interaction"].asked_by.search(words_outside_names(left, found)):
        return segment
    open_kind = segment.kind == "interaction" or segment.kind in UNSAID
    return replace(segment, text=left, kind=kind_of(left) if open_kind else segment.kind)


def _has_event(case: Case, text: str) -> bool:
    events = (Toxicity, Measurement, OrganFunction)
    told = any(isinstance(fact.value, events) for fact in case.sheet.facts)
    return told or bool(nameless_grades(text))


def _others(text: str, case: Case) -> frozenset[str]:
    return recognise(text).names("drug") | case.drugs
