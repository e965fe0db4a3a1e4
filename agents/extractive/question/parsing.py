"""A message of a thread as values: the patient, and what each part of it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import takewhile

from agents.cores import ToolCard
from agents.extractive.question.context.added_facts import (
    NEXT_TREATMENT,
    adds_fact_to_choice,
    doses_with_finding,
    on_finding,
    parts_on_new_facts,
    with_named_drug,
)
from agents.extractive.question.context.case import case_of
from agents.extractive.question.context.case_drugs import most_named_drug
from agents.extractive.question.context.drugs_to_start import drugs_to_start
from agents.extractive.question.context.failed_answer import with_failed_answer, with_failures_told
from agents.extractive.question.context.opinion_requests import meant_question
from agents.extractive.question.context.previous_question import (
    complete_each,
    inherit_from_previous,
    kind_taken_over,
)
from agents.extractive.question.context.repeated import repeated_turn
from agents.extractive.question.context.thread import (
    depends_on_previous,
    drugs_only_taken,
    keeps_kind,
    with_current_facts,
    with_drug_before,
)
from agents.extractive.question.corrections.drugs import thread_as_meant
from agents.extractive.question.disease.genes import altered_drivers, on_dosing_genes, open_markers
from agents.extractive.question.kinds import kinds
from agents.extractive.question.permission import choices_again, offer_parts
from agents.extractive.question.requests.aspects import with_aspects
from agents.extractive.question.requests.records import sources_of
from agents.extractive.question.requests.wishes import wish_of
from agents.extractive.question.silos import parts_of_own
from agents.extractive.question.small_talk import is_clinical
from agents.extractive.question.splitting.circumstances import follow_up_parts
from agents.extractive.question.splitting.findings import (
    with_genes_of_variants,
    with_step_down_told,
    without_doses_told,
    without_grades_of_trials,
    without_repeats,
)
from agents.extractive.question.splitting.independent.further_values import (
    asked_in_full,
    further_values,
    parts_of_value,
)
from agents.extractive.question.splitting.independent.genotypes import with_choice_beside_genotype
from agents.extractive.question.splitting.independent.new_values import values_told_first
from agents.extractive.question.splitting.independent.recoveries import question_of_recovery
from agents.extractive.question.splitting.independent.separate_questions import separate_questions
from agents.extractive.question.splitting.independent.topics_of_drug import topics_of_drug
from agents.extractive.question.splitting.limit_questions import (
    indication_parts,
    limit_parts,
    parts_instead,
    wider_parts,
)
from agents.extractive.question.splitting.parts_on_options import parts_on_options, with_options
from agents.extractive.question.splitting.patient_of_question import sheet_of_own
from agents.extractive.question.splitting.segments import split_question
from agents.extractive.question.splitting.split_by_entity import (
    drop_superseded_parts,
    split_asked,
)
from agents.extractive.question.sub_question import ask_of, patient_values
from agents.extractive.question.topics import said_stems
from agents.extractive.question.unread.earlier_cases import earlier_cases
from agents.extractive.question.written_form import plain_form
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.matching.cumulative_doses import limits_asked_by
from agents.matching.sub_question import SubQuestion
from agents.turns import View
from agents.turns.personal import personal_of
from names.clinical.spelling import guessed_drugs, normalise_message
from names.clinical.treatment.cycle_days import read_cycle_days
from names.recognise import recognise


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestion:
    """What a message asks, read together with its thread."""

    text: str
    sheet: FactSheet
    parts: tuple[SubQuestion, ...]
    follow_ups: tuple[SubQuestion, ...] = ()
    """Parts on the options of a choice. They name no drug until options are found."""
    relaxed: tuple[tuple[int, SubQuestion], ...] = ()
    """Parts without the markers or mild values beside a drug, and the choice before a fact that is
    supposed: each with the number of the part that it stands in for if nothing answers that one."""
    limits: tuple[tuple[int, SubQuestion], ...] = ()
    """Parts on what a fact of the patient means for a drug of the question, each with the number of
    the original part: used if nothing answers that one, or if it is on another fact."""
    indications: tuple[tuple[int, SubQuestion], ...] = ()
    """Parts on whether a drug whose dose is asked for is indicated in this patient, and on the
    meaning of a variant of uncertain significance. Each has the number of the part before which its
    answer is told."""
    instead: tuple[tuple[int, SubQuestion], ...] = ()
    """Parts on the other options of a patient for whom the drug asked about may be none. Each has
    the number of the part behind whose refusal its answer is told."""
    taken_over: tuple[str, ...] = ()
    """Names taken over from earlier questions of the thread."""
    added: str = ""
    """The message, if it only adds a fact. The question before it is then asked again."""
    guessed: tuple[tuple[str, str], ...] = ()
    """Misspelled drugs: the words, and the name they were read as."""
    told_before: tuple[str, ...] = ()
    """Earlier questions of the thread that tell facts of the same patient."""
    is_shouted: bool = False
    """Whether the message is all in capitals. Then capitals do not show the name of a person."""

    @property
    def all_parts(self) -> tuple[SubQuestion, ...]:
        """The parts in the order of their numbers."""
        beside = (*self.relaxed, *self.limits, *self.indications, *self.instead)
        return (*self.parts, *self.follow_ups, *(asked for _, asked in beside))


def parse_question(view: View, cards: Sequence[ToolCard]) -> ParsedQuestion:
    """The run's question with what the thread and the people in it have added."""
    wished = repeated_turn(view)
    repeats = view.question.repeats or (wished.run_id if wished else "")
    earlier = takewhile(lambda turn: turn.run_id != repeats, view.turns)
    asked = [turn for turn in earlier if turn.outcome != "reply" and not wish_of(turn.question)]
    turns = [turn for turn in asked if is_clinical(turn.question, cards)]
    records = sources_of(cards)
    files = tuple(each.text for each in view.question.attachments if each.text)
    added = view.all_additions if repeats else view.additions
    question = meant_question(view)
    # Who the patient is, is no part of what is asked: it is neither searched nor shown.
    meant = thread_as_meant(turns, normalise_message(personal_of(view).blank(question)).text)
    again, answer = bool(repeats or meant.corrected_by), meant.answer
    before = _asked_in(meant.turns, records)
    text = plain_form(meant.text)
    full = asked_in_full(text, [plain_form(asked) for asked, _ in meant.turns])
    if full == text:
        parsed = _parse_cached(text, view.messages, before, answer, records, again=again)
    else:
        parsed = _parse_alone(full, view.messages, records, before, answer)
    last = turns[-1].question if turns and depends_on_previous(text) else ""
    parts = parts_of_own(parsed.parts, f"{text} {last}", parsed.sheet, cards)
    if len(parts) < len(parsed.parts):
        # Asked of the hospital's own rules as one thing: nothing else is asked beside it.
        parsed = replace(parsed, follow_ups=(), relaxed=(), limits=(), indications=(), instead=())
    parsed = replace(parsed, parts=parts, guessed=guessed_drugs(question))
    follow_ups = tuple(with_options(parsed.follow_ups, parts, view, parsed.sheet))
    parsed = replace(parsed, follow_ups=follow_ups, is_shouted=question.isupper())
    parsed = replace(parsed, told_before=earlier_cases(view, parsed.sheet))
    parsed = replace(parsed, added=meant.corrected_by or parsed.added)
    told = " ".join((*files, *added))
    return replace(parsed, parts=with_named_drug(parsed.parts, told)) if told else parsed


