"""A View as LangChain messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agents.llm.evidence import as_data, observation_text
from agents.turns import Step, View

LONGEST_FILE = 20_000
"""Characters of an attachment that the model reads: about 5,000 tokens. Chosen by hand."""


def conversation(view: View, system: str) -> list[BaseMessage]:
    """System prompt, question, and each step as a call with its results."""
    messages: list[BaseMessage] = [SystemMessage(system), HumanMessage(question_text(view))]
    if view.hidden:
        messages.append(HumanMessage(f"Summary of the first steps:\n{as_data(view.folded)}"))
    for step in view.steps[view.hidden :]:
        messages += step_messages(step, view.steps_left)
    return messages


def question_text(view: View) -> str:
    """The question with the conversation before it, the files and the facts that came with it."""
    parts = list(_parts(view))
    return "\n\n".join(parts)


def _parts(view: View) -> Iterator[str]:
    if view.turns:
        yield "Earlier in this conversation:"
    for turn in view.turns:
        said = f"Question: {turn.question}\nAnswer ({turn.outcome}): {turn.answer}"
        yield f"<message>\n{as_data(said)}\n</message>"
    yield f"<message>\n{as_data(view.question.text)}\n</message>"
    for attachment in view.question.attachments:
        text = attachment.text[:LONGEST_FILE] or f"(not readable: {attachment.problem})"
        yield f'<file name="{as_data(attachment.name)}">\n{as_data(text)}\n</file>'
    for fact in view.all_additions:
        yield f"A colleague added:\n<message>\n{as_data(fact)}\n</message>"


def step_messages(step: Step, steps_left: int) -> list[BaseMessage]:
    """One step. A thought without actions is a plain message."""
    calls: list[dict[str, Any]] = [
        {"name": action.tool, "args": dict(action.arguments), "id": action.call_id}
        for action in step.thought.actions
    ]
    content = step.thought.text or "(no words)"
    messages: list[BaseMessage] = [AIMessage(content=content, tool_calls=calls)]
    by_call = {observation.call_id: observation for observation in step.observations}
    for action in step.thought.actions:
        observation = by_call.get(action.call_id)
        text = observation_text(observation, steps_left) if observation else "outcome: stopped"
        messages.append(ToolMessage(content=text, tool_call_id=action.call_id))
    return messages
