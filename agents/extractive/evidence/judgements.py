"""The statements of documents, judged against every part of a question, once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from agents.cores import NO_HIGHLIGHTS, Highlights
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.aspects import aspects_said, only_when_asked
from agents.extractive.question.topics import stems
from agents.matching.general_rules import without_general_rules
from agents.matching.judging import judge
from agents.matching.ordering import place_of
from agents.matching.patient.single_gene import is_on_gene_alone
from agents.matching.patient.unread_markers import asks_for
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Judgement
from agents.turns import Insight, Pointer
from names.entities import EntityKind
from names.recognise import recognise_passage
from retrieval.documents import Document
from retrieval.statements.model import Span, Statement

MOST_ANSWERS, MOST_EXCLUDED, MOST_NEAR = 6, 5, 2
"""Statements that one search hands on for one part: those that answer, options that facts of the
patient speak against, and the nearest that do not apply, for saying what is covered. Chosen by
hand: an answer shows four points."""
MOST_REGIMENS = 10
"""Further regimens that one search hands on, whatever the number of statements: a choice is asked
for to hear all of them. Chosen by hand: records of one tumour and marker offer up to nine."""
MOST_OF_ONE = 3
"""Of one document, so that a long one does not push out the others."""
OF_VARIANT = frozenset(("result", "resistance"))
"""Kinds of statement that tell of a named variant which drug acts: each of them is handed on."""
WORTH = 0.4
"""An answer is handed on when its score is at least this share of the best one's. Chosen by hand,
below the share from which on a statement is shown, since other searches may bring a lower best."""
IN_HIGHLIGHT = 0.05
"""What it adds that a re-ranker found the place relevant: enough to settle near ties."""
_TITLE_PARTS = re.compile(r"\s[—–-]\s|:\s")


def insights(
    parsed: ParsedQuestion,
    documents: Sequence[Document],
    role: str,
    highlights: Highlights = NO_HIGHLIGHTS,
) -> tuple[Insight, ...]:
    """What the documents say to each part: answers, exclusions and near misses, best first.

    A statement that serves several parts is one insight with several judgements."""
    chosen: dict[tuple[str, str], tuple[Document, Statement, list[Judgement]]] = {}
    opened = _with_contexts(documents, role)
    for part, asked in enumerate(parsed.all_parts):
        if asked.kind not in kinds():
            continue
        judged = list(_judged(parsed, part, opened, highlights, only_on_subject=True))
        for document, judgement in _selected(judged, asked):
            key = (document.id, judgement.statement.id)
            entry = chosen.setdefault(key, (document, judgement.statement, []))
            entry[2].append(judgement)
    return tuple(_insight(*entry) for entry in chosen.values())


def judgements(
    parsed: ParsedQuestion,
    part: int,
    documents: Sequence[Document],
    role: str,
    *,
    only_on_subject: bool = False,
) -> Iterator[tuple[Document, Judgement]]:
    """Every statement of the documents, judged for one part, by its place in
    ``parsed.all_parts``; ``only_on_subject`` as :func:`agents.matching.judging.judge` has it."""
    opened = _with_contexts(documents, role)
    return _judged(parsed, part, opened, NO_HIGHLIGHTS, only_on_subject=only_on_subject)


_Opened = Sequence[tuple[Document, Sequence[tuple[Statement, StatementContext]]]]
"""Documents with their statements, and what each statement is read under."""


def _with_contexts(documents: Sequence[Document], role: str) -> _Opened:
    """The documents opened once for all parts: what a context has read of its text, it keeps."""
    return [
        (document, [(each, context_of(document, each, role)) for each in told])
        for document in documents
        for told in (statements_of(document, role),)
    ]


def _judged(
    parsed: ParsedQuestion,
    part: int,
    opened: _Opened,
    highlights: Highlights,
    *,
    only_on_subject: bool,
) -> Iterator[tuple[Document, Judgement]]:
    asked = parsed.all_parts[part]
    for document, told in opened:
        judged = [
            judge(statement, context, asked, parsed.sheet, part, only_on_subject=only_on_subject)
            for statement, context in told
        ]
        spans = highlights.get(document.ref, ())
        for judgement in without_general_rules(judged, asked):
            statement = judgement.statement
            if judgement.score and any(_crosses(span, statement) for span in spans):
                judgement = replace(judgement, score=min(1.0, judgement.score + IN_HIGHLIGHT))
            yield document, judgement


def statements_of(document: Document, role: str) -> tuple[Statement, ...]:
    """The statements made at ingestion; a document stored before there were any has them made."""
    if document.statements:
        return document.statements
    # Half of what deriving needs is needed by nothing else that answers.
    from retrieval.derivation.derive import derive_statements

    return derive_statements(document, role)


@dataclass(frozen=True)
class _Context:
    """Implements :class:`agents.matching.sub_question.StatementContext`. What is read of a text is
    kept by the functions that read it, and here while its document is."""

    document: Document
    text: str
    heading: str
    role: str

    @property
    def title(self) -> str:
        return self.document.title

    @property
    def identifiers(self) -> frozenset[str]:
        told = self.document.facets.identifiers
        return frozenset((self.document.id, *(each.value for each in told)))

    @cached_property
    def drugs(self) -> frozenset[str]:
        told = self.document.facets.drugs
        return _named_in_title(self.title, "drug") or frozenset(told if len(told) == 1 else ())

    @cached_property
    def genes(self) -> frozenset[str]:
        told = self.document.facets.genes
        return _named_in_title(self.title, "gene") or frozenset(told if len(told) == 1 else ())

    @cached_property
    def names(self) -> frozenset[str]:
        return _names(self.text) | _names(self._above)

    @cached_property
    def names_inside(self) -> frozenset[str]:
        return _names(self.text)

    @cached_property
    def stems(self) -> frozenset[str]:
        return stems(self.text)

    @cached_property
    def stems_above(self) -> frozenset[str]:
        return stems(self._above)

    @cached_property
    def aspects(self) -> frozenset[str]:
        return aspects_said(self.text)

    @cached_property
    def only_asked(self) -> frozenset[str]:
        return only_when_asked(self.aspects)

    @cached_property
    def _above(self) -> str:
        return f"{self.title}. {self.heading}"


def context_of(document: Document, statement: Statement, role: str) -> StatementContext:
    """What a statement is read under."""
    return _Context(document, words_of(document, statement), statement.heading, role)


def head_of(title: str) -> str:
    """What a title says that its document is on: the words before a colon or dash."""
    return _TITLE_PARTS.split(title)[0]


# As many as the shipped statements several times over: the same are read for each question.
@lru_cache(maxsize=30_000)
def _names(text: str) -> frozenset[str]:
    return frozenset(name for mention in recognise_passage(text).mentions for name in mention.names)


@lru_cache(maxsize=10_000)
def _named_in_title(title: str, kind: EntityKind) -> frozenset[str]:
    """The drugs or the genes that the head of a title names; drugs else of the whole title."""
    head = recognise_passage(head_of(title)).names(kind)
    return head or (recognise_passage(title).names(kind) if kind == "drug" else head)


def words_of(document: Document, statement: Statement) -> str:
    """The statement's own words: the claim, then its limits."""
    return " ".join(document.text[start:end].strip() for start, end in sorted(statement.spans))


