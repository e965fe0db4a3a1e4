"""What steering does to the next step of a run: where it may search, and what it has to. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.cores import ToolCard
from agents.turns import Action, Thought, View

DEEPER_ROLES = frozenset(("landmark_trial", "trial_result", "literature"))
"""Roles of the silos that hold what a recommendation rests on."""


LEFT_OUT = "Left out, as was asked in the thread."


def left_out(view: View) -> frozenset[str]:
    """The silos that people asked to leave out; the newest word on each counts."""
    out: set[str] = set()
    for each in view.steering:
        out = (out | set(each.steering.without)) - set(each.steering.also)
    return frozenset(out)


def steered_cards(cards: Sequence[ToolCard], view: View) -> tuple[ToolCard, ...]:
    """The tools that the next step may use."""
    out = left_out(view)
    return tuple(card for card in cards if card.silo not in out)


def is_called_back(view: View, cards: Sequence[ToolCard]) -> bool:
    """Whether the newest thought had nothing left to search, and people asked for more since."""
    if not view.steps or view.steps[-1].thought.actions or view.steps[-1].thought.reply:
        return False
    return bool(_wished_silos(view, cards))


def with_wished_searches(thought: Thought, view: View, cards: Sequence[ToolCard]) -> Thought:
    """The thought with the searches that people asked for and that nobody has made: in the words
    of the newest search, or else of the question. What was to be the answer is thought of anew."""
    called = {action.tool for action in thought.actions}
    wished = [card for card in _wished_silos(view, cards) if card.name not in called]
    if not wished or thought.reply:
        return thought
    query = _newest_query(thought, view)
    searches = tuple(
        Action(call_id="", tool=card.name, arguments={"query": query}) for card in wished
    )
    return replace(thought, actions=(*searches, *thought.actions), gap=None, written="")


def _wished_silos(view: View, cards: Sequence[ToolCard]) -> list[ToolCard]:
    """The silos that people asked for and that no step has searched."""
    called = {action.tool for step in view.all_steps for action in step.thought.actions}
    also = {silo for each in view.steering for silo in each.steering.also}
    deeper = any(each.steering.deeper for each in view.steering)
    return [
        card
        for card in steered_cards(cards, view)
        if card.silo
        and card.name not in called
        and (card.silo in also or (deeper and card.role in DEEPER_ROLES))
    ]


def _newest_query(thought: Thought, view: View) -> str:
    steps = [thought, *(step.thought for step in reversed(view.all_steps))]
    queries = (
        str(action.arguments["query"])
        for each in steps
        for action in each.actions
        if "query" in action.arguments
    )
    return next(queries, view.question.text)
