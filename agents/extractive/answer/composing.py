"""Writes the draft: the sentences of each part, refused options, what is missing or not found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.checking.calculations import calculated_values
from agents.cores import ToolCard
from agents.extractive.answer.dissent import dissents_used, silent_voices, with_dissents
from agents.extractive.answer.gaps import gap_of_part, lines_on_message
from agents.extractive.answer.halves_not_shown import halves_not_shown
from agents.extractive.answer.order.ended_approvals import drugs_without_end, told_by_tables
from agents.extractive.answer.order.lower_doses import with_lower_doses_named
from agents.extractive.answer.order.refusals import behind_refusals
from agents.extractive.answer.order.repeated_sentences import said_once
from agents.extractive.answer.patient.barred_options import with_indication, without_barred
from agents.extractive.answer.patient.changes import what_changed
from agents.extractive.answer.patient.doses_with_finding import (
    requests_not_told,
    without_doses_alone,
)
from agents.extractive.answer.patient.joined_limits import joined_limits_said, with_limits_beside
from agents.extractive.answer.patient.joint_treatments import with_joint_treatments
from agents.extractive.answer.patient.limits import (
    beside_options,
    contradictions_said,
    doses_said,
    join_limits,
    keep_applicable_limits,
    lacks_dose,
    limits_said,
    premises_said,
    with_rule_on_uncertainty,
)
from agents.extractive.answer.patient.patient_warnings import only_on_type_1, with_warnings_first
from agents.extractive.answer.patient.unproven_facts import is_named
from agents.extractive.answer.patient.weighing_parts import weigh_parts
from agents.extractive.answer.selection.other_options import (
    drugs_to_look_up,
    is_refused_by_patient,
    with_options_for_variant,
    with_other_marker,
    with_other_options,
    without_halves_refused,
)
from agents.extractive.answer.selection.statements import PartHits, select
from agents.extractive.answer.sentences import only_excludes, sentences_of, with_measures
from agents.extractive.answer.trials import held_at_other_times
from agents.extractive.answer.untold_drugs.driver_options import others_untold
from agents.extractive.answer.unweighed_facts import (
    names_object,
    not_understood,
    not_weighed,
    unanswered_drugs,
    uncovered_names,
)
from agents.extractive.answer.wording import excluded_options, missing_facts
from agents.extractive.evidence.cited_statements import (
    CitedStatement,
    cited_statements,
    statements_by_patient,
    titles_of,
    unavailable_silos,
)
from agents.extractive.evidence.opened_steps import opened_steps
from agents.extractive.own_rules.own_question import question_of_run
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.calculations import CALCULATION, formulas_asked
from agents.extractive.question.silos import named_silos
from agents.extractive.question.small_talk import asks_about_steps
from agents.extractive.question.splitting.parts_on_options import unanswered_on_options
from agents.extractive.question.splitting.segments import what_is_not_read
from agents.extractive.question.splitting.split_by_entity import relaxable_constraints
from agents.extractive.records.answering import (
    in_record_order,
    is_on_records,
    left_out_of_records,
    note_on_records,
)
from agents.facts.sheet import FactSheet
from agents.matching.patient.circumstances import CLEARANCE
from agents.matching.sub_question import SubQuestion
from agents.turns import CalculatedValue, Draft, QuestionPart, View
from agents.wording.not_found import (
    missing_here,
    no_source_answers,
    no_source_speaks_of,
    not_available,
    nothing_shown_on,
    nothing_ties,
    part_speaks_not_of,
    read_as,
    silo_answers_nothing,
    silo_not_shown,
)
from names.clinical.values import OrganFunction
from retrieval.declaration.record_cards import RECORD

NOTE = "These are statements of the sources cited, compared with the facts as understood."


def draft(view: View, cards: Sequence[ToolCard]) -> Draft:
    """The answer to the run's question, or the contents of an earlier step that it asks for."""
    if asks_about_steps(view.question.text, cards):
        return opened_steps(view)
    parsed = question_of_run(view, cards)
    parts = selections(view, cards, parsed)
    sentences = [s for part, chosen in enumerate(parts) for s in sentences_of(chosen, part)]
    differ = dissents_used(view, cards, sentences)
    sentences = with_dissents(sentences, differ)
    ended = told_by_tables(parsed, parts, is_answered=bool(sentences))
    if sentences or ended:
        first = [
            *doses_said(view, parts),
            *(halves_not_shown(parsed, parts) if sentences else ()),
            *contradictions_said(parsed),
            *premises_said(view),
        ]
        sentences = [*first, *behind_refusals(ended, sentences, parts)]
    values = [value for chosen in parts for value in chosen.calculated]
    return Draft(
        sentences=tuple(said_once(sentences)),
        not_found=(
            *not_found(view, cards, parsed, parts),
            *drugs_without_end(parsed, sentences),
            *silent_voices(view, cards, differ),
        ),
        note=with_measures(
            parts, note_of(parsed, what_changed(view, parsed.added, sentences), view, cards)
        ),
        facts=parsed.sheet.facts,
        excluded=tuple(_unique([e for chosen in parts for e in excluded_options(chosen)])),
        calculated=tuple(_unique([*values, *_values_behind(parts, parsed.sheet)])),
        missing=tuple(_unique([m for chosen in parts for m in missing_facts(chosen)])),
        unweighed=not_weighed(parsed, parts),
        unread=() if is_on_records(parsed) else not_understood(parsed, parts),
        parts=question_parts(parsed, parts, cards, view),
    )