@lru_cache(maxsize=500)
def _asked_in(
    turns: tuple[tuple[str, str], ...], records: frozenset[str]
) -> tuple[SubQuestion, ...]:
    """The parts of the last of these questions. Cached, because each search reads its thread."""
    before: tuple[SubQuestion, ...] = ()
    answer = ""
    for place, (question, next_answer) in enumerate(turns, start=1):
        sheet = read_fact_sheet((Message(question, "earlier question"),))
        text = plain_form(normalise_message(question).text)
        parts = _parts_of(text, sheet, before, answer, records)[0]
        before = with_failures_told(parts, [told for told, _ in turns[:place]], before, answer)
        answer = next_answer
    return before


def parse_text(text: str, cards: Sequence[ToolCard] = ()) -> ParsedQuestion:
    """A message that stands alone."""
    meant = plain_form(normalise_message(text).text)
    parsed = _parse_cached(meant, (Message(text),), (), "", sources_of(cards))
    parts = parts_of_own(parsed.parts, meant, parsed.sheet, cards)
    return replace(parsed, parts=parts, guessed=guessed_drugs(text))


@lru_cache(maxsize=500)
def _parse_cached(
    text: str,
    messages: tuple[Message, ...],
    before: tuple[SubQuestion, ...],
    answer: str,
    records: frozenset[str],
    *,
    again: bool = False,
) -> ParsedQuestion:
    if not again and (apart := _parse_apart(text, messages, before, answer, records)):
        return apart
    # Kept by the messages: each search asks for it, and a sheet takes long to compare.
    sheet = read_fact_sheet(messages)
    sheet = with_failed_answer(text, sheet, before, answer) if before else sheet
    parts, taken = _parts_of(text, sheet, before, answer, records)
    parts = tuple(with_current_facts(part, sheet) for part in parts) if again else parts
    for limit in limits_asked_by(text):
        parts += _parts_of(limit, sheet, (), "", records)[0]
    named = open_markers(text, sheet)
    altered = altered_drivers(sheet)
    parts = tuple(
        replace(part, open_markers=named, drivers=altered) if part.is_choice else part
        for part in parts
    )
    to_start = drugs_to_start(text, sheet)
    parts = tuple(replace(part, to_start=to_start) for part in parts)
    parts, on_options = parts_on_options(parts)
    told_now = frozenset(patient_values(text))
    return ParsedQuestion(
        text=text,
        sheet=sheet,
        parts=tuple(
            replace(part, said=said_stems(part.text, recognise(part.text))) for part in parts
        ),
        follow_ups=(*follow_up_parts(parts, sheet), *on_options),
        relaxed=(*wider_parts(parts), *choices_again(parts, before, text, sheet)),
        limits=limit_parts(parts, sheet, case_of(text, sheet).drugs, told_now, text),
        indications=(*indication_parts(parts, sheet), *offer_parts(parts, sheet)),
        instead=parts_instead(parts),
        taken_over=taken,
        added=text if before and adds_fact_to_choice(text, before) else "",
    )


