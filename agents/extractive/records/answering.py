"""The answer of a part that records answer, and its gap."""

from __future__ import annotations

from collections.abc import Sequence

from agents.extractive.evidence.cited_statements import CitedStatement, observations
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.records import lookup_of
from agents.matching.sub_question import SubQuestion
from agents.turns import DraftSentence, Gap, Observation, View
from agents.wording.records import no_record
from retrieval.records.contract import RECORD, Lookup


def record_sentences(found: Sequence[CitedStatement], part: int) -> list[DraftSentence]:
    """The sentences of the records, as their sources have them, in the order of the sources."""
    return [
        DraftSentence(
            text=each.words, keys=each.keys, role="point" if place else "headline", part=part
        )
        for place, each in enumerate(found)
    ]


def is_on_records(parsed: ParsedQuestion) -> bool:
    """Whether nothing but records is asked for."""
    return all(asked.kind == RECORD for asked in parsed.parts)


def in_record_order(
    found: Sequence[CitedStatement], asked: SubQuestion
) -> tuple[CitedStatement, ...]:
    """The statements in the order of the task's sources; of one record, as the record has them."""
    lookup = lookup_of(asked)
    sources = () if lookup is None else lookup.task.sources

    def place(each: CitedStatement) -> tuple[int, str, int]:
        first = each.citations[0]
        known = first.ref.silo in sources
        return (sources.index(first.ref.silo) if known else len(sources), first.ref.id, first.start)

    return tuple(sorted(found, key=place))


def remarks_on(asked: SubQuestion, view: View) -> tuple[str, ...]:
    """What the sources said of a part beside their records: that a name is ambiguous."""
    lookup = lookup_of(asked)
    if lookup is None:
        return ()
    # A remark begins with the name, behind the line on what was read.
    told = (each.detail.partition(f" {lookup.name} is ") for each in _answers_to(lookup, view))
    return tuple(dict.fromkeys(f"{lookup.name} is {said}" for _, found, said in told if found))


def gap_of_record(asked: SubQuestion, view: View) -> Gap | None:
    """The gap of a part that no record answers; None for a part that asks for something else."""
    lookup = lookup_of(asked)
    if lookup is None:
        return None
    reasons = [each.detail for each in _answers_to(lookup, view) if each.outcome != "data"]
    words = no_record(lookup.task.asks_for, lookup.name, reasons)
    return Gap(purpose=words.purpose, missing="silo", name=words.name, detail=words.detail)


def _answers_to(lookup: Lookup, view: View) -> tuple[Observation, ...]:
    """What the sources answered that were asked for this."""
    calls = {
        action.call_id
        for step in view.steps
        for action in step.thought.actions
        if action.arguments.get("query") == lookup.words
    }
    return tuple(seen for seen in observations(view) if seen.call_id in calls)
