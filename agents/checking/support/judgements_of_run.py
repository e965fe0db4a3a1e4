"""The judgements of a run (statements compared with the patient), by the citation keys of their
words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.matching.judging import judge_for_patient
from agents.matching.verdicts import Judgement
from agents.turns import View


def judgements_under(keys: Sequence[str], view: View) -> Iterator[Judgement]:
    """The comparisons with the patient of the statements whose words stand under these keys."""
    wanted = frozenset(keys)
    for own, judgement in with_keys(view):
        if wanted & frozenset(own):
            yield judgement


def all_judgements(view: View) -> Iterator[Judgement]:
    return (judgement for _, judgement in with_keys(view))


def with_keys(view: View) -> Iterator[tuple[tuple[str, ...], Judgement]]:
    """Every judgement of the run with the keys of the words that it is of. Those made before
    somebody added a fact are made again."""
    for step in view.all_steps:
        stale = any(step is each for each in view.earlier_steps)
        for observation in step.observations:
            for finding in observation.findings:
                keys = tuple(citation.key for citation in finding.citations)
                for judgement in finding.judgements:
                    if stale:
                        yield keys, judge_for_patient(judgement.statement, view.sheet)
                    else:
                        yield keys, judgement


def with_words(view: View, under: Sequence[str] = ()) -> Iterator[tuple[Judgement, str]]:
    """Every judgement of the run, or those of statements ``under`` keys, with their words."""
    wanted = frozenset(under)
    for keys, judgement in with_keys(view):
        if not under or wanted & frozenset(keys):
            yield judgement, " ".join(view.citations[k].quote for k in keys if k in view.citations)