def _crosses(span: Span, statement: Statement) -> bool:
    return any(span[0] < end and start < span[1] for start, end in statement.spans)


def _selected(
    judged: Sequence[tuple[Document, Judgement]], asked: SubQuestion
) -> Iterator[tuple[Document, Judgement]]:
    """The answers worth handing on, those first whose kind answers such a question: of a label
    with many indications the dose is not pushed out by them."""

    def is_beside(each: tuple[Document, Judgement]) -> bool:
        return bool(asked.answered_by) and each[1].statement.kind not in asked.answered_by

    answers = sorted(
        (each for each in judged if each[1].answers),
        key=lambda each: (is_beside(each), *place_of(each[1]), each[0].id, each[1].statement.spans),
    )
    best = max((each[1].score for each in answers), default=0.0)
    worthy = [
        e
        for e in answers
        if e[1].score >= WORTH * best
        or e[1].is_wanted
        or e[1].is_met_for(asked)
        or asks_for(e[1].statement, asked.open_markers)
    ]
    heard = _spread(worthy, MOST_ANSWERS, asked)
    yield from heard
    excluded = [each for each in judged if each[1].is_excluded_option]
    excluded.sort(key=lambda each: (len(each[1].contradictions), -_agreements(each[1])))
    refused = _spread(excluded, MOST_EXCLUDED, asked)
    yield from refused
    yield from _open_of_refused(answers, heard, refused)
    near = [each for each in judged if each[1].is_on_subject and each[1].contradictions]
    near = [each for each in near if not each[1].is_excluded_option]
    near.sort(key=lambda each: (len(each[1].contradictions), is_beside(each), len(each[1].missing)))
    yield from _spread(near, MOST_NEAR, asked)


