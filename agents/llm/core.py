"""The ``llm`` core: any LangChain chat model, by name."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from agents.checking.asked_names import facts_to_weigh, names_asked
from agents.checking.documents.unsuited_options import excluded_options
from agents.checking.quotes import is_quotable
from agents.cores import (
    NO_HIGHLIGHTS,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.eligibility.answering import draft_on_trial, reading_of_trial, thought_on_trial
from agents.errors import ModelAnswerInvalid, ModelError
from agents.llm.analysing.analyst import NO_CODE, Analyst, CodePolicy
from agents.llm.calls.asking_again import asked_to_search
from agents.llm.calls.provider import CallSettings, Provider
from agents.llm.calls.usage import total_usage, usage_of
from agents.llm.conversation.evidence_text import observation_text
from agents.llm.conversation.messages import REASONING, conversation
from agents.llm.conversation.numbered_statements import SearchContext
from agents.llm.conversation.parsing import parse_actions
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.llm.conversation.tool_schemas import DOUBTS, wire_tools
from agents.llm.correction import (
    failed_sentences,
    repair,
    repair_request,
    second_request,
    with_doubts,
)
from agents.llm.extracting.answer_reader import AnswerReader
from agents.llm.extracting.contract import ExtractionTools
from agents.llm.model_roles import ModelNames, open_roles
from agents.llm.reader import Reader, arguments_of, asked_twice
from agents.llm.writing.calculated import with_calculations
from agents.llm.writing.form import is_answer, known_missing, parse_written, split_ready
from agents.llm.writing.gaps import asked_of_person, shown_in_vain, with_gap
from agents.llm.writing.lacks import names_a_lack, without_unseen_doses
from agents.llm.writing.reasoning import ALL_OF_IT, Reasoning
from agents.llm.writing.request import answer_request, goes_on, thinking_prompt
from agents.prompts import load_prompt
from agents.prompts.fencing import as_data
from agents.reports.file_values import QUOTES_FILE, reply_on_files
from agents.turns import Draft, ExcludedOption, Reading, Thought, View
from agents.turns.computing.code_runs import ANALYSIS_TOOLS
from agents.turns.personal import personal_of
from names.recognise import recognise_passage
from retrieval.documents import Document
from retrieval.records.undeclared_forms import is_unread

MOST_UNNAMED = 3
"""Options that nobody thought of and that are said to be none. Chosen by hand: three lines."""
SUMMARY_WORDS = 300
"""Asked for when steps are folded. Chosen by hand: about 400 tokens, a tenth of the steps."""


def open_llm_core(
    names: ModelNames,
    *,
    base_url: str | None,
    tuning: CallSettings,
    is_trusted: bool = False,
    reasoning: Reasoning = ALL_OF_IT,
    coding: CodePolicy = NO_CODE,
) -> LlmCore:
    """The core over these models; see :func:`agents.llm.model_roles.open_roles`. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    roles = open_roles(names, base_url=base_url, tuning=tuning, is_trusted=is_trusted)
    return LlmCore(
        roles.executor,
        roles.checker,
        planner=roles.planner,
        concluder=roles.concluder,
        reasoning=reasoning,
        coding=coding,
    )


