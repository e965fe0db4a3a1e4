"""The display mode ``plan``: one progress message of task cards, with plain sections for a
workspace that refuses them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.turns import Citation, Step, View
from bot.rendering.blocks import Block, clip, escape, fit_one_message, sections
from bot.rendering.citations import finding_line
from bot.rendering.links import PassageLinks, web_address
from bot.rendering.steps import stop_button, tool_line

_MOST_CARDS = 20
"""Cards per message: with four links each they stay well below Slack's 9 KB."""
_LONGEST_TITLE, _LONGEST_SOURCE = 250, 120
"""Characters of the title of a card and of a source on it. Chosen by hand: three lines and one."""
_MOST_LINKS = 4
"""Sources per card. Chosen by hand; see above."""


@dataclass(frozen=True, slots=True)
class PlanMessage:
    """One progress message."""

    first: Step
    blocks: list[Block]
    simple: list[Block]


def render(
    steps: Sequence[Step], view: View, titles: Mapping[str, str], links: PassageLinks
) -> list[PlanMessage]:
    """The steps as task cards, as many to a message as fit."""
    return [
        _plan_message(steps[start : start + _MOST_CARDS], view, titles, links)
        for start in range(0, len(steps), _MOST_CARDS)
    ]


def _plan_message(
    steps: Sequence[Step], view: View, titles: Mapping[str, str], links: PassageLinks
) -> PlanMessage:
    over = view.ending is not None
    cards = [_card(step, view.run_id, links, over=over) for step in steps]
    done = "Searched the sources" if over else "Searching the sources"
    plan: Block = {"type": "plan", "title": done, "tasks": cards}
    lines = [line for step in steps for line in _lines(step, view, titles, links, over)]
    tail = [] if over else [stop_button(steps[0].seq, view.run_id)]
    simple = fit_one_message([*sections([f"*{done}*", *lines])], tail, "_More than fits here._")
    return PlanMessage(steps[0], [plan, *tail], simple)


def _card(step: Step, run_id: str, links: PassageLinks, *, over: bool) -> Block:
    card: Block = {
        "type": "task_card",
        "task_id": f"step-{step.seq}",
        "title": clip(step.thought.text.replace("\n", " "), _LONGEST_TITLE),
        "status": _status(step, over=over),
    }
    citations = _citations(step)
    sources = [
        {"type": "url", "url": address, "text": clip(item.title, _LONGEST_SOURCE)}
        for item in citations[:_MOST_LINKS]
        if (address := links.link(run_id, item.key) or web_address(item.url))
    ]
    if sources:
        card["sources"] = sources
    return card


def _status(step: Step, *, over: bool) -> str:
    if step.pending:
        return "error" if over else "in_progress"
    broken = {"unavailable", "error", "stopped"}
    if step.observations and all(item.outcome in broken for item in step.observations):
        return "error"
    return "complete"


def _citations(step: Step) -> list[Citation]:
    return [
        citation
        for observation in step.observations
        for finding in observation.findings
        for citation in finding.citations
    ]


def _lines(
    step: Step, view: View, titles: Mapping[str, str], links: PassageLinks, over: bool
) -> list[str]:
    signs = {"complete": "✅", "in_progress": "⏳", "error": "⚠️"}
    sign = signs[_status(step, over=over)]
    head = f"{sign} {escape(clip(step.thought.text, _LONGEST_TITLE))}"
    found = [
        finding_line(finding, view.run_id, links)
        for observation in step.observations
        for finding in observation.findings[:1]
    ]
    return [head, *(tool_line(action, titles, view) for action in step.thought.actions), *found[:2]]
