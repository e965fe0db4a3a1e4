"""Requests and answers as files.

``0003.request.json`` is a request as it came, ``0003.request.md`` the same to read. The answer is
``0003.answer.md``: words, and for each tool call a line ``CALL name {"argument": …}``. A file is
read once it has not changed for a moment; what cannot be read is told in ``0003.problem.txt`` and
waited for again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOOK_EVERY = 0.2
"""Seconds between two looks for an answer, and how long its file must rest. Chosen by hand."""
_CALL = "CALL "
Json = dict[str, Any]


class AnswerUnreadable(ValueError):
    """An answer file has no readable form."""


@dataclass(frozen=True, slots=True)
class PlayedAnswer:
    """What whoever plays the model wrote."""

    text: str
    calls: tuple[tuple[str, Json], ...] = ()


class Exchange:
    """The folder. Numbers go on from the highest that is there."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        taken = [int(path.name[:4]) for path in folder.glob("[0-9][0-9][0-9][0-9].request.json")]
        self._last = max(taken, default=0)

    async def answer_to(self, request: Mapping[str, Any]) -> PlayedAnswer:
        """Write the request down and wait for its answer."""
        self._last += 1
        name = self._folder / f"{self._last:04d}"
        words = json.dumps(request, ensure_ascii=False, indent=1)
        _file(name, "request.md").write_text(readable(request), encoding="utf-8")
        _file(name, "request.json").write_text(words, encoding="utf-8")
        answer, refused = _file(name, "answer.md"), 0.0
        while True:
            await asyncio.sleep(LOOK_EVERY)
            changed = answer.stat().st_mtime if answer.exists() else 0.0
            if changed == refused or not _rests(changed):
                continue
            try:
                return parse_answer(answer.read_text(encoding="utf-8"))
            except AnswerUnreadable as error:
                _file(name, "problem.txt").write_text(f"{error}\n", encoding="utf-8")
                refused = changed


def parse_answer(written: str) -> PlayedAnswer:
    """The words and calls of an answer file. Raises :class:`AnswerUnreadable`."""
    lines, calls = [], []
    for line in written.splitlines():
        if not line.startswith(_CALL):
            lines.append(line)
            continue
        name, _, given = line.removeprefix(_CALL).strip().partition(" ")
        try:
            arguments = json.loads(given)
        except ValueError as error:
            raise AnswerUnreadable(f"The arguments of {name} are no JSON: {error}") from error
        if not isinstance(arguments, dict):
            raise AnswerUnreadable(f"The arguments of {name} are no JSON object.")
        calls.append((name, arguments))
    return PlayedAnswer("\n".join(lines).strip(), tuple(calls))


def readable(request: Mapping[str, Any]) -> str:
    """A request of chat completions to read: the tools, then what was said."""
    parts = []
    for tool in request.get("tools") or ():
        function = tool["function"]
        taken = json.dumps(function["parameters"].get("properties", {}), ensure_ascii=False)
        parts.append(f"## tool {function['name']}\n{function['description']}\n{taken}")
    for message in request["messages"]:
        said = _words(message.get("content"))
        for call in message.get("tool_calls") or ():
            said += f"\n{_CALL}{call['function']['name']} {call['function']['arguments']}"
        parts.append(f"## {message['role']}\n{said.strip()}")
    return "\n\n".join(parts) + "\n"


def _words(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return str(content or "")


def _rests(changed: float) -> bool:

    return bool(changed) and time.time() - changed > LOOK_EVERY


def _file(name: Path, kind: str) -> Path:
    return name.with_name(f"{name.name}.{kind}")
