"""What an answer says of a trial that the question names: whether the sources hold the trial, which
other trials have a similar name, and which outcomes or times no statement shown speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.evidence.cited_statements import CitedStatement, observations
from agents.matching.patient.tumours import join_with_or
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.trial_entry import names_measure_asked, stages_not_told
from agents.matching.subject.trials import (
    TELLS_FIGURE,
    circumstances_named,
    group_markers,
    groups_named,
    is_on_group,
    is_on_other_time,
    markers_in,
    names_of_groups,
    trials_of,
)
from agents.turns import DraftSentence, View
from agents.wording.not_found import (
    NO_OPEN_TRIAL,
    NO_REGISTRY,
    found_on_other_patients,
    group_not_found_sentence,
    held_for_other_time,
    other_patients_sentence,
    similar_trial_held,
    similar_trials_held,
    trial_does_not_answer,
    trial_not_held,
    trial_not_shown_on,
    trial_says_nothing_of,
)
from names.clinical.grammar.times import landmark_months, time_words
from names.clinical.markers.expression import groups_by_score_not_told
from names.recognise import recognise_passage
from names.tables.trials import difference_of_trials, is_confusable, trial_words

_MEDIAN = re.compile(r"(?i)\bmedians?\b")
_TAKES_PATIENTS = re.compile(r"(?i)(?<!not )(?<!not yet )\brecruiting\b")
MOST_OF_OTHER_TIME = 2
"""Results shown that are for another time than the time asked for. Chosen by hand."""
MOST_CONFUSED = 2
"""Trials with a similar name that are listed beside a trial that the sources lack. Chosen by
hand."""


def trials_shown(shown: Sequence[CitedStatement]) -> frozenset[str]:
    """The keys of all trials that the statements shown are on."""
    return frozenset(
        trial
        for each in shown
        for trial in trials_of(
            each.judgement.statement,
            (each.words, *(f"{c.title} · {c.ref.id}" for c in each.citations)),
        )
    )


def trial_gaps(asked: SubQuestion, view: View) -> list[str]:
    """One line for each trial asked for: the sources do not hold it, or they hold it and do not
    answer. For a trial that is not held, further lines name held trials with a similar name."""
    held = _trials_found(view) if asked.trials else frozenset()
    found = []
    for trial in sorted(asked.trials):
        name = trial_words(trial)
        if trial in held:
            found.append(trial_does_not_answer(name))
        else:
            found.append(trial_not_held(name))
            found += _confusable(trial, held)
    return found


def _trials_found(view: View) -> frozenset[str]:
    """The trials that the titles of all documents found name, or that statements found are on."""
    seen = observations(view)
    # Each title is read alone, because other questions meet it again (cache).
    titles = (
        recognise_passage(title).names("trial", "registration")
        for title in dict.fromkeys(title for each in seen for title in each.titles)
    )
    told = (
        trials_of(judgement.statement, ())
        for each in seen
        for finding in each.findings
        for judgement in finding.judgements
    )
    return frozenset().union(*titles, *told)


def _confusable(trial: str, held: frozenset[str]) -> list[str]:
    others = [each for each in sorted(held) if is_confusable(trial, each)][:MOST_CONFUSED]
    told = [(trial_words(each), difference_of_trials(trial, each)) for each in others]
    plain = [name for name, difference in told if not difference]
    found = [similar_trial_held(name, difference) for name, difference in told if difference]
    return found + ([similar_trials_held(plain)] if plain else [])


def is_result_asked_for(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is a result of a trial that the question names. If the question names
    outcomes, the result must be on one of them. False if the question asks for more than that: a
    topic, a number, a time or an aspect."""
    judgement = found.judgement
    if judgement.statement.kind != "result" or not judgement.answers:
        return False
    if not asked.trials or asked.asks_who_entered:
        return False
    particular = asked.topics or asked.numbers or asked.times or asked.aspects or asked.about
    told = recognise_passage(found.words).names("outcome")
    return not particular and (not asked.outcomes or bool(told & asked.outcomes))