class LlmCore:
    """Thinks, reads, answers and compresses with a chat model."""

    def __init__(
        self,
        provider: Provider,
        checker: Provider | None = None,
        *,
        planner: Provider | None = None,
        concluder: Provider | None = None,
        reasoning: Reasoning = ALL_OF_IT,
        coding: CodePolicy = NO_CODE,
    ) -> None:
        self._provider = provider
        self._checker = checker
        self._planner = planner or provider
        self._concluder = concluder or provider
        self._answers_itself = concluder is None
        self._reasoning = reasoning
        self._analyst = Analyst(self._planner, provider, self._concluder, coding)
        self._extracting: ExtractionTools | None = None

    @property
    def name(self) -> str:
        return self._provider.name

    def with_extractors(self, extracting: ExtractionTools) -> LlmCore:
        """The same core, which also has answers of records read by code that it writes."""
        other = copy(self)
        other._extracting = extracting
        return other

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """The next thought, from one call with the tools; see :meth:`agents.cores.Core.think`.

        A call of ``declare_gap`` that stands alone and says what is missing becomes the thought's
        gap; searches beside it are made first, and one that is empty or contradicted by what was
        shown is answered by the tool. What is asked of the person is a gap, too. A message
        without words and calls is asked for once more. Analyses of tables, what a file says, and
        how the criteria of a trial stand are told without a call; what fixed methods do not compute
        of a table, by code of the model. Raises :class:`agents.errors.ModelError`."""
        if on_tables := await self._analyst.think(view, cards):
            return on_tables
        if reply := await asyncio.to_thread(reply_on_files, view):
            return Thought(text=QUOTES_FILE, reply=reply)
        if on_trial := await asyncio.to_thread(thought_on_trial, view, cards):
            return on_trial
        itself = self._answers_itself
        prompt = await asyncio.to_thread(
            thinking_prompt, view, self._reasoning, answers_itself=itself
        )
        more = goes_on(view)
        messages = conversation(view, prompt.render(answers_itself=itself, goes_on=more))
        thinks = self._provider if view.steps else self._planner
        others = [card for card in cards if card.name not in ANALYSIS_TOOLS]
        schemas = wire_tools(others, on_patient=bool(view.sheet), goes_on=more)

        async def ask(*more: BaseMessage) -> Thought:
            """One call of the model, read as a thought; raises when it holds neither text nor
            action, so that it is asked again."""
            asked = [*messages, *more]
            message, model = await thinks.call(asked, schemas, hiding=personal_of(view))
            called = parse_actions(_calls(message), len(view.steps) + 1)
            if not called and not message.text.strip():
                raise ModelAnswerInvalid
            text, written = split_ready(message.text) if not called else (message.text.strip(), "")
            return Thought(
                text=without_unseen_doses(text, view),
                actions=called,
                gap=None if called else asked_of_person(message.text, view),
                written=written if itself else "",
                reasoning=str(message.additional_kwargs.get(REASONING, "")) if called else "",
                usage=usage_of(message, model),
                prompt_sha=prompt.sha,
            )

        thought = await asked_twice(ask)
        if not (thought.actions or view.all_steps):
            thought = await asked_to_search(thought, ask)
        roles = {card.silo: card.role for card in cards if card.silo}
        return await asyncio.to_thread(with_gap, thought, view, roles)

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        """What the documents say, by the way that their size asks for: see
        :mod:`agents.llm.reader`. Raises :class:`agents.errors.ModelError`."""
        if reading := await asyncio.to_thread(reading_of_trial, view, documents, is_quotable):
            return reading
        if self._extracting and len(documents) == 1 and is_unread(documents[0]):
            reader = AnswerReader(self._provider, self._extracting, view)
            return await reader.read(query, documents[0])
        return await Reader(self._provider, SearchContext(query, card, view, highlights)).read(
            documents
        )

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        """The answer: what the last thought wrote already, or else one call, streamed; *on_draft*
        gets it after each piece, without its last line, which is still being written. What does not
        hold is written again once, and what holds may be doubted by a second model. Raises
        :class:`agents.errors.ModelError`."""
        if on_trial := await asyncio.to_thread(draft_on_trial, view):
            return on_trial
        last = view.steps[-1].thought if view.steps else None
        if last is not None and last.written:
            draft = await asyncio.to_thread(_draft_of, last.written, last.usage.model, view)
            await on_draft(draft)
            draft = replace(draft, prompt_sha=last.prompt_sha)
        else:
            draft = await self._written_apart(view, on_draft)
        return await self._check_again(await self._repair(draft, view), view)

    async def _written_apart(self, view: View, on_draft: DraftListener) -> Draft:
        # In a thread: the facts are read here, and statements are compared with them.
        text, sha = await asyncio.to_thread(answer_request, view)

        async def on_text(so_far: str) -> None:
            # The last line is still being written.
            written = parse_written(so_far.rpartition("\n")[0])
            await on_draft(Draft(sentences=written.sentences, not_found=written.not_found))

        async def ask() -> tuple[AIMessage, str]:
            message, model = await self._concluder.stream(
                [HumanMessage(text)], on_text, hiding=personal_of(view)
            )
            if not is_answer(message.text):
                raise ModelAnswerInvalid
            return message, model

        message, model = await asked_twice(ask)
        draft = await asyncio.to_thread(_draft_of, message.text, model, view)
        return replace(draft, usage=usage_of(message, model), prompt_sha=sha)

    async def _repair(self, draft: Draft, view: View) -> Draft:
        """The draft with the sentences that do not hold written again, in one call; unchanged when
        the model does not answer, since they are marked anyway."""
        failed = await asyncio.to_thread(failed_sentences, draft, view)
        if draft.asks or not failed:
            return draft
        request = repair_request(load_prompt("repair"), failed, draft, view)
        try:
            message, model = await self._concluder.call(
                [HumanMessage(request)], hiding=personal_of(view)
            )
        except ModelError:
            return draft
        done = await asyncio.to_thread(repair, draft, failed, message.text, view)
        return replace(done, usage=total_usage(draft.usage, usage_of(message, model)))

    async def _check_again(self, draft: Draft, view: View) -> Draft:
        """The draft with the doubts of the second model, if one is set: they take marks away."""
        if self._checker is None:
            return draft
        prompt = load_prompt("second_check")
        request, places = await asyncio.to_thread(second_request, prompt, draft, view)
        if not places:
            return draft
        try:
            message, model = await self._checker.call(
                [HumanMessage(request)], [DOUBTS], hiding=personal_of(view)
            )
            checked, doubts = with_doubts(draft, arguments_of("report_doubts", message), places)
        except ModelError:
            note = f"{draft.note} {self._checker.name} was to check it again and did not answer."
            return replace(draft, note=note)
        told = f" {model} checked {len(places)} again and doubts {doubts or 'none'}."
        usage = total_usage(draft.usage, usage_of(message, model))
        return replace(checked, note=draft.note + told, usage=usage)

    async def compress(self, view: View) -> StepSummary:
        """A summary in about 300 words of the steps that were not folded before, and of the
        summary that stands for the others. Raises :class:`agents.errors.ModelError`."""
        prompt = load_prompt("compress")
        told = ShownSoFar.of(view)
        steps = [
            {
                "number": step.number,
                "thought": as_data(step.thought.text),
                "observations": [
                    {"tool": seen.tool, "text": observation_text(seen, told)}
                    for seen in step.observations
                ],
            }
            for step in view.steps[view.hidden :]
        ]
        text = prompt.render(words=SUMMARY_WORDS, earlier=as_data(view.folded), steps=steps)
        message, model = await self._provider.call([HumanMessage(text)], hiding=personal_of(view))
        return StepSummary(
            text=message.text.strip(), usage=usage_of(message, model), prompt_sha=prompt.sha
        )