def _parse_apart(
    text: str,
    messages: tuple[Message, ...],
    before: tuple[SubQuestion, ...],
    answer: str,
    records: frozenset[str],
) -> ParsedQuestion | None:
    """The questions of a message that are each read alone; None if it has none."""
    if before and (halves := values_told_first(text, before)):
        first, rest = (replace(messages[-1], text=half) for half in halves)
        heads = ((*messages[:-1], first), (*messages[:-1], first, rest))
        both = [_parse_cached(h[-1].text, h, before, answer, records) for h in heads]
        return _join_parts(text, messages, both)
    items = () if before else separate_questions(text) or topics_of_drug(text)
    told = [_parse_alone(item, messages, records) for item in items]
    if before and (held := question_of_recovery(text, messages)):
        told.append(_parse_alone(held, messages, records, before, answer))
    for each in () if told else further_values(text, is_in_thread=bool(before)):
        item = _parse_alone(each.text, messages, records, before, answer)
        told.append(replace(item, parts=parts_of_value(item.parts, each.value)))
    return _join_parts(text, messages, told) if told else None


def _parse_alone(
    item: str,
    messages: tuple[Message, ...],
    records: frozenset[str],
    before: tuple[SubQuestion, ...] = (),
    answer: str = "",
) -> ParsedQuestion:
    """One of several questions, as if it were the whole message."""
    asked = tuple(replace(each, text=item) for each in messages[-1:])
    return _parse_cached(item, (*messages[:-1], *asked), before, answer, records)


