"""Parts on drugs that the answer has yet to find: "which TKI, dose, tox?".

No drug is named. So the dose and the adverse reactions are asked of the first options that the
first searches find. These parts have their numbers from the beginning, so that judgements keep
their part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agents.extractive.question.kinds import kinds
from agents.extractive.question.splitting.circumstances import (
    QuestionContext,
    circumstances_of_case,
    interacting_drugs,
    told_circumstances,
)
from agents.facts.sheet import FactSheet
from agents.matching.ordering import place_by_prior, place_of
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.aspects import AMOUNT
from agents.matching.verdicts import Judgement
from agents.turns import View
from agents.wording.not_found import no_source_answers
from names.clinical.values import ClinicalValue, Exposure
from retrieval.statements.model import StatementKind

OPEN = "of an option"
"""The kind of a part whose drug is not found yet; nothing is judged or searched for it."""
MOST = 4
"""Most parts on options. Chosen by hand: an answer has room for the doses of four drugs, or for the
doses and side effects of two."""
ASKED_BY: Mapping[str, re.Pattern[str]] = {
    "dose": re.compile(
        r"\b(?:dos(?:e|es|ed|ing|age|ages)|schedule|posology|how much"
        r"|how (?:is|are) (?:it|they|this|that|these) (?:given|taken|administered))\b",
        re.IGNORECASE,
    ),
    "adverse": re.compile(
        r"\b(?:tox(?:icit(?:y|ies))?|side[- ]?effects?|AEs?|adverse (?:events?|reactions?))\b",
        re.IGNORECASE,
    ),
}
ANSWERED_BY: Mapping[str, frozenset[StatementKind]] = {
    "dose": frozenset(("dose",)),
    "adverse": frozenset(("warning",)),
}
"""Kinds of statement that answer these parts. Beside a choice only exactly these are told."""
SHOWN = {"dose": "dose", "adverse": "side effects"}


def parts_on_options(
    parts: Sequence[SubQuestion],
) -> tuple[tuple[SubQuestion, ...], tuple[SubQuestion, ...]]:
    """The parts, without those on the dose or adverse reactions of a drug still to be chosen; and
    the places for these questions, one for each option. As (parts, places)."""
    choice = next((part for part in parts if part.is_choice), None)
    if choice is None or choice.drugs or choice.trials:
        return tuple(parts), ()
    moved = [part for part in parts if part.lacks_drug and part.kind in ASKED_BY and not part.about]
    wanted = {part.kind for part in moved}
    wanted |= {kind for kind, pattern in ASKED_BY.items() if pattern.search(choice.text)}
    places = tuple(
        SubQuestion(text=SHOWN[kind], kind=OPEN, tumours=choice.tumours, option=number)
        for number in range(1, MOST // max(1, len(wanted)) + 1)
        for kind in ASKED_BY
        if kind in wanted
    )
    return tuple(part for part in parts if part not in moved), places


def with_options(
    follow_ups: Sequence[SubQuestion], parts: Sequence[SubQuestion], view: View, sheet: FactSheet
) -> list[SubQuestion]:
    """The parts on options with the drugs that the first searches have found."""
    if not any(part.option for part in follow_ups):
        return list(follow_ups)
    options = _drugs_of(_options_found(view, parts), follow_ups)
    return [_on_option(part, options, sheet) if part.option else part for part in follow_ups]


def _on_option(part: SubQuestion, options: Sequence[str], sheet: FactSheet) -> SubQuestion:
    if part.option > len(options):
        return part
    drug = options[part.option - 1]
    kind = next(kind for kind, shown in SHOWN.items() if shown == part.text)
    asked = replace(
        part,
        text=f"{part.text} of {drug}",
        kind=kind,
        answered_by=ANSWERED_BY[kind],
        drugs=frozenset((drug,)),
        aspects=frozenset((AMOUNT,)) if kind == "dose" else frozenset(),
    )
    return _for_patient(asked, sheet) if kind == "dose" else asked


def _for_patient(asked: SubQuestion, sheet: FactSheet) -> SubQuestion:
    """A question on the dose of an option, on the dose with what the patient has. The plain dose
    may be too much for this patient."""
    weighed: tuple[ClinicalValue, ...] = tuple(
        circumstances_of_case(QuestionContext(sheet, asked.text))
    )
    found = tuple(each for each in weighed if not isinstance(each, Exposure))
    if not weighed:
        return asked
    kind = "dose" if found else "interaction"
    about = found or weighed
    taken = interacting_drugs(about)
    return replace(
        asked,
        kind=kind,
        answered_by=kinds()[kind].answered_by,
        aspects=frozenset(),
        about=about,
        focus=f"with {' and '.join(sorted(taken))}" if taken else told_circumstances(about),
    )


def _options_found(view: View, parts: Sequence[SubQuestion]) -> tuple[Judgement, ...]:
    """The judgements of indications for just this patient, best first, from the first step. Empty
    while that step runs. Later steps change nothing. If no indication fits fully, those that need
    one more marker count; the answer names that marker."""
    if not view.steps or view.steps[0].pending:
        return ()
    choices = {place for place, part in enumerate(parts) if part.is_choice}
    judged = [
        judgement
        for seen in view.steps[0].observations
        for finding in seen.findings
        if finding.citations and not finding.removed
        for judgement in finding.judgements
        if judgement.part in choices and judgement.statement.drugs
    ]
    advised = {
        drug
        for each in judged
        if each.answers and each.statement.kind == "recommendation"
        for drug in each.statement.drugs
    }

    def place(each: Judgement) -> tuple[object, ...]:
        drugs = each.statement.drugs
        return drugs[0] not in advised, place_by_prior(each), place_of(each), drugs

    found = [each for each in judged if each.is_for_patient]
    found = sorted(found or [each for each in judged if _is_open_beside_marker(each)], key=place)
    return tuple(found)


def _drugs_of(options: Sequence[Judgement], parts: Sequence[SubQuestion]) -> tuple[str, ...]:
    """The drugs of the options, in order. If several things are asked of each option, only its lead
    drug; otherwise also its partners."""
    several = len({part.text for part in parts if part.option}) > 1
    drugs = [each.statement.drugs[:1] if several else each.statement.drugs for each in options]
    return tuple(dict.fromkeys(drug for each in drugs for drug in each))[:MOST]


def _is_open_beside_marker(judgement: Judgement) -> bool:
    """Whether an indication meets one marker of the patient and depends on another that nobody has
    stated."""
    met = any((v.dimension, v.outcome) == ("marker", "ok") for v in judgement.verdicts)
    return judgement.is_open and met


def unanswered_on_options(parts: Sequence[SubQuestion], answered: Sequence[bool]) -> Iterator[str]:
    """Lines on what was asked of the options and not answered: not found, or not looked up."""
    for part, is_told in zip(parts, answered, strict=True):
        if part.option and part.kind == OPEN and part.option == 1:
            yield f"Not looked up, since no option was found for sure: the {part.text}."
        elif part.option and part.kind != OPEN and not is_told:
            yield no_source_answers(part.shown)
