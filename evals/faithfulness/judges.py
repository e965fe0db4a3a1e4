"""Who judges: the program's own check, or any chat model. What a judge cannot tell it says so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agents.checking.claims import QuotedText, problem_with_claim
from agents.prompts import load_prompt
from agents.prompts.fencing import as_data
from evals.faithfulness.formulas import Ruling
from evals.running.chat import Chat
from retrieval.text.passages import sentences

_RULING = re.compile(r"(?im)^\W*(\d{1,3})\W{1,4}(yes|no|borderline)\b")
_NUMBERED = re.compile(r"^\s*(?:\d{1,3}[.):]|[-•*])\s*")
NONE, NONCOMMITTAL = "NONE", "NONCOMMITTAL:"
QUESTIONS = 3
"""Made from an answer, as RAGAS does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """An answer with the contexts that were found for its question, in their order."""

    question: str
    answer: str
    contexts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerJudgement:
    """What a judge says of an item; None for what it cannot tell."""

    inferable: tuple[bool, ...] | None = None
    """For each statement of the answer."""
    contradicted: tuple[Ruling, ...] | None = None
    on_question: tuple[Ruling, ...] | None = None
    """For each statement of the answer, whether it bears on the question."""
    contexts_on_question: tuple[Ruling, ...] | None = None
    """For each sentence of the contexts, all pooled."""
    questions: tuple[str, ...] = ()
    """That the answer would answer."""
    noncommittal: tuple[bool, ...] = ()
    tokens: int = 0
    cost_usd: float = 0.0


class Judge(Protocol):
    """Somebody who judges answers."""

    @property
    def name(self) -> str: ...

    async def judge(self, item: JudgedAnswer) -> AnswerJudgement:
        """The judgement on one item."""
        ...


class CheckJudge:
    """The program's check of sentences, over whole contexts. It is deterministic and no model: it
    tells whether a sentence says more than the contexts, in what it can see; it cannot tell a
    contradiction from silence, nor relevance."""

    name = "check"

    async def judge(self, item: JudgedAnswer) -> AnswerJudgement:
        """Groundedness only, sentence by sentence."""
        found = await asyncio.to_thread(self._inferable, item)
        return AnswerJudgement(inferable=tuple(found))

    def _inferable(self, item: JudgedAnswer) -> list[bool]:
        quotes = {f"c{n}": QuotedText(text=text) for n, text in enumerate(item.contexts, 1)}
        return [self._holds(item.question, each, quotes) for each in sentences_of(item.answer)]

    def _holds(self, question: str, sentence: str, quotes: dict[str, QuotedText]) -> bool:
        """By one context, or by all together."""
        marks = [*(f"[{key}]" for key in quotes), "".join(f"[{key}]" for key in quotes)]
        return any(not problem_with_claim(question, f"{sentence} {m}", quotes) for m in marks if m)


class ModelJudge:
    """Any chat model, by prompts of its own. Where a reply lacks a line for a statement, the metric
    counts as not told for this answer."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self.name = chat.name

    async def judge(self, item: JudgedAnswer) -> AnswerJudgement:
        """All metrics. Raises :class:`evals.running.errors.MeasurementFailed`."""
        asking = _Asking(self._chat)
        contexts = [as_data(text) for text in item.contexts]
        told = await asking.lines(
            "statements", question=as_data(item.question), answer=as_data(item.answer)
        )
        statements = [as_data(each) for each in told]
        inferable = await asking.rulings("grounded", statements, contexts=contexts)
        contradicted = await asking.rulings("contradicted", statements, contexts=contexts)
        question = as_data(item.question)
        on_question = await asking.rulings("relevant", statements, question=question)
        pooled = [as_data(each) for text in item.contexts for each in sentences_of(text)]
        of_contexts = await asking.rulings("relevant", pooled, question=question)
        made = await asking.lines("questions", answer=as_data(item.answer), number=QUESTIONS)
        return AnswerJudgement(
            inferable=None if inferable is None else tuple(each == "yes" for each in inferable),
            contradicted=contradicted,
            on_question=on_question,
            contexts_on_question=of_contexts,
            questions=tuple(each.removeprefix(NONCOMMITTAL).strip() for each in made),
            noncommittal=tuple(each.startswith(NONCOMMITTAL) for each in made),
            tokens=asking.tokens,
            cost_usd=asking.cost_usd,
        )


class _Asking:
    """The calls for one item, counted."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self.tokens = 0
        self.cost_usd = 0.0

    async def _ask(self, prompt: str, **variables: object) -> str:
        reply = await self._chat.ask(load_prompt(f"judging/{prompt}").render(**variables))
        self.tokens += reply.tokens
        self.cost_usd += reply.cost_usd or 0.0
        return reply.text

    async def lines(self, prompt: str, **variables: object) -> list[str]:
        """The lines of a reply; none when it says that there are none."""
        text = await self._ask(prompt, **variables)
        found = [_NUMBERED.sub("", line).strip() for line in text.split("\n")]
        return [line for line in found if line and line != NONE]

    async def rulings(
        self, prompt: str, statements: Sequence[str], **variables: object
    ) -> tuple[Ruling, ...] | None:
        """A ruling on each statement, in order; None when one is missing."""
        if not statements:
            return ()
        text = await self._ask(prompt, statements=statements, **variables)
        return read_rulings(text, len(statements))


def read_rulings(text: str, number: int) -> tuple[Ruling, ...] | None:
    """The rulings of a reply, the last line of a number counting; None unless there is one for
    each number from 1 on."""
    words: dict[str, Ruling] = {"yes": "yes", "no": "no", "borderline": "borderline"}
    found = {int(place): words[said.casefold()] for place, said in _RULING.findall(text)}
    wanted = range(1, number + 1)
    return tuple(found[n] for n in wanted) if all(n in found for n in wanted) else None


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, stripped."""
    return [text[start:end].strip() for start, end in sentences(text)]


def with_other_contexts(items: Sequence[JudgedAnswer]) -> list[JudgedAnswer]:
    """A control: each answer beside the contexts of the next question. Groundedness must fall."""
    return [
        replace(one, contexts=other.contexts)
        for one, other in zip(items, (*items[1:], *items[:1]), strict=True)
    ]
