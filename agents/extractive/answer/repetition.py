"""Whether a statement says what another one said already."""

from __future__ import annotations

import re

from agents.extractive.evidence.collected import Evidence
from agents.extractive.question.topics import stems
from agents.matching.tumours import ANY_SOLID
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

_SOURCE = re.compile(r"(?<!\s)\s*+\([^()]*\)\s*+(?=[.;]?\s*$)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ALIKE = 0.7
"""Share of words from which on a statement without a new number says the same again."""


def says_again(new: Evidence, old: Evidence) -> bool:
    """Whether a statement has no number and few words that another has not. Two changes of a dose
    in one label differ in what they are for, however alike their words are."""
    kinds = {new.judgement.statement.kind, old.judgement.statement.kind}
    if kinds == {"adjustment"} and new.citations[0].ref == old.citations[0].ref:
        return False
    told, known = _SOURCE.sub("", new.words), _SOURCE.sub("", old.words)
    words = stems(told)
    shared = len(words & stems(known)) / (len(words) or 1)
    return set(_NUMBER.findall(told)) <= set(_NUMBER.findall(known)) and shared >= _ALIKE


def is_for_any_tumour(found: Evidence) -> bool:
    return found.judgement.statement.applies.tumours == (ANY_SOLID,)


def says_more(other: Evidence, found: Evidence) -> bool:
    """Whether another option tells the same more precisely: the partners by name where this one
    names their class ("plus an aromatase inhibitor"), or this tumour where this one is for every
    solid tumour without a satisfactory alternative."""
    told, wide = other.judgement.statement, found.judgement.statement
    head = recognise_passage(found.words.partition(" is indicated")[0])
    further = set(told.drugs) - set(wide.drugs)
    of_class = any(set(drug_classes(each)) & head.names("drug_class") for each in further)
    if of_class and told.drugs[:1] == wide.drugs[:1] and set(told.drugs) > set(wide.drugs):
        return True
    names = {marker.name for rule in wide.applies.requires for marker in rule.any_of}
    same = names & {marker.name for rule in told.applies.requires for marker in rule.any_of}
    return (
        is_for_any_tumour(found) and bool(same) and told.applies.tumours not in ((), (ANY_SOLID,))
    )
