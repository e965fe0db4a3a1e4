"""Scorers: the citations of one answer, by one object of ``curbside ask --json``. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.checking.claims import QuotedText
from evals.citations.support import CitingSentence, JudgedSentence, judge, supported_by_check
from evals.running.systems import MeasuredMetric, measure_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedAnswer:
    """What is scored of a result."""

    question: str
    outcome: str
    sentences: tuple[CitingSentence, ...]
    quotes: Mapping[str, QuotedText]
    documents: Mapping[str, str]
    """Key of a citation → id of its document."""
    verified: tuple[bool, ...]
    """The program's own mark of each sentence, in the run."""
    relevant: frozenset[str] = frozenset()
    """Documents that are judged relevant; empty where nobody judged."""
    tokens: int = 0
    cost_usd: float | None = None


def answer_of(result: Mapping[str, Any], relevant: frozenset[str] = frozenset()) -> CitedAnswer:
    """The answer in a result."""
    usage = result["usage"]
    return CitedAnswer(
        question=result["question"],
        outcome=result["outcome"],
        sentences=tuple(
            CitingSentence(each["text"], tuple(each["citations"])) for each in result["sentences"]
        ),
        quotes={
            each["key"]: QuotedText(text=each["quote"], title=each["title"], date=each["as_of"])
            for each in result["citations"]
        },
        documents={each["key"]: each["document_id"] for each in result["citations"]},
        verified=tuple(each["verified"] for each in result["sentences"]),
        relevant=relevant,
        tokens=usage["input_tokens"] + usage["output_tokens"],
        cost_usd=usage["cost_usd"] if usage["model"] else None,
    )


def with_wrong_citations(answers: Sequence[CitedAnswer]) -> list[CitedAnswer]:
    """A control: each sentence cites what the same place of the next answer cites, so that a test
    that supports anything would be seen."""
    given = [each for each in answers if each.sentences]
    return [
        replace(one, quotes=other.quotes, documents=other.documents, sentences=tuple(
            CitingSentence(each.text, other.sentences[place % len(other.sentences)].keys)
            for place, each in enumerate(one.sentences)
        ))
        for one, other in zip(given, (*given[1:], *given[:1]), strict=True)
    ]  # fmt: skip


def judge_answer(answer: CitedAnswer) -> list[JudgedSentence]:
    """The verdict on each sentence of an answer."""
    supports = supported_by_check(answer.question, answer.quotes)
    known = frozenset(answer.quotes)
    return [judge(sentence, known, supports) for sentence in answer.sentences]


def rows_of(system: str, answers: Sequence[CitedAnswer], set_name: str) -> Iterator[MeasuredMetric]:
    """The metrics of one system on one set."""
    verdicts = [verdict for answer in answers for verdict in judge_answer(answer)]
    sentences = [sentence for answer in answers for sentence in answer.sentences]
    helpful = [each for verdict in verdicts for each in verdict.helpful]
    for name, values in (
        ("answered", [each.outcome == "answer" for each in answers]),
        ("citation recall", [verdict.is_supported for verdict in verdicts]),
        ("citation precision", helpful),
        ("sentences with a citation", [bool(each.keys) for each in sentences]),
        ("sentences marked verified", [mark for each in answers for mark in each.verified]),
    ):
        yield from measure_mean(system, f"{set_name}: {name}", values)
    yield from _relevance_rows(system, answers, set_name)
    tokens = [float(each.tokens) for each in answers if each.tokens]
    yield from measure_mean(system, f"{set_name}: tokens", tokens, is_share=False)
    costs = [each.cost_usd for each in answers if each.cost_usd is not None]
    yield from measure_mean(system, f"{set_name}: US dollars", costs, is_share=False)


def _relevance_rows(
    system: str, answers: Sequence[CitedAnswer], set_name: str
) -> Iterator[MeasuredMetric]:
    """Of the answers to questions whose relevant documents are judged."""
    held = [each for each in answers if each.relevant and each.outcome == "answer"]
    cited = [(each, set(each.documents.values())) for each in held]
    right = [name in each.relevant for each, names in cited for name in sorted(names)]
    yield from measure_mean(system, f"{set_name}: cited documents judged relevant", right)
    some = [bool(each.relevant & names) for each, names in cited]
    yield from measure_mean(system, f"{set_name}: answers that cite a relevant one", some)
    found = [len(each.relevant & names) / len(each.relevant) for each, names in cited]
    yield from measure_mean(system, f"{set_name}: relevant documents cited", found)
