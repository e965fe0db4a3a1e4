"""The draft: for each part the bottom line and its points; then what is not for this patient, what
is missing and what was not found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.checking.calculations import calculated_values, calculation_sentence
from agents.cores import ToolCard
from agents.extractive.answer.gaps import gap_of_part
from agents.extractive.answer.limits import (
    join_limits,
    lacks_dose,
    limits_said,
    met_limits,
    partner_effect,
    with_unsuited,
)
from agents.extractive.answer.publishers import said_by_others
from agents.extractive.answer.selection import (
    Selected,
    beside_options,
    brought_up,
    select,
)
from agents.extractive.answer.unweighed import (
    not_understood,
    not_weighed,
    unanswered_drugs,
    uncovered_names,
)
from agents.extractive.answer.weighing import (
    caution_of,
    condition_of,
    earlier_treatment,
    is_conditional,
)
from agents.extractive.answer.wording import (
    excluded_options,
    headline,
    missing_facts,
    not_an_option,
    other_route,
)
from agents.extractive.evidence.collected import Evidence, evidence, observations, unavailable
from agents.extractive.question.of_options import unanswered_on_options
from agents.extractive.question.parsing import ParsedQuestion, parse_question
from agents.extractive.question.requests.values import CALCULATION, formulas_asked
from agents.extractive.question.silos import named_silos
from agents.extractive.question.small_talk import asks_about_steps
from agents.extractive.question.splitting.things import surplus_of
from agents.facts.sheet import FactSheet
from agents.matching.asked import Asked
from agents.matching.circumstances import CLEARANCE
from agents.matching.premises import NO_OPTION, ended_approvals_named, flawed_premises
from agents.turns import Calculated, Draft, DraftSentence, QuestionPart, View
from names.clinical.values import OrganFunction
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

NOTE = "These are statements of the sources cited, compared with the facts as understood."
MOST_OPENED = 8
"""Quotes of an opened step that are shown again. Chosen by hand."""


def draft(view: View, cards: Sequence[ToolCard]) -> Draft:
    """The answer to the run's question, or what an earlier step found."""
    if asks_about_steps(view.question.text, cards):
        return opened_steps(view)
    parsed = parse_question(view, cards)
    parts = selections(view, cards, parsed)
    sentences = [s for part, chosen in enumerate(parts) for s in sentences_of(chosen, part)]
    if sentences:
        sentences = [*_premises(view), *_ended_approvals(view, parts), *sentences]
    return Draft(
        sentences=tuple(_once(sentences)),
        not_found=not_found(view, cards, parsed, parts),
        note=note_of(parsed),
        facts=parsed.sheet.facts,
        excluded=tuple(_unique([e for chosen in parts for e in excluded_options(chosen)])),
        calculated=tuple(
            _unique(
                [
                    *(value for chosen in parts for value in chosen.calculated),
                    *_values_behind(parts, parsed.sheet),
                ]
            )
        ),
        missing=tuple(_unique([m for chosen in parts for m in missing_facts(chosen)])),
        unweighed=not_weighed(parsed, parts),
        unread=not_understood(parsed, parts),
        parts=question_parts(parsed, parts, cards, view),
    )


def _premises(view: View) -> list[DraftSentence]:
    """What the question takes for granted and is not so, said first."""
    return [
        DraftSentence(text=said, role="headline", basis="matching")
        for said in flawed_premises(view.question.text)
    ]


def _ended_approvals(view: View, parts: Sequence[Selected]) -> list[DraftSentence]:
    """The approvals asked about that ended, where no statement found says so."""
    choice = any(chosen.asked.is_choice and chosen.asked.drugs for chosen in parts)
    heard = any(e.judgement.statement.kind == "status" for p in parts for e in p.answers)
    if not choice or heard:
        return []
    return [
        DraftSentence(text=said, role="headline", basis="matching")
        for said in ended_approvals_named(view.question.text)
    ]


