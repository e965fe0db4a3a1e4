"""What a model wrote, as values. Pure; whatever cannot be read says so."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from agents.errors import ModelAnswerInvalid
from agents.llm.conversation.tool_schemas import tools_called
from agents.turns import Action, Arguments, Gap, Missing

_FENCE = re.compile(r"^```(?:json)?|```$", re.M)


def parse_actions(calls: Sequence[Mapping[str, Any]], step: int) -> tuple[Action, ...]:
    """Tool calls as actions, a search of several silos as one for each. The step makes a provider's
    ids unique within the run."""
    meant = [
        each
        for call in calls
        for each in tools_called(str(call["name"]), _given_arguments(call.get("args")))
    ]
    return tuple(
        Action(call_id=f"s{step}-{number}", tool=tool, arguments=_arguments(given))
        for number, (tool, given) in enumerate(meant, 1)
    )


def _given_arguments(args: object) -> Mapping[str, Any]:
    """The arguments of a call; none where they could not be read, and the tool answers it with what
    it needs."""
    return args if isinstance(args, Mapping) else {}


def _arguments(args: Mapping[str, Any]) -> Arguments:
    """Plain arguments only."""
    return {
        str(name): value if isinstance(value, str | int | float | bool) else json.dumps(value)
        for name, value in args.items()
        if value is not None
    }


def names_what_is_missing(arguments: Arguments) -> bool:
    """Whether a call of ``declare_gap`` says what is missing, and what for."""
    return all(str(arguments.get(name, "")).strip() for name in ("purpose", "name"))


def parse_gap(arguments: Arguments) -> Gap:
    """The gap that a call of ``declare_gap`` names."""
    named = str(arguments.get("missing", "capability"))
    kinds: dict[str, Missing] = {"silo": "silo", "capability": "capability", "fact": "fact"}
    return Gap(
        purpose=str(arguments.get("purpose", "")),
        missing=kinds.get(named, "capability"),
        name=str(arguments.get("name", "")) or "an answer in the silos",
        detail=str(arguments.get("detail", "")),
    )


def parse_json(text: str) -> object:
    """The JSON value in a text that may be fenced. Raises :class:`ModelAnswerInvalid`."""
    try:
        return json.loads(_FENCE.sub("", text.strip()))
    except ValueError as error:
        raise ModelAnswerInvalid from error
