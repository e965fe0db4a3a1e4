"""Which statements of a long document are shown where a step made many searches. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from agents.checking.documents.shown_documents import room_for
from agents.cores import OPEN_DOCUMENT
from agents.matching.dimensions import CIRCUMSTANCES, PATIENT_DIMENSIONS
from agents.matching.verdicts import Judgement
from agents.turns import Finding, View
from agents.wording.counts import count_of
from names.tables.treatment.safety import facts_spoken_of
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
LONG_WHOLE = 4_000
"""Characters of statements from which on a document that was opened is shown without those for
others that say nothing of what it was opened for. Chosen by hand: some forty statements."""
_FACT = "fact: "
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


def queries_of_opened(view: View) -> Mapping[str, str]:
    """What each document was opened for, by call."""
    actions = (action for step in view.all_steps for action in step.thought.actions)
    return {
        each.call_id: str(each.arguments.get("query", ""))
        for each in actions
        if each.tool == OPEN_DOCUMENT
    }


def far_refusals(findings: Sequence[Finding], query: str) -> Mapping[str, bool]:
    """The keys of the stretches of a long document that are none for this patient and say nothing
    of what it was opened for."""
    groups = _groups(findings)
    weights = _weights(groups, query)
    if sum(map(_size, groups)) <= LONG_WHOLE:
        return {}
    far = (each for each in groups if _is_refused(each) and _nearness(each, weights) < NEAR)
    return {finding.citations[0].key: True for each in far for finding in each}


def beyond_room(
    findings: Sequence[Finding], part: Part, told: Collection[str] = ()
) -> Mapping[str, bool]:
    """The keys of the stretches that are not shown, each with whether it is none for this patient:
    the statements nearest to the patient and the query are shown, as far as there is room. Those
    that were *told* before in the same words take none."""
    groups = _groups(findings)
    weights = _weights(groups, part.query)
    scores = {id(group): _score(group, weights) for group in groups}
    untold = {id(group): _is_on_untold_marker(group, weights) for group in groups}
    ranked = sorted(groups, key=lambda e: (_is_refused(e), untold[id(e)], -scores[id(e)]))
    asked = _facts_of_words(weights)
    left: dict[str, bool] = {}
    used = 0
    for group in ranked:
        used += _size(group, told)
        is_far = _is_refused(group) or scores[id(group)] < NEAR
        fits = not untold[id(group)] and _is_advice_that_fits(group)
        fits = fits or (not _is_refused(group) and bool(_facts_of(group) & asked))
        room = 2 * part.room if fits else 0 if is_far else part.room
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
    """The words of the query and the facts that it speaks of, the rarer in the document the
    heavier: "QTc" stands for "QT interval", too."""
    held = Counter(word for each in groups for word in _words_of(each))
    return {
        word: math.log((1 + len(groups)) / (1 + held[word]))
        for word in {*words(query), *_facts_in(query)} & set(held)
    }


def _facts_in(text: str) -> frozenset[str]:
    """The facts that matter for safety, in names that are no words of a text."""
    return frozenset(f"{_FACT}{name}" for name in facts_spoken_of(text))


def _words_of(group: _Group) -> frozenset[str]:
    """The words of a statement, of the heading that it stands under, and of its kind."""
    told = [each.text for each in group]
    stated = (each.statement for finding in group for each in finding.judgements)
    told += (f"{each.heading} {each.kind}" for each in stated)
    return frozenset(words(" ".join(told))) | _facts_in(" ".join(told))


def _score(group: _Group, weights: Mapping[str, float]) -> float:
    told = max((_of_judgement(each) for f in group for each in f.judgements), default=0.0)
    asked, own = _facts_of_words(weights), _facts_of(group)
    if not (asked and own) or asked & own:
        return _nearness(group, weights) + told
    # A dose in hepatic impairment, where renal impairment was asked for: neither that it is a dose
    # nor the word that both have brings it near.
    of_facts = {word for name in asked for word in words(name)}
    others = {word: weight for word, weight in weights.items() if word not in of_facts}
    return _nearness(group, others) + max(0.0, told - WEIGHT)


def _facts_of(group: _Group) -> frozenset[str]:
    return _facts_of_words(_words_of(group))


def _facts_of_words(told: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in told if word.startswith(_FACT))


def _nearness(group: _Group, weights: Mapping[str, float]) -> float:
    return sum(weights.get(word, 0.0) for word in _words_of(group))


def _size(group: _Group, told: Collection[str] = ()) -> int:
    quotes = (each.citations[0] for each in group)
    return sum(len(each.quote) for each in quotes if each.key not in told)


def _is_on_untold_marker(group: _Group, weights: Mapping[str, float]) -> bool:
    """Whether a statement asks for a marker of which nobody has told anything, and which the query
    does not name: such a one is shown where room is left."""
    open_markers = (
        verdict.markers
        for finding in group
        for each in finding.judgements
        for verdict in each.verdicts
        if verdict.dimension == "marker" and verdict.outcome == "silent" and verdict.missing
    )
    return any(not set(words(" ".join(each))) & set(weights) for each in open_markers)


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
