"""Grades of events that a question names of a trial, and of no patient."""

from __future__ import annotations

from names.clinical.values import ClinicalValue, Toxicity
from names.recognise import recognise_passage
from names.recognition.trials import is_treatment_had
from names.tables.treatment.event_groups import ANY_EVENT


def is_of_trial(sentence: str, value: ClinicalValue) -> bool:
    """Whether a grade of events that nobody names is of a trial: "grade 3 tox in FLAURA2"."""
    if not isinstance(value, Toxicity) or value.event != ANY_EVENT:
        return False
    trials = recognise_passage(sentence).of("trial", "registration")
    return any(not is_treatment_had(each, sentence) for each in trials)
