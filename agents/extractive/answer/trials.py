"""What is said of a trial that is asked for by name: whether the sources hold it, which others are
easily taken for it, and what of it no statement shown speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.evidence.cited_statements import CitedStatement, observations
from agents.matching.patient.tumours import join_with_or
from agents.matching.premises import group_not_found_sentence
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.trials import groups_named, is_on_other_time, trials_of
from agents.turns import DraftSentence, View
from agents.wording.not_found import (
    held_for_other_time,
    similar_trial_held,
    trial_does_not_answer,
    trial_not_held,
    trial_says_nothing_of,
)
from names.clinical.grammar.times import landmark_months, time_words
from names.recognise import recognise_passage
from names.tables.trials import difference_of_trials, is_confusable, trial_words

MOST_OF_OTHER_TIME = 2
"""Results on another time than the one asked for. Chosen by hand."""
MOST_CONFUSED = 2
"""Other trials that are named beside one that is not held. Chosen by hand."""


def trials_shown(shown: Sequence[CitedStatement]) -> frozenset[str]:
    """The keys of all trials that statements are on."""
    return frozenset(
        trial
        for each in shown
        for trial in trials_of(
            each.judgement.statement,
            (each.words, *(f"{c.title} · {c.ref.id}" for c in each.citations)),
        )
    )


def trial_gaps(asked: SubQuestion, view: View) -> list[str]:
    """Of each trial asked for: that nothing found is on it, or that what is on it does not answer;
    and the trials that are easily taken for it."""
    held = _trials_found(view)
    found = []
    for trial in sorted(asked.trials):
        name = trial_words(trial)
        if trial in held:
            found.append(trial_does_not_answer(name))
        else:
            found.append(trial_not_held(name))
            found += _confusable(trial, held)[:MOST_CONFUSED]
    return found


def _trials_found(view: View) -> frozenset[str]:
    """The trials that the titles of all documents found name, or that statements found are on."""
    seen = observations(view)
    titles = " · ".join(title for each in seen for title in each.titles)
    told = (
        trials_of(judgement.statement, ())
        for each in seen
        for finding in each.findings
        for judgement in finding.judgements
    )
    return recognise_passage(titles).names("trial", "registration").union(*told)


def _confusable(trial: str, held: frozenset[str]) -> list[str]:
    return [
        similar_trial_held(trial_words(other), difference_of_trials(trial, other))
        for other in sorted(held)
        if is_confusable(trial, other)
    ]


def is_result_asked_for(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether it is a result of a trial that is asked for by name, on an outcome that is asked for
    or where nothing of the trial is asked for in particular: no topic, number or time."""
    judgement = found.judgement
    if judgement.statement.kind != "result" or not judgement.answers:
        return False
    if not asked.trials or asked.asks_who_entered:
        return False
    particular = asked.topics or asked.numbers or asked.times or asked.aspects or asked.about
    told = recognise_passage(found.words).names("outcome")
    return not particular and (not asked.outcomes or bool(told & asked.outcomes))


def trial_aspects_not_found(asked: SubQuestion, shown: Sequence[CitedStatement]) -> list[str]:
    """What is asked of a trial by name and none of the statements shown on it speaks of: an
    outcome, a time, a marker of a cohort. Of several trials each is asked for its outcome."""
    if not asked.trials or asked.is_choice:
        return []
    words = " ".join(each.words for each in shown)
    told = recognise_passage(words)
    times = asked.times - landmark_months(words)
    agreed = {v.reason for e in shown for v in e.judgement.verdicts if v.outcome == "ok"}
    cohorts = asked.statuses - told.names("status") - agreed
    missing = [*([time_words(times)] if times else []), *sorted(cohorts)]
    which = " and ".join(trial_words(trial) for trial in sorted(asked.trials))
    found = [trial_says_nothing_of(which, name) for name in missing]
    for trial in sorted(asked.trials):
        own = " ".join(each.words for each in shown if trial in trials_shown([each]))
        outcomes = asked.outcomes - recognise_passage(own).names("outcome")
        found += [trial_says_nothing_of(trial_words(trial), name) for name in sorted(outcomes)]
    return found


def held_at_other_times(near: Sequence[CitedStatement], asked: SubQuestion) -> list[str]:
    """What results of a trial that is asked for by name say of another time than the one asked
    for, where only that speaks against them."""
    if not asked.trials or not asked.times:
        return []
    held = [each for each in near if is_on_other_time(each.judgement.contradictions)]
    return [held_for_other_time(each.words) for each in held[:MOST_OF_OTHER_TIME]]


def group_headline(
    answers: Sequence[CitedStatement], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """What is said first where a trial is asked for a group of its patients, and no statement shown
    is on just that: "cohort A", where the figure is of all."""
    if not asked.trials or not answers:
        return ()
    told = [groups_named(each.words) for each in answers]
    groups = [each for each in sorted(groups_named(asked.text)) if {each} not in told]
    if not groups:
        return ()
    text = group_not_found_sentence(join_with_or(groups))
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)


def outside_trial_headline(
    answers: Sequence[CitedStatement], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """What is said first where a trial is asked for and the markers of the patient rule out the
    ones that all of its results shown are on."""
    if not asked.trials or not answers:
        return ()
    reasons = [
        [
            v.reason
            for v in e.judgement.verdicts
            if v.dimension == "marker" and v.outcome == "silent"
        ]
        for e in answers
    ]
    told = dict.fromkeys(reason for each in reasons for reason in each if reason)
    if not told or not all(any(each) for each in reasons):
        return ()
    text = f"This patient is none of those that the results are on: {'; '.join(told)}."
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)
