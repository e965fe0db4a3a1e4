"""Follow-ups that stay on the trial of the question before."""

from __future__ import annotations

from agents.extractive.question.kinds import kinds
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.trials import HARM


def stays_on_trial(
    own: SubQuestion, before: SubQuestion, *, same_kind: bool, on_drug: bool
) -> bool:
    """Whether a follow-up is on the trial of the question before. A gene that it names is a cohort
    of the trial if it asks the same: "and in the BRAF mutated ones?". ``on_drug``: it asks what is
    asked of a drug; of a trial that is only its harm."""
    if own.trials or own.drugs or own.tumours or (own.genes and not same_kind):
        return False
    return not on_drug or _asks_harm_of_trial(own, before)


def _asks_harm_of_trial(own: SubQuestion, before: SubQuestion) -> bool:
    """Whether a short follow-up on a trial's results asks for its adverse events: "and grade 3
    AEs?". What is to be done about them it does not ask."""
    brief = len(own.text.split()) <= SHORT_OF_TRIAL
    asked = before.kind == "trial_result" and own.kind == "adverse" and HARM.search(own.text)
    return brief and bool(asked) and not kinds()["adverse"].asked_in_case_by.search(own.text)


SHORT_OF_TRIAL = 6
"""Most words of a follow-up that asks for a trial's adverse events. Chosen by hand: longer ones say
what they are about."""
