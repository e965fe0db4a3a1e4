"""A model of good habits, played: it searches what its kind of run needs, reads what it is given,
and writes an answer of usual length from statements that it was shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from retrieval.text.words import words
from tests.integration.llm.economy.kinds import Kind
from tests.scripted_provider import Call, Refuse, Reply, Say

_KEYED = re.compile(r"\[(c\d+)\] ([^\[\]\n]{30,400})")
_NUMBERED = re.compile(r"\[(\d+\.\d+)\] ([^\[\]\n]{30,400})")
_FAILED = re.compile(r'<message number="(\d+)">')
_LEAST, _SHORT, _LONG = 8, 4, 10
"""Words of a statement that is said again; sentences of a short and of a long answer."""


class Player:
    """Answers the requests of one run."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._asked = frozenset(words(kind.question))

    def answer(self, request: dict[str, Any]) -> Reply:
        """The reply to a request, by what it asks for."""
        names = {tool["function"]["name"] for tool in request.get("tools", ())}
        messages = request["messages"]
        if "report" in names:
            return self._report(str(messages[-1]["content"]))
        if not names:
            return self._without_tools(str(messages[-1]["content"]))
        thought = sum(message["role"] == "assistant" for message in messages)
        if thought < len(self._kind.steps):
            return self._search(self._kind.steps[thought])
        return self._end(messages)

    def _search(self, calls: Sequence[tuple[str, str]]) -> Reply:
        wanted = " and ".join(query for _, query in calls)
        text = (
            f"Known: what was asked. Plan: {wanted}, from the silos that should have it.\n"
            "Considered: these silos (hold it), others (rarely do), ending now (too early)."
        )
        return Call(
            tuple(("search", {"silo": silo, "query": query}) for silo, query in calls), text=text
        )

    def _end(self, messages: Sequence[dict[str, Any]]) -> Reply:
        if self._kind.ends == "refusal":
            return Refuse()
        if self._kind.ends == "gap":
            gap = {"purpose": "the answer", "missing": "silo", "name": "a label that covers it"}
            return Call((("declare_gap", gap),), text="Nothing in the silos is on this drug.")
        shown = "\n".join(str(each["content"]) for each in messages if each["role"] == "tool")
        said = list(self._best(_KEYED.findall(shown)))
        lines = self._case_lines(said) if self._kind.bound == "case" else self._lines(said)
        return Say("\n".join(["READY The statements below answer it.", *lines]))

    def _best(self, found: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Statements that share most words with the question, each once."""
        whole = {text.strip(): key for key, text in found if len(text.split()) >= _LEAST}
        by_words = sorted(whole, key=lambda text: -len(self._asked & frozenset(words(text))))
        return ((whole[text], text) for text in by_words)

    def _lines(self, said: Sequence[tuple[str, str]]) -> list[str]:
        return [f"{text} [{key}]" for key, text in said[:_SHORT]] or ["NO ANSWER"]

    def _case_lines(self, said: Sequence[tuple[str, str]]) -> list[str]:
        lines = [f"{text} [{key}]" for key, text in said[:_LONG]]
        if self._kind.slips and lines:
            lines[-1] = re.sub(r"\d+", "987", f"In 12 of them: {lines[-1]}", count=1)
        return [f"HEADLINE: {lines[0]}", *lines[1:]] if lines else ["NO ANSWER"]

    def _report(self, prompt: str) -> Reply:
        found = [number for number, _ in self._best(_NUMBERED.findall(prompt))][:3]
        insights = [
            {"text": f"The document tells this in statement {number}.", "statements": [number]}
            for number in found
        ]
        return Call((("report", {"insights": insights}),))

    def _without_tools(self, prompt: str) -> Reply:
        """What did not hold is taken back; an answer that is asked for apart is written."""
        failed = _FAILED.findall(prompt)
        if failed:
            return Say("\n".join(f"{number}: REMOVE" for number in failed))
        return Say("\n".join(self._lines(list(self._best(_KEYED.findall(prompt))))))
