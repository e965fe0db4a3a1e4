"""A View as LangChain messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agents.analyses.card_words import words_of_file
from agents.facts.display.sheet_line import sheet_line
from agents.facts.sheet import FactSheet
from agents.llm.conversation.evidence_text import observation_text
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.llm.conversation.tool_schemas import as_called
from agents.prompts.fencing import as_data, in_attribute
from agents.turns import Step, View
from names.clinical.values import Therapy
from names.tables.drugs import substrate_classes

LONGEST_FILE = 20_000
"""Characters of an attachment that the model reads: about 5,000 tokens. Chosen by hand."""

REASONING = "reasoning_content"
"""What a reasoning model thought, in ``additional_kwargs``: the name of its servers' field."""


def conversation(view: View, system: str) -> list[BaseMessage]:
    """System prompt, question, each step as a call with its results, and how many are left.

    What changes from step to step stands last, so that providers can cache all before it."""
    messages: list[BaseMessage] = [SystemMessage(system), HumanMessage(question_text(view))]
    if view.hidden:
        messages.append(HumanMessage(f"Summary of the first steps:\n{as_data(view.folded)}"))
    told = ShownSoFar.of(view)
    for step in view.steps[view.hidden :]:
        messages += step_messages(step, told)
    # Above, with the facts of the patient, it is easily read over.
    wishes = [
        f"A colleague has added since: <message>{as_data(each)}</message>\n"
        for each in view.newly_added
    ]
    wishes += [
        f"A colleague asks while you work: <message>{as_data(each.steering.text)}</message>\n"
        for each in view.steering
    ]
    return [*messages, HumanMessage(f"{''.join(wishes)}You have {view.steps_left} steps left.")]


def question_text(view: View) -> str:
    """The question with the conversation before it, the files and the facts that came with it."""
    parts = list(_parts(view))
    return "\n\n".join(parts)


def _parts(view: View) -> Iterator[str]:
    if view.turns:
        yield "Earlier in this conversation:"
    for number, turn in enumerate(view.turns, start=1):
        said = f"Question {number}: {turn.question}\nAnswer ({turn.outcome}): {turn.answer}"
        yield f"<message>\n{as_data(said)}\n</message>"
    yield from _discussed_lines(view)
    yield f"<message>\n{as_data(view.question.text)}\n</message>"
    for attachment in view.question.attachments:
        text = (
            words_of_file(attachment.text)[:LONGEST_FILE] or f"(not readable: {attachment.problem})"
        )
        yield f'<file name="{in_attribute(attachment.name)}">\n{as_data(text)}\n</file>'
    if view.sheet:
        understood = as_data(sheet_line(view.sheet))
        taken = as_data("".join(f"\n{each}" for each in _substrates_taken(view.sheet)))
        yield f"The patient, as read by a program:\n<message>\n{understood}{taken}\n</message>"
    if asked := asked_before(view):
        yield f"You asked for what was missing:\n<message>\n{as_data(asked)}\n</message>"
    for fact in view.all_additions:
        yield f"A colleague added:\n<message>\n{as_data(fact)}\n</message>"


def _substrates_taken(sheet: FactSheet) -> Iterator[str]:
    """What a table knows of the drugs that the patient takes: labels tell of "sensitive CYP3A
    substrates" and do not name them."""
    taken = (each.drugs for each in sheet.of(Therapy) if each.outcome == "current")
    for drug in dict.fromkeys(name for drugs in taken for name in drugs):
        if classes := substrate_classes().get(drug):
            yield f"By the table of interactions {drug} is a {', '.join(classes)}."


def asked_before(view: View) -> str:
    """What the person was asked before this run went on, in words; empty without that."""
    gaps = [step.thought.gap for step in view.earlier_steps if step.thought.gap]
    return gaps[-1].asks or gaps[-1].name if gaps else ""


def _discussed_lines(view: View) -> Iterator[str]:
    """What colleagues wrote to each other before. Each has a number in place of a name: who works
    in the hospital is told to nobody."""
    said = view.question.discussion.said
    if not said:
        return
    yield "Colleagues wrote to each other in this thread before the question; it asks you nothing:"
    numbers = {by: number for number, by in enumerate(dict.fromkeys(one.by for one in said), 1)}
    for each in said:
        yield f'<message from="colleague {numbers[each.by]}">\n{as_data(each.text)}\n</message>'
    if view.heard.of_several:
        yield "They speak of more than one patient: take no fact of a patient from them."


def step_messages(step: Step, told: ShownSoFar) -> list[BaseMessage]:
    """One step. A thought without actions is a plain message."""
    calls: list[dict[str, Any]] = []
    for action in step.thought.actions:
        name, arguments = as_called(action.tool, action.arguments)
        calls.append({"name": name, "args": arguments, "id": action.call_id})
    content = step.thought.text or "(no words)"
    thought = {REASONING: step.thought.reasoning} if step.thought.reasoning else {}
    messages: list[BaseMessage] = [
        AIMessage(content=content, tool_calls=calls, additional_kwargs=thought)
    ]
    by_call = {observation.call_id: observation for observation in step.observations}
    for action in step.thought.actions:
        observation = by_call.get(action.call_id)
        text = observation_text(observation, told) if observation else "outcome: stopped"
        messages.append(ToolMessage(content=text, tool_call_id=action.call_id))
    if step.thought.dropped:
        done = len(step.thought.actions)
        left = f"{step.thought.dropped} further calls of this step were not made: at most {done}."
        messages.append(HumanMessage(left))
    return messages


def for_model(name: str, messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages as the model of this name takes them. Anthropic caches what stands before a
    mark: one is set behind the system prompt, with the tools, and one behind the newest results, so
    that the next step reads all before it from the cache. Other providers need no mark."""
    if not name.startswith("anthropic:"):
        return list(messages)
    results = [place for place, each in enumerate(messages) if isinstance(each, ToolMessage)]
    marked = {0, results[-1]} if results else {0}
    return [
        _with_cache_mark(each) if place in marked and len(messages) > 1 else each
        for place, each in enumerate(messages)
    ]


def _with_cache_mark(message: BaseMessage) -> BaseMessage:
    block = {"type": "text", "text": message.text, "cache_control": {"type": "ephemeral"}}
    return message.model_copy(update={"content": [block]})