def is_trial_of_regimen(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is the result of a trial of just the regimen asked for, in the patient's
    tumour and line. Further facts of the patient make it match the words less, and it holds."""
    statement = found.judgement.statement
    agreed = {v.dimension for v in found.judgement.verdicts if v.outcome == "ok"}
    return (
        statement.kind == "result"
        and bool(statement.trials)
        and len(asked.drugs) > 1
        and frozenset(statement.drugs) == asked.drugs
        and {"tumour", "line"} <= agreed
    )


def trial_aspects_not_found(
    asked: SubQuestion, shown: Sequence[CitedStatement], view: View
) -> list[str]:
    """Lines on what is asked of a named trial and not said by any statement shown: an outcome, a
    time, a marker of a cohort. If several trials are named, each outcome is checked for each
    trial. Of an outcome that only a statement found and not shown speaks of, just that is said."""
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
        held = _outcomes_found(trial, view) if outcomes else frozenset()
        name = trial_words(trial)
        found += [trial_says_nothing_of(name, each) for each in sorted(outcomes - held)]
        found += [trial_not_shown_on(name, each) for each in sorted(outcomes & held)]
        if _MEDIAN.search(asked.text):
            told_else = asked.outcomes - outcomes - _medians_told(trial, shown)
            found += [trial_says_nothing_of(name, f"the median {each}") for each in told_else]
    return found


def _medians_told(trial: str, shown: Sequence[CitedStatement]) -> frozenset[str]:
    """The outcomes of a trial of which a statement shown tells a median."""
    own = (e.words for e in shown if trial in trials_shown([e]) and _MEDIAN.search(e.words))
    return frozenset().union(*(recognise_passage(words).names("outcome") for words in own))


def _outcomes_found(trial: str, view: View) -> frozenset[str]:
    """The outcomes that the statements found on a trial speak of, shown or not."""
    told = {
        citation.quote
        for seen in observations(view)
        for finding in seen.findings
        for citation in finding.citations
        if not finding.removed
        for judgement in finding.judgements
        if trial in trials_of(judgement.statement, (citation.quote, citation.title))
    }
    return frozenset().union(*(recognise_passage(each).names("outcome") for each in told))


def one_for_each_outcome(
    answers: Sequence[CitedStatement], asked: SubQuestion
) -> list[CitedStatement]:
    """The best result on each outcome that is asked of each trial, if several outcomes are asked
    for. Further results on the first one, such as those of subgroups, come behind."""
    found = []
    for trial in sorted(asked.trials) if len(asked.outcomes) > 1 else ():
        own = [each for each in answers if trial in trials_shown([each])]
        for outcome in sorted(asked.outcomes):
            on_it = (e for e in own if outcome in recognise_passage(e.words).names("outcome"))
            found += list(on_it)[:1]
    return found


def trials_not_open(asked: SubQuestion, shown: Sequence[CitedStatement]) -> list[str]:
    """Lines that no trial shown is known to take patients, if a trial is looked for, and that only
    a registry knows which do."""
    if not (asked.asks_for_trial or asked.asks_who_recruits) or not shown:
        return []
    told = asked.trials or any(_TAKES_PATIENTS.search(each.words) for each in shown)
    return [NO_REGISTRY] if told else [NO_OPEN_TRIAL, NO_REGISTRY]


def held_at_other_times(near: Sequence[CitedStatement], asked: SubQuestion) -> list[str]:
    """Lines with results of a named trial that are for another time than the time asked for, if the
    time is the only thing against them."""
    if not asked.trials or not asked.times:
        return []
    held = [each for each in near if is_on_other_time(each.judgement.contradictions)]
    return [held_for_other_time(each.words) for each in held[:MOST_OF_OTHER_TIME]]


def group_headline(
    answers: Sequence[CitedStatement], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """A headline that no statement shown is on just the group of patients asked for: the question
    says "cohort A" or names a gene, the figure is for all patients. Empty if a statement is on the
    group."""
    if not asked.trials or asked.is_choice or not answers:
        return ()
    lettered = [groups_named(each.words) for each in answers]
    groups = [each for each in sorted(groups_named(asked.text)) if {each} not in lettered]
    own = [each for each in answers if _is_on_group(each, asked)]
    if not own or (len(own) < len(answers) and not any(map(_tells_result, own))):
        groups += names_of_groups(asked.text)
    if not asked.asks_who_entered:
        told = {text for e in answers for text in (e.words, e.citations[0].title)}
        heard = frozenset().union(*map(circumstances_named, told))
        groups += sorted(circumstances_named(asked.text) - heard)
    said = " ".join(each.words for each in answers)
    groups += [*groups_by_score_not_told(asked.text, said), *stages_not_told(asked.text, said)]
    if not groups:
        return ()
    text = group_not_found_sentence(join_with_or(groups))
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)


def on_group_asked(answers: Sequence[CitedStatement], asked: SubQuestion) -> list[CitedStatement]:
    """The answers on just the group of a trial's patients whose marker the question names; all
    answers if there is none. The figure of all patients may be another one. If the question names
    no marker, those on the patient's own come first. Of who entered by the limit of a measure only
    what speaks of that organ tells anything."""
    if asked.asks_who_entered:
        answers = [each for each in answers if names_measure_asked(asked.text, each.words)]
    if not asked.trials or asked.is_choice:
        return list(answers)
    wanted = circumstances_named(asked.text)
    own = [
        each
        for each in answers
        if is_on_group(each.judgement) or wanted & circumstances_named(each.words)
    ]
    if (group_markers(asked) or wanted) and any(map(_tells_result, own)):
        return own
    return [*own, *(each for each in answers if each not in own)]


def _tells_result(found: CitedStatement) -> bool:
    """Whether a statement says what came of a group: a figure, or that nothing follows for it."""
    is_caveat = found.judgement.statement.kind != "result"
    return is_caveat or bool(TELLS_FIGURE.search(found.words))


def _is_on_group(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement is on just the group asked for, or its whole document is."""
    named = group_markers(asked)
    needs = found.judgement.statement.applies.requires
    rules = [frozenset(pattern.name for pattern in rule.any_of) for rule in needs]
    wider = any(rule & named and rule - named for rule in rules)
    titled = bool(markers_in(found.citations[0].title) & named)
    return (titled and not wider) or is_on_group(found.judgement)


def other_patients_headline(
    answers: Sequence[CitedStatement], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """A headline that the patients whom every statement shown is on differ from this one: by the
    tumour, the setting, the line, a marker. Empty if one statement is for this patient."""
    told = dict.fromkeys(each.judgement.other_patients for each in answers)
    if not told or not all(told):
        return ()
    text = other_patients_sentence(tuple(told), of_trial=bool(asked.trials))
    return (DraftSentence(text=text, role="headline", basis="matching", part=part),)


def other_population(
    answers: Sequence[CitedStatement], near: Sequence[CitedStatement], asked: SubQuestion, part: int
) -> tuple[DraftSentence, ...]:
    """That what was found of a trial is on other patients, if nothing else speaks against its
    statements: "SOLO1 in BRCA wild type". Empty if a statement answers."""
    if not asked.trials or asked.is_choice or answers:
        return ()
    held = [e for e in near if is_of_other_patients(e, asked) and asked.trials & trials_shown([e])]
    held.sort(key=lambda each: each.judgement.statement.kind != "design")
    for each in held[:1]:
        names = " and ".join(trial_words(trial) for trial in sorted(asked.trials))
        drugs = " and ".join(each.judgement.statement.drugs)
        what = f"{names} ({drugs})" if drugs else names
        text = found_on_other_patients(what, each.judgement.reason)
        return (
            DraftSentence(text=text, keys=each.keys, role="headline", basis="matching", part=part),
            DraftSentence(text=each.told, keys=each.told_keys, role="point", part=part),
        )
    return ()


def is_of_other_patients(found: CitedStatement, asked: SubQuestion) -> bool:
    """Whether a statement on a trial asked for is none for this patient by a marker alone."""
    against = found.judgement.contradictions
    told = bool(asked.trials) and found.judgement.statement.kind in ("design", "result")
    return told and bool(against) and all(each.dimension == "marker" for each in against)
