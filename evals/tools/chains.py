"""Chains of tool categories, held against the chain that a question needs. Pure.

The measures are those of RadABench: each as its paper defines it and, where the two differ, as its
published code computes it. The needed chain may leave an order open (searches that do not depend on
each other) and a step may be served by several categories; with one category a step and a fixed
order the formulas are the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product

Category = str
Step = frozenset[Category]
"""The categories any of which serves a step."""
Chain = Sequence[Category]


@dataclass(frozen=True, slots=True)
class NeededChain:
    """The chain that a question needs: groups one after the other, the steps of a group in any
    order."""

    groups: tuple[tuple[Step, ...], ...]

    @classmethod
    def in_order(cls, *categories: Category) -> NeededChain:
        """One category a step, in this order."""
        return cls(tuple((frozenset((each,)),) for each in categories))

    @property
    def categories(self) -> frozenset[Category]:
        """All that serve some step."""
        return frozenset(chain.from_iterable(step for group in self.groups for step in group))

    @property
    def last(self) -> Step:
        """What serves a step of the last group: the kind of source that the answer rests on."""
        return frozenset(chain.from_iterable(self.groups[-1]))

    @property
    def milestone(self) -> Step:
        """What serves a step of the first group: without it the rest cannot be asked rightly."""
        return frozenset(chain.from_iterable(self.groups[0]))

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def orders(self) -> Iterator[tuple[Step, ...]]:
        """Every order that the groups allow."""
        for order in product(*(permutations(group) for group in self.groups)):
            yield tuple(chain.from_iterable(order))


def distance(used: Chain, needed: NeededChain) -> int:
    """Levenshtein distance with unit costs, of the allowed order that is nearest (LD)."""
    return min(_edits(used, order) for order in needed.orders())


def chain_distance(one: Chain, other: Chain) -> int:
    """The same between two chains that were used: what was planned and what was done."""
    return distance(one, NeededChain.in_order(*other))


def redundancy(used: Chain, needed: NeededChain) -> float:
    """Share of the calls that serve no step (FDR of the paper); 0 without a call."""
    return _needless(used, needed) / len(used) if used else 0.0


def redundancy_by_longer(used: Chain, needed: NeededChain) -> float:
    """The same over the longer chain, as the code has it."""
    longer = max(len(used), len(needed))
    return _needless(used, needed) / longer if longer else 0.0


def matched_in_place(used: Chain, needed: NeededChain) -> float:
    """Share of the needed steps that stand at their place (TMA of the paper)."""
    return max(
        sum(each in step for each, step in zip(used, order, strict=False))
        for order in needed.orders()
    ) / len(needed)


def matched_run(used: Chain, needed: NeededChain) -> float:
    """Longest run of calls that is a run of the needed steps, over their number: the code's
    "precision"."""
    return max(_longest_run(used, order) for order in needed.orders()) / len(needed)


def tool_score(rank: int, tools: int) -> float:
    """What choosing the tool of this rank, 1 the best, among so many is worth (OTS of a selection):
    the second of four 0.75. Raises :class:`ValueError` for a rank that none has."""
    if not 1 <= rank <= tools:
        raise ValueError(f"rank {rank} of {tools}")
    return (tools - rank + 1) / tools


def in_needed_order(
    calls: Sequence[Sequence[Category]], needed: NeededChain
) -> tuple[Category, ...]:
    """A chain of steps of parallel calls: the calls of a step have no order of their own, so they
    take that of the needed steps, as the paper sorts them; what serves none comes last."""
    place = {
        category: number
        for number, step in reversed(list(enumerate(next(needed.orders()))))
        for category in step
    }
    return tuple(
        category
        for step in calls
        for category in sorted(step, key=lambda each: place.get(each, len(place)))
    )


def each_once(used: Chain) -> tuple[Category, ...]:
    """The categories in the order of their first call."""
    return tuple(dict.fromkeys(used))


def _needless(used: Chain, needed: NeededChain) -> int:
    return sum(each not in needed.categories for each in used)


def _edits(used: Chain, order: Sequence[Step]) -> int:
    row = list(range(len(order) + 1))
    for number, category in enumerate(used, 1):
        before, row = row, [number]
        for place, step in enumerate(order):
            change = before[place] + (category not in step)
            row.append(min(change, before[place + 1] + 1, row[place] + 1))
    return row[-1]


def _longest_run(used: Chain, order: Sequence[Step]) -> int:
    best, before = 0, [0] * (len(order) + 1)
    for category in used:
        row = [0]
        for place, step in enumerate(order):
            row.append(before[place] + 1 if category in step else 0)
        best, before = max(best, *row), row
    return best
