"""Samples made from the statements of the corpus: what can be answered with it, and what not any
more without a part of it. Whether a statement is left that could answer is counted over the
statements, not over what a search finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from evals.gaps.switches import Away, tumours_of
from names.recognise import recognise_passage
from names.tables import lineage
from retrieval.documents import Document
from retrieval.ingestion.readers.corpus import read_documents
from retrieval.statements.model import Statement

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CorpusStatement:
    """What a statement of the corpus is on."""

    silo: str
    kind: str
    on: frozenset[str]
    """Drugs, trials and genes that it states."""
    named: frozenset[str]
    """The same with those that its words and its title name."""
    tumours: frozenset[str]
    """That it states or names, each with the wider types it belongs to."""
    for_tumours: frozenset[str]
    """That it states."""
    words: str = ""
    """Its own words."""
    markers: frozenset[tuple[str, str]] = frozenset()
    """Gene and words of each marker that it asks for: ``NTRK1``, ``an NTRK1 fusion``."""


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """A question that is asked of many subjects, and the statements that answer it."""

    question: str
    """With ``{name}``; or with ``{tumour}`` and the ``{words}`` of a marker."""
    subjects: str
    """Kind of name: ``drug``, ``trial``, ``gene``."""
    told_by: frozenset[str]
    """Kinds of statement that surely answer it."""
    answered_by: frozenset[str]
    """Kinds that might."""
    asks_for: str
    """The words by which a gap says what is missing."""
    said_by: re.Pattern[str] | None = None
    """Words by which a statement of any other kind answers it."""


def _form(question: str, subjects: str, told_by: str, might: str, asks_for: str) -> QuestionForm:
    surely = frozenset(told_by.split())
    return QuestionForm(question, subjects, surely, surely | frozenset(might.split()), asks_for)


_WHO_ENTERED = re.compile(r"(?i)\b(?:enrolled|randomised patients|included patients)\b")
"""A result or an indication says by the way who was in its trial: that answers who could be."""


FORMS: tuple[QuestionForm, ...] = (
    _form("What is the recommended dose of {name}?", "drug", "dose", "", "dose"),
    _form("What drug interactions does {name} have?", "drug", "interaction", "", "interaction"),
    _form(
        "What are the adverse reactions of {name}?",
        "drug",
        "warning",
        "monitoring adjustment contraindication",
        "adverse",
    ),
    replace(
        _form(
            "What are the eligibility criteria of {name}?",
            "trial",
            "eligibility",
            "design",
            "eligib",
        ),
        said_by=_WHO_ENTERED,
    ),
    _form(
        "What does the gene {name} do?", "gene", "definition", "mechanism classification", "gene"
    ),
    _form(
        "Which treatment is there for {tumour} with {words}?",
        "gene",
        "indication recommendation",
        "result resistance",
        "treatment",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question; ``away`` is what makes it unanswerable, None when it can be answered."""

    id: str
    question: str
    names: tuple[str, ...]
    """What a gap must name: subject and tumour."""
    asks_for: str
    away: Away | None = None
    thread: str = ""


def read_claims(corpus: Path) -> tuple[CorpusStatement, ...]:
    """A claim for each statement of a corpus folder, in the order of the files."""
    return tuple(
        claim
        for path in sorted(corpus.rglob("*.yaml"))
        for claim in _claims_of(path.parent.name, path.name, path.read_bytes())
    )


@cache
def _claims_of(silo: str, name: str, content: bytes) -> tuple[CorpusStatement, ...]:
    """Of a file; cached, since most files are the same with and without what is taken away."""
    found = read_documents(silo, Path(name), content)
    return tuple(claim for document in found for claim in _claims(silo, document))


def _claims(silo: str, document: Document) -> Iterator[CorpusStatement]:
    for statement in document.statements:
        start, end = statement.spans[0]
        words = f"{document.title}. {document.text[start:end]}"
        numbers = ". ".join(each.value for each in document.facets.identifiers)
        named = recognise_passage(f"{words} {numbers}").names(
            "drug", "trial", "registration", "gene"
        )
        stated = frozenset((*statement.drugs, *statement.trials, *statement.genes))
        told = frozenset(statement.applies.tumours)
        tumours = tumours_of(words) | {wider for each in told for wider in lineage(each)}
        asked_for = (m.name for rule in statement.applies.requires for m in rule.any_of)
        titled = recognise_passage(document.title).names("drug", "registration", "gene")
        on = (stated | (frozenset(asked_for) & named)) or titled
        markers = frozenset(_marker_words(statement))
        yield CorpusStatement(
            silo=silo,
            kind=statement.kind,
            on=on,
            named=named | stated,
            tumours=tumours,
            for_tumours=told,
            words=document.text[start:end],
            markers=markers,
        )


