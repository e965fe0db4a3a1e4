"""What a message asks of the drugs that its choice is still to bring up: "which TKI, dose, tox?".

No drug is named, so the dose and the adverse reactions are parts on the first options that the
first searches find. Each has its place among the parts from the beginning, so that what is judged
for it keeps its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agents.matching.asked import Asked
from agents.matching.weighing.aspects import AMOUNT
from agents.matching.weighing.ordering import place_of
from agents.turns import View
from retrieval.statements.model import StatementKind

OPEN = "of an option"
"""The kind of a part whose drug is not found yet; nothing is judged or searched for it."""
MOST = 2
"""Options that are asked about. Chosen by hand: an answer has no room for more."""
ASKED_BY: Mapping[str, re.Pattern[str]] = {
    "dose": re.compile(r"\b(?:dos(?:e|es|ing|age)|schedule|posology)\b", re.IGNORECASE),
    "adverse": re.compile(
        r"\b(?:tox(?:icit(?:y|ies))?|side[- ]?effects?|AEs?|adverse (?:events?|reactions?))\b",
        re.IGNORECASE,
    ),
}
ANSWERED_BY: Mapping[str, frozenset[StatementKind]] = {
    "dose": frozenset(("dose",)),
    "adverse": frozenset(("warning",)),
}
"""Kinds of statement that are told: beside a choice only what is exactly asked for."""
SHOWN = {"dose": "dose", "adverse": "side effects"}


def parts_on_options(parts: Sequence[Asked]) -> tuple[tuple[Asked, ...], tuple[Asked, ...]]:
    """The parts without those that ask for the dose or the adverse reactions of a drug still to be
    chosen, and a place for each of these and each option."""
    choice = next((part for part in parts if part.is_choice), None)
    if choice is None or choice.drugs or choice.classes or choice.trials:
        return tuple(parts), ()
    moved = [part for part in parts if part.lacks_drug and part.kind in ASKED_BY and not part.about]
    wanted = {part.kind for part in moved}
    wanted |= {kind for kind, pattern in ASKED_BY.items() if pattern.search(choice.text)}
    places = tuple(
        Asked(text=SHOWN[kind], kind=OPEN, tumours=choice.tumours, option=number)
        for number in range(1, MOST + 1)
        for kind in ASKED_BY
        if kind in wanted
    )
    return tuple(part for part in parts if part not in moved), places


def with_options(follow_ups: Sequence[Asked], parts: Sequence[Asked], view: View) -> list[Asked]:
    """The parts on options with the drugs that the first searches have found."""
    if not any(part.option for part in follow_ups):
        return list(follow_ups)
    options = _options_found(view, parts)
    return [_on_option(part, options) if part.option else part for part in follow_ups]


def _on_option(part: Asked, options: Sequence[str]) -> Asked:
    if part.option > len(options):
        return part
    drug = options[part.option - 1]
    kind = next(kind for kind, shown in SHOWN.items() if shown == part.text)
    return replace(
        part,
        text=f"{part.text} of {drug}",
        kind=kind,
        answered_by=ANSWERED_BY[kind],
        drugs=frozenset((drug,)),
        aspects=frozenset((AMOUNT,)) if kind == "dose" else frozenset(),
    )


def _options_found(view: View, parts: Sequence[Asked]) -> tuple[str, ...]:
    """The lead drugs of what is indicated for just this patient, best first, as the first step has
    found them; none before it is over. What later steps find changes no part."""
    if not view.steps or view.steps[0].pending:
        return ()
    choices = {place for place, part in enumerate(parts) if part.is_choice}
    judged = (
        judgement
        for seen in view.steps[0].observations
        for finding in seen.findings
        if finding.citations and not finding.removed
        for judgement in finding.judgements
        if judgement.part in choices and judgement.is_for_patient and judgement.statement.drugs
    )
    found = sorted(judged, key=lambda each: (*place_of(each), each.statement.drugs))
    return tuple(dict.fromkeys(each.statement.drugs[0] for each in found))[:MOST]


def unanswered_on_options(parts: Sequence[Asked], answered: Sequence[bool]) -> Iterator[str]:
    """What was asked of the options and is not told: not found, or not looked up."""
    for part, is_told in zip(parts, answered, strict=True):
        if part.option and part.kind == OPEN and part.option == 1:
            yield f"Not looked up, since no option was found for sure: the {part.text}."
        elif part.option and part.kind != OPEN and not is_told:
            yield f"No source found answers “{part.text}”."
