"""What a model wrote, as values. Pure; whatever cannot be read says so."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from agents.errors import ModelAnswerInvalid
from agents.turns import Action, Arguments, DraftSentence, Gap, Insight, Missing, Pointer
from retrieval.documents import Document

NO_ANSWER = "NO ANSWER"
_KEYS = re.compile(r"\[(c\d+)\]")
_NOT_FOUND = re.compile(r"^\s*not found:\s*", re.I)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_FENCE = re.compile(r"^```(?:json)?\s*|\s*```$", re.M)
_INNER_END = re.compile(r"(?<=[.!?])((?:\s*\[c\d+\])+)\s+(?=\S)")


def parse_actions(calls: Sequence[Mapping[str, Any]], step: int) -> tuple[Action, ...]:
    """Tool calls as actions. The step makes a provider's ids unique within the run."""
    return tuple(
        Action(
            call_id=f"s{step}-{number}",
            tool=str(call["name"]),
            arguments=_arguments(call.get("args")),
        )
        for number, call in enumerate(calls, 1)
    )


def _arguments(args: object) -> Arguments:
    """Plain arguments only; a call whose arguments could not be read has none, and the tool
    answers it with what it needs."""
    if not isinstance(args, Mapping):
        return {}
    return {
        str(name): value if isinstance(value, str | int | float | bool) else json.dumps(value)
        for name, value in args.items()
        if value is not None
    }


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


def parse_insights(report: object, documents: Sequence[Document]) -> tuple[Insight, ...]:
    """The insights of a ``report`` call. A quote of a document that was not shown is left out,
    as is whatever else has no readable form. Raises :class:`ModelAnswerInvalid` when the whole
    has none."""
    if not isinstance(report, Mapping) or not isinstance(report.get("insights"), list):
        raise ModelAnswerInvalid
    found = (_insight(row, documents) for row in report["insights"])
    return tuple(insight for insight in found if insight is not None)


def _insight(row: object, documents: Sequence[Document]) -> Insight | None:
    if not isinstance(row, Mapping) or not isinstance(row.get("quotes"), list):
        return None
    pointers = []
    for quote in row["quotes"]:
        if not isinstance(quote, Mapping):
            continue
        number, words = quote.get("document"), quote.get("quote")
        if isinstance(number, int) and 1 <= number <= len(documents) and isinstance(words, str):
            pointers.append(Pointer(ref=documents[number - 1].ref, text=words))
    text = str(row.get("text", "")).strip()
    return Insight(text=text, pointers=tuple(pointers)) if text and pointers else None


def parse_json(text: str) -> object:
    """The JSON value in a text that may be fenced. Raises :class:`ModelAnswerInvalid`."""
    try:
        return json.loads(_FENCE.sub("", text.strip()))
    except ValueError as error:
        raise ModelAnswerInvalid from error


def parse_draft(text: str) -> tuple[tuple[DraftSentence, ...], tuple[str, ...]]:
    """Sentences with their keys, and what was not found. ``NO ANSWER`` gives no sentence."""
    sentences: list[DraftSentence] = []
    not_found: list[str] = []
    for line in _lines(text):
        if _NOT_FOUND.match(line):
            not_found.append(_KEYS.sub("", _NOT_FOUND.sub("", line)).strip())
        elif line.strip().strip(".") != NO_ANSWER:
            keys = tuple(dict.fromkeys(_KEYS.findall(line)))
            words = re.sub(r"\s+([.,;:])", r"\1", _KEYS.sub("", line)).strip()
            if words:
                sentences.append(DraftSentence(text=words, keys=keys))
    return tuple(sentences), tuple(not_found)


def _lines(text: str) -> list[str]:
    """One sentence a line, also where a model wrote several on one."""
    split = _INNER_END.sub(lambda match: f"{match[1].strip()}\n", text)
    return [_BULLET.sub("", line) for line in split.splitlines() if line.strip()]