def selections(
    view: View, cards: Sequence[ToolCard], parsed: ParsedQuestion
) -> tuple[Selected, ...]:
    """What was found for each part, sorted out; the follow-ups for the options found."""
    chosen: list[Selected] = []
    options: frozenset[str] = frozenset()
    for part, asked in enumerate((*parsed.parts, *parsed.follow_ups)):
        own = options if part >= len(parsed.parts) else frozenset()
        if part >= len(parsed.parts) and not options:
            chosen.append(Selected(asked, (), (), (), ()))
            continue
        if asked.kind == CALCULATION:
            chosen.append(Selected(asked, (), (), (), (), calculated=_values(asked, parsed.sheet)))
            continue
        held = evidence(view, cards, part)
        if asked.option:
            held = tuple(e for e in held if e.judgement.statement.kind in asked.answered_by)
        found = select(asked, held, own)
        chosen.append(found if part < len(parsed.parts) else beside_options(found))
        if asked.is_choice:
            options |= frozenset(brought_up(found))
    for number, (place, asked) in enumerate(parsed.relaxed, start=len(chosen)):
        if not sentences_of(chosen[place], 0):
            again = select(asked, evidence(view, cards, number), frozenset())
            if again.answers:
                chosen[place] = replace(again, relaxed=surplus_of(chosen[place].asked))
    return tuple(_with_limits(chosen, parsed, view, cards))


def _with_limits(
    chosen: Sequence[Selected], parsed: ParsedQuestion, view: View, cards: Sequence[ToolCard]
) -> list[Selected]:
    """The parts, those that nothing answers with what the sources say of their drugs and just a
    fact that the patient has."""
    found = list(chosen)
    open_parts = {place for place, each in enumerate(chosen) if not sentences_of(each, 0)}
    first = len(parsed.parts) + len(parsed.follow_ups) + len(parsed.relaxed)
    for number, (place, asked) in enumerate(parsed.limits, start=first):
        if place in open_parts:
            limited = met_limits(select(asked, evidence(view, cards, number), frozenset()))
            found[place] = join_limits(found[place], limited)
    for number, (place, asked) in enumerate(parsed.indications, start=first + len(parsed.limits)):
        looked_up = select(asked, evidence(view, cards, number), frozenset())
        found[place] = with_unsuited(found[place], looked_up)
    return found


def _values(asked: Asked, sheet: FactSheet) -> tuple[Calculated, ...]:
    """The values that a part asks for, and what was computed on the way to them."""
    wanted = formulas_asked(asked.text, sheet)
    values = calculated_values(sheet.facts)
    found = [each for each in values if each.formula in wanted]
    inputs = {name for each in found for name, _ in each.inputs}
    return tuple(each for each in values if each in found or each.name in inputs)


def _values_behind(parts: Sequence[Selected], sheet: FactSheet) -> tuple[Calculated, ...]:
    """The values that the rules of an organ's function were compared with."""
    rules = {
        (rule.organ, rule.measure or CLEARANCE)
        for chosen in parts
        for each in (*chosen.answers, *chosen.excluded, *chosen.near)
        for rule in each.judgement.statement.applies.organ
    }
    compared = {
        fact.value.measure
        for fact in sheet.facts
        if fact.rule and isinstance(fact.value, OrganFunction)
        if (fact.value.organ, fact.value.measure) in rules
    }
    return tuple(value for value in calculated_values(sheet.facts) if value.name in compared)


def sentences_of(selected: Selected, part: int) -> list[DraftSentence]:
    """The bottom line, then the points of one part."""
    if selected.calculated:
        return [
            DraftSentence(
                text=calculation_sentence(each), role="headline", basis="calculation", part=part
            )
            for each in selected.calculated
        ]
    first = [not_an_option(each, part, selected) for each in selected.unsuited]
    first += said_by_others(selected.answers, selected.asked, part)
    first += [*other_route(selected, part), *headline(selected, part)]
    if first and only_excludes(selected):
        none = DraftSentence(text=NO_OPTION, role="headline", basis="matching", part=part)
        first.insert(0, none)
    first += partner_effect(selected, part)
    for place, each in enumerate((*selected.other_route, *selected.answers)):
        lead = not first or bool(selected.asked.partners or selected.asked.publishers)
        role = "headline" if lead and place == 0 else "point"
        first.append(
            DraftSentence(
                text=told(each, selected),
                keys=each.keys,
                role="headline" if role == "headline" else "point",
                part=part,
            )
        )
    return first


def only_excludes(selected: Selected) -> bool:
    """Whether options were asked for, and nothing but what is none was found."""
    asked = selected.asked
    named = asked.drugs or asked.classes or asked.trials
    return asked.is_choice and not named and not selected.answers and bool(selected.excluded)


