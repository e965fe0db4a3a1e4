"""Scorers: an answer to a sample with one right answer, and metrics over many. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents.checking.claims import QuotedText, problem_with_claim
from evals.objective.macro import macro_f1
from evals.objective.samples import Regimens, Sample
from evals.objective.stated_answers import MOST_WORDS
from evals.running.systems import MeasuredMetric, measure_mean
from evals.tools.overlap import rouge_l, token_f1, words_of
from retrieval.text.passages import sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a system answered, and what it took."""

    option: str = ""
    """The option it chose; empty when it chose none."""
    regimens: Regimens = frozenset()
    text: str = ""
    spoke: bool | None = None
    """Of the bot: whether it answered at all rather than declare a gap."""
    tokens: int = 0
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """One sample with the output of a system."""

    sample: Sample
    output: Output

    @property
    def has_answered(self) -> bool:
        return bool(self.output.option or self.output.regimens or self.output.text)

    @property
    def is_correct(self) -> bool:
        if self.sample.task == "drug_list":
            return self.output.regimens == self.sample.regimens
        return self.output.option == self.sample.target


def rows_of(system: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    """The metrics of one system, set by set. No answer counts as a wrong one."""
    for name in dict.fromkeys(each.sample.set_name for each in scores):
        own = [each for each in scores if each.sample.set_name == name]
        yield from OF_TASK[own[0].sample.task](system, name, own)
        yield from measure_mean(system, f"{name}: answered", [each.has_answered for each in own])
        spoke = [e.output.spoke for e in own if e.output.spoke is not None]
        yield from measure_mean(system, f"{name}: no gap declared", spoke)
    costs = [each.output.cost_usd for each in scores if each.output.cost_usd is not None]
    tokens = [float(each.output.tokens) for each in scores if each.output.tokens]
    yield from measure_mean(system, "tokens a question", tokens, is_share=False)
    yield from measure_mean(system, "US dollars a question", costs, is_share=False)


def _choice_rows(system: str, name: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    yield from measure_mean(system, f"{name}: accuracy", [each.is_correct for each in scores])
    answered = [each.is_correct for each in scores if each.output.option]
    yield from measure_mean(system, f"{name}: accuracy of what is answered", answered)
    if answered:
        found = macro_f1([e.output.option for e in scores], [e.sample.target for e in scores])
        metric, number = f"{name}: macro F1", len(scores)
        yield MeasuredMetric(system=system, metric=metric, interval=found, samples=number)


def _list_rows(system: str, name: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    yield from measure_mean(system, f"{name}: exact set", [each.is_correct for each in scores])
    shared = [len(e.output.regimens & e.sample.regimens) for e in scores]
    recall = [n / len(e.sample.regimens) for n, e in zip(shared, scores, strict=True)]
    yield from measure_mean(system, f"{name}: recall of regimens", recall)
    said = [(n, e) for n, e in zip(shared, scores, strict=True) if e.output.regimens]
    precision = [n / len(each.output.regimens) for n, each in said]
    yield from measure_mean(system, f"{name}: precision of regimens", precision)


def _short_rows(system: str, name: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    said = [(words_of(e.output.text), words_of(e.sample.target), e) for e in scores]
    yield from measure_mean(
        system, f"{name}: ROUGE-L", [rouge_l(one, other) for one, other, _ in said]
    )
    f1 = [token_f1(one, other) for one, other, _ in said]
    yield from measure_mean(system, f"{name}: F1 of words", f1)
    given = [(len(one), each) for one, _, each in said if one]
    within = [length <= MOST_WORDS for length, _ in given]
    yield from measure_mean(system, f"{name}: at most {MOST_WORDS} words", within)
    held = [share for _, each in given for share in supported_sentences(each)]
    yield from measure_mean(system, f"{name}: sentences that hold by the check", held)


def supported_sentences(score: Score) -> list[bool]:
    """For each sentence of an answer, whether the contexts bear it out by the check."""
    text = score.output.text
    quotes = {f"c{n}": QuotedText(text=each) for n, each in enumerate(score.sample.contexts, 1)}
    keys = "".join(f"[{key}]" for key in quotes)
    return [
        not problem_with_claim(score.sample.question, f"{text[start:end].strip()} {keys}", quotes)
        for start, end in sentences(text)
    ]


OF_TASK: dict[str, Callable[[str, str, Sequence[Score]], Iterator[MeasuredMetric]]] = {
    "choice": _choice_rows,
    "yes_no_maybe": _choice_rows,
    "drug_list": _list_rows,
    "short_answer": _short_rows,
}
