"""Tool use: each silo's share of the calls, and a Sankey of the silos step by step. Pure.

Every run counts the same: the calls of a step share the run's weight of one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.pictures.svg import colour_of, picture, rectangle, ribbon, text

Run = tuple[Sequence[Sequence[str]], str]
"""The tools that were called, step by step, and how the run ended."""
Node = tuple[int, str]
"""A step, from 0 on, and a tool or an ending."""
COLUMN, NODE, HEIGHT, TOP, GAP = 240, 14, 520, 56, 3
BARS, NAMES, ROW = 420, 190, 20
"""Pixels, by eye."""


def shares_of_calls(runs: Sequence[Run]) -> dict[str, float]:
    """Each tool's share of all calls, the largest first."""
    counted = Counter(name for steps, _ in runs for step in steps for name in step)
    whole = counted.total() or 1
    return {name: number / whole for name, number in counted.most_common()}


def flows(runs: Sequence[Run]) -> dict[tuple[Node, Node], float]:
    """Between the tools of a step and those of the next, or the ending: shares of all runs."""
    found: dict[tuple[Node, Node], float] = defaultdict(float)
    for steps, ending in runs:
        columns = [*(list(step) for step in steps if step), [ending]]
        for number in range(len(columns) - 1):
            left, right = columns[number], columns[number + 1]
            for one in left:
                for other in right:
                    weight = 1 / len(left) / len(right) / len(runs)
                    found[(number, one), (number + 1, other)] += weight
    return dict(found)


def shares_picture(title: str, runs: Sequence[Run]) -> str:
    """A bar for each tool's share of the calls."""
    shares = shares_of_calls(runs)
    most = max(shares.values(), default=1.0)
    parts = []
    for number, (name, share) in enumerate(shares.items()):
        y = TOP + ROW * number
        parts += [
            text(NAMES - 8, y + 12, name, "end"),
            rectangle(NAMES, y, BARS * share / most, ROW - 6, colour_of(name, sorted(shares))),
            text(NAMES + BARS * share / most + 6, y + 12, f"{share:.1%}"),
        ]
    return picture(NAMES + BARS + 70, TOP + ROW * (len(shares) + 1), title, parts)


def sankey_picture(title: str, runs: Sequence[Run]) -> str:
    """Which tools are called in which step, where their runs go next, and how they end."""
    links = flows(runs)
    layout = _layout(links)
    names = sorted({name for _, name in layout.places})
    parts = [*_ribbons(links, layout, names), *_nodes(layout, names)]
    columns = 1 + max((step for step, _ in layout.places), default=0)
    return picture(COLUMN * columns + 40, layout.height + TOP + 20, title, parts)


@dataclass(frozen=True, slots=True)
class _Layout:
    places: Mapping[Node, tuple[float, float]]
    """Node → its upper left corner."""
    sizes: Mapping[Node, float]
    """Node → its share of the runs."""
    height: float


def _layout(links: Mapping[tuple[Node, Node], float]) -> _Layout:
    arriving: dict[Node, float] = defaultdict(float)
    leaving: dict[Node, float] = defaultdict(float)
    for (left, right), weight in links.items():
        leaving[left] += weight
        arriving[right] += weight
    nodes = {*arriving, *leaving}
    sizes = {node: max(arriving[node], leaving[node]) for node in nodes}
    places: dict[Node, tuple[float, float]] = {}
    tallest = 0.0
    for step in sorted({step for step, _ in sizes}):
        own = sorted((n for n in sizes if n[0] == step), key=lambda n: (-sizes[n], n[1]))
        y = float(TOP)
        for node in own:
            places[node] = (16 + COLUMN * step, y)
            y += HEIGHT * sizes[node] + GAP + 10
        tallest = max(tallest, y)
    return _Layout(places, sizes, tallest)


def _ribbons(
    links: Mapping[tuple[Node, Node], float], layout: _Layout, names: Sequence[str]
) -> Iterator[str]:
    used: dict[tuple[str, Node], float] = defaultdict(float)
    order = sorted(links, key=lambda pair: (layout.places[pair[0]], layout.places[pair[1]]))
    for left, right in order:
        height = HEIGHT * links[left, right]
        (x1, y1), (x2, y2) = layout.places[left], layout.places[right]
        start = (x1 + NODE, y1 + used["out", left])
        end = (x2, y2 + used["in", right])
        used["out", left] += height
        used["in", right] += height
        yield ribbon(start, end, height, colour_of(left[1], names))


def _nodes(layout: _Layout, names: Sequence[str]) -> Iterator[str]:
    last = max((step for step, _ in layout.places), default=0)
    for step in range(last):
        yield text(16 + COLUMN * step, TOP - 10, f"step {step + 1}")
    for node, (x, y) in layout.places.items():
        height = HEIGHT * layout.sizes[node]
        yield rectangle(x, y, NODE, height, colour_of(node[1], names))
        yield text(x + NODE + 4, y + max(height / 2, 5) + 4, f"{node[1]} {layout.sizes[node]:.0%}")
