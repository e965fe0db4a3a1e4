"""Opening an earlier step: what was asked there and what was found, citable again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.cores import ToolCard
from agents.run.tools.observing import observation_of
from agents.turns import OPEN_STEP, Action, Observation, Step, View
from agents.turns.personal import personal_of
from agents.wording.counts import count_of
from retrieval.text.words import words


@dataclass(frozen=True, slots=True)
class StepMatch:
    """A step that was found, in the run it belongs to."""

    view: View
    step: Step
    tool: str
    """Only what this tool returned; empty means everything."""
    calls: frozenset[str] = frozenset()
    """Only what these calls returned; empty means everything."""

    @property
    def pairs(self) -> tuple[tuple[Action, Observation], ...]:
        """Each action with its observation."""
        asked = {action.call_id: action for action in self.step.thought.actions}
        return tuple(
            (asked[seen.call_id], seen)
            for seen in self.step.observations
            if self.tool in ("", seen.tool)
            and seen.tool != OPEN_STEP
            and (not self.calls or seen.call_id in self.calls)
        )


async def open_step(
    action: Action,
    view: View,
    earlier: Callable[[], Awaitable[Sequence[View]]],
    cards: Mapping[str, ToolCard],
) -> Observation:
    """The observation of an earlier step, named by its number or by what it did: of the run that is
    named, else of this one, else of the newest earlier one of the thread that has such a step."""
    wanted = _Wanted(action, _tool(action, cards), cards)
    run = str(action.arguments.get("run", "")).strip()
    opened = wanted.found_in([view]) if not run else None
    if opened is None:
        opened = wanted.found_in(_runs(run, await earlier()))
    if opened is None:
        detail = f"There was no {wanted.words} in {_place(run)}."
        return observation_of(action, "empty", detail)
    return _observation_of(action, opened, cards)


def _runs(run: str, earlier: Sequence[View]) -> Sequence[View]:
    """The earlier runs that are meant, newest first. Questions count from 1, the oldest."""
    if not run.isdecimal():
        return earlier
    place = len(earlier) - int(run)
    return earlier[place : place + 1] if 0 <= place < len(earlier) else ()


def _place(run: str) -> str:
    return f"question {run} of this thread" if run.isdecimal() else "this thread"


def _tool(action: Action, cards: Mapping[str, ToolCard]) -> str:
    tool = str(action.arguments.get("tool", ""))
    return f"search_{tool}" if f"search_{tool}" in cards else tool


class _Wanted:
    """The step that an action names."""

    def __init__(self, action: Action, tool: str, cards: Mapping[str, ToolCard]) -> None:
        self._call_id = action.call_id
        self._tool = tool
        self._cards = cards
        number = action.arguments.get("step")
        self._number = int(number) if number is not None else None
        self._about = str(action.arguments.get("about", "")).strip()

    @property
    def words(self) -> str:
        named = "step" if self._number is None else f"step {self._number}"
        about = f" about “{self._about}”" if self._about else ""
        return named + (f" with {self._tool}" if self._tool else "") + about

    def found_in(self, views: Sequence[View]) -> StepMatch | None:
        """The step that fits best; of several that fit alike, that of the newest run."""
        matches = list(self._matches(views))
        if not self._about:
            return matches[0] if matches else None
        asked = frozenset(words(self._about))
        scored = [(self._fit(asked, match), match) for match in matches]
        best = max((score for score, _ in scored), default=(0, 0))
        found = next((match for score, match in scored if score == best > (0, 0)), None)
        return found and self._narrow_calls(asked, found)

    def _fit(self, asked: frozenset[str], match: StepMatch) -> tuple[int, int]:
        """How many of the words a step has in what it thought, asked and showed; then also in the
        titles that it only named."""
        thought = frozenset(words(match.step.thought.text))
        shown, named = set(thought), set(thought)
        for pair in match.pairs:
            shown |= self._words_of(pair, is_named=False)
            named |= self._words_of(pair, is_named=True)
        return len(asked & shown), len(asked & named)

    def _narrow_calls(self, asked: frozenset[str], match: StepMatch) -> StepMatch:
        """The step without the calls that have none of the words, where others have some: a step
        of many searches is long."""
        for is_named in (False, True):
            held = {
                seen.call_id: len(asked & self._words_of((action, seen), is_named=is_named))
                for action, seen in match.pairs
            }
            most = max(held.values(), default=0)
            if most:
                calls = frozenset(call for call, count in held.items() if count == most)
                return replace(match, calls=calls)
        return match

    def _matches(self, views: Sequence[View]) -> Iterator[StepMatch]:
        for view in views:
            for step in view.all_steps:
                own = any(action.call_id == self._call_id for action in step.thought.actions)
                opened = StepMatch(view, step, self._tool)
                wanted = self._number is None or step.number == self._number
                if wanted and opened.pairs and not (own and not step.observations):
                    yield opened

    def _words_of(self, pair: tuple[Action, Observation], *, is_named: bool) -> frozenset[str]:
        """The words of a call and of the titles that it found; ``is_named``: also of documents that
        were found and not read."""
        asked, seen = pair
        card = self._cards.get(asked.tool)
        told = [card.title if card else asked.tool, *map(str, asked.arguments.values())]
        titles = zip(seen.documents, seen.titles, strict=True)
        told += [title for ref, title in titles if is_named or ref not in seen.unread]
        return frozenset(words(" ".join(told)))


def _observation_of(
    action: Action, opened: StepMatch, cards: Mapping[str, ToolCard]
) -> Observation:
    pairs = opened.pairs
    documents = {
        ref: title
        for _, seen in pairs
        for ref, title in zip(seen.documents, seen.titles, strict=True)
    }
    marks = {
        ref: mark
        for _, seen in pairs
        for ref, mark in zip(seen.documents, seen.marks, strict=False)
    }
    read = {shown.ref for _, seen in pairs for shown in seen.offered}
    asked_for = personal_of(opened.view).blank(opened.view.question.text)
    lines = [f"Step {opened.step.number}, asked for: {asked_for}"]
    lines += [_line(asked, seen, opened.step.number, cards) for asked, seen in pairs]
    return Observation(
        call_id=action.call_id,
        tool=action.tool,
        outcome="data",
        findings=tuple(finding for _, seen in pairs for finding in seen.findings),
        offered=tuple(each for _, seen in pairs for each in seen.offered),
        unread=tuple(
            dict.fromkeys(ref for _, seen in pairs for ref in seen.unread if ref not in read)
        ),
        documents=tuple(documents),
        titles=tuple(documents.values()),
        marks=tuple(marks.get(ref, "") for ref in documents),
        detail="\n".join(lines),
    )


def _line(asked: Action, seen: Observation, number: int, cards: Mapping[str, ToolCard]) -> str:
    title = cards[asked.tool].title if asked.tool in cards else asked.tool
    asked_for = "; ".join(str(value) for value in asked.arguments.values())
    told = f"In step {number}, {title} was asked for “{asked_for}”"
    if seen.outcome == "data" and seen.documents:
        names = "; ".join(seen.titles)
        return f"{told} and returned {count_of(len(seen.documents), 'document')}: {names}."
    return f"{told}. {seen.detail}".strip()