def _draft_of(text: str, model: str, view: View) -> Draft:
    """What a model wrote, with the options that are none for this patient."""
    written = parse_written(text)
    asks = asked_of_person(text, view)
    lacks = tuple(each for each in written.not_found if names_a_lack(each, view))
    shown = () if written.sentences else shown_in_vain(view)
    sentences, calculated = with_calculations(written.sentences, view.sheet.facts)
    return Draft(
        sentences=sentences,
        calculated=calculated,
        not_found=(*lacks, *shown),
        missing=known_missing(written.missing, view),
        note=f"Written by {model} from the quotes cited; Curbside checked every sentence."
        + _left_out(len(written.not_found) - len(lacks)),
        facts=view.sheet.facts,
        excluded=_worth_saying(excluded_options(view), text, view),
        asked=names_asked(view),
        to_weigh=facts_to_weigh(view),
        asks=asks,
    )


def _left_out(number: int) -> str:
    """That lines on what was not found told more than that."""
    if not number:
        return ""
    said = "A line on what was not found says more than that and was"
    many = f"{number} lines on what was not found say more than that and were"
    return f" {said if number == 1 else many} left out."


def _worth_saying(
    excluded: tuple[ExcludedOption, ...], text: str, view: View
) -> tuple[ExcludedOption, ...]:
    """The options that are none and that somebody thought of; of others, which only stand in the
    documents that were found, the first few."""
    thoughts = " ".join(step.thought.text for step in view.all_steps)
    thought_of = recognise_passage(f"{view.question.text} {thoughts} {text}").names("drug")
    named = [
        each for each in excluded if recognise_passage(each.option).names("drug") <= thought_of
    ]
    others = [each for each in excluded if each not in named]
    return (*named, *others[:MOST_UNNAMED])


def _calls(message: AIMessage) -> list[dict[str, Any]]:
    """The tool calls, those with unreadable arguments included, in their order as far as known."""
    calls: list[dict[str, Any]] = [dict(call) for call in message.tool_calls]
    broken = [{"name": call["name"] or "", "args": None} for call in message.invalid_tool_calls]
    return calls + broken