def _marker_words(statement: Statement) -> Iterator[tuple[str, str]]:
    """The genes that a statement asks for, worded as one asks: another alteration of the gene would
    be another question."""
    words = {"altered": "a {} mutation", "fusion": "a {} fusion", "positive": "{}-positive disease"}
    for rule in statement.applies.requires:
        for marker in rule.any_of:
            if marker.polarity == "present" and _kind_of(marker.name) == "gene":
                told = words.get(marker.state, f"{{}} {marker.state}")
                yield marker.name, told.format(marker.name)


def make_samples(
    before: Sequence[CorpusStatement],
    after: Sequence[CorpusStatement],
    away: Sequence[Away],
    most: int,
) -> tuple[Sample, ...]:
    """At most ``most`` samples for each thing taken away, and as many that can be answered still.

    Unanswerable: a statement answered it before, and none does that is left."""
    found: list[Sample] = []
    for each in away:
        found += spread(list(_lost_samples(before, after, each)), most)
    kept = [s for s in _questions(after) if not _is_about(s, away)]
    return (*found, *spread(kept, most * len(away)))


def _lost_samples(
    before: Sequence[CorpusStatement], after: Sequence[CorpusStatement], away: Away
) -> Iterator[Sample]:
    gone = [claim for claim in before if _is_gone(claim, away)]
    for sample, form, name, tumour in asked_of(gone):
        if away.kind == "tumour" and away.name not in lineage(tumour):
            continue
        if not any(answers(claim, form, name, tumour) for claim in after):
            yield _with(sample, away)


def _is_gone(claim: CorpusStatement, away: Away) -> bool:
    tests: dict[str, Callable[[], bool]] = {
        "silo": lambda: claim.silo == away.name,
        "tumour": lambda: away.name in claim.tumours,
        "field": lambda: claim.kind == away.name,
    }
    return tests[away.kind]()


def _questions(claims: Sequence[CorpusStatement]) -> list[Sample]:
    return [sample for sample, *_ in asked_of(claims)]


def asked_of(claims: Sequence[CorpusStatement]) -> Iterator[tuple[Sample, QuestionForm, str, str]]:
    """Every question that these claims answer, once, with its form, subject and tumour."""
    seen: set[str] = set()
    for form in FORMS:
        found = sorted({each for claim in claims for each in answerable_subjects(claim, form)})
        for name, tumour, words in found:
            question = form.question.format(name=name, tumour=tumour, words=words)
            if question not in seen:
                seen.add(question)
                names = tuple(filter(None, (name, tumour)))
                told = Sample(id=question, question=question, names=names, asks_for=form.asks_for)
                yield told, form, name, tumour


def answerable_subjects(
    claim: CorpusStatement, form: QuestionForm
) -> Iterator[tuple[str, str, str]]:
    """Subject, tumour and words of the marker of each question that a claim surely answers."""
    if claim.kind not in form.told_by:
        return
    if "{tumour}" in form.question:
        for name, words in claim.markers:
            yield from ((name, tumour, words) for tumour in claim.for_tumours)
    else:
        yield from ((name, "", "") for name in claim.on if _kind_of(name) == form.subjects)


@cache
def _kind_of(name: str) -> str:
    """``drug``, ``gene`` or ``trial``; empty for a name that no question would be worded with."""
    found = recognise_passage(name).mentions
    kinds = {each.kind for each in found}
    order = (("drug", "drug"), ("gene", "gene"), ("registration", "trial"))
    return next((told for kind, told in order if kind in kinds), "")


def answers(claim: CorpusStatement, form: QuestionForm, name: str, tumour: str) -> bool:
    on_tumour = not tumour or bool({tumour, "solid tumour"} & claim.tumours)
    tells = claim.kind in form.answered_by or (form.said_by and form.said_by.search(claim.words))
    return bool(tells) and name in claim.named and on_tumour


def _is_about(sample: Sample, away: Sequence[Away]) -> bool:
    return any(
        each.kind == "tumour" and any(each.name in lineage(name) for name in sample.names)
        for each in away
    )


def _with(sample: Sample, away: Away) -> Sample:
    return Sample(
        id=f"{away} {sample.question}",
        question=sample.question,
        names=sample.names,
        asks_for=sample.asks_for,
        away=away,
    )


def spread(samples: Sequence[T], most: int) -> list[T]:
    """At most so many, evenly over the list and always the same."""
    if len(samples) <= most:
        return list(samples)
    return [samples[number * len(samples) // most] for number in range(most)]
