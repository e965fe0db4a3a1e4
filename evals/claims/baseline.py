"""A baseline that reads nothing: a sentence holds where its numbers and most of its words stand in
its quotes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evals.claims.report import claim_metrics
from evals.claims.samples import CheckedClaim
from evals.running.systems import MeasuredMetric

CHECK, BASELINE = "check", "same words"
LEAST = 0.5
"""Share of the words. Chosen by hand: what honest paraphrases keep."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_KEYS = re.compile(r"\[\w+\]")


def baseline_rows(checked: Sequence[CheckedClaim]) -> Iterator[MeasuredMetric]:
    """The check and the baseline, as rows of a table of systems."""
    by_words = [replace(row, problem=_problem(row)) for row in checked]
    for system, rows in ((CHECK, checked), (BASELINE, by_words)):
        yield from (metric.of_system(system) for metric in claim_metrics(rows))


def _problem(row: CheckedClaim) -> str:
    said, held = _KEYS.sub("", row.text).casefold(), row.quoted.casefold()
    if set(_NUMBER.findall(said)) - set(_NUMBER.findall(held)):
        return "another number"
    own, there = set(_WORD.findall(said)), set(_WORD.findall(held))
    return "other words" if own and len(own & there) < LEAST * len(own) else ""