def told(found: Evidence, selected: Selected) -> str:
    """The statement's words; before them its drug, where only the document's title says it and
    they do not speak of its class."""
    words = found.words
    if is_conditional(found, selected.asked):
        hangs_on = condition_of(found) or earlier_treatment(found)
        words = f"Only with {hangs_on}: {words}"
    elif selected.asked.is_choice and (caution := caution_of(found)):
        words = f"Missing is {caution}: {words}"
    asked = selected.asked.drugs & frozenset(found.drugs)
    if not asked or any(name.lower() in words.lower() for name in found.drugs):
        return words
    classes = recognise_passage(words).names("drug_class")
    if any(classes & drug_classes(drug) for drug in asked):
        return words
    return f"{sorted(asked)[0]}: {words}"


def question_parts(
    parsed: ParsedQuestion,
    parts: Sequence[Selected],
    cards: Sequence[ToolCard],
    view: View,
) -> tuple[QuestionPart, ...]:
    """Each question of the message with its gap, if it has one; empty for a single question."""
    if len(parsed.parts) < 2:
        return ()
    return tuple(
        QuestionPart(
            question=chosen.asked.shown,
            gap=None if sentences_of(chosen, 0) else gap_of_part(chosen, parsed, view, cards),
        )
        for chosen in parts[: len(parsed.parts)]
    )


def note_of(parsed: ParsedQuestion) -> str:
    """How the answer was made, and how the question was read when that was not plain."""
    told = [NOTE]
    told += [f"I read “{written}” as {name}." for written, name in parsed.guessed]
    if parsed.taken_over:
        told.append(f"Taken over from the thread: {', '.join(parsed.taken_over)}.")
    return " ".join(told)


def not_found(
    view: View,
    cards: Sequence[ToolCard],
    parsed: ParsedQuestion,
    parts: Sequence[Selected],
) -> tuple[str, ...]:
    """What was asked for and no statement speaks of, and the silos that did not answer."""
    lines = [
        f"No source found answers “{chosen.asked.shown}”."
        for chosen in parts[: len(parsed.parts)]
        if len(parsed.parts) > 1 and not sentences_of(chosen, 0)
    ]
    heard = {c.ref.silo for chosen in parts for e in chosen.answers for c in e.citations}
    down = unavailable(view)
    names = [silo for asked in parsed.parts for silo in named_silos(asked.text, cards)]
    lines += [
        f"Nothing in {silo.replace('_', ' ')}, which the question names, speaks to it."
        for silo in dict.fromkeys(names)
        if silo not in heard and silo.replace("_", " ") not in down
    ]
    lines += [
        f"Missing: {gap_of_part(chosen, parsed, view, cards).name}."
        for chosen in parts[: len(parsed.parts)]
        if (only_excludes(chosen) or lacks_dose(chosen)) and sentences_of(chosen, 0)
    ]
    lines += [uncovered for chosen in parts for uncovered in uncovered_names(chosen, view)]
    lines += [
        f"Nothing shown is on {name}, which the message names."
        for name in unanswered_drugs(parsed, parts)
    ]
    lines += [
        f"No source found ties this to {' or '.join(sorted(chosen.relaxed))}; the"
        " statements shown do not ask for it."
        for chosen in parts
        if chosen.relaxed
    ]
    lines += unanswered_on_options(
        [chosen.asked for chosen in parts], [bool(chosen.answers) for chosen in parts]
    )
    lines += [limits_said(chosen) for chosen in parts if chosen.limits]
    if down:
        lines.append(f"Not available just now, so not searched: {', '.join(down)}.")
    return tuple(dict.fromkeys(lines))


def _once(sentences: Sequence[DraftSentence]) -> list[DraftSentence]:
    seen: dict[str, DraftSentence] = {}
    for sentence in sentences:
        seen.setdefault(sentence.text, sentence)
    return list(seen.values())


def _unique(values: Sequence[object]) -> list:  # type: ignore[type-arg]
    return list(dict.fromkeys(values))


def opened_steps(view: View) -> Draft:
    """What the opened steps asked and found: their lines as a note, their quotes to cite."""
    seen = [o for o in observations(view) if o.tool == "open_step" and o.outcome == "data"]
    sentences: dict[str, DraftSentence] = {}
    for observation in seen:
        for finding in observation.findings:
            for citation in finding.citations:
                line = DraftSentence(text=citation.quote.strip(), keys=(citation.key,))
                sentences.setdefault(citation.key, line)
    details = tuple(line for o in seen for line in o.detail.splitlines() if line.strip())
    failed = tuple(o.detail for o in observations(view) if o.outcome != "data" and o.detail)
    if not sentences:
        return Draft(sentences=(), not_found=details or failed)
    return Draft(sentences=tuple(sentences.values())[:MOST_OPENED], note=" ".join(details))
