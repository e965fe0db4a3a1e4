"""How the documents of a search come before the model: whole, read apart, or read in parts.

What fits is shown whole to the thinking model, without a call. A longer document is read by a call
of its own, side by side with the others (*compact*); one of a few parts part by part, each in the
light of those before (*refine*); one of many parts side by side and joined (*tree*)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from langchain_core.messages import AIMessage, HumanMessage

from agents.checking.shown_documents import shown_whole
from agents.checking.unsuited_documents import fit_of
from agents.errors import ModelAnswerInvalid, ModelRefused, ModelUnavailable
from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet
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
from agents.matching.patient.tumours import is_on_other_tumours, tumour_names
from agents.prompts import load_prompt
from agents.prompts.fencing import as_data
from agents.turns import NO_USAGE, Insight, Reading, Usage
from agents.turns.personal import personal_of
from names.clinical.values import Tumour
from names.entities import EntityKind
from names.recognise import recognise_passage
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
WHOLE_LEAST = 2_000
"""However many searches a step makes, each has so much room."""
REFINED_PARTS = 3
"""Up to so many parts a document is read part by part. Chosen by hand: each waits for the one
before it."""
MOST_PARTS = 12
"""Of a longer document the parts with most words of the query are read, and that is said. Chosen by
hand."""
_BY_NAME: tuple[EntityKind, ...] = ("drug", "trial", "registration")
_NAME_OF_A_DRUG = re.compile(
    r"\b[a-z]{3,20}(?:mab|tinib|sertib|lisib|parib|ciclib|rasib|rafenib|metinib|degib|estrant"
    r"|lutamide|taxel|platin|rubicin|tecan|zomib|cept|leucel)\b"
)
"""Endings of the names that the WHO gives to drugs against cancer."""
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


def documents_on_other_tumours(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[DocumentRef, ...]:
    """The documents that only speak of other tumours than the patient's and the query's: they are
    named, not shown. One on a drug or a trial that the query names is none of them."""
    told = (search.view.sheet, read_fact_sheet((Message(search.query),)))
    tumours = frozenset(name for sheet in told for name in tumour_names(sheet.of(Tumour)))
    if not tumours:
        return ()
    named = recognise_passage(search.query).names(*_BY_NAME)
    return tuple(
        each.ref
        for each in documents
        if is_on_other_tumours(each.statements, tumours)
        and not named & recognise_passage(each.title).names(*_BY_NAME)
    )


def labels_of_other_drugs(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[DocumentRef, ...]:
    """The labels that name none of the drugs that the query names: of a drug that has no label here
    those of others are found, and their doses must not stand in its place, also where one of them
    is given together with it."""
    named = _drugs_named(search.query) if search.card.role == "label" else frozenset()
    if not named:
        return ()
    texts = {each.ref: f"{each.title} {each.text}".lower() for each in documents}
    return tuple(ref for ref, text in texts.items() if not any(name in text for name in named))


def _drugs_named(query: str) -> frozenset[str]:
    """The drugs of a query, by their own and their generic names; also one that no table knows, by
    the ending that names of its kind have."""
    found = frozenset(_NAME_OF_A_DRUG.findall(query.lower()))
    mentions = recognise_passage(query).of("drug")
    generic = (name.lower() for mention in mentions for name in mention.names)
    return found | frozenset(generic) | {mention.text.lower() for mention in mentions}


def documents_for_others(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[DocumentRef, ...]:
    """The documents that are superseded or mostly not for this patient, where others were found
    beside them: they are named with the reason, and can be opened. One on a trial that the query
    names, and a label of a drug that it names, are none of them: these are asked for themselves.
    Where all are for others, the one with the largest part for this patient is none of them."""
    named = recognise_passage(search.query).names(*_BY_NAME)
    fits = {each.ref: fit_of(each, search.view.sheet, search.card.role) for each in documents}
    unsuited = tuple(
        each.ref
        for each in documents
        if fits[each.ref].is_mostly_for_others
        and not named & recognise_passage(each.title).names(*_kinds_asked_for(search.card.role))
    )
    if len(unsuited) < len(documents) or not documents:
        return unsuited
    best = max(documents, key=lambda each: fits[each.ref].share)
    return tuple(ref for ref in unsuited if ref != best.ref)


def _kinds_asked_for(role: str) -> tuple[EntityKind, ...]:
    return _BY_NAME if role == "label" else ("trial", "registration")


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
        strange = await asyncio.to_thread(documents_on_other_tumours, self._search, documents)
        apart = await asyncio.to_thread(labels_of_other_drugs, self._search, documents)
        strange = tuple(dict.fromkeys((*strange, *apart)))
        near = [each for each in documents if each.ref not in strange]
        others = await asyncio.to_thread(documents_for_others, self._search, near)
        share = share_out(
            [each for each in near if each.ref not in others],
            len(actions),
            shown_whole(view.steps[view.hidden :]),
        )
        numbered = await asyncio.to_thread(number_statements, share.apart, role)
        readings = await asyncio.gather(*map(self._read_one, numbered))
        usage = NO_USAGE
        for reading in readings:
            usage = total_usage(usage, reading.usage)
        return Reading(
            insights=tuple(each for reading in readings for each in reading.insights),
            whole=_refs(share.whole),
            unread=(*_refs(share.unread), *others, *strange),
            remark=" ".join(filter(None, (reading.remark for reading in readings))),
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