def _open_of_refused(
    answers: Sequence[tuple[Document, Judgement]],
    heard: Sequence[tuple[Document, Judgement]],
    refused: Sequence[tuple[Document, Judgement]],
) -> Iterator[tuple[Document, Judgement]]:
    """The first open indication of each drug of which another use is refused. An indication is open
    if no fact of the patient speaks against it. It is shown even if its words hardly match the
    question: without it, somebody who asks for the dose or the harms of the drug would read that it
    is no option."""
    lead = {judged.statement.drugs[:1] for _, judged in refused}
    for document, judged in answers:
        drug = judged.statement.drugs[:1]
        if drug in lead and judged.statement.kind == "indication":
            lead.discard(drug)
            if (document, judged) not in heard:
                yield document, judged


def _agreements(judgement: Judgement) -> int:
    return sum(verdict.outcome == "ok" for verdict in judgement.verdicts)


def _spread(
    judged: Sequence[tuple[Document, Judgement]], most: int, asked: SubQuestion
) -> list[tuple[Document, Judgement]]:
    kept: list[tuple[Document, Judgement]] = []
    regimens: set[frozenset[str]] = set()
    for document, judgement in judged:
        of_same = sum(each is document for each, _ in kept)
        statement = judgement.statement
        exact = bool(statement.variants) and statement.kind in OF_VARIANT
        exact = exact or is_on_gene_alone(statement, asked)
        told_each = exact or statement.kind == "indication"
        regimen = frozenset((statement.kind, *statement.drugs) if told_each else ())
        wanted = judgement.gives_what_is_asked or judgement.is_met_for(asked)
        wanted = wanted and len(kept) < most
        is_new = bool(regimen) and regimen not in regimens and len(regimens) < MOST_REGIMENS
        if is_new or wanted or (of_same < MOST_OF_ONE and len(kept) < most):
            kept.append((document, judgement))
            regimens.add(regimen)
    return kept


def _insight(document: Document, statement: Statement, judged: list[Judgement]) -> Insight:
    """The heading, where there is one, and the statement; a pointer for each of its spans."""
    words = words_of(document, statement)
    text = f"{statement.heading}: {words}" if statement.heading else words
    pointers = tuple(
        Pointer(ref=document.ref, text=document.text[start:end], start=start, end=end)
        for start, end in _joined(sorted(statement.spans), document.text)
    )
    return Insight(text=text, pointers=pointers, judgements=tuple(judged))


def _joined(spans: Sequence[Span], text: str) -> list[Span]:
    """Spans of a line with nothing but blanks between them as one."""
    found: list[Span] = []
    for start, end in spans:
        between = text[found[-1][1] : start] if found else "\n"
        if not between.strip() and "\n" not in between:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
