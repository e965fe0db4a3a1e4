"""Opening an earlier step: what was asked there and what was found, citable again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.cores import ToolCard
from agents.turns import OPEN_STEP, Action, Observation, Step, View


@dataclass(frozen=True, slots=True)
class StepMatch:
    """A step that was found, in the run it belongs to."""

    view: View
    step: Step
    tool: str
    """Only what this tool returned; empty means everything."""

    @property
    def pairs(self) -> tuple[tuple[Action, Observation], ...]:
        """Each action with its observation."""
        asked = {action.call_id: action for action in self.step.thought.actions}
        return tuple(
            (asked[seen.call_id], seen)
            for seen in self.step.observations
            if self.tool in ("", seen.tool) and seen.tool != OPEN_STEP
        )


async def open_step(
    action: Action,
    view: View,
    earlier: Callable[[], Awaitable[Sequence[View]]],
    cards: Mapping[str, ToolCard],
) -> Observation:
    """The observation of an earlier step: of this run, or else of the thread's earlier runs."""
    number, tool = int(action.arguments["step"]), _tool(action, cards)
    runs: list[View] = [] if action.arguments.get("run") == "previous" else [view]
    opened = next(_matching_steps(runs, number, tool, action.call_id), None)
    if opened is None:
        opened = next(_matching_steps(await earlier(), number, tool, action.call_id), None)
    if opened is None:
        what = f"a step {number}" + (f" with {tool}" if tool else "")
        detail = f"There was no {what.removeprefix('a ')} in this thread."
        return Observation(call_id=action.call_id, tool=action.tool, outcome="empty", detail=detail)
    return _observation_of(action, opened, cards)


def _tool(action: Action, cards: Mapping[str, ToolCard]) -> str:
    tool = str(action.arguments.get("tool", ""))
    return f"search_{tool}" if f"search_{tool}" in cards else tool


def _matching_steps(
    views: Sequence[View], number: int, tool: str, call_id: str
) -> Iterator[StepMatch]:
    for view in views:
        for step in view.all_steps:
            own = any(action.call_id == call_id for action in step.thought.actions)
            opened = StepMatch(view, step, tool)
            if step.number == number and opened.pairs and not (own and not step.observations):
                yield opened


def _observation_of(
    action: Action, opened: StepMatch, cards: Mapping[str, ToolCard]
) -> Observation:
    pairs = opened.pairs
    documents = {
        ref: title
        for _, seen in pairs
        for ref, title in zip(seen.documents, seen.titles, strict=True)
    }
    lines = [f"Step {opened.step.number}, asked for: {opened.view.question.text}"]
    lines += [_line(asked, seen, opened.step.number, cards) for asked, seen in pairs]
    return Observation(
        call_id=action.call_id,
        tool=action.tool,
        outcome="data",
        findings=tuple(finding for _, seen in pairs for finding in seen.findings),
        documents=tuple(documents),
        titles=tuple(documents.values()),
        detail="\n".join(lines),
    )


def _line(asked: Action, seen: Observation, number: int, cards: Mapping[str, ToolCard]) -> str:
    title = cards[asked.tool].title if asked.tool in cards else asked.tool
    words = "; ".join(str(value) for value in asked.arguments.values())
    told = f"In step {number}, {title} was asked for “{words}”"
    if seen.outcome == "data":
        names = "; ".join(seen.titles)
        return f"{told} and returned {_count(len(seen.documents), 'document')}: {names}."
    return f"{told}. {seen.detail}".strip()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
