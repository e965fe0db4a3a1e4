"""What is said of a trial that is asked for by name: whether the sources hold it, which others are
easily taken for it, and what of it no statement shown speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.evidence.collected import Evidence, observations
from agents.matching.asked import Asked
from agents.matching.trials import trials_of
from agents.turns import View
from names.clinical.grammar.times import landmark_months, time_words
from names.recognise import recognise_passage
from names.tables.trials import is_confusable, told_apart, trial_words

MOST_CONFUSED = 2
"""Other trials that are named beside one that is not held. Chosen by hand."""


def trials_shown(shown: Sequence[Evidence]) -> frozenset[str]:
    """The keys of all trials that statements are on."""
    return frozenset(
        trial
        for each in shown
        for trial in trials_of(
            each.judgement.statement,
            (each.words, *(f"{c.title} · {c.ref.id}" for c in each.citations)),
        )
    )


def trial_gaps(asked: Asked, view: View) -> list[str]:
    """Of each trial asked for: that nothing found is on it, or that what is on it does not answer;
    and the trials that are easily taken for it."""
    held = _trials_found(view)
    found = []
    for trial in sorted(asked.trials):
        name = trial_words(trial)
        if trial in held:
            found.append(f"The sources hold {name}, but no statement there that answers this.")
        else:
            found.append(f"The trial {name} is not in the sources searched.")
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
        f"The sources hold {trial_words(other)}, which is another trial"
        f"{f' ({words})' if (words := told_apart(trial, other)) else ''}."
        for other in sorted(held)
        if is_confusable(trial, other)
    ]


def is_result_asked_for(found: Evidence, asked: Asked) -> bool:
    """Whether it is a result of a trial that is asked for by name, on an outcome that is asked for
    or where nothing of the trial is asked for in particular: no topic, number or time."""
    judgement = found.judgement
    if not asked.trials or judgement.statement.kind != "result" or not judgement.answers:
        return False
    particular = asked.topics or asked.numbers or asked.times or asked.aspects or asked.about
    told = recognise_passage(found.words).names("outcome")
    return not particular and (not asked.outcomes or bool(told & asked.outcomes))


def unheard_of_trial(asked: Asked, shown: Sequence[Evidence]) -> list[str]:
    """What is asked of a trial by name and none of the statements shown speaks of: an outcome, a
    time, a marker of a cohort."""
    if not asked.trials or asked.is_choice:
        return []
    words = " ".join(each.words for each in shown)
    told = recognise_passage(words)
    outcomes = asked.outcomes - told.names("outcome")
    times = asked.times - landmark_months(words)
    agreed = {v.reason for e in shown for v in e.judgement.verdicts if v.outcome == "ok"}
    cohorts = asked.statuses - told.names("status") - agreed
    missing = [*sorted(outcomes), *([time_words(times)] if times else []), *sorted(cohorts)]
    which = " and ".join(trial_words(trial) for trial in sorted(asked.trials))
    return [f"No statement found on {which} speaks of {name}." for name in missing]
