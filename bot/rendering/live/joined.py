"""Several messages of a run as one, where more wait for a channel than Slack takes. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from bot.rendering.blocks import (
    MOST_BLOCKS,
    MOST_CHILDREN,
    MOST_MESSAGE,
    MOST_TEXT,
    Block,
    clip_mrkdwn,
    divider,
    section,
    shorten_folded,
    size,
    without_folds,
)

Body = Mapping[str, Any]

_PARTS = frozenset({"text", "blocks", "simple", "plain"})
"""Of a body that is words and nothing else: no picture, no stream, nobody's question."""
_ALONE = frozenset({"table", "data_table", "plan", "image"})
"""Blocks of which Slack takes one in a message, or which need a file."""
_MORE = section("_More was found than fits here; ask me to open the step._")


def may_be_joined(body: Body) -> bool:
    """Whether a message may stand above or below others in one."""
    return body.keys() <= _PARTS and bool(body.get("blocks"))


def joined_body(bodies: Sequence[Body]) -> dict[str, Any]:
    """The messages one below the other, under the notice of the last. Findings that are folded are
    shortened until all fits; what was taken back is left out."""
    shown = [body for body in bodies if body.get("blocks")]
    parts = _shorten([body["blocks"] for body in shown])
    plainer = [
        without_folds(blocks) if _has_folds(blocks) else body.get("simple") or blocks
        for body, blocks in zip(shown, parts, strict=True)
    ]
    plain = "\n\n".join(str(body["plain"]) for body in shown)
    return {
        "text": shown[-1]["text"] if shown else "",
        "blocks": _below_each_other(parts),
        "simple": _below_each_other(plainer),
        "plain": clip_mrkdwn(plain, MOST_TEXT),
    }


def how_many_fit(bodies: Sequence[Body]) -> int:
    """How many of the messages, from the first, fit in one; at least one."""
    fit = 1
    for number in range(2, len(bodies) + 1):
        if not _fit(bodies[:number]):
            break
        fit = number
    return fit


def _fit(bodies: Sequence[Body]) -> bool:
    if not all(map(may_be_joined, bodies)):
        return False
    blocks = joined_body(bodies)["blocks"]
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    return (
        len(blocks) <= MOST_BLOCKS
        and sum(map(size, blocks)) <= MOST_MESSAGE
        and len(set(ids)) == len(ids)
        and sum(block["type"] in _ALONE for block in blocks) <= 1
    )


def _shorten(parts: Sequence[Sequence[Block]]) -> list[list[Block]]:
    """The parts with less in what is folded, if they are too long for one message."""
    every = list(chain.from_iterable(parts))
    if sum(map(size, every)) <= MOST_MESSAGE:
        return [list(part) for part in parts]
    notes = size(_MORE) * sum(map(_is_folded, every))
    left = iter(shorten_folded(every, MOST_MESSAGE - notes))
    return [[_with_note(next(left), block) for block in part] for part in parts]


def _with_note(short: Block, block: Block) -> Block:
    if short == block:
        return block
    return {**short, "child_blocks": [*short["child_blocks"][: MOST_CHILDREN - 1], _MORE]}


def _has_folds(blocks: Sequence[Block]) -> bool:
    return any(map(_is_folded, blocks))


def _is_folded(block: Block) -> bool:
    return bool(block["type"] == "container")


def _below_each_other(parts: Sequence[Sequence[Block]]) -> list[Block]:
    below = [[*([divider()] if number else []), *blocks] for number, blocks in enumerate(parts)]
    return list(chain.from_iterable(below))
