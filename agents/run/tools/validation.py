"""Checks a tool call against its card: a sentence tells the core what to correct. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from agents.cores import OPEN_DOCUMENT, Parameter, ToolCard
from agents.run.tools.searching import narrowing_problem
from agents.turns import OPEN_STEP, Action, Arguments

QUERY_CHARACTERS = 1_000
"""The longest text argument. Chosen by hand: several times the longest query seen."""
_TOLERATED: dict[str, dict[str, Parameter]] = {
    OPEN_DOCUMENT: {
        "silo": Parameter(name="silo", type="string", description="Of the id.", required=False)
    }
}
"""Arguments that a tool understands beside those it asks for."""
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}


def call_problem(action: Action, cards: Sequence[ToolCard]) -> str:
    """What is wrong with an action and how to mend it; empty when it can be done."""
    card = next((card for card in cards if card.name == action.tool), None)
    if card is None:
        return _unknown_tool(action.tool, [card.name for card in cards])
    known = {parameter.name: parameter for parameter in card.parameters}
    known |= _TOLERATED.get(card.name, {})
    if strangers := [name for name in action.arguments if name not in known]:
        return f"{card.name} has no argument {strangers[0]!r}; it takes {_comma_list(list(known))}."
    for parameter in card.parameters:
        if problem := _problem_with_argument(action, parameter):
            return f"{card.name}: {problem} Example: {card.example}".removesuffix(" Example: ")
    return _problem_with_all(card, action.arguments)


def _problem_with_all(card: ToolCard, arguments: Arguments) -> str:
    """What is wrong with the arguments together."""
    if card.silo and (problem := narrowing_problem(arguments)):
        return f"{card.name}: {problem}"
    if card.name == OPEN_STEP and not ("step" in arguments or str(arguments.get("about", ""))):
        return f"{card.name}: say which step, or what it was about. Example: {card.example}"
    return ""


def _unknown_tool(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {_comma_list(known)}."
    return f"There is no tool of this name. {hint}"


def _problem_with_argument(action: Action, parameter: Parameter) -> str:
    if parameter.name not in action.arguments:
        return f"the argument {parameter.name!r} is missing." if parameter.required else ""
    value = action.arguments[parameter.name]
    if not isinstance(value, _TYPES[parameter.type]) or (
        isinstance(value, bool) and parameter.type != "boolean"
    ):
        return f"the argument {parameter.name!r} must be of type {parameter.type}."
    if parameter.choices and value not in parameter.choices:
        return f"the argument {parameter.name!r} must be one of {_comma_list(parameter.choices)}."
    if isinstance(value, str) and not value.strip() and parameter.required:
        return f"the argument {parameter.name!r} is empty."
    if isinstance(value, str) and len(value) > QUERY_CHARACTERS:
        return f"the argument {parameter.name!r} is longer than {QUERY_CHARACTERS} characters."
    return ""


def _comma_list(names: Sequence[str]) -> str:
    return ", ".join(names)