def selections(
    view: View, cards: Sequence[ToolCard], parsed: ParsedQuestion
) -> tuple[PartHits, ...]:
    """The selection of statements for each part and for each follow-up on the options found."""
    chosen: list[PartHits] = []
    options: frozenset[str] = frozenset()
    offered: list[CitedStatement] = []
    for part, asked in enumerate((*parsed.parts, *parsed.follow_ups)):
        own = options if part >= len(parsed.parts) else frozenset()
        if part >= len(parsed.parts) and not options:
            chosen.append(PartHits(asked, (), (), (), ()))
            continue
        held = cited_statements(view, cards, part)
        if asked.kind in OTHERWISE:
            chosen.append(_not_weighed_selection(asked, held, parsed.sheet))
            continue
        if asked.option:
            held = tuple(e for e in held if e.judgement.statement.kind in asked.answered_by)
        found = select(asked, without_doses_alone(held, offered) if own else held, own)
        chosen.append(found if part < len(parsed.parts) else beside_options(found))
        if asked.is_choice:
            options |= frozenset(drugs_to_look_up(found))
            offered += found.answers
    for number, (place, asked) in enumerate(parsed.relaxed, start=len(chosen)):
        if not sentences_of(chosen[place], 0):
            again = select(asked, cited_statements(view, cards, number), frozenset())
            if again.answers:
                left_out = relaxable_constraints(chosen[place].asked)
                chosen[place] = replace(again, left_out=left_out - relaxable_constraints(asked))
    return tuple(without_halves_refused(_with_limits(chosen, parsed, view, cards)))


OTHERWISE = frozenset((CALCULATION, RECORD))
"""Kinds of part whose answer is not weighed for the patient."""


