"""Shares by tool of the prompts after which it was called, rightly, and did its work. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.running.systems import MeasuredMetric, measure_mean
from evals.tools.calling.asking import CallScore


def rows_of_calls(system: str, scores: Sequence[CallScore]) -> Iterator[MeasuredMetric]:
    """All tools, then each; ``called``, ``sound`` and ``worked`` are each of all its prompts."""
    for tool in ("", *dict.fromkeys(each.prompt.tool for each in scores)):
        own = [each for each in scores if tool in ("", each.prompt.tool)]
        name = tool or "all tools"
        yield from measure_mean(system, f"{name}: called", [each.called for each in own])
        yield from measure_mean(system, f"{name}: sound", [each.sound for each in own])
        yield from measure_mean(system, f"{name}: worked", [each.worked for each in own])


def missed_prompts(scores: Sequence[CallScore]) -> list[dict[str, str]]:
    """The prompts after which the tool did not do its work."""
    return [
        {"tool": each.prompt.tool, "prompt": each.prompt.text,
         "what": "not called" if not each.called else "not sound" if not each.sound else "failed"}
        for each in scores
        if not each.worked
    ]  # fmt: skip
