"""The criteria that a run has found, judged. Pure: the check calls it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.eligibility.asking import AskedTrial, trials_to_compare
from agents.eligibility.judging import judge_criterion
from agents.facts.sheet import Fact, FactSheet
from agents.turns import View
from agents.turns.criteria import JudgedCriterion


def judged_criteria(view: View, sheet: FactSheet) -> tuple[JudgedCriterion, ...]:
    """Each criterion that was found, held against the facts, in the order of the records. Of
    several records of a trial the first original counts."""
    found = [
        (finding.criterion, finding.citations[0])
        for step in view.all_steps
        for observation in step.observations
        for finding in observation.findings
        if finding.criterion is not None
    ]
    record = {criterion.trial: each.ref for criterion, each in reversed(found)}
    originals = [(criterion, each) for criterion, each in found if each.kind == "original"]
    record |= {criterion.trial: each.ref for criterion, each in reversed(originals)}
    judged: dict[tuple[str, str], JudgedCriterion] = {}
    for criterion, citation in found:
        if citation.ref == record[criterion.trial]:
            told = judge_criterion(criterion, criterion.words_of(citation.quote), sheet)
            judged[criterion.trial, citation.key] = replace(told, key=citation.key)
    return tuple(judged.values())


def by_trial(
    view: View, judged: Sequence[JudgedCriterion]
) -> Iterator[tuple[AskedTrial, tuple[JudgedCriterion, ...]]]:
    """Each trial that is asked about, with its criteria; none where its record was not found."""
    asked = trials_to_compare(view.question.text)
    for trial in asked:
        own = tuple(each for each in judged if each.criterion.trial == trial_label(trial, asked))
        yield trial, own


def trial_label(trial: AskedTrial, asked: Sequence[AskedTrial]) -> str:
    """What is written beside a criterion of the trial: nothing where no other is asked about."""
    return trial.number_or_acronym if len(asked) > 1 else ""


def _summary(trial: AskedTrial, judged: Sequence[JudgedCriterion], view: View) -> str:
    """How the criteria of a trial stand, in a sentence that counts them."""
    counted = Counter(each.effect for each in judged)
    conflicts = sum(each.verdict == "conflict" for each in judged)
    told = [
        f"{counted['for']} {_verb(counted['for'])} for taking part",
        f"{counted['against']} against it",
        f"{counted['open']} {'is' if counted['open'] == 1 else 'are'} open",
    ]
    disputed = f", {conflicts} of them because facts contradict each other" if conflicts else ""
    of_which = f"that a digest of {trial.name} states" if of_digest(view, judged) else ""
    of_which = of_which or f"of {trial.name}"
    if len(judged) == 1:
        (only,) = judged
        effect = {"for": "speaks for taking part", "against": "speaks against it"}
        return f"The one criterion {of_which} {effect.get(only.effect, 'is open')}{disputed}."
    return f"Of the {len(judged)} criteria {of_which}, {', '.join(told)}{disputed}."


def of_digest(view: View, judged: Sequence[JudgedCriterion]) -> bool:
    """Whether they are those of a digest, which states some of a record's criteria."""
    known = view.citations
    return any(known[each.key].kind == "digest" for each in judged if each.key in known)


def _verb(number: int) -> str:
    return "speaks" if number == 1 else "speak"


def criteria_told(view: View) -> tuple[str, ...]:
    """How the criteria of each trial stand, in a sentence for each of which some were found."""
    told = by_trial(view, judged_criteria(view, view.sheet))
    return tuple(_summary(trial, own, view) for trial, own in told if own)


def keep_criteria(
    criteria: Sequence[JudgedCriterion], view: View, facts: Sequence[Fact]
) -> tuple[JudgedCriterion, ...]:
    """The criteria whose verdict comes out again when each is judged once more."""
    if not criteria:
        return ()
    again = judged_criteria(view, replace(view.sheet, facts=tuple(facts)))
    return tuple(each for each in criteria if each in again)
