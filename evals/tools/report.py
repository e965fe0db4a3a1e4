"""The figures of the tool sets, with baselines that need no run. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from evals.gaps.scoring import Score as GapScore
from evals.pictures.tool_use import Run
from evals.running.systems import MeasuredMetric, measure_mean
from evals.tools import chains
from evals.tools.samples import Sample
from evals.tools.scoring import Score, best_selection, selection
from evals.tools.toolsets import RATED, ToolSet

OF_CHAINS: tuple[tuple[str, Callable[[chains.Chain, chains.NeededChain], float], bool], ...] = (
    ("distance (LD)", chains.distance, False),
    ("redundancy (FDR)", chains.redundancy, True),
    ("redundancy, by the code", chains.redundancy_by_longer, True),
    ("steps in place (TMA)", chains.matched_in_place, True),
    ("longest run, by the code", chains.matched_run, True),
)


def chain_rows(
    system: str, pairs: Sequence[tuple[chains.Chain, Sample]], which: str
) -> Iterator[MeasuredMetric]:
    """The measures of chains, planned or executed."""
    for name, measure, is_share in OF_CHAINS:
        values = [measure(used, sample.needed) for used, sample in pairs]
        yield from measure_mean(system, f"{which}: {name}", values, is_share=is_share)


def rows_of(system: str, scores: Sequence[Score], tools: ToolSet) -> Iterator[MeasuredMetric]:
    """All metrics of one tool set."""
    yield from chain_rows(system, [(each.planned, each.sample) for each in scores], "planned")
    yield from chain_rows(system, [(each.executed, each.sample) for each in scores], "executed")
    between = [chains.chain_distance(each.planned, each.executed) for each in scores]
    yield from measure_mean(system, "planned to executed: distance", between, is_share=False)
    failed = [each.progress for each in scores if not each.ran_through]
    for name, values in (
        ("ran through (ECR)", [each.ran_through for each in scores]),
        ("progress of those that failed (PFSP)", failed),
        ("right kind of source cited (THR)", [each.hits_type for each in scores]),
        ("last call of that kind, by the code", [each.ends_on_type for each in scores]),
        ("milestone asked (MHR)", [each.hits_milestone for each in scores]),
        ("complete (ECR and THR)", [each.is_complete for each in scores]),
        ("false no-calls", [each.outcome == "gap" for each in scores]),
    ):
        yield from measure_mean(system, name, values)
    yield from _overlap_rows(system, scores)
    yield from _own_rows(system, scores, tools)
    for name, numbers in (
        ("calls", [float(sum(map(len, each.calls))) for each in scores]),
        ("tokens", [float(each.tokens) for each in scores if each.tokens]),
        ("cost, US dollars", [each.cost_usd for each in scores if each.tokens and each.cost_usd]),
        ("seconds", [each.seconds for each in scores]),
    ):
        yield from measure_mean(system, name, numbers, is_share=False)


def _overlap_rows(system: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    """Of the runs without an error whose question has a reference."""
    held = [each.overlap for each in scores if each.ran_through and each.sample.references]
    for number, name in enumerate(("BLEU-1", "ROUGE-L", "F1 of words")):
        yield from measure_mean(system, name, [each[number] for each in held])


def _own_rows(system: str, scores: Sequence[Score], tools: ToolSet) -> Iterator[MeasuredMetric]:
    """What only one tool set has: near-duplicates, or silos of different quality."""
    if tools.copies:
        calls = [each for each in scores if each.calls]
        doubled = [each.doubled / sum(map(len, each.calls)) for each in calls]
        yield from measure_mean(system, "calls of a duplicate beside its original", doubled)
        twice = [_quotes_twice(each) for each in scores if each.cited]
        yield from measure_mean(system, "answers with the same quote twice", twice)
    if tools.ranks:
        rated = [each for each in scores if RATED in each.sample.needed.last]
        chosen = [value for each in scores if (value := selection(each, tools)) is not None]
        yield from measure_mean(system, "choice among four (OTS)", chosen)
        anywhere = [best_selection(each, tools) for each in rated]
        yield from measure_mean(system, "best used, by the code", anywhere)


def _quotes_twice(score: Score) -> bool:
    quotes = [quote for _, quote in score.cited]
    return len(set(quotes)) < len(quotes)


def baseline_rows(samples: Sequence[Sample], tools: ToolSet) -> Iterator[MeasuredMetric]:
    """Chains that look at no question: every category once, and the one needed most."""
    every = tuple(dict.fromkeys(tools.roles.values()))
    wanted = [role for sample in samples for role in sample.needed.categories]
    most = (max(every, key=wanted.count),)
    for name, used in (("every kind", every), (f"only “{most[0]}”", most)):
        pairs = [(chains.in_needed_order([used], sample.needed), sample) for sample in samples]
        yield from chain_rows(f"baseline: {name}", pairs, "executed")


def gap_rows(system: str, scores: Sequence[GapScore]) -> Iterator[MeasuredMetric]:
    """Of questions that cannot be answered any more: recognised (UAR) and rightly named (UGR), and
    the gaps among those that still can."""
    lost = [each for each in scores if each.sample.away is not None]
    kinds = dict.fromkeys(each.sample.away.kind for each in lost if each.sample.away)
    for kind in ("", *kinds):
        own = [e for e in lost if not kind or (e.sample.away and e.sample.away.kind == kind)]
        about = f", {kind}" if kind else ""
        yield from measure_mean(
            system, f"unsolvable recognised (UAR){about}", [e.is_gap for e in own]
        )
        named = [each.is_rightly_named for each in own]
        yield from measure_mean(system, f"rightly named (UGR){about}", named)
    kept = [each.is_gap for each in scores if each.sample.away is None]
    yield from measure_mean(system, "false no-calls", kept)


def runs_of(scores: Sequence[Score]) -> list[Run]:
    """The runs for the pictures of tool use."""
    return [([[name for name, _ in step] for step in each.calls], each.outcome) for each in scores]


def report_object(
    rows: Sequence[MeasuredMetric], scores: Mapping[str, Sequence[Score]]
) -> dict[str, Any]:
    """The same for programs."""
    return {
        "figures": [row.as_object() for row in rows],
        "samples": {name: len(own) for name, own in scores.items()},
        "seconds": {name: round(fmean(e.seconds for e in own), 3) for name, own in scores.items()},
        "incomplete": {
            name: [
                {"id": each.sample.id, "outcome": each.outcome, "run_id": each.run_id}
                for each in own
                if not each.is_complete
            ]
            for name, own in scores.items()
        },
    }
