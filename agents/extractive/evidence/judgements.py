"""Judges the statements of documents once for every part of a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.cores import NO_HIGHLIGHTS, Highlights
from agents.extractive.evidence.contexts import with_contexts
from agents.extractive.own_rules.judging import (
    is_own_look_up,
    own_judgements,
    with_patient,
    without_rows,
)
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.alike import WHICH_VARIANTS, variants_held_alike
from agents.matching.general_rules import (
    is_for_any_event,
    is_only_of_event,
    without_general_rules,
)
from agents.matching.judging import judge, judge_on_subject, patient_of
from agents.matching.ordering import place_of
from agents.matching.patient.single_gene import fits_whichever_gene, is_on_gene_alone
from agents.matching.patient.unread_markers import asks_for
from agents.matching.safety.joint_drugs import given_together, speaks_against_both
from agents.matching.sequence.class_again import is_against_class_again
from agents.matching.sub_question import LIMITS, StatementContext, SubQuestion
from agents.matching.verdicts import Judgement, tells_marker_needed
from agents.turns import Insight, Pointer
from agents.wording.table_rows import is_row, told_words
from retrieval.documents import Document
from retrieval.statements.model import Span, Statement
from retrieval.statements.naming import words_of

MOST_ANSWERS, MOST_EXCLUDED, MOST_NEAR = 6, 5, 2
"""Statements that one search passes on for one part: answers, options that facts of the patient
speak against, and statements on the subject that do not apply. The last say what is covered
instead. Chosen by hand: an answer shows four points."""
MOST_REGIMENS = 10
"""Further regimens that one search passes on, beside these numbers: a choice should show all of
them. Chosen by hand: records of one tumour and marker offer up to nine."""
MOST_OF_ONE = 3
"""Most statements of one document. Chosen by hand: a long document leaves room for others."""
OF_VARIANT = frozenset(("result", "resistance"))
"""Kinds of statement that tell which drug acts on a named variant. All of them are passed on."""
WORTH = 0.4
"""Share of the best score that an answer needs to be passed on. Chosen by hand: it is below the
share from which a statement is shown, because other searches may have a lower best score."""
IN_HIGHLIGHT = 0.05
"""Added to the score if a re-ranker found the place relevant. Chosen by hand: it settles near
ties."""


def insights(
    parsed: ParsedQuestion,
    documents: Sequence[Document],
    role: str,
    highlights: Highlights = NO_HIGHLIGHTS,
    *,
    is_own: bool = False,
) -> tuple[Insight, ...]:
    """What the documents say for each part: answers, excluded options and near misses, best first.
    ``is_own``: whether they are the hospital's own.

    A statement that serves several parts is one insight with several judgements."""
    chosen: dict[tuple[str, str], tuple[Document, Statement, list[Judgement]]] = {}
    opened = _with_contexts(documents, role)
    for part, asked in enumerate(parsed.all_parts):
        if asked.kind not in kinds():
            continue
        if is_own and asked.kind == LIMITS and any(map(is_own_look_up, parsed.parts)):
            continue
        judged = list(_judge_statements(parsed, part, opened, highlights, only_on_subject=True))
        if is_own and is_own_look_up(asked):
            rules = list(own_judgements(asked, part, documents, opened))
            judged = with_patient(rules, judged) or without_rows(judged, asked)
        given = given_together(asked, parsed.sheet)
        for document, judgement in _select_for_part(judged, asked, given):
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
    """Every statement of the documents, judged for one part, with its document. ``part``: its place
    in ``parsed.all_parts``. ``only_on_subject`` leaves out statements that are not on the
    subject."""
    opened = _with_contexts(documents, role)
    return _judge_statements(parsed, part, opened, NO_HIGHLIGHTS, only_on_subject=only_on_subject)


_Opened = Sequence[tuple[Document, Sequence[tuple[Statement, StatementContext]]]]
"""Documents, each with its statements and their contexts."""


def _with_contexts(documents: Sequence[Document], role: str) -> _Opened:
    """The documents with their statements and contexts, made once for all parts."""
    return [(document, list(with_contexts(document, role))) for document in documents]


def _judge_statements(
    parsed: ParsedQuestion,
    part: int,
    opened: _Opened,
    highlights: Highlights,
    *,
    only_on_subject: bool,
) -> Iterator[tuple[Document, Judgement]]:
    asked = parsed.all_parts[part]
    patient = patient_of(asked, parsed.sheet)
    for document, told in opened:
        if only_on_subject:
            judged = list(judge_on_subject(told, asked, patient, part))
        else:
            judged = [judge(*each, asked, parsed.sheet, part) for each in told]
        if not judged:
            continue
        spans = highlights.get(document.ref, ())
        statements = (statement for statement, _ in told)
        for judgement in without_general_rules(judged, statements, asked):
            statement = judgement.statement
            if judgement.score and any(_crosses(span, statement) for span in spans):
                judgement = replace(judgement, score=min(1.0, judgement.score + IN_HIGHLIGHT))
            yield document, judgement


def _crosses(span: Span, statement: Statement) -> bool:
    return any(span[0] < end and start < span[1] for start, end in statement.spans)


def _is_against(
    each: tuple[Document, Judgement], asked: SubQuestion, given: frozenset[str]
) -> bool:
    document, judgement = each
    spans = judgement.statement.spans
    text = document.text[spans[0][0] : spans[0][1]] if len(given) > 1 else ""
    return speaks_against_both(text, asked.drugs, given)


def _select_for_part(
    judged: Sequence[tuple[Document, Judgement]],
    asked: SubQuestion,
    given: frozenset[str] = frozenset(),
) -> Iterator[tuple[Document, Judgement]]:
    """The judgements to pass on for a part. Answers of a kind that answers the question come first,
    so that many indications of a label do not push out its dose. ``given``: drugs that would be
    given together."""

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
    yield from (e for e in answers if e[1].is_on_companion and e not in heard)
    whole = [e for e in answers if asked.genes and fits_whichever_gene(e[1], asked)]
    yield from (e for e in whole[:MOST_EXCLUDED] if e not in heard)
    beside = [e for e in answers if e not in heard]
    yield from (e for e in beside if _is_against(e, asked, given) or _counts_alike(e[1], asked))
    yield from (e for e in answers if e not in heard and is_against_class_again(e[1]))
    in_line = [e for e in answers if e not in heard and _is_advice_for_patient(e[1])]
    yield from in_line[: MOST_NEAR if asked.is_choice else 0]
    of_named = [e for e in answers if e not in heard and _is_indication_of(e[1], asked.instead_of)]
    yield from of_named[:MOST_EXCLUDED]
    excluded = [each for each in judged if each[1].is_excluded_option]
    excluded.sort(key=lambda each: (len(each[1].contradictions), -_agreements(each[1])))
    refused = _spread(excluded, MOST_EXCLUDED, asked)
    yield from refused
    yield from _open_of_refused(answers, heard, refused)
    near = [each for each in judged if each[1].is_on_subject and each[1].contradictions]
    near = [each for each in near if not each[1].is_excluded_option]
    near.sort(
        key=lambda each: (
            not tells_marker_needed(each[1], asked.drugs if asked.is_choice else frozenset()),
            *(len(each[1].contradictions), is_beside(each), len(each[1].missing)),
        )
    )
    yield from _with_steps(_spread(near, MOST_NEAR, asked), near)


def _with_steps(
    shown: Sequence[tuple[Document, Judgement]], near: Sequence[tuple[Document, Judgement]]
) -> Iterator[tuple[Document, Judgement]]:
    """The near misses that are passed on, and the steps of a reduction among the others: a rule may
    only say "the next lower dose"."""
    yield from shown
    steps = [e for e in near if is_for_any_event(e[1].statement) and is_only_of_event(e[1])]
    yield from [e for e in steps[:MOST_NEAR] if e not in shown]


def _counts_alike(judgement: Judgement, asked: SubQuestion) -> bool:
    """Whether a statement tells which variants of a gene count, and the question asks whether
    two of them are the same."""
    told = judgement.statement.kind in WHICH_VARIANTS
    return told and bool(asked.genes and variants_held_alike(asked.text))


def _open_of_refused(
    answers: Sequence[tuple[Document, Judgement]],
    heard: Sequence[tuple[Document, Judgement]],
    refused: Sequence[tuple[Document, Judgement]],
) -> Iterator[tuple[Document, Judgement]]:
    """The first open indication of each drug that has a refused use. An indication is open if no
    fact of the patient speaks against it. It is passed on even if its words hardly match the
    question. Without it, the reader of a dose or of adverse reactions would read that the drug is
    no option."""
    lead = {judged.statement.drugs[:1] for _, judged in refused}
    for document, judged in answers:
        drug = judged.statement.drugs[:1]
        if drug in lead and judged.statement.kind == "indication":
            lead.discard(drug)
            if (document, judged) not in heard:
                yield document, judged


def _is_advice_for_patient(judgement: Judgement) -> bool:
    """Whether a statement advises drugs for just the line of the patient, or for the tumour in the
    setting of the patient whatever its markers, and then depends on nothing that is unknown. A
    marker that only other statements name does not take it away."""
    statement, line = judgement.statement, judgement.statement.applies.line
    agreed = {each.dimension for each in judgement.verdicts if each.outcome == "ok"}
    exact = line is not None and line.first == line.last
    free = not (statement.applies.requires or statement.applies.excludes or judgement.missing)
    fits = free and {"tumour", "setting"} <= agreed
    advised = statement.kind == "recommendation" and bool(statement.drugs)
    return advised and (("line" in agreed and exact) or fits)


def _is_indication_of(judgement: Judgement, drugs: frozenset[str]) -> bool:
    """Whether a statement tells for whom one of these drugs is indicated."""
    statement = judgement.statement
    return statement.kind == "indication" and not drugs.isdisjoint(statement.drugs[:1])


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
        exact = exact or is_on_gene_alone(judgement, asked)
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
    """The insight of a statement: its heading and words, and a pointer for each of its spans."""
    spans = [document.text[start:end] for start, end in sorted(statement.spans)]
    is_of_table = any(map(is_row, spans))
    words = told_words(spans) if is_of_table else words_of(document.text, statement)
    text = f"{statement.heading}: {words}" if statement.heading and not is_of_table else words
    pointers = tuple(
        Pointer(ref=document.ref, text=document.text[start:end], start=start, end=end)
        for start, end in _join_spans(sorted(statement.spans), document.text)
    )
    return Insight(text=text, pointers=pointers, judgements=tuple(judged))


def _join_spans(spans: Sequence[Span], text: str) -> list[Span]:
    """The spans, with neighbours on one line that only blanks separate joined to one."""
    found: list[Span] = []
    for start, end in spans:
        between = text[found[-1][1] : start] if found else "\n"
        if not between.strip() and "\n" not in between:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found
