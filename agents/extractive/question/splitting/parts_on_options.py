"""What a message asks of the drugs that its choice is still to bring up: "which TKI, dose, tox?".

No drug is named, so the dose and the adverse reactions are parts on the first options that the
first searches find. Each has its place among the parts from the beginning, so that what is judged
for it keeps its number.
"""

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
"""Parts on options. Chosen by hand: an answer has no room for more than the doses of four drugs, or
the doses and side effects of two."""
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
"""Kinds of statement that are told: beside a choice only what is exactly asked for."""
SHOWN = {"dose": "dose", "adverse": "side effects"}


def parts_on_options(
    parts: Sequence[SubQuestion],
) -> tuple[tuple[SubQuestion, ...], tuple[SubQuestion, ...]]:
    """The parts without those that ask for the dose or the adverse reactions of a drug still to be
    chosen, and a place for each of these and each option."""
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
    """A question on the dose of an option as one on the dose for what the patient has: the plain
    dose is not said to whom it may be too much."""
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
    """What is indicated for just this patient, best first, as the first step has found it; none
    before it is over. What later steps find changes no part. Where nothing fits in full, what hangs
    on a further marker that nobody has stated, which is said beside it."""
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
    """The drugs of the options in order: the lead drugs where several things are asked of them,
    else with what they are given with."""
    several = len({part.text for part in parts if part.option}) > 1
    drugs = [each.statement.drugs[:1] if several else each.statement.drugs for each in options]
    return tuple(dict.fromkeys(drug for each in drugs for drug in each))[:MOST]


def _is_open_beside_marker(judgement: Judgement) -> bool:
    """Whether it hangs on a marker that nobody has stated, beside one that the patient has."""
    met = any((v.dimension, v.outcome) == ("marker", "ok") for v in judgement.verdicts)
    return judgement.is_open and met


def unanswered_on_options(parts: Sequence[SubQuestion], answered: Sequence[bool]) -> Iterator[str]:
    """What was asked of the options and is not told: not found, or not looked up."""
    for part, is_told in zip(parts, answered, strict=True):
        if part.option and part.kind == OPEN and part.option == 1:
            yield f"Not looked up, since no option was found for sure: the {part.text}."
        elif part.option and part.kind != OPEN and not is_told:
            yield no_source_answers(part.shown)
