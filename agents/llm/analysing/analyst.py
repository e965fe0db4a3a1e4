"""Answers a question on a table by code: a plan, code, a review, as many rounds as are allowed.

Each call of a model is one thought of the run, so that after a crash none is made again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from agents.analyses.card_words import card_words
from agents.analyses.coding import Attempt, CodedAnalysis, analysing_of, tables_for_code
from agents.analyses.replying import thought_on_tables
from agents.cores import ToolCard
from agents.errors import ModelAnswerInvalid
from agents.llm.analysing.concluding import accepted_reply, only_fixed_reply, unsolved_reply
from agents.llm.analysing.telling import run_words
from agents.llm.calls.provider import Provider
from agents.llm.calls.usage import usage_of
from agents.llm.conversation.parsing import parse_actions
from agents.llm.conversation.tool_schemas import wire_tools
from agents.llm.egress import PICTURE_BLOCK
from agents.llm.reader import asked_twice
from agents.prompts import Prompt, load_prompt
from agents.turns import Action, Thought, View
from agents.turns.computing.code_runs import PLAN_ANALYSIS, REVIEW_RESULT, RUN_CODE
from agents.turns.personal import personal_of

_PARTS: Mapping[str, tuple[str, ...]] = {
    PLAN_ANALYSIS: ("pipeline", "rules", "planning"),
    RUN_CODE: ("pipeline", "rules", "errors", "coding"),
    REVIEW_RESULT: ("pipeline", "rules", "reviewing"),
}
"""The texts of each stage, by the tool that ends it."""
_SAID = {
    PLAN_ANALYSIS: "I plan how to compute this with the table.",
    RUN_CODE: "I write code for the plan and run it.",
}


@dataclass(frozen=True, slots=True)
class CodePolicy:
    """What a model may do with code."""

    sees: bool = False
    """Whether the reviewer takes pictures."""
    problem: str = ""
    """Why no code can be run here; empty where it can."""
    fixed_first: bool = True
    """Whether what fixed methods compute is not asked of the model."""


NO_CODE = CodePolicy()


@dataclass(frozen=True, slots=True)
class Analyst:
    """The models of the stages."""

    planner: Provider
    coder: Provider
    reviewer: Provider
    coding: CodePolicy = NO_CODE

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought | None:
        """The next thought of an analysis; None for a question on something else. Raises
        :class:`agents.errors.ModelError`."""
        by_name = {card.name: card for card in cards}
        analysing = await asyncio.to_thread(analysing_of, view)
        if analysing is None:
            return await self._begin(view, by_name)
        if RUN_CODE not in by_name:
            return unsolved_reply(analysing)
        if analysing.awaits_review:
            return await self._review(view, by_name, analysing)
        if len(analysing.attempts) >= by_name[RUN_CODE].rounds:
            return unsolved_reply(analysing)
        return await self._ask(RUN_CODE, self.coder, view, by_name, analysing)

    async def _begin(self, view: View, cards: Mapping[str, ToolCard]) -> Thought | None:
        """What fixed methods compute, if they do; else the plan."""
        if view.all_steps:
            return None
        fixed = None
        if self.coding.fixed_first:
            fixed = await asyncio.to_thread(thought_on_tables, view)
        if fixed is not None and (fixed.reply is None or fixed.reply.is_whole):
            return fixed
        tables = await asyncio.to_thread(tables_for_code, view)
        if tables is None or tables.is_cut:
            return fixed
        if RUN_CODE not in cards:
            return only_fixed_reply(fixed, self.coding.problem) if fixed else None
        return await self._ask(PLAN_ANALYSIS, self.planner, view, cards, CodedAnalysis(tables))

    async def _ask(
        self,
        stage: str,
        provider: Provider,
        view: View,
        cards: Mapping[str, ToolCard],
        analysing: CodedAnalysis,
    ) -> Thought:
        """The thought of a stage: one call, whose answer is a call of the tool of the stage."""
        prompt = load_prompt(*(f"analysis/{part}" for part in _PARTS[stage]))
        is_open = provider.is_trusted or cards[RUN_CODE].shows_results
        messages = await asyncio.to_thread(
            self._messages, prompt, view, analysing, cards[RUN_CODE].rounds, is_open
        )

        async def ask() -> Thought:
            message, model = await provider.call(
                messages, wire_tools([cards[stage]]), hiding=personal_of(view)
            )
            action = _call_of_stage(message, stage, len(view.steps) + 1)
            return Thought(
                text=message.text.strip() or _SAID.get(stage, ""),
                actions=(action,),
                usage=usage_of(message, model),
                prompt_sha=prompt.sha,
            )

        return await asked_twice(ask)

    async def _review(
        self, view: View, cards: Mapping[str, ToolCard], analysing: CodedAnalysis
    ) -> Thought:
        """Accepted: the end of the run. Otherwise what is to be changed."""
        thought = await self._ask(REVIEW_RESULT, self.reviewer, view, cards, analysing)
        review = thought.actions[0].arguments
        if review.get("verdict") != "accept":
            problem = str(review.get("problem", "")) or "It does not answer the question yet."
            last = len(analysing.attempts) >= cards[RUN_CODE].rounds or view.steps_left <= 1
            reply = unsolved_reply(analysing, problem).reply if last else None
            actions = () if last else thought.actions
            return replace(thought, text=f"Not accepted: {problem}", actions=actions, reply=reply)
        reply = accepted_reply(view, analysing, review, thought.usage.model)
        return replace(thought, text="The review accepts it.", actions=(), reply=reply)

    def _messages(
        self, prompt: Prompt, view: View, analysing: CodedAnalysis, rounds: int, is_open: bool
    ) -> list[BaseMessage]:
        text = load_prompt("analysis/request").render(
            question=view.question.text,
            additions=view.all_additions,
            file=analysing.tables.file,
            card=card_words(analysing.tables.tables, is_open=is_open),
            plan=analysing.plan,
            rounds=rounds,
            attempts=[_attempt_words(each, is_open) for each in analysing.attempts],
        )
        picture = analysing.attempts[-1].run.picture if analysing.awaits_review else ""
        content: Any = text
        if picture and self.coding.sees and is_open:
            address = f"data:image/png;base64,{picture}"
            shown = {"type": PICTURE_BLOCK, PICTURE_BLOCK: {"url": address}}
            content = [{"type": "text", "text": text}, shown]
        return [SystemMessage(prompt.render()), HumanMessage(content)]


def _attempt_words(attempt: Attempt, is_open: bool) -> dict[str, object]:
    return {
        "number": attempt.number,
        "language": attempt.run.language,
        "code": attempt.code,
        "told": run_words(attempt.run, attempt.code, is_open=is_open),
        "problem": attempt.problem,
    }


def _call_of_stage(message: AIMessage, tool: str, step: int) -> Action:
    """The call of the stage's tool. Raises :class:`agents.errors.ModelAnswerInvalid`."""
    calls = [dict(call) for call in message.tool_calls if call["name"] == tool]
    if not calls:
        raise ModelAnswerInvalid
    return parse_actions(calls[:1], step)[0]
