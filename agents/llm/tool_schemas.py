"""Tool cards as the schemas that providers understand."""

from __future__ import annotations

from typing import Any

from agents.cores import ToolCard

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
                            "quotes": {
                                "type": "array",
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
                        "required": ["text", "quotes"],
                    },
                }
            },
            "required": ["insights"],
        },
    },
}


def tool_schema(card: ToolCard) -> dict[str, Any]:
    """A card as an OpenAI-style function, which LangChain turns into any provider's form."""
    lines = [card.title, f"Use when: {card.use_when}"]
    lines += [f"Not when: {card.not_when}"] if card.not_when else []
    lines += [f"Example: {card.example}"] if card.example else []
    properties: dict[str, dict[str, Any]] = {}
    for parameter in card.parameters:
        schema: dict[str, Any] = {"type": parameter.type, "description": parameter.description}
        properties[parameter.name] = (
            schema | {"enum": list(parameter.choices)} if parameter.choices else schema
        )
    return {
        "type": "function",
        "function": {
            "name": card.name,
            "description": "\n".join(lines),
            "parameters": {
                "type": "object",
                "properties": properties,
                "required": [p.name for p in card.parameters if p.required],
            },
        },
    }
