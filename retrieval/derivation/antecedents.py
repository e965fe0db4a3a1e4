"""Statements that say nothing by themselves, with the one before that they point to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from names.entities import EntityKind
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage
from retrieval.statements.model import Span, Statement

_POINTING = filtered_pattern(
    r"\A(?:(?:The (?:cohort|combination|latter|former)|This|These|They)\b"
    r"|(?:In|Of|Among|For|By|With|From|After) (?:that|this|these|those|the same|both|them|it)\b)"
    r"|\b(?:in|of|from) (?:that|these|those|the same) (?:\w{1,20} )?(?:arms?|cohorts?|trials?"
    r"|stud(?:y|ies)|series|populations?|patients|women|men|analys[ei]s|groups?)\b"
)
"""How words point to a sentence before: "In that cohort", "of these patients"."""
_OF_TRIAL = filtered_pattern(r"\b(?:[Tt]his|[Tt]he) (?:trial|study)\b")
"""How words point to what the whole document is on."""
MOST_BEFORE = 3
"""Sentences that are taken along at most, each pointing to the one before. Chosen by hand."""


_TRIALS: tuple[EntityKind, ...] = ("trial", "registration", "pmid")


def points_back(words: str, title: str = "") -> bool:
    """Whether words speak of a cohort, a trial or patients that neither they nor the title of
    their document name."""
    on_trial = bool(_OF_TRIAL.search(words))
    named = recognise_passage(f"{words} · {title}" if on_trial else words)
    return (on_trial or bool(_POINTING.search(words))) and not named.of(*_TRIALS)


def with_antecedents(statements: Sequence[Statement], text: str, title: str) -> list[Statement]:
    """The statements, in the order of the text; one that points back has the words before it that
    it points to among its spans, so that it is never quoted without them."""
    found: list[Statement] = []
    for place, statement in enumerate(statements):
        before: list[Span] = []
        at = place
        while at and len(before) < MOST_BEFORE and points_back(_claim(statements[at], text), title):
            at -= 1
            before.append(statements[at].spans[0])
        own = frozenset(statement.spans)
        added = tuple(span for span in reversed(before) if span not in own)
        found.append(replace(statement, spans=(*statement.spans, *added)))
    return found


def _claim(statement: Statement, text: str) -> str:
    start, end = statement.spans[0]
    return text[start:end]
