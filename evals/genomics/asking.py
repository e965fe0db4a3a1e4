"""Asks the sources of records as a question does, and puts what they say as the sets want it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from evals.genomics.samples import GenomicsSample
from retrieval.documents import Document
from retrieval.records.contract import Held, Lookup, RecordOutcome, RecordSource
from retrieval.records.record_documents import fields_of
from retrieval.records.tasks import read_lookup

PREFIXED = frozenset(("Gene location", "SNP location", "Human genome DNA aligment"))
"""Tasks whose answers begin with ``chr``."""


@dataclass(frozen=True, slots=True)
class GenomicsAnswer:
    """What was answered to a question, by which sources, and how long it took."""

    sample: GenomicsSample
    answer: str
    sources: tuple[str, ...]
    seconds: float
    lookup: Lookup | None
    seen: str
    """All that the sources sent, to tell what they hold."""


async def ask(
    sample: GenomicsSample, sources: Sequence[RecordSource], limit: asyncio.Semaphore
) -> GenomicsAnswer:
    """The answer of the first source that has one; all are asked at the same time."""
    async with limit:
        started = time.perf_counter()
        lookup = read_lookup(sample.question, {source.card.name for source in sources})
        if lookup is None:
            return GenomicsAnswer(sample, "", (), 0.0, None, "")
        asked = [each for each in sources if each.card.name in lookup.task.sources]
        outcomes = await asyncio.gather(*(source.look_up(lookup) for source in asked))
        by_name = {s.card.name: told for s, told in zip(asked, outcomes, strict=True)}
        told = {
            name: value
            for name in lookup.task.sources
            if name in by_name and (value := _value(by_name[name], lookup))
        }
        seen = " ".join(_text_of(each) for each in outcomes)
        first = next(iter(told.values()), "")
        seconds = time.perf_counter() - started
        return GenomicsAnswer(sample, _put(sample.task, first), tuple(told), seconds, lookup, seen)


def _value(outcome: RecordOutcome, lookup: Lookup) -> str:
    """The value of the first field that a record has."""
    if not isinstance(outcome, Held):
        return ""
    return next(filter(None, (_of_document(d, lookup) for d in outcome.documents)), "")


def _of_document(document: Document, lookup: Lookup) -> str:
    found = fields_of(document, lookup.task.fields)
    return next((s.result.value for s in found if s.result and s.result.value), "")


def _text_of(outcome: RecordOutcome) -> str:
    if not isinstance(outcome, Held):
        return ""
    return " ".join((outcome.raw, *(document.text for document in outcome.documents)))


def _put(task: str, value: str) -> str:
    return f"chr{value}" if value and task in PREFIXED else value
