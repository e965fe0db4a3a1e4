"""Documents as a model reads them: each statement with a number to point at. Pure.

Where a model points at a number, the program makes the quote: always the whole statement, nothing
copied. Free quotes remain possible, for what no number stands before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agents.checking.citations import citation_of
from agents.checking.claims import problem_with_document_quote
from agents.checking.model_quotes import with_stored_statements
from agents.cores import NO_HIGHLIGHTS, Highlights, ToolCard
from agents.errors import ModelAnswerInvalid
from agents.facts.display.sheet_line import sheet_line
from agents.prompts import load_prompt
from agents.prompts.fencing import as_data
from agents.turns import Insight, Pointer, View
from retrieval.documents import Document
from retrieval.statements.model import Statement

LONGEST_DOCUMENT = 24_000
"""Characters of one document that the model reads: about 6,000 tokens. Chosen by hand, so that
the documents of one search fit into a context of 128,000 tokens."""
_NUMBER = re.compile(r"^\[?(?P<document>\d{1,3})\.(?P<statement>\d{1,5})\]?$")


@dataclass(frozen=True, slots=True)
class NumberedDocument:
    """A document, or a part of it, with all its statements in the order of its text: number *n* is
    the *n*-th of the document, whichever part is shown."""

    document: Document
    statements: tuple[Statement, ...]
    start: int = 0
    end: int = LONGEST_DOCUMENT
    """The part that is shown."""


@dataclass(frozen=True, slots=True)
class SearchContext:
    """What was searched for, where, and in which run."""

    query: str
    card: ToolCard
    view: View
    highlights: Highlights = field(default_factory=lambda: NO_HIGHLIGHTS)


@dataclass(frozen=True, slots=True)
class RefusedQuote:
    """A quote that does not stand in its document, and why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReportedQuotes:
    """What a model reported, and the quotes in it that do not stand in the documents."""

    insights: tuple[Insight, ...]
    refused: tuple[RefusedQuote, ...] = ()


def number_statements(documents: Sequence[Document], role: str) -> tuple[NumberedDocument, ...]:
    """The documents with their statements, each as far as one call can show it."""
    return tuple(_number_statements(with_stored_statements(each, role)) for each in documents)


def parts_of(numbered: NumberedDocument) -> tuple[NumberedDocument, ...]:
    """The document in parts of at most :data:`LONGEST_DOCUMENT` characters, none of which ends
    within a statement; each part ends before a paragraph where one is near."""
    text = numbered.document.text
    inside = [span for each in numbered.statements for span in each.spans]
    parts: list[NumberedDocument] = []
    start = 0
    while len(text) - start > LONGEST_DOCUMENT:
        end = _part_end(text, start, inside)
        parts.append(replace(numbered, start=start, end=end))
        start = end
    return (*parts, replace(numbered, start=start, end=len(text)))


def _part_end(text: str, start: int, inside: Sequence[tuple[int, int]]) -> int:
    """Where a part that begins at *start* ends: at a paragraph in its second half, or at the place
    before its limit that no statement crosses; at the limit when there is none."""
    most = start + LONGEST_DOCUMENT
    middle = start + LONGEST_DOCUMENT // 2
    breaks = [m.end() for m in re.finditer(r"\n\n", text[middle:most])]
    starts = [at for at, _ in inside if middle < at < most]
    wanted = [*(middle + at for at in reversed(breaks)), *sorted(starts, reverse=True), most]
    whole = (at for at in wanted if not any(first < at < last for first, last in inside))
    return next(whole, most)


