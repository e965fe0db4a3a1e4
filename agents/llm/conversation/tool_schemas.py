"""Tool cards as the schemas that providers understand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from agents.cores import Parameter, ToolCard
from agents.turns import CALCULATE, OPEN_STEP, PATIENT_FACTS

_LEAD = "The question "
_OTHER_SILO = re.compile(r": search [^.:]{3,60}(?=\.(?:\s|$))")
SEARCH = "search"
"""The tool of a model that searches any silo; ours are one a silo, ``search_pubmed``."""
SILOS = "silos"
_ON_PATIENT = (CALCULATE, PATIENT_FACTS)

REPORT: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "report",
        "description": "Report what the documents say about the question.",
        "parameters": {
            "type": "object",
            "properties": {
                "insights": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "text": {"type": "string", "description": "One sentence."},
                            "statements": {
                                "type": "array",
                                "items": {"type": "string"},
                                "description": "Numbers of the statements it rests on: 1.4.",
                            },
                            "quotes": {
                                "type": "array",
                                "description": "Only for words that no number stands before.",
                                "items": {
                                    "type": "object",
                                    "properties": {
                                        "document": {
                                            "type": "integer",
                                            "description": "The document's number.",
                                        },
                                        "quote": {
                                            "type": "string",
                                            "description": "Copied character by character.",
                                        },
                                    },
                                    "required": ["document", "quote"],
                                },
                            },
                        },
                        "required": ["text", "statements"],
                    },
                }
            },
            "required": ["insights"],
        },
    },
}


WRITE_EXTRACTOR: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "write_extractor",
        "description": "Give the script that points at the values of the answer.",
        "parameters": {
            "type": "object",
            "properties": {"code": {"type": "string", "description": "The whole script."}},
            "required": ["code"],
        },
    },
}
DOUBTS: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "report_doubts",
        "description": "Report the sentences that their quotes do not bear out; none is fine.",
        "parameters": {
            "type": "object",
            "properties": {
                "doubts": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "number": {"type": "integer", "description": "The sentence's number."},
                            "reason": {"type": "string", "description": "One short sentence."},
                        },
                        "required": ["number", "reason"],
                    },
                }
            },
            "required": ["doubts"],
        },
    },
}


def wire_tools(
    cards: Sequence[ToolCard], *, on_patient: bool = True, goes_on: bool = True
) -> list[dict[str, Any]]:
    """The tools as OpenAI-style functions, which LangChain turns into any provider's form.

    The silos are one tool with a line for each: what they have in common is said once.
    ``on_patient``: with the tools that need facts of a patient; ``goes_on``: with the one that
    opens steps which the model does not see. It stands last, so that what is before it stays
    cached."""
    silos = [card for card in cards if card.silo]
    needless = frozenset(() if on_patient else _ON_PATIENT) | {OPEN_STEP}
    others = [card for card in cards if not card.silo and card.name not in needless]
    last = [card for card in cards if card.name == OPEN_STEP and goes_on]
    return [*([_search_tool(silos)] if silos else []), *map(_tool, [*others, *last])]


def tools_called(name: str, arguments: Mapping[str, Any]) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The tools and the arguments that a model means: a search of a silo is a tool of ours, and one
    of several silos is a search of each."""
    given = dict(arguments)
    named = given.pop(SILOS, given.pop("silo", None)) if name == SEARCH else None
    listed = named.split(",") if isinstance(named, str) else named
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        return ((name, dict(arguments)),)
    silos = dict.fromkeys(each.strip().removeprefix(f"{SEARCH}_") for each in listed)
    return tuple((f"{SEARCH}_{silo}", given) for silo in silos if silo) or ((name, given),)


def as_called(tool: str, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A tool of ours as the model calls it."""
    if not tool.startswith(f"{SEARCH}_"):
        return tool, dict(arguments)
    return SEARCH, {SILOS: [tool.removeprefix(f"{SEARCH}_")], **arguments}


def _search_tool(silos: Sequence[ToolCard]) -> dict[str, Any]:
    lines = ["Search silos (in quotes: a query); those that have what the question"]
    lines += map(_silo_line, silos)
    tool = _function(SEARCH, "\n".join(lines), silos[0].parameters)
    asked = tool["function"]["parameters"]
    named = {"type": "string", "enum": [card.silo for card in silos]}
    which = {"type": "array", "items": named, "description": "One or several."}
    asked["properties"] = {SILOS: which, **asked["properties"]}
    asked["required"] = [SILOS, *asked["required"]]
    return tool


def _silo_line(card: ToolCard) -> str:
    """What most cards begin with is left out: it says nothing that tells them apart."""
    # Which other silo has it stands in the line of that silo.
    other = _OTHER_SILO.sub("", card.not_when.removeprefix(_LEAD))
    not_when = f" Not: {other}" if other else ""
    example = _query_of(card.example)
    line = f"- {card.silo}: {card.use_when.removeprefix(_LEAD)}{not_when}"
    return line + (f' "{example}"' if example else "")


def _query_of(example: str) -> str:
    return str(json.loads(example).get("query", "")) if example else ""


def _tool(card: ToolCard) -> dict[str, Any]:
    lines = [f"{card.title}. {card.use_when}"]
    lines += [f"Not when: {card.not_when}"] if card.not_when else []
    lines += [f"E.g. {card.example}"] if card.example else []
    return _function(card.name, "\n".join(lines), card.parameters)


def _function(name: str, description: str, parameters: Sequence[Parameter]) -> dict[str, Any]:
    properties: dict[str, dict[str, Any]] = {}
    for parameter in parameters:
        schema: dict[str, Any] = {"type": parameter.type}
        schema |= {"description": parameter.description} if parameter.description else {}
        properties[parameter.name] = (
            schema | {"enum": list(parameter.choices)} if parameter.choices else schema
        )
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {
                "type": "object",
                "properties": properties,
                "required": [p.name for p in parameters if p.required],
            },
        },
    }