def _join_parts(
    text: str, messages: tuple[Message, ...], items: Sequence[ParsedQuestion]
) -> ParsedQuestion:
    """The parts of separate questions, each with the facts of its own question."""
    parts = [[_with_own_sheet(part, item.sheet) for part in item.parts] for item in items]
    begins = [sum(map(len, parts[:place])) for place in range(len(items))]

    def beside(
        parts_of: Callable[[ParsedQuestion], Sequence[tuple[int, SubQuestion]]],
    ) -> tuple[tuple[int, SubQuestion], ...]:
        return tuple(
            (first + place, _with_own_sheet(part, item.sheet))
            for first, item in zip(begins, items, strict=True)
            for place, part in parts_of(item)
        )

    return ParsedQuestion(
        text=text,
        sheet=read_fact_sheet(messages),
        parts=tuple(part for own in parts for part in own),
        follow_ups=tuple(
            _with_own_sheet(part, item.sheet) for item in items for part in item.follow_ups
        ),
        relaxed=beside(lambda item: item.relaxed),
        limits=beside(lambda item: item.limits),
        indications=beside(lambda item: item.indications),
        instead=beside(lambda item: item.instead),
    )


def _with_own_sheet(part: SubQuestion, sheet: FactSheet) -> SubQuestion:
    return part if part.own_sheet is not None else replace(part, own_sheet=sheet)


def _parts_of(
    text: str,
    sheet: FactSheet,
    before: tuple[SubQuestion, ...],
    answer: str,
    records: frozenset[str],
) -> tuple[tuple[SubQuestion, ...], tuple[str, ...]]:

    def opened(asked: str) -> tuple[SubQuestion, ...]:
        return _parts_of(asked, sheet, (), "", records)[0]

    if (only_new := parts_on_new_facts(text, sheet, before, opened)) is not None:
        return only_new
    parts: list[SubQuestion] = []
    follows = bool(before) and depends_on_previous(text)
    segments, days = split_question(text), read_cycle_days(text)
    for place, segment in enumerate(segments, start=1):
        beside = " ".join(each.text for each in segments[place:])
        taken = drugs_only_taken(segment.text, before[0]) if follows else frozenset()
        if follows and (taken or keeps_kind(segment.text)):
            kind = before[0].kind if taken else kind_taken_over(segment.text, before[0])
            segment = replace(segment, kind=kind)
        apart = sheet_of_own(segment, segments, text, sheet)
        held = sheet if apart is None else apart
        asked = replace(
            with_step_down_told(on_dosing_genes(ask_of(segment, text, held, beside), held), text),
            own_sheet=apart,
            cycle_days=days,
        )
        if parts and segment.kind in kinds() and not segment.is_item:
            asked = inherit_from_previous(parts[-1], asked, segment.text)
        asked = with_genes_of_variants(without_grades_of_trials(asked), held)
        if follows:
            asked = with_drug_before(asked, text, before[0], most_named_drug(answer), held)
        last = parts[-1] if parts and not segment.is_item else None
        asks = with_choice_beside_genotype(asked, segment, held, partial(ask_of, message=text))
        split = (each for one in asks for each in split_asked(one, sheet, records))
        each_asked = [asked] if taken else list(split)
        parts += [each for one in each_asked for each in with_aspects(one, last)]
    parts = without_doses_told(drop_superseded_parts(without_repeats(parts)))
    if not follows:
        return tuple(parts), ()
    whole, names = complete_each(text, parts, before, most_named_drug(answer), sheet)
    if doses_with_finding(text, before):
        whole = (*whole, *on_finding(text, opened(NEXT_TREATMENT)))
    return whole, names
