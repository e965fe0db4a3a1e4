"""The ``llm`` core: any LangChain chat model, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage

from agents.checking.matching import excluded_options
from agents.cores import (
    NO_HIGHLIGHTS,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.errors import ModelAnswerInvalid
from agents.facts.wording import sheet_line
from agents.llm.evidence import as_data, evidence_rows, observation_text, silent_rows
from agents.llm.messages import LONGEST_FILE, conversation
from agents.llm.parsing import (
    parse_actions,
    parse_draft,
    parse_gap,
    parse_insights,
    parse_json,
)
from agents.llm.provider import Provider, open_model
from agents.llm.tool_schemas import REPORT, tool_schema
from agents.llm.usage import usage_of
from agents.prompts import load_prompt
from agents.turns import Draft, Reading, Thought, View
from retrieval.documents import Document

SUMMARY_WORDS = 300
"""Asked for when steps are folded. Chosen by hand: about 400 tokens, a tenth of the steps."""
LONGEST_DOCUMENT = 24_000
"""Characters of one document that the model reads: about 6,000 tokens. Chosen by hand, so that
the documents of one search fit into a context of 128,000 tokens."""


def open_llm_core(
    *, model: str, fallback: str | None, base_url: str | None, seconds: float
) -> LlmCore:
    """The core over ``provider:model``. Raises :class:`agents.errors.ModelMisconfigured`."""
    first = open_model(model, base_url=base_url, seconds=seconds)
    second = open_model(fallback, base_url=None, seconds=seconds) if fallback else None
    return LlmCore(Provider(first, second))


class LlmCore:
    """Thinks, reads, answers and compresses with a chat model."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    @property
    def name(self) -> str:
        return self._provider.name

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        """The next thought, from one call with the tools; see :meth:`agents.cores.Core.think`.

        A call of ``declare_gap`` becomes the thought's gap, and other calls beside it are left
        out. Raises :class:`agents.errors.ModelError`."""
        prompt = load_prompt("react")
        messages = conversation(view, prompt.render(steps_left=view.steps_left))
        message, model = await self._provider.call(messages, [tool_schema(c) for c in cards])
        called = parse_actions(_calls(message), len(view.steps) + 1)
        thought = Thought(
            text=message.text.strip(),
            actions=called,
            usage=usage_of(message, model),
            prompt_sha=prompt.sha,
        )
        for action in called:
            if action.tool == "declare_gap":
                return replace(thought, actions=(), gap=parse_gap(action.arguments))
        if not called and not thought.text:
            raise ModelAnswerInvalid
        return thought

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        """The insights that the model reports, from one call for all documents.

        Of each document the model sees the first 24,000 characters and, apart, the highlights.
        The quotes are not checked here. Raises :class:`agents.errors.ModelError`."""
        prompt = load_prompt("read")
        shown = [
            {
                "title": as_data(document.title),
                "date": document.date,
                "status": document.status,
                "text": as_data(document.text[:LONGEST_DOCUMENT]),
                "stretches": [
                    as_data(document.text[start:end])
                    for start, end in highlights.get(document.ref, ())
                ],
            }
            for document in documents
        ]
        text = prompt.render(query=as_data(query), silo=card.title, documents=shown)
        message, model = await self._provider.call([HumanMessage(text)], [REPORT])
        found = parse_insights(_report_arguments(message), documents)
        return Reading(insights=found, usage=usage_of(message, model), prompt_sha=prompt.sha)

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        """The answer, streamed; *on_draft* gets it after each piece, without its last line, which
        is still being written. Raises :class:`agents.errors.ModelError`."""
        prompt = load_prompt("answer")
        text = prompt.render(
            turns=[
                {"question": as_data(turn.question), "answer": as_data(turn.answer)}
                for turn in view.turns
            ],
            question=as_data(view.question.text),
            files=[
                {"name": as_data(file.name), "text": as_data(file.text[:LONGEST_FILE])}
                for file in view.question.attachments
                if file.text
            ],
            facts=[as_data(fact) for fact in view.all_additions],
            understood=as_data(sheet_line(view.sheet)) if view.sheet else "",
            evidence=evidence_rows(view),
            folded=as_data(view.folded),
            silent=silent_rows(view),
        )

        async def on_text(so_far: str) -> None:
            # The last line is still being written.
            whole, _, _ = so_far.rpartition("\n")
            sentences, not_found = parse_draft(whole)
            await on_draft(Draft(sentences=sentences, not_found=not_found))

        message, model = await self._provider.stream([HumanMessage(text)], on_text)
        sentences, not_found = parse_draft(message.text)
        return Draft(
            sentences=sentences,
            not_found=not_found,
            note=f"Written by {model} from the quotes cited; Curbside checked every sentence.",
            facts=view.sheet.facts,
            excluded=excluded_options(view),
            usage=usage_of(message, model),
            prompt_sha=prompt.sha,
        )

    async def compress(self, view: View) -> StepSummary:
        """A summary in about 300 words of the steps that were not folded before, and of the
        summary that stands for the others. Raises :class:`agents.errors.ModelError`."""
        prompt = load_prompt("compress")
        steps = [
            {
                "number": step.number,
                "thought": as_data(step.thought.text),
                "observations": [
                    {"tool": seen.tool, "text": observation_text(seen, view.steps_left)}
                    for seen in step.observations
                ],
            }
            for step in view.steps[view.hidden :]
        ]
        text = prompt.render(words=SUMMARY_WORDS, earlier=as_data(view.folded), steps=steps)
        message, model = await self._provider.call([HumanMessage(text)])
        return StepSummary(
            text=message.text.strip(), usage=usage_of(message, model), prompt_sha=prompt.sha
        )


def _calls(message: AIMessage) -> list[dict[str, Any]]:
    """The tool calls, those with unreadable arguments included, in their order as far as known."""
    calls: list[dict[str, Any]] = [dict(call) for call in message.tool_calls]
    broken = [{"name": call["name"] or "", "args": None} for call in message.invalid_tool_calls]
    return calls + broken


def _report_arguments(message: AIMessage) -> object:
    """The arguments of the ``report`` call, or the same as JSON in the text."""
    for call in message.tool_calls:
        if call["name"] == "report":
            return call["args"]
    return parse_json(message.text)
