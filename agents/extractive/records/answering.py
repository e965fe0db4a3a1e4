"""The answer of a part that records answer, and its gap."""

from __future__ import annotations

from collections.abc import Sequence

from agents.cores import ToolCard
from agents.extractive.evidence.cited_statements import (
    CitedStatement,
    cited_statements,
    observations,
    titles_of,
)
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.records import (
    chained_searches,
    lookup_of,
    sources_of,
    unasked_lookup,
)
from agents.extractive.records.consensus import Consensus, consensus_of
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence, Gap, Observation, View
from agents.wording.records import (
    LOOKED_UP,
    asked_apart,
    no_record,
    no_record_asked,
    silent_sources,
    sources_agree,
    sources_differ,
)
from retrieval.declaration.record_cards import RECORD
from retrieval.records.contract import Lookup
from retrieval.records.opening import cards_of
from retrieval.records.reading_lookups import not_looked_up
from retrieval.records.tasks import belongs_to, first_lookup


def record_sentences(
    found: Sequence[CitedStatement], part: int, asked: SubQuestion
) -> list[DraftSentence]:
    """The sentences of the records in their own words. What other sources have the same stands
    behind the first as a further citation; what they have otherwise is said as dissent."""
    lookup = lookup_of(asked)
    if lookup is None or not found:
        return []
    told = consensus_of(found, lookup)
    agreeing = tuple(key for each in told.agreeing for key in each.keys)
    lines = [
        DraftSentence(
            text=each.words,
            keys=(*each.keys, *(agreeing if not place else ())),
            role="point" if place else "headline",
            part=part,
        )
        for place, each in enumerate(told.leading)
    ]
    lines += [
        DraftSentence(text=each.words, keys=each.keys, role="dissent", part=part)
        for each in told.differing
    ]
    return lines


def is_on_records(parsed: ParsedQuestion) -> bool:
    """Whether nothing but records is asked for."""
    return all(asked.kind == RECORD for asked in parsed.parts)


def left_out_of_records(parsed: ParsedQuestion, cards: Sequence[ToolCard]) -> list[str]:
    """Lines on what a message asks beside its records, if nothing else is searched for it."""
    if not is_on_records(parsed):
        return []
    return [asked_apart(each) for each in not_looked_up(parsed.text, sources_of(cards))]


def in_record_order(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The statements in the order of the task's sources; of one record, in that of its fields."""
    lookup = lookup_of(asked)
    sources, fields = (lookup.task.sources, lookup.task.fields) if lookup else ((), ())

    def place(each: CitedStatement) -> tuple[int, str, int, int]:
        first, result = each.citations[0], each.judgement.statement.result
        field = result.endpoint if result else ""
        return (
            _index(sources, first.ref.silo), first.ref.id, _index(fields, field), first.start
        )  # fmt: skip

    return tuple(sorted(found, key=place))


def _index(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def note_on_records(parsed: ParsedQuestion, view: View, cards: Sequence[ToolCard]) -> str:
    """How the records were looked up, what their sources say of their names, and whether they
    agree; empty if no part asks for one."""
    told = [LOOKED_UP] if any(asked.record for asked in parsed.parts) else []
    for part, asked in enumerate(parsed.parts):
        lookup = lookup_of(asked)
        if lookup is None:
            continue
        answers = _answers_to(lookup, view)
        told += _remarks(lookup, answers)
        found = in_record_order(cited_statements(view, cards, part), asked)
        if found:
            told += _agreement(consensus_of(found, lookup), cards)
            silent = [o.tool.removeprefix("search_") for o in answers if o.outcome == "empty"]
            told += [silent_sources(titles_of(silent, cards))] if silent else []
    return " ".join(dict.fromkeys(told))


def _agreement(told: Consensus, cards: Sequence[ToolCard]) -> list[str]:
    """Whether the sources agree, in a sentence; nothing if only one was heard."""
    agreeing, differing = (
        titles_of(dict.fromkeys(each.silo for each in found), cards)
        for found in (told.agreeing, told.differing)
    )
    first = titles_of([told.leading[0].silo], cards)
    if differing:
        return [sources_differ([*first, *agreeing], differing)]
    return [sources_agree([*first, *agreeing])] if agreeing else []


def _remarks(lookup: Lookup, answers: Sequence[Observation]) -> list[str]:
    """What the sources said beside their records: that a name is ambiguous. Such a remark begins
    with the name, behind the line on what was read."""
    told = (each.detail.partition(f" {lookup.name} is ") for each in answers)
    return [f"{lookup.name} is {said}" for _, found, said in told if found and said]


def next_records(
    view: View, asked: SubQuestion, part: int, cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Whom a chain of look-ups asks next, as (card, query): of each name that its first record
    gives. Nobody where that was asked, or one look-up is the whole."""
    lookup = lookup_of(asked)
    if lookup is None or not lookup.task.then:
        return []
    fields = first_lookup(lookup).task.fields
    results = [e.judgement.statement.result for e in cited_statements(view, cards, part)]
    values = [each.value for each in results if each and each.endpoint in fields]
    return chained_searches(asked, values, cards)


def gap_of_record(asked: SubQuestion, view: View) -> Gap | None:
    """The gap of a part that no record answers; None for a part that asks for something else."""
    lookup = lookup_of(asked)
    if lookup is None:
        return None
    reasons = [each.detail for each in _answers_to(lookup, view) if each.outcome != "data"]
    words = no_record(lookup, reasons)
    return Gap(purpose=words.purpose, missing="silo", name=words.name, detail=words.detail)


def gap_of_unasked_record(asked: SubQuestion, cards: Sequence[ToolCard]) -> Gap | None:
    """The gap of a part that asks for a record of services that are not asked here; None for a part
    that asks for something else."""
    lookup = unasked_lookup(asked, cards)
    if lookup is None:
        return None
    sources = first_lookup(lookup).task.sources
    titles = [card.title for card in cards_of(sources) if card.name in sources]
    words = no_record_asked(lookup, titles)
    return Gap(purpose=words.purpose, missing="silo", name=words.name, detail=words.detail)


def _answers_to(lookup: Lookup, view: View) -> tuple[Observation, ...]:
    """What the sources answered that were asked for this."""
    calls = {
        action.call_id
        for step in view.steps
        for action in step.thought.actions
        if belongs_to(lookup, str(action.arguments.get("query", "")))
    }
    return tuple(seen for seen in observations(view) if seen.call_id in calls)
