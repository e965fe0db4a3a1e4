"""The formulas of the RAG metrics, over verdicts that somebody gave. Pure.

Two libraries call two different things *faithfulness*. RAGAS counts the statements that can be
inferred from the contexts: :func:`groundedness`. DeepEval counts those that no context contradicts,
so that what the contexts are silent about passes: :func:`non_contradiction`. They are never given
one name here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Ruling = Literal["yes", "no", "borderline"]


def context_precision(relevant: Sequence[bool]) -> float:
    """Of contexts in their order: the mean of the precision at each relevant one; 0 without one."""
    found = [sum(relevant[:k]) / k for k in range(1, len(relevant) + 1) if relevant[k - 1]]
    return sum(found) / len(found) if found else 0.0


def id_precision(retrieved: Sequence[str], reference: frozenset[str]) -> float:
    """Share of the retrieved documents that are in the reference; 0 without any."""
    held = set(retrieved)
    return len(held & reference) / len(held) if held else 0.0


def id_recall(retrieved: Sequence[str], reference: frozenset[str]) -> float:
    """Share of the reference that was retrieved. Raises :class:`ZeroDivisionError` without one."""
    return len(set(retrieved) & reference) / len(reference)


def groundedness(inferable: Sequence[bool]) -> float | None:
    """Share of the statements that can be inferred from the contexts; None without a statement."""
    return sum(inferable) / len(inferable) if inferable else None


def non_contradiction(contradicted: Sequence[Ruling]) -> float:
    """Share of the statements that no context contradicts; a borderline one passes, and an answer
    without a statement has 1."""
    return sum(each != "yes" for each in contradicted) / len(contradicted) if contradicted else 1.0


def relevant_share(relevant: Sequence[Ruling]) -> float | None:
    """Share of statements that bear on the question, borderline ones with them: of an answer, or
    of all contexts pooled. None without a statement."""
    return sum(each != "no" for each in relevant) / len(relevant) if relevant else None


Vector = NDArray[np.float32]
"""Shape (dimensions,)."""


def answer_relevancy(
    question: Vector, generated: Sequence[Vector], noncommittal: Sequence[bool]
) -> float:
    """The mean cosine of the question with questions that were made from the answer; 0 when the
    answer commits to nothing in the eyes of all. Raises :class:`ValueError` without one."""
    if not generated:
        raise ValueError("no generated question")
    if all(noncommittal):
        return 0.0
    return float(np.mean([_cosine(question, each) for each in generated]))


def _cosine(one: Vector, other: Vector) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
