"""Scorers: the chain that a run planned and the one it executed, and what came of them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.tools.chains import (
    Category,
    each_once,
    in_needed_order,
    tool_score,
)
from evals.tools.overlap import bleu_1, rouge_l, token_f1, words_of
from evals.tools.samples import Sample
from evals.tools.toolsets import ToolSet

BROKEN = frozenset(("error", "unavailable"))
"""Outcomes of a call that count as an error of input or output."""
SEARCH = "search_"
Call = tuple[str, str]
"""The silo of a search, or the name of another tool; and the words that were asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One sample and what came of it."""

    sample: Sample
    run_id: str
    outcome: str
    planned: tuple[Category, ...]
    """Categories of the first thought's calls, each once: what was meant to be asked before
    anything was seen."""
    executed: tuple[Category, ...]
    """Categories of all calls that were made, each once, in the order of the first."""
    calls: tuple[tuple[Call, ...], ...]
    """What was called, step by step."""
    done_before_error: int | None
    """Calls before the first that failed; None when none did."""
    last: Category
    """Category of the last call; empty without one."""
    cited: tuple[tuple[str, str], ...]
    """Silo and quote of each citation of the answer."""
    cited_roles: frozenset[Category]
    doubled: int
    """Calls of a near-duplicate beside its original with the same words."""
    rank_chosen: int | None
    """Rank by quality of the silo that the answer rests on first; None where none has a rank or
    none was chosen."""
    best_rank: int | None
    """The best rank among the silos that the answer cites."""
    overlap: tuple[float, float, float]
    """BLEU-1, ROUGE-L and F1 with the nearest reference; zeros without one."""
    tokens: int
    cost_usd: float | None
    seconds: float

    @property
    def ran_through(self) -> bool:
        """No call failed and the run came to an end of its own (ECR)."""
        return self.done_before_error is None and self.outcome in {"answer", "gap"}

    @property
    def progress(self) -> float:
        """Of a run that failed: calls before the failure over those that are needed (PFSP)."""
        return (self.done_before_error or 0) / len(self.sample.needed)

    @property
    def hits_type(self) -> bool:
        """The answer cites a source of the category that is needed last (THR)."""
        return self.outcome == "answer" and bool(self.cited_roles & self.sample.needed.last)

    @property
    def ends_on_type(self) -> bool:
        """The last call is of that category: THR as the code computes it."""
        return self.last in self.sample.needed.last

    @property
    def hits_milestone(self) -> bool:
        """A category of the first needed step was asked (MHR)."""
        return bool(self.sample.needed.milestone & set(self.executed))

    @property
    def is_complete(self) -> bool:
        """Ran through and answered from the right kind of source."""
        return self.ran_through and self.hits_type


def score(sample: Sample, result: Mapping[str, Any], tools: ToolSet) -> Score:
    """One sample, by one object of ``curbside ask --json``."""
    calls = tuple(
        tuple(_call(action) for action in step["actions"])
        for step in result["steps"]
        if step["actions"]
    )
    roles = [[tools.roles.get(name, name) for name, _ in step] for step in calls]
    outcomes = [seen["outcome"] for step in result["steps"] for seen in step["observations"]]
    cited = _cited_documents(result)
    ranks = [tools.ranks[silo] for silo, _ in cited if silo in tools.ranks]
    usage = result["usage"]
    return Score(
        sample=sample,
        run_id=result["run_id"],
        outcome=result["outcome"],
        planned=each_once(in_needed_order(roles[:1], sample.needed)),
        executed=each_once(in_needed_order(roles, sample.needed)),
        calls=calls,
        done_before_error=next((n for n, each in enumerate(outcomes) if each in BROKEN), None),
        last=in_needed_order(roles, sample.needed)[-1] if roles else "",
        cited=cited,
        cited_roles=frozenset(tools.roles.get(silo, silo) for silo, _ in cited),
        doubled=sum(_doubled_calls(step, tools.copies) for step in calls),
        rank_chosen=ranks[0] if ranks else None,
        best_rank=min(ranks, default=None),
        overlap=_overlap(sample, result),
        tokens=usage["input_tokens"] + usage["output_tokens"],
        cost_usd=usage["cost_usd"],
        seconds=result["seconds"],
    )


def selection(score: Score, tools: ToolSet) -> float | None:
    """What the choice among silos of different quality is worth (OTS), of the one that is cited
    first; None where none was chosen, which is no selection."""
    return tool_score(score.rank_chosen, len(tools.ranks)) if score.rank_chosen else None


def best_selection(score: Score, tools: ToolSet) -> float:
    """The same as the code has it: of the best one that is cited anywhere, 0 when none is."""
    return tool_score(score.best_rank, len(tools.ranks)) if score.best_rank else 0.0


def _call(action: Mapping[str, Any]) -> Call:
    words = " ".join(str(value) for _, value in sorted(action["arguments"].items()))
    return str(action["tool"]).removeprefix(SEARCH), words


def _cited_documents(result: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Of what is said as the answer, in its order: what is none for the patient is left out."""
    by_key = {each["key"]: (each["silo"], each["quote"]) for each in result["citations"]}
    keys = (key for each in result["sentences"] for key in each["citations"])
    return tuple(by_key[key] for key in dict.fromkeys(keys) if key in by_key)


def _doubled_calls(step: Sequence[Call], copies: Mapping[str, str]) -> int:
    made = set(step)
    return sum((copies[name], words) in made for name, words in step if name in copies)


def _overlap(sample: Sample, result: Mapping[str, Any]) -> tuple[float, float, float]:
    said = words_of(" ".join(each["text"] for each in result["sentences"]))
    references = [words_of(each) for each in sample.references]

    def nearest(measure: Callable[[Sequence[str], Sequence[str]], float]) -> float:
        return max((measure(said, each) for each in references), default=0.0)

    return nearest(bleu_1), nearest(rouge_l), nearest(token_f1)