def reading_request(
    search: SearchContext,
    numbered: Sequence[NumberedDocument],
    *,
    refused: Sequence[RefusedQuote] = (),
    so_far: Sequence[str] = (),
) -> str:
    """The prompt with question, patient, purpose of the search, the documents, the quotes of an
    earlier report that do not stand in them, and what earlier parts of the document said."""
    view, card = search.view, search.card
    return load_prompt("read").render(
        query=as_data(search.query),
        question=as_data(view.question.text),
        understood=as_data(sheet_line(view.sheet)) if view.sheet else "",
        purpose=as_data(view.steps[-1].thought.text) if view.steps else "",
        silo=card.title,
        focus=as_data(card.use_when),
        documents=[
            {
                "title": as_data(each.document.title),
                "date": each.document.date,
                "status": each.document.status,
                "text": as_data(_text_with_numbers(each, number)),
                "stretches": [
                    as_data(each.document.text[start:end])
                    for start, end in search.highlights.get(each.document.ref, ())
                ],
            }
            for number, each in enumerate(numbered, start=1)
        ],
        so_far=[as_data(each) for each in so_far],
        refused=[{"quote": as_data(each.text), "reason": each.reason} for each in refused],
    )


def parse_report(report: object, numbered: Sequence[NumberedDocument]) -> ReportedQuotes:
    """The insights of a ``report`` call. What points at nothing that was shown is left out, as is
    whatever else has no readable form; a quote that does not stand in its document is named with
    the reason. Raises :class:`ModelAnswerInvalid` when the whole has no readable form."""
    if not isinstance(report, Mapping) or not isinstance(report.get("insights"), list):
        raise ModelAnswerInvalid
    found = [_insight(row, numbered) for row in report["insights"]]
    insights = tuple(insight for insight in found if insight is not None)
    documents = {each.document.ref: each.document for each in numbered}
    refused = [
        RefusedQuote(
            pointer.text, problem_with_document_quote(documents[pointer.ref].text, pointer.text)
        )
        for insight in insights
        for pointer in insight.pointers
        if citation_of(pointer, list(documents.values())) is None
    ]
    return ReportedQuotes(insights, tuple(refused))


def _number_statements(document: Document) -> NumberedDocument:
    held = (each for each in document.statements if each.spans)
    return NumberedDocument(document, tuple(sorted(held, key=lambda each: each.spans[0])))


def _text_with_numbers(numbered: NumberedDocument, place: int) -> str:
    """The text as far as it is shown, ``[2.7]`` before each statement."""
    text, at = numbered.document.text, numbered.start
    pieces: list[str] = []
    for number, statement in enumerate(numbered.statements, start=1):
        start, end = statement.spans[0]
        if numbered.start <= start and end <= numbered.end:
            pieces += [text[at:start], f"[{place}.{number}] "]
            at = start
    return "".join([*pieces, text[at : numbered.end]])


def _insight(row: object, numbered: Sequence[NumberedDocument]) -> Insight | None:
    if not isinstance(row, Mapping):
        return None
    pointers = tuple(dict.fromkeys((*_by_number(row, numbered), *_by_words(row, numbered))))
    text = str(row.get("text", "")).strip()
    return Insight(text=text, pointers=pointers) if text and pointers else None


def _by_number(
    row: Mapping[object, object], numbered: Sequence[NumberedDocument]
) -> Iterator[Pointer]:
    """The whole statements that are pointed at, with the limits that travel with each."""
    named = row.get("statements")
    for name in named if isinstance(named, list) else ():
        found = _NUMBER.match(str(name).strip())
        if found is None or not 1 <= int(found["document"]) <= len(numbered):
            continue
        shown = numbered[int(found["document"]) - 1]
        document, place = shown.document, int(found["statement"])
        if 1 <= place <= len(shown.statements) and _is_shown(shown, place):
            for start, end in shown.statements[place - 1].spans:
                words = document.text[start:end]
                yield Pointer(ref=document.ref, text=words, start=start, end=end)


def _is_shown(numbered: NumberedDocument, place: int) -> bool:
    start, end = numbered.statements[place - 1].spans[0]
    return numbered.start <= start and end <= numbered.end


def _by_words(
    row: Mapping[object, object], numbered: Sequence[NumberedDocument]
) -> Iterator[Pointer]:
    quotes = row.get("quotes")
    for quote in quotes if isinstance(quotes, list) else ():
        if not isinstance(quote, Mapping):
            continue
        number, words = quote.get("document"), quote.get("quote")
        if isinstance(number, int) and 1 <= number <= len(numbered) and isinstance(words, str):
            yield Pointer(ref=numbered[number - 1].document.ref, text=words)
