"""Asks the sources of records as a question does, and puts what they say as the sets want it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from evals.genomics.samples import GenomicsSample
from retrieval.documents import Document
from retrieval.records.contract import Lookup, RecordOutcome, RecordsFound, RecordSource
from retrieval.records.record_documents import fields_of
from retrieval.records.tasks import first_lookup, next_lookups, read_lookup

_BAND = re.compile(r"\b(?:\d{1,2}|X|Y)[pq]\d{1,2}(?:\.\d{1,3})?")
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
        step = await _ask_sources(first_lookup(lookup), sources)
        steps = [step]
        if lookup.task.then:
            further = next_lookups(lookup, [step.value] if step.value else [])
            steps = list(await asyncio.gather(*(_ask_sources(each, sources) for each in further)))
        answer = _put(sample.task, [each for each in steps if each.value])
        told = tuple(name for each in steps for name in each.sources)
        seen = " ".join(each.seen for each in (step, *steps))
        seconds = time.perf_counter() - started
        return GenomicsAnswer(sample, answer, told, seconds, lookup, seen)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the sources said to one look-up."""

    name: str
    value: str
    """Of the first source that has one."""
    band: str
    sources: tuple[str, ...]
    seen: str


async def _ask_sources(lookup: Lookup, sources: Sequence[RecordSource]) -> _Told:
    asked = [each for each in sources if each.card.name in lookup.task.sources]
    outcomes = await asyncio.gather(*(source.look_up(lookup) for source in asked))
    by_name = {s.card.name: told for s, told in zip(asked, outcomes, strict=True)}
    told = {
        name: value
        for name in lookup.task.sources
        if name in by_name and (value := _value(by_name[name], lookup))
    }
    seen = " ".join(_text_of(each) for each in outcomes)
    bands = (_band_of(by_name[name]) for name in told)
    return _Told(
        name=lookup.name,
        value=next(iter(told.values()), ""),
        band=next(filter(None, bands), ""),
        sources=tuple(told),
        seen=seen,
    )


def _value(outcome: RecordOutcome, lookup: Lookup) -> str:
    """The value of the first field that a record has."""
    if not isinstance(outcome, RecordsFound):
        return ""
    return next(filter(None, (_of_document(d, lookup) for d in outcome.documents)), "")


def _of_document(document: Document, lookup: Lookup) -> str:
    found = fields_of(document, lookup.task.fields)
    return next((s.result.value for s in found if s.result and s.result.value), "")


def _band_of(outcome: RecordOutcome) -> str:
    """The band that a record gives with the chromosome: GeneHop asks for it."""
    match = _BAND.search(_text_of(outcome))
    return match[0] if match else ""


def _text_of(outcome: RecordOutcome) -> str:
    if not isinstance(outcome, RecordsFound):
        return ""
    return " ".join((outcome.raw, *(document.text for document in outcome.documents)))


def _put(task: str, told: Sequence[_Told]) -> str:
    """What was told, as the set wants it: GeneHop lists a gene before its aliases, and bands."""
    if task == "sequence gene alias":
        return ", ".join(f"{each.name}, {each.value.replace('|', ', ')}" for each in told)
    if task == "Disease gene location":
        return ", ".join(filter(None, dict.fromkeys(each.band for each in told)))
    answer = ", ".join(each.value for each in told)
    return f"chr{answer}" if answer and task in PREFIXED else answer
