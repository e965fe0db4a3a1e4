"""What a thread says of steering: what was taken over, from which step on. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.endings.changes import Changes
from agents.turns import SteeringRow, Step, View
from bot.rendering.blocks import Block, escape, sections

LONGEST_QUOTE = 200
"""Characters of a quote that tells what changed. Chosen by hand: two lines."""
DEEPER = "deeper: trials and literature behind what was found"


def steering_blocks(steered: SteeringRow, view: View, titles: Mapping[str, str]) -> list[Block]:
    """The reply to a message that steers."""
    asked = steered.steering
    parts = []
    if asked.without:
        parts.append(f"without {_titles_in_words(asked.without, titles)}")
    if asked.also:
        parts.append(f"also {_titles_in_words(asked.also, titles)}")
    if asked.deeper:
        parts.append(DEEPER)
    wanted = escape("; ".join(parts))
    first = _first_step(steered, view)
    if first is not None:
        return sections([f"*Taken over from step {first.number} on:* {wanted}."], whole=True)
    if view.ending is None:
        return sections([f"*Taken over for the next step:* {wanted}."], whole=True)
    return sections([f"*This came too late for the last step:* {wanted}."], whole=True)


def fork_blocks(view: View) -> list[Block]:
    """What is made anew, and what stands."""
    assert view.forked is not None
    step = view.forked.forked.step
    stands = f" Steps before it stand as they were: 1 to {step - 1}." if step > 1 else ""
    return sections([f"*Again from step {step}.*{stands}"], whole=True)


def change_blocks(changes: Changes) -> list[Block]:
    """The reply under the answer of a fork."""
    first, *others = change_lines(changes)
    return sections([f"*{escape(first)}*", *map(escape, others)])


def change_lines(changes: Changes) -> list[str]:
    """Quotes gained and lost, in plain lines."""
    told = f"gained {len(changes.gained)}, lost {len(changes.lost)}, kept {len(changes.kept)}"
    lines = [f"What changed in the quotes: {told}."]
    for sign, quotes in (("+", changes.gained), ("−", changes.lost)):
        lines += [f"{sign} {each.title}: “{_shorten_quote(each.quote)}”" for each in quotes]
    return lines


def _shorten_quote(quote: str) -> str:
    words = " ".join(quote.split())
    return words if len(words) <= LONGEST_QUOTE else f"{words[: LONGEST_QUOTE - 1]}…"


def _first_step(steered: SteeringRow, view: View) -> Step | None:
    """The step from which on it holds: one that searches what was asked for."""
    tools = {f"search_{silo}" for silo in steered.steering.also}
    later = (step for step in view.all_steps if step.seq > steered.seq)
    return next(
        (s for s in later if not tools or tools & {a.tool for a in s.thought.actions}), None
    )


def _titles_in_words(silos: Sequence[str], titles: Mapping[str, str]) -> str:
    return ", ".join(titles.get(f"search_{silo}", silo) for silo in silos)
