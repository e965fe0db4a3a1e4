"""Which document states the criteria of a trial, and which these are. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.eligibility.asking import AskedTrial
from agents.eligibility.rules import rules
from agents.eligibility.splitting import PlacedCriterion, criteria_of
from agents.turns.criteria import Criterion, Side
from names.tables.trials import acronym_key
from retrieval.documents import Document
from retrieval.statements.model import Statement

_ACRONYM = re.compile(r"^- Acronym: (.{1,60})$", re.MULTILINE)


def stated_criteria(document: Document, trial: AskedTrial) -> Sequence[PlacedCriterion]:
    """The criteria of the trial that a document states: those of a record of the registry in its
    sections, those of a digest also as single statements."""
    if _is_record(document, trial) and (placed := criteria_of(document.text)):
        return placed
    own = document.kind == "digest"
    return _statements_on(document, trial) if own else ()


def _is_record(document: Document, trial: AskedTrial) -> bool:
    numbers = {each.value.upper() for each in document.facets.identifiers if each.kind == "nct"}
    if trial.number:
        return numbers == {trial.number}
    named = _ACRONYM.search(document.text)
    return len(numbers) == 1 and named is not None and acronym_key(named[1]) == trial.key


def _statements_on(document: Document, trial: AskedTrial) -> list[PlacedCriterion]:
    """What a digest says of who took part in the trial, statement by statement."""
    counted: dict[Side, int] = {"inclusion": 0, "exclusion": 0}
    placed = []
    for each in document.statements:
        if each.kind != "eligibility" or not _is_on(each, document, trial):
            continue
        start, end = each.spans[0]
        words = document.text[start:end]
        side: Side = "exclusion" if rules().digest["excludes"].search(words) else "inclusion"
        counted[side] += 1
        before = rules().digest["before"].match(words)
        criterion = Criterion(side=side, number=str(counted[side]))
        placed.append(PlacedCriterion(criterion, start + (before.end() if before else 0), end))
    return placed


def _is_on(statement: Statement, document: Document, trial: AskedTrial) -> bool:
    named = set(map(acronym_key, statement.trials))
    return bool(named & {trial.key, trial.number}) or (not named and _is_record(document, trial))
