"""Parts of a question that records answer: where a gene lies, what its official symbol is."""

from __future__ import annotations

from collections.abc import Sequence, Set

from agents.cores import ToolCard
from agents.matching.sub_question import SubQuestion
from retrieval.declaration.record_cards import RECORD
from retrieval.records.contract import Lookup
from retrieval.records.reading_lookups import read_lookups
from retrieval.records.tasks import first_lookup, next_lookups, read_lookup


def as_records(asked: SubQuestion, sources: Set[str]) -> list[SubQuestion]:
    """The part as one question for each record of these sources that it asks for; empty if it asks
    for something else."""
    found = read_lookups(asked.text, sources)
    return [
        SubQuestion(
            text=asked.text if len(found) == 1 else each.words,
            kind=RECORD,
            genes=asked.genes,
            record=each.words,
        )
        for each in found
    ]


def unasked_lookup(asked: SubQuestion, cards: Sequence[ToolCard]) -> Lookup | None:
    """What a part asks of records that no source set up here holds; None for any other part."""
    if asked.record or read_lookup(asked.text, sources_of(cards)):
        return None
    return read_lookup(asked.text)


def sources_of(cards: Sequence[ToolCard]) -> frozenset[str]:
    """The sources of records that the run may ask."""
    return frozenset().union(*(card.records for card in cards))


def lookup_of(asked: SubQuestion) -> Lookup | None:
    """What a part asks of records; None for a part that asks for something else."""
    return read_lookup(asked.record) if asked.record else None


def record_searches(asked: SubQuestion, cards: Sequence[ToolCard]) -> list[tuple[ToolCard, str]]:
    """Who is asked for the record of a part, in the order of the task, as (card, query)."""
    lookup = lookup_of(asked)
    if lookup is None:
        return []
    return _searches_of(first_lookup(lookup), cards)


def chained_searches(
    asked: SubQuestion, values: Sequence[str], cards: Sequence[ToolCard]
) -> list[tuple[ToolCard, str]]:
    """Who is asked next for a part whose first record gave these values; nobody for a part that one
    look-up answers."""
    lookup = lookup_of(asked)
    steps = next_lookups(lookup, values) if lookup else ()
    return [each for step in steps for each in _searches_of(step, cards)]


def _searches_of(lookup: Lookup, cards: Sequence[ToolCard]) -> list[tuple[ToolCard, str]]:
    by_name = {card.silo: card for card in cards if card.role == RECORD}
    sources = lookup.task.sources
    return [(by_name[name], lookup.words) for name in sources if name in by_name]
