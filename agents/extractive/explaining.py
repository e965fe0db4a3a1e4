"""Why this statement and why not that one: the parsed question, the facts, and every candidate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import cast

from agents.extractive.evidence.contexts import context_of
from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import ParsedQuestion
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.scoring import features_of
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from names.clinical.treatment.cycle_days import CycleDays
from names.clinical.values import ClinicalValue
from retrieval.documents import Document
from retrieval.statements.naming import words_of
from retrieval.statements.wording import statement_lines

MOST_WORDS = 60
"""Words of a statement that are shown. Chosen by hand: three lines of a terminal."""


def question_lines(parsed: ParsedQuestion) -> Iterator[str]:
    """The facts and the parts of a question, one a line."""
    yield "The patient as understood:"
    for fact in parsed.sheet.facts or ():
        rule = f" (by the rule {fact.rule})" if fact.rule else ""
        yield f"  {describe(fact.value)}{rule}"
    if not parsed.sheet:
        yield "  nothing is stated"
    for number, asked in enumerate(parsed.all_parts, start=1):
        yield f"Part {number}: {asked.text}"
        yield from _part_lines(asked)


def _part_lines(asked: SubQuestion) -> Iterator[str]:
    for field in fields(asked):
        told = "" if field.name == "text" else _words_of(getattr(asked, field.name))
        if told:
            yield f"  {field.name.replace('_', ' ')}: {told}"


def _words_of(value: object) -> str:
    """What a field of a part holds, in words; empty if it holds nothing."""
    match value:
        case bool():
            return "yes" if value else ""
        case frozenset():
            return ", ".join(sorted(map(str, value)))
        case tuple():
            return ", ".join(map(_words_of, value))
        case CycleDays():
            days = [f"day {each}" for each in sorted(value.days)]
            return ", ".join([*days, *(f"cycle {each}" for each in sorted(value.cycles))])
        case FactSheet():
            return ", ".join(describe(fact.value) for fact in value.facts)
        case str() | int():
            return str(value or "")
        case None:
            return ""
        case _:
            return describe(cast(ClinicalValue, value))


def candidate_lines(
    parsed: ParsedQuestion, documents: Sequence[Document], role: str, *, all_of_them: bool
) -> Iterator[str]:
    """Every statement with its verdicts and features, the best first.

    ``all_of_them`` shows those that are not on the subject, too."""
    for part, asked in enumerate(parsed.all_parts):
        judged = list(judgements(parsed, part, documents, role))
        judged.sort(key=lambda each: (-each[1].score, len(each[1].contradictions)))
        for document, judgement in judged:
            if all_of_them or judgement.is_on_subject:
                yield from _statement_lines(parsed, document, judgement, asked, role)


def _statement_lines(
    parsed: ParsedQuestion, document: Document, judgement: Judgement, asked: SubQuestion, role: str
) -> Iterator[str]:
    words = " ".join(words_of(document.text, judgement.statement).split()[:MOST_WORDS])
    told = "answers" if judgement.answers else "does not answer"
    place = f"{document.silo}/{document.id}#{judgement.statement.id}"
    yield f"{place}, part {judgement.part + 1}: {told}"
    yield f"  {judgement.statement.kind}: {words}"
    yield from (f"    {line}" for line in statement_lines(judgement.statement))
    for verdict in judgement.verdicts:
        why = verdict.reason or (f"unknown: {verdict.missing}" if verdict.missing else "")
        yield f"  {verdict.dimension}: {verdict.outcome}{' – ' if why else ''}{why}"
    if judgement.answers:
        context = context_of(document, judgement.statement, role)
        features = features_of(judgement, context, asked, parsed.sheet)
        listed = ", ".join(f"{name} {value:.2f}" for name, value in features.items())
        yield f"  score {judgement.score:.2f} from {listed}"
