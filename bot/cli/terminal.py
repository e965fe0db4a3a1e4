"""A finished run as text for a terminal."""

from __future__ import annotations

import textwrap

from rich.console import Console

from agents.facts.wording import is_worth_showing
from agents.turns import (
    Abstention,
    Answer,
    Citation,
    Failed,
    Observation,
    Reply,
    Step,
    Stopped,
    View,
)
from bot.rendering.fact_sheet import understood_lines

WIDTH = 100


def print_view(view: View, console: Console, seconds: float | None = None) -> None:
    """The steps, then how the run ended, and how long it took if that is known."""
    took = "" if seconds is None else f", {seconds:.1f} s"
    if is_worth_showing(view.sheet):
        for line in (
            wrapped for each in understood_lines(view.sheet) for wrapped in _wrap(each, "")
        ):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    for step in view.all_steps:
        for line in step_lines(step):
            console.print(line, markup=False, highlight=False, style="dim", soft_wrap=True)
    for line in ending_lines(view):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print(f"\nrun {view.run_id}{took}", style="dim", highlight=False, soft_wrap=True)


def step_lines(step: Step) -> list[str]:
    """A step: the thought, what was asked of which tool, what came back."""
    lines = _wrap(f"Step {step.number}. {step.thought.text}", "")
    for action, observation in zip(step.thought.actions, step.observations, strict=False):
        asked = ", ".join(f"{name}={value!r}" for name, value in action.arguments.items())
        lines += _wrap(f"{action.tool}({asked}): {_came_back(observation)}", "   ")
    return lines


def ending_lines(view: View) -> list[str]:
    """How the run ended, in words."""
    match view.ending:
        case Answer() as answer:
            return _answer_lines(answer)
        case Reply(text=text):
            return ["", *_wrap(text, "")]
        case Abstention(gap=gap, tried=tried):
            lines = ["", *_wrap(f"No answer: {gap.detail or gap.name}", "")]
            return lines + (_wrap(f"Searched: {', '.join(tried)}.", "") if tried else [])
        case Stopped(by=by):
            return ["", f"Stopped by {by}."]
        case Failed(reason=reason):
            return ["", *_wrap(reason, "")]
        case None:
            return ["", "This run has not ended."]


def _answer_lines(answer: Answer) -> list[str]:
    number = {citation.key: n for n, citation in enumerate(answer.citations, 1)}
    lines = [""]
    for sentence in answer.sentences:
        marks = "".join(f"[{number[key]}]" for key in sentence.keys if key in number)
        doubt = "" if sentence.verified else f"  (not verified: {sentence.problem})"
        lines += _wrap(f"{sentence.text} {marks}{doubt}", "")
    lines += ["", "Sources"]
    for citation in answer.citations:
        lines += _wrap(f"[{number[citation.key]}] {_source(citation)}", "")
    lines += [line for text in answer.not_found for line in _wrap(f"Not found: {text}", "")]
    lines += [line for text in (answer.limited, answer.note) if text for line in _wrap(text, "")]
    return lines


def _source(citation: Citation) -> str:
    parts = (citation.title, citation.organisation, citation.date, citation.url)
    known = ". ".join(part for part in parts if part)
    level = f", level {citation.evidence_level}" if citation.evidence_level else ""
    return f"{known} ({citation.badge}{level})"


def _came_back(observation: Observation) -> str:
    if observation.outcome == "data" and observation.detail:
        return observation.detail
    return f"{observation.outcome}. {observation.detail}".strip()


def _wrap(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "   ")
