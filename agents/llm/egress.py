"""What leaves for a model that is not the hospital's own, and what comes back. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from agents.llm.writing.withheld_words import fit_for_people
from agents.prompts import load_prompt
from agents.prompts.fencing import mark_tags, without_marks
from retrieval.privacy.hiding import HiddenWords
from retrieval.text.invisible import readable

_NUMBER = re.compile(r"\[\d{1,3}\.\d{1,4}\] ?")
_THOUGHT_BEGINS, _THOUGHT_ENDS = "<think>", "</think>"
PICTURE_BLOCK = "image_url"
"""The part of a message that shows a picture: no text to look through."""
SHOWN = 3
"""Placeholders that are named to a model as examples. Chosen by hand."""
M = TypeVar("M", bound=BaseMessage)


def hide_outgoing(messages: Sequence[BaseMessage], hiding: HiddenWords) -> list[BaseMessage]:
    """The messages with placeholders, and a word on these where there are any. The system's own
    words are the program's and leave as they are."""
    for message in messages:
        # Numbers of statements stand between words that belong together: "geb. [1.3] 6.4.1969".
        _each_text(message.content, lambda text: hiding.learn(_NUMBER.sub("", text)))
    sent = [
        message
        if isinstance(message, SystemMessage)
        else _change_message(message, hiding.hide, hiding.hide)
        for message in messages
    ]
    used = hiding.placeholders_in("\n".join(str(message.content) for message in sent))
    if not used:
        return sent
    told = load_prompt("placeholders").render(examples=", ".join(used[:SHOWN]))
    return [*sent, HumanMessage(told)]


def with_marked_tags(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages with the mark of this process in the tags of all but the model's own words."""
    return [
        message
        if isinstance(message, AIMessage)
        else message.model_copy(update={"content": _each_text(message.content, mark_tags)})
        for message in messages
    ]


def restore_incoming(message: AIMessage, hiding: HiddenWords) -> AIMessage:
    """A model's message with the words that its placeholders stand for, in its calls, too; what it
    must not say to people is left out."""
    return _change_message(message, lambda text: restore_text(text, hiding), hiding.restore)


def restore_text(text: str, hiding: HiddenWords) -> str:
    """As :func:`restore_incoming`, of a text that grows. What a reasoning model thinks aloud in
    ``<think>`` tags, as servers of one's own send it, is no part of what it says, nor are signs
    that nobody sees."""
    _, closed, said = text.partition(_THOUGHT_ENDS)
    if not closed:
        said = "" if text.lstrip().startswith(_THOUGHT_BEGINS) else text
    said = without_marks(said.lstrip() if closed else said)
    return fit_for_people(readable(hiding.restore(said)))


def _change_message(
    message: M, change: Callable[[str], str], of_thoughts: Callable[[str], str]
) -> M:
    """The message with its texts changed. Thoughts go back to their model as they came: nobody
    reads them."""
    parts: dict[str, Any] = {"content": _each_text(message.content, change)}
    if isinstance(message, AIMessage):
        parts["additional_kwargs"] = _each_text(message.additional_kwargs, of_thoughts)
        parts["tool_calls"] = _each_text(message.tool_calls, change)
        parts["invalid_tool_calls"] = _each_text(message.invalid_tool_calls, change)
    return message.model_copy(update=parts)


def _each_text(value: Any, change: Callable[[str], object]) -> Any:
    """The value with every text in it changed; names of fields stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        if value.get("type") == PICTURE_BLOCK:
            return value
        return {name: _each_text(each, change) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(each, change) for each in value]
    return value
