"""Scorers: judgements of many answers as metrics with intervals. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.faithfulness.formulas import (
    Vector,
    answer_relevancy,
    context_precision,
    groundedness,
    id_precision,
    id_recall,
    non_contradiction,
    relevant_share,
)
from evals.faithfulness.judges import AnswerJudgement, JudgedAnswer
from evals.running.systems import MeasuredMetric, measure_mean

Embed = Callable[[str], Vector]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievedSample:
    """What a run found for a question, and what it answered."""

    item: JudgedAnswer
    documents: tuple[str, ...]
    """Ids in the order in which they were found, each once."""
    relevant: frozenset[str]
    """Ids that are judged relevant."""
    is_answer: bool


def read_retrieved(
    result: Mapping[str, Any], texts: Mapping[str, str], relevant: frozenset[str]
) -> RetrievedSample:
    """From an object of ``curbside ask --json``; ``texts``: of the documents there are."""
    seen = (
        document["document_id"]
        for step in result["steps"]
        for observation in step["observations"]
        for document in observation["documents"]
    )
    documents = tuple(dict.fromkeys(name for name in seen if name in texts))
    return RetrievedSample(
        item=JudgedAnswer(
            question=result["question"],
            answer=" ".join(each["text"] for each in result["sentences"]),
            contexts=tuple(texts[name] for name in documents),
        ),
        documents=documents,
        relevant=relevant,
        is_answer=result["outcome"] == "answer",
    )


def id_rows(system: str, found: Sequence[RetrievedSample]) -> Iterator[MeasuredMetric]:
    """By the ids of documents, without a judge."""
    precision = [id_precision(each.documents, each.relevant) for each in found]
    yield from measure_mean(system, "context precision, by ids", precision)
    ranked = [context_precision([d in each.relevant for d in each.documents]) for each in found]
    yield from measure_mean(system, "context precision, by rank", ranked)
    recall = [id_recall(each.documents, each.relevant) for each in found]
    yield from measure_mean(system, "context recall, by ids", recall)
    yield from measure_mean(system, "answered", [each.is_answer for each in found])


def judged_rows(
    system: str, judge: str, found: Sequence[tuple[JudgedAnswer, AnswerJudgement]], embed: Embed
) -> Iterator[MeasuredMetric]:
    """What a judge told, of the answers only."""
    said = [judgement for _, judgement in found]
    grounded = [groundedness(e.inferable) for e in said if e.inferable is not None]
    kept = [non_contradiction(e.contradicted) for e in said if e.contradicted is not None]
    answers = [relevant_share(e.on_question) for e in said if e.on_question is not None]
    contexts = [
        relevant_share(e.contexts_on_question) for e in said if e.contexts_on_question is not None
    ]
    near = [_nearness(item, judgement, embed) for item, judgement in found if judgement.questions]
    for name, values in (
        ("groundedness (what RAGAS calls faithfulness)", grounded),
        ("non-contradiction (what DeepEval calls faithfulness)", kept),
        ("answer relevancy, by statements", answers),
        ("answer relevancy, by questions made of it", near),
        ("context relevancy", contexts),
    ):
        told = [value for value in values if value is not None]
        yield from measure_mean(system, f"{name}, judge {judge}", told)
    tokens = [float(each.tokens) for each in said if each.tokens]
    yield from measure_mean(system, f"tokens of judge {judge}", tokens, is_share=False)
    costs = [each.cost_usd for each in said if each.tokens]
    yield from measure_mean(system, f"US dollars of judge {judge}", costs, is_share=False)


def _nearness(item: JudgedAnswer, judgement: AnswerJudgement, embed: Embed) -> float:
    made = [embed(question) for question in judgement.questions]
    return answer_relevancy(embed(item.question), made, judgement.noncommittal)
