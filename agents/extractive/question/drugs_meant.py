"""Which drugs a question means that points at them: "can we use it?", "which of them"."""

from __future__ import annotations

import re

from agents.extractive.question.context.case import Case, blamed_beside
from agents.extractive.question.context.case_drugs import wished_drugs
from agents.extractive.question.splitting.split_by_entity import OF_ALL, treatments_among
from names.clinical.values import Therapy
from names.recognise import recognise

LAST_SENTENCE = re.compile(r"(?<=[.?!;])\s")
"""The place between two sentences. The last sentence of a case is the one that asks, even without a
question mark."""
POINTS_AT_DRUG = re.compile(
    r"(?i)\b(?:use|give|have|offer|get|start|try|add|prescribe) (?:it|this|that|them)\b"
    r"|\b(?:is|are) (?:it|this|that|they) (?:still |really )?"
    r"(?:an option|indicated|approved|licensed|available|allowed|possible|right|valid)\b"
)


def drugs_meant(
    asked: frozenset[str], text: str, case: Case, remedies: frozenset[str]
) -> frozenset[str]:
    """The drugs asked about. Words that point to several drugs ("which of them") mean all drugs of
    the case that have not failed. If the question names remedies of an event, the drugs that caused
    the event are meant."""
    if OF_ALL.search(text) and not treatments_among(recognise(text).names("drug")):
        failed = {
            drug
            for therapy in case.sheet.of(Therapy)
            if therapy.outcome == "progressed"
            for drug in therapy.drugs
        }
        asked = treatments_among(case.drugs - failed) or asked
    asked = asked or wished_drugs(text, case.message) or _drugs_pointed_at(text, case)
    if not remedies:
        return asked
    return asked - remedies or case.drugs - remedies or blamed_beside(remedies, case)


def _drugs_pointed_at(asks: str, case: Case) -> frozenset[str]:
    """The cancer drugs of the sentence before that "it" means: "she asks about X plus Y. Can we use
    it?" Not those that she has had or has."""
    if not POINTS_AT_DRUG.search(asks):
        return frozenset()
    had = {drug for therapy in case.sheet.of(Therapy) for drug in therapy.drugs}
    for sentence in reversed(LAST_SENTENCE.split(case.message.partition(asks)[0])):
        if found := treatments_among(recognise(sentence).names("drug")):
            return found - had
    return frozenset()
