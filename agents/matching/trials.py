"""What is asked of a trial by name: its outcome and its time. Another one is no answer."""

from __future__ import annotations

from collections.abc import Iterable

from agents.matching.asked import Asked
from agents.matching.tumours import either
from agents.matching.verdicts import Verdict
from names.clinical.grammar.times import landmark_months, time_words
from names.recognise import recognise_passage
from names.tables.trials import acronym_key
from retrieval.statements.model import Statement


def judge_trial(statement: Statement, text: str, asked: Asked) -> list[Verdict]:
    """Where a trial is asked for by name: whether a result is of an outcome and a time asked for.
    A result that names no outcome, or no time, is silent."""
    if not asked.trials or asked.is_choice or statement.kind != "result":
        return []
    return [
        Verdict("trial", "contradicts", reason=reason)
        for reason in (_other_outcome(text, asked), _other_time(text, asked))
        if reason
    ]


def _other_outcome(text: str, asked: Asked) -> str:
    told = recognise_passage(text).names("outcome")
    if not asked.outcomes or not told or told & asked.outcomes:
        return ""
    return f"is on {either(told)}, not on {either(asked.outcomes)}"


def _other_time(text: str, asked: Asked) -> str:
    told = landmark_months(text)
    if not asked.times or not told or told & asked.times:
        return ""
    return f"is on {time_words(told)}, not on {time_words(asked.times)}"


def trials_of(statement: Statement, words: Iterable[str]) -> frozenset[str]:
    """The keys of the trials that a statement is on, by its fields or the words around it: its
    own, the title and the id of its document."""
    named = [*statement.trials, statement.result.trial if statement.result else ""]
    found = recognise_passage(" · ".join(words)).names("trial", "registration", "pmid")
    return found | {acronym_key(name) for name in named if name}
