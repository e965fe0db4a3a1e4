"""The criteria that a run has found, judged. Pure: the check calls it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from agents.eligibility.asking import trial_to_compare
from agents.eligibility.judging import judge_criterion
from agents.facts.sheet import Fact, FactSheet
from agents.turns import View
from agents.turns.criteria import JudgedCriterion


def judged_criteria(view: View, sheet: FactSheet) -> tuple[JudgedCriterion, ...]:
    """Each criterion that was found, held against the facts, in the order of the record. Of several
    records of the trial the first original counts."""
    found = [
        (finding.criterion, finding.citations[0])
        for step in view.all_steps
        for observation in step.observations
        for finding in observation.findings
        if finding.criterion is not None
    ]
    records = sorted((citation for _, citation in found), key=lambda each: each.kind != "original")
    judged: dict[str, JudgedCriterion] = {}
    for criterion, citation in found:
        if citation.ref == records[0].ref:
            told = judge_criterion(criterion, criterion.words_of(citation.quote), sheet)
            judged[citation.key] = replace(told, key=citation.key)
    return tuple(judged.values())


def summary_of(view: View, judged: Sequence[JudgedCriterion]) -> str:
    """How the criteria of the trial that is asked about stand, in a sentence that counts them."""
    counted = Counter(each.effect for each in judged)
    conflicts = sum(each.verdict == "conflict" for each in judged)
    told = [
        f"{counted['for']} {_verb(counted['for'])} for taking part",
        f"{counted['against']} against it",
        f"{counted['open']} {'is' if counted['open'] == 1 else 'are'} open",
    ]
    disputed = f", {conflicts} of them because facts contradict each other" if conflicts else ""
    trial = trial_to_compare(view.question.text)
    which = (
        f"criteria that a digest of {trial} states"
        if of_digest(view, judged)
        else (f"criteria of {trial}")
    )
    return f"Of the {len(judged)} {which}, {', '.join(told)}{disputed}."


def of_digest(view: View, judged: Sequence[JudgedCriterion]) -> bool:
    """Whether they are those of a digest, which states some of a record's criteria."""
    known = view.citations
    return any(known[each.key].kind == "digest" for each in judged if each.key in known)


def _verb(number: int) -> str:
    return "speaks" if number == 1 else "speak"


def criteria_told(view: View) -> tuple[str, ...]:
    """How the criteria of a trial stand, once more; nothing where none were found."""
    judged = judged_criteria(view, view.sheet)
    return (summary_of(view, judged),) if judged else ()


def keep_criteria(
    criteria: Sequence[JudgedCriterion], view: View, facts: Sequence[Fact]
) -> tuple[JudgedCriterion, ...]:
    """The criteria whose verdict comes out again when each is judged once more."""
    if not criteria:
        return ()
    again = judged_criteria(view, replace(view.sheet, facts=tuple(facts)))
    return tuple(each for each in criteria if each in again)
