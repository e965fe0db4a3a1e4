"""Which statements of a long document are shown where a step made many searches. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.checking.documents.shown_documents import room_for
from agents.matching.dimensions import CIRCUMSTANCES, PATIENT_DIMENSIONS
from agents.matching.verdicts import Judgement
from agents.turns import Finding, View
from agents.wording.counts import count_of
from retrieval.documents import DocumentRef
from retrieval.statements.model import SAFETY
from retrieval.text.words import words

_TOLD_BY_PATIENT = PATIENT_DIMENSIONS | CIRCUMSTANCES
FIT = 2.0
"""What it counts that a statement asks for a fact which the patient has; a rare word of the query
counts about as much. Chosen by hand."""
WEIGHTY = SAFETY | {"dose"}
WEIGHT = 1.5
"""What it counts that a statement tells a dose, or of harm. Chosen by hand."""
NEAR = 1.0
"""The score from which a statement is near: one word of the query that is rare in the document, a
fact of the patient, a dose or a harm. Chosen by hand."""
_ADVICE = frozenset(("indication", "recommendation", "dose"))
_Group = list[Finding]
"""A statement: its claim, and the limits that travel with it."""


@dataclass(frozen=True, slots=True)
class Part:
    """What of a document is shown: as much as there is room for, nearest to a query."""

    query: str
    room: int


def parts_shown(view: View) -> Mapping[tuple[str, DocumentRef], Part]:
    """The documents that are shown as far as there is room, by call."""
    queries = {
        action.call_id: str(action.arguments.get("query", ""))
        for step in view.all_steps
        for action in step.thought.actions
    }
    return {
        (seen.call_id, shown.ref): Part(queries.get(seen.call_id, ""), room)
        for step in view.all_steps
        for seen in step.observations
        for shown in seen.offered
        if (room := room_for(seen, step)) is not None
    }


def beyond_room(findings: Sequence[Finding], part: Part) -> Mapping[str, bool]:
    """The keys of the stretches that are not shown, each with whether it is none for this patient:
    the statements nearest to the patient and the query are shown, as far as there is room."""
    groups = _groups(findings)
    weights = _weights(groups, part.query)
    scores = {id(group): _score(group, weights) for group in groups}
    ranked = sorted(groups, key=lambda each: (_is_refused(each), -scores[id(each)]))
    left: dict[str, bool] = {}
    used = 0
    for group in ranked:
        used += sum(len(each.citations[0].quote) for each in group)
        is_far = _is_refused(group) or scores[id(group)] < NEAR
        room = 2 * part.room if _is_advice_that_fits(group) else 0 if is_far else part.room
        if used > room and group is not ranked[0]:
            left |= {each.citations[0].key: _is_refused(group) for each in group}
    return left


def beyond_room_line(left: Mapping[str, bool]) -> str:
    """That statements are not shown, and how many of them are none for this patient."""
    if not left:
        return ""
    none = sum(left.values())
    of_them = f", {none} of them not for this patient" if none else ""
    return f"Not shown: {count_of(len(left), 'statement')}{of_them}."


def _groups(findings: Sequence[Finding]) -> list[_Group]:
    """The stretches of each statement, in the order of the text."""
    found: dict[str, _Group] = {}
    for finding in findings:
        judged = finding.judgements[0].statement.id if finding.judgements else ""
        found.setdefault(judged or finding.citations[0].key, []).append(finding)
    return list(found.values())


def _weights(groups: Sequence[_Group], query: str) -> Mapping[str, float]:
    """The words of the query, the rarer in the document the heavier."""
    held = Counter(word for each in groups for word in _words_of(each))
    return {
        word: math.log((1 + len(groups)) / (1 + held[word]))
        for word in set(words(query)) & set(held)
    }


def _words_of(group: _Group) -> frozenset[str]:
    """The words of a statement, of the heading that it stands under, and of its kind."""
    told = [each.text for each in group]
    stated = (each.statement for finding in group for each in finding.judgements)
    told += (f"{each.heading} {each.kind}" for each in stated)
    return frozenset(words(" ".join(told)))


def _score(group: _Group, weights: Mapping[str, float]) -> float:
    near = sum(weights.get(word, 0.0) for word in _words_of(group))
    return near + max((_of_judgement(each) for f in group for each in f.judgements), default=0.0)


def _of_judgement(judgement: Judgement) -> float:
    fits = sum(
        each.outcome == "ok" and each.dimension in _TOLD_BY_PATIENT for each in judgement.verdicts
    )
    return FIT * fits + WEIGHT * (judgement.statement.kind in WEIGHTY)


def _is_advice_that_fits(group: _Group) -> bool:
    """Whether it says what may be given, and asks for a fact that the patient has."""
    return not _is_refused(group) and any(
        each.statement.kind in _ADVICE and _of_judgement(each) >= FIT
        for finding in group
        for each in finding.judgements
    )


def _is_refused(group: _Group) -> bool:
    judged = [each for finding in group for each in finding.judgements]
    return bool(judged) and all(each.reason and not each.only_asks_to_check for each in judged)
