"""Summaries for the focus of a silo, written by a chat model."""

from __future__ import annotations

import hashlib

from langchain_core.messages import HumanMessage

from agents.errors import ModelError, ModelMisconfigured, ModelUnavailable
from agents.llm.calls.provider import Provider, open_model
from agents.llm.conversation.numbered_statements import LONGEST_DOCUMENT
from agents.prompts import load_prompt
from agents.prompts.fencing import FencedText, as_data
from retrieval.declaration.cards import SUMMARY_TASKS, SiloCard
from retrieval.documents import Document
from retrieval.errors import SummariserUnavailable

WORDS = 150
"""Words that a summary is asked to have. Chosen by hand."""


def open_model_summariser(
    *,
    model: str,
    fallback: str | None,
    base_url: str | None,
    seconds: float,
    is_trusted: bool = False,
) -> ModelSummariser:
    """The summariser over ``provider:model``; ``is_trusted``: nothing of a document is hidden from
    it. Raises :class:`agents.errors.ModelMisconfigured`."""
    first = open_model(model, base_url=base_url, seconds=seconds, is_trusted=is_trusted)
    second = open_model(fallback, base_url=None, seconds=seconds) if fallback else None
    return ModelSummariser(Provider(first, second))


class ModelSummariser:
    """One call a document."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        prompts = [
            load_prompt("summaries/summary"),
            *(load_prompt(f"summaries/{task}") for task in sorted(SUMMARY_TASKS)),
        ]
        digest = hashlib.sha256("".join(prompt.sha for prompt in prompts).encode())
        self._name = f"{provider.name}+{digest.hexdigest()[:12]}"

    @property
    def name(self) -> str:
        return self._name

    async def summarise(self, document: Document, card: SiloCard) -> str:
        """What the model writes for the focus of the silo, from the first
        :data:`agents.llm.conversation.numbered_statements.LONGEST_DOCUMENT` characters. Raises
        :class:`retrieval.errors.SummariserUnavailable`; when the model is away, for all
        documents."""
        text = load_prompt("summaries/summary").render(
            focus=card.focus,
            words=WORDS,
            task=FencedText(load_prompt(f"summaries/{card.summary}").render().strip()),
            title=as_data(document.title),
            date=as_data(document.date),
            text=as_data(document.text[:LONGEST_DOCUMENT]),
        )
        try:
            message, _ = await self._provider.call([HumanMessage(text)])
        except ModelError as failure:
            down = isinstance(failure, ModelUnavailable | ModelMisconfigured)
            raise SummariserUnavailable(str(failure), for_all=down) from failure
        written = message.text.strip()
        if not written:
            detail = "The model wrote nothing."
            raise SummariserUnavailable(detail)
        return written