def _not_weighed_selection(
    asked: SubQuestion, held: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The values or the records that a part asks for."""
    if asked.kind == RECORD:
        return PartHits(asked, in_record_order(held, asked), (), (), ())
    return PartHits(asked, (), (), (), (), calculated=_values(asked, sheet))


def _with_limits(
    chosen: Sequence[PartHits], parsed: ParsedQuestion, view: View, cards: Sequence[ToolCard]
) -> Sequence[PartHits]:
    """The selections: a part that nothing answers with statements on a fact of the patient, others
    with rules on facts not asked about, a part on a dose with the indications of its drug."""
    found = list(chosen)
    open_parts = {place for place, each in enumerate(chosen) if not sentences_of(each, 0)}
    offers: dict[int, Sequence[CitedStatement]] = {}
    others_of: dict[int, PartHits] = {}
    first = len(parsed.parts) + len(parsed.follow_ups) + len(parsed.relaxed)
    for number, (place, asked) in enumerate(parsed.limits, start=first):
        limited = select(asked, cited_statements(view, cards, number), frozenset())
        with_limits = join_limits if place in open_parts else with_limits_beside
        found[place] = with_limits(found[place], keep_applicable_limits(limited))
    for number, (place, asked) in enumerate(parsed.indications, start=first + len(parsed.limits)):
        held = cited_statements(view, cards, number)
        if asked.drugs and found[place].asked.kind not in ("dose", "interaction"):
            offers[place] = select(asked, held, frozenset()).answers
        elif asked.drugs:
            looked_up = select(asked, held, frozenset())
            found[place] = with_indication(found[place], looked_up, held, parsed.sheet)
        else:
            found[place] = with_rule_on_uncertainty(found[place], held)
    first += len(parsed.limits) + len(parsed.indications)
    for number, (place, asked) in enumerate(parsed.instead, start=first):
        held = cited_statements(view, cards, number)
        found[place] = with_other_marker(found[place], held, parsed.sheet)
        others_of[place] = select(asked, held, frozenset())
        if is_refused_by_patient(found[place]):
            found[place] = with_other_options(found[place], others_of[place])
    pool = [e for part in range(len(parsed.all_parts)) for e in cited_statements(view, cards, part)]
    pools = statements_by_patient(view, cards, parsed.all_parts)
    weighing = weigh_parts(found, pools, parsed, offers)
    weighed = (without_barred(each, pool, parsed.sheet) for each in weighing)
    warned = (only_on_type_1(with_warnings_first(each, pool, parsed)) for each in weighed)
    joint = (with_joint_treatments(each, pool, parsed.sheet) for each in warned)
    told = [with_options_for_variant(e, others_of.get(n)) for n, e in enumerate(joint)]
    return with_lower_doses_named(told, pool)


def _values(asked: SubQuestion, sheet: FactSheet) -> tuple[CalculatedValue, ...]:
    """The computed values that a part asks for, and values that were computed as their inputs."""
    wanted = formulas_asked(asked.text, sheet)
    values = calculated_values(sheet.facts)
    found = [each for each in values if each.formula in wanted]
    inputs = {name for each in found for name, _ in each.inputs}
    return tuple(each for each in values if each in found or each.name in inputs)


def _values_behind(parts: Sequence[PartHits], sheet: FactSheet) -> tuple[CalculatedValue, ...]:
    """The computed values with which rules on an organ's function were compared."""
    rules = {
        (rule.organ, rule.measure or CLEARANCE)
        for chosen in parts
        for each in (*chosen.answers, *chosen.excluded, *chosen.neighbours)
        for rule in each.judgement.statement.applies.organ
    }
    compared = {
        fact.value.measure
        for fact in sheet.facts
        if fact.rule and isinstance(fact.value, OrganFunction)
        if (fact.value.organ, fact.value.measure) in rules
    }
    return tuple(value for value in calculated_values(sheet.facts) if value.name in compared)


def question_parts(
    parsed: ParsedQuestion,
    parts: Sequence[PartHits],
    cards: Sequence[ToolCard],
    view: View,
) -> tuple[QuestionPart, ...]:
    """Each question of the message with its gap, if it has one; empty for a single question."""
    if len(parsed.parts) < 2:
        return ()
    found, said = [], set[str]()
    common, is_told = lines_on_message(parsed, view, cards), False
    for chosen in parts[: len(parsed.parts)]:
        own = {each.text for each in sentences_of(chosen, 0)}
        # Sentences told before answer this part only if they speak of its effect or outcome.
        told = bool(own - said) or (bool(own) and names_object(chosen) and not chosen.limits)
        gap = None if told else gap_of_part(chosen, parsed, view, cards, is_alone=not is_told)
        is_told = is_told or bool(gap and common and all(each in gap.detail for each in common))
        found.append(QuestionPart(question=chosen.asked.shown, gap=gap))
        said |= own
    return tuple(found)


def note_of(parsed: ParsedQuestion, changed: str, view: View, cards: Sequence[ToolCard]) -> str:
    """How the answer was made, and how the question was read. ``changed``: the changes since the
    previous answer."""
    told = [changed] if is_on_records(parsed) else [changed, NOTE]
    told.append(note_on_records(parsed, view, cards))
    told += [read_as(written, name) for written, name in parsed.guessed]
    if parsed.taken_over and not changed:
        told.append(f"Taken over from the thread: {', '.join(parsed.taken_over)}.")
    return " ".join(filter(None, (*told, what_is_not_read(parsed.text))))


def not_found(
    view: View,
    cards: Sequence[ToolCard],
    parsed: ParsedQuestion,
    parts: Sequence[PartHits],
) -> tuple[str, ...]:
    """Lines on what was asked and no statement speaks of, and on silos that did not answer."""
    lines = [
        no_source_answers(chosen.asked.shown)
        for chosen in parts[: len(parsed.parts)]
        if len(parsed.parts) > 1 and not sentences_of(chosen, 0)
    ]
    lines += [
        each
        for chosen in parts
        if len(parsed.parts) > 1 and not sentences_of(chosen, 0)
        for each in held_at_other_times(chosen.neighbours, chosen.asked)
    ]
    heard = {c.ref.silo for chosen in parts for e in chosen.answers for c in e.citations}
    down = unavailable_silos(view)
    names = (s for e in parsed.parts if e.kind != RECORD for s in named_silos(e.text, cards))
    silent = [silo for silo in dict.fromkeys(names) if silo not in heard and silo not in down]
    held = {silo for chosen in parts for silo in chosen.answered_in}
    lines += map(silo_not_shown, titles_of([e for e in silent if e in held], cards))
    lines += map(silo_answers_nothing, titles_of([e for e in silent if e not in held], cards))
    lines += [
        missing_here(gap_of_part(chosen, parsed, view, cards).name)
        for chosen in parts[: len(parsed.parts)]
        if (only_excludes(chosen) or lacks_dose(chosen)) and sentences_of(chosen, 0)
    ]
    lines += [line for chosen in parts for line in _lines_on_uncovered(chosen, parts, view)]
    lines += map(nothing_shown_on, unanswered_drugs(parsed, parts))
    lines += requests_not_told(parts[: len(parsed.parts)], parts[len(parsed.parts) :])
    said = " ".join(each.words for chosen in parts for each in chosen.answers)
    lines += [
        nothing_ties(" or ".join(left))
        for chosen in parts
        if not (chosen.not_for_patient or chosen.conditional)
        if (left := [each for each in sorted(chosen.left_out) if not is_named(each, said)])
    ]
    lines += [*others_untold(parts, view, cards), *left_out_of_records(parsed, cards)]
    lines += unanswered_on_options([c.asked for c in parts], [bool(c.answers) for c in parts])
    lines += [limits_said(chosen) for chosen in parts if chosen.limits]
    lines += joined_limits_said(parts[: len(parsed.parts)])
    lines += [not_available(titles_of(down, cards))] if down else []
    return tuple(dict.fromkeys(lines))


def _lines_on_uncovered(selected: PartHits, parts: Sequence[PartHits], view: View) -> Iterator[str]:
    """The lines on names that a part does not cover. A name of which another part speaks is missing
    only in this part; a variant of a part that tells nothing is told with its gap."""
    asked = selected.asked
    others = [e for part in parts if part is not selected for e in part.answers]
    said = " ".join(each.words for each in others)
    names = {d for e in others for d in e.drugs} | {v for v in asked.variants if is_named(v, said)}
    untold = frozenset() if selected.answers else asked.variants
    elsewhere = {
        no_source_speaks_of(name): "" if name in untold else part_speaks_not_of(asked.shown, name)
        for name in names
    }
    return filter(None, (elsewhere.get(each, each) for each in uncovered_names(selected, view)))


def _unique(values: Sequence[object]) -> list:  # type: ignore[type-arg]
    return list(dict.fromkeys(values))
