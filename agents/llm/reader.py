"""How the documents of a search come before the model: whole, read apart, or read in parts.

What fits is shown whole to the thinking model, without a call. A longer document is read by a call
of its own, side by side with the others (*compact*); one of a few parts part by part, each in the
light of those before (*refine*); one of many parts side by side and joined (*tree*)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from langchain_core.messages import AIMessage, HumanMessage

from agents.checking.documents.shown_documents import shown_whole
from agents.errors import ModelAnswerInvalid, ModelError, ModelRefused, ModelUnavailable
from agents.facts.display.sheet_line import sheet_line
from agents.llm.calls.provider import Provider
from agents.llm.calls.usage import total_usage, usage_of
from agents.llm.conversation.numbered_statements import (
    NumberedDocument,
    RefusedQuote,
    ReportedQuotes,
    SearchContext,
    number_statements,
    parse_report,
    parts_of,
    reading_request,
)
from agents.llm.conversation.parsing import parse_json
from agents.llm.conversation.tool_schemas import REPORT
from agents.llm.unshown_documents import split_shown_and_named
from agents.prompts import load_prompt
from agents.prompts.fencing import as_data
from agents.turns import NO_USAGE, Insight, Reading, Usage
from agents.turns.personal import personal_of
from retrieval.documents import Document, DocumentRef
from retrieval.text.words import words

T = TypeVar("T")
WHOLE_BEST = 10_000
"""Characters up to which the best document of a search is shown whole: about 2,500 tokens, less
than reading it apart costs in prompts. Chosen by hand."""
WHOLE_SEARCH = 4_500
"""Characters of all that one search shows whole; what is shown is paid for in every later call of
the run. Chosen by the table of ``tests/integration/llm/economy``, as the two below: with these a
look-up stays below 8,000 tokens and a case below 25,000."""
WHOLE_STEP = 6_000
"""The same for all searches of one step."""
WHOLE_LEAST = 1_200
"""However many searches a step makes, each has so much room."""
REFINED_PARTS = 3
"""Up to so many parts a document is read part by part. Chosen by hand: each waits for the one
before it."""
MOST_PARTS = 12
"""Of a longer document the parts with most words of the query are read, and that is said. Chosen by
hand."""
COULD_NOT_READ = "The language model could not read"
"""Before the titles of documents whose reading failed beside others."""
MOST_JOINED = 8
"""Insights of a document of many parts. Chosen by hand: what a prompt of findings holds."""


@dataclass(frozen=True, slots=True)
class Share:
    """What becomes of the documents of one search."""

    whole: tuple[Document, ...]
    apart: tuple[Document, ...]
    unread: tuple[Document, ...]


def share_out(
    documents: Sequence[Document], searches: int, shown: Collection[DocumentRef] = ()
) -> Share:
    """The documents, best first, as they fit. The best that is not too long may take more than its
    share; one that is too long even so is read apart while nothing better has been shown; what no
    room is left for is named only. Those that the run has *shown* before take no room: they are not
    told again."""
    room = max(WHOLE_LEAST, min(WHOLE_SEARCH, WHOLE_STEP // max(1, searches)))
    whole: list[Document] = []
    apart: list[Document] = []
    unread: list[Document] = []
    for document in documents:
        size = 0 if document.ref in shown else len(document.text)
        if size <= (room if whole else max(room, WHOLE_BEST)):
            whole.append(document)
            room -= size
        elif whole:
            unread.append(document)
        else:
            apart.append(document)
    return Share(tuple(whole), tuple(apart), tuple(unread))


class Reader:
    """Reads the documents of one search with a chat model."""

    def __init__(self, provider: Provider, search: SearchContext) -> None:
        self._provider = provider
        self._search = search

    async def read(self, documents: Sequence[Document]) -> Reading:
        """What they say, or that the model is to be shown them whole. Raises
        :class:`agents.errors.ModelError`."""
        view = self._search.view
        actions = view.steps[-1].thought.actions if view.steps else ()
        role = self._search.card.role
        near, named = await asyncio.to_thread(split_shown_and_named, self._search, documents)
        share = share_out(
            near,
            len(actions),
            shown_whole(view.steps[view.hidden :]),
        )
        numbered = await asyncio.to_thread(number_statements, share.apart, role)
        results = await asyncio.gather(*map(self._read_one, numbered), return_exceptions=True)
        readings = [each for each in results if isinstance(each, Reading)]
        failed = _failed_titles(numbered, results, has_whole=bool(share.whole))
        usage = NO_USAGE
        for reading in readings:
            usage = total_usage(usage, reading.usage)
        remarks = [reading.remark for reading in readings]
        if failed:
            remarks.append(f"{COULD_NOT_READ}: {'; '.join(failed.values())}.")
        return Reading(
            insights=tuple(each for reading in readings for each in reading.insights),
            whole=_refs(share.whole),
            unread=(*_refs(share.unread), *named, *failed),
            remark=" ".join(filter(None, remarks)),
            usage=usage,
            prompt_sha=load_prompt("read").sha if numbered else "",
        )

    async def _read_one(self, numbered: NumberedDocument) -> Reading:
        parts = parts_of(numbered)
        if len(parts) == 1:
            return await self._report(parts[0])
        if len(parts) <= REFINED_PARTS:
            return await self._refine(parts)
        return await self._tree(parts)

    async def _refine(self, parts: Sequence[NumberedDocument]) -> Reading:
        """Part by part, each in the light of what those before said."""
        found: tuple[Insight, ...] = ()
        usage = NO_USAGE
        for part in parts:
            reading = await self._report(part, tuple(each.text for each in found))
            found, usage = (*found, *reading.insights), total_usage(usage, reading.usage)
        return Reading(insights=found, usage=usage)

    async def _tree(self, parts: Sequence[NumberedDocument]) -> Reading:
        """Side by side, then put together by one call."""
        chosen = _nearest(parts, self._search.query)
        readings = await asyncio.gather(*map(self._report, chosen))
        found = tuple(each for reading in readings for each in reading.insights)
        usage = NO_USAGE
        for reading in readings:
            usage = total_usage(usage, reading.usage)
        remark = ""
        if len(chosen) < len(parts):
            title = parts[0].document.title
            remark = f"Of the {len(parts)} parts of {title}, {len(chosen)} were read."
        if len(found) > 1:
            found, more = await self._join(found, parts[0])
            usage = total_usage(usage, more)
        return Reading(insights=found, usage=usage, remark=remark)

    async def _join(
        self, found: Sequence[Insight], document: NumberedDocument
    ) -> tuple[tuple[Insight, ...], Usage]:
        """One report from those of the parts; all of them when no readable one comes."""
        whole = replace(document, start=0, end=len(document.document.text))
        view = self._search.view
        text = load_prompt("join").render(
            question=as_data(view.question.text),
            understood=as_data(sheet_line(view.sheet)) if view.sheet else "",
            query=as_data(self._search.query),
            most=MOST_JOINED,
            insights=[_with_numbers(each, whole) for each in found],
        )
        try:
            message, model = await self._provider.call(
                [HumanMessage(text)], [REPORT], hiding=personal_of(view, (document.document,))
            )
            report = parse_report(arguments_of("report", message), (whole,))
        except (ModelAnswerInvalid, ModelRefused, ModelUnavailable):
            return tuple(found), NO_USAGE
        return report.insights[:MOST_JOINED] or tuple(found), usage_of(message, model)

    async def _report(self, numbered: NumberedDocument, so_far: Sequence[str] = ()) -> Reading:
        """The insights of one document or part. Quotes in the model's own hand that do not stand in
        it are asked for once more, with the reason."""
        found, usage = await asked_twice(lambda: self._ask(numbered, so_far, ()))
        if found.refused:
            try:
                again, more = await self._ask(numbered, so_far, found.refused)
            except (ModelAnswerInvalid, ModelRefused, ModelUnavailable):
                # What was verified of the first report stands; the rest is counted as removed.
                return Reading(insights=found.insights, usage=usage)
            found, usage = again if again.insights else found, total_usage(usage, more)
        return Reading(insights=found.insights, usage=usage)

    async def _ask(
        self, numbered: NumberedDocument, so_far: Sequence[str], refused: Sequence[RefusedQuote]
    ) -> tuple[ReportedQuotes, Usage]:
        text = reading_request(self._search, (numbered,), refused=refused, so_far=so_far)
        message, model = await self._provider.call(
            [HumanMessage(text)],
            [REPORT],
            hiding=personal_of(self._search.view, (numbered.document,)),
        )
        report = arguments_of("report", message)
        found = await asyncio.to_thread(parse_report, report, (numbered,))
        return found, usage_of(message, model)


async def asked_twice(ask: Callable[[], Awaitable[T]]) -> T:
    """What a model answers, asked once more when its answer has no readable form."""
    try:
        return await ask()
    except ModelAnswerInvalid:
        return await ask()


def arguments_of(name: str, message: AIMessage) -> object:
    """The arguments of the call of this name, or the same as JSON in the text."""
    for call in message.tool_calls:
        if call["name"] == name:
            return call["args"]
    return parse_json(message.text)


def _failed_titles(
    numbered: Sequence[NumberedDocument], results: Sequence[object], *, has_whole: bool
) -> dict[DocumentRef, str]:
    """The documents that the model failed to read, with their titles. Raises the first failure
    where nothing else was found: what nobody read is no gap of the sources."""
    failed = {
        each.document.ref: (each.document.title, result)
        for each, result in zip(numbered, results, strict=True)
        if isinstance(result, BaseException)
    }
    found = has_whole or any(isinstance(each, Reading) and each.insights for each in results)
    for _, error in failed.values():
        if not found or not isinstance(error, ModelError):
            raise error
    return {ref: title for ref, (title, _) in failed.items()}


def _refs(documents: Iterable[Document]) -> tuple[DocumentRef, ...]:
    return tuple(document.ref for document in documents)


def _nearest(parts: Sequence[NumberedDocument], query: str) -> list[NumberedDocument]:
    """The parts with most words of the query, in the order of the text."""
    wanted = frozenset(words(query))

    def held(part: NumberedDocument) -> int:
        return len(wanted.intersection(words(part.document.text[part.start : part.end])))

    best = sorted(parts, key=held, reverse=True)[:MOST_PARTS]
    return sorted(best, key=lambda part: part.start)


def _with_numbers(insight: Insight, numbered: NumberedDocument) -> dict[str, object]:
    """An insight with the numbers and words of the statements it points at."""
    text = numbered.document.text
    pointed = {(pointer.start, pointer.end) for pointer in insight.pointers}
    return {
        "text": as_data(insight.text),
        "statements": [
            {"number": f"1.{place}", "words": as_data(text[slice(*statement.spans[0])])}
            for place, statement in enumerate(numbered.statements, start=1)
            if statement.spans[0] in pointed
        ],
    }
