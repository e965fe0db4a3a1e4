"""Tries a pattern with every shape that it can tell from the others.

A shape that one of its unbounded repeats can run through is tried with 40,000 characters. The
others cannot make it slow, however long they are; they are tried with 200, in case this reasoning
is wrong."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping

from tests.unit.linear_time.growth import (
    BEYOND_WINDOWS,
    MIDDLE,
    SHORTEST,
    Work,
    problem_at_any_length,
    seconds_of_each,
)
from tests.unit.linear_time.relevance import distinct_shapes, run_through
from tests.unit.linear_time.shapes import SHAPES

WINDOWED = {
    r"agents.checking.quotes: \d\S*\s?\w+$": 12,
    "retrieval.text.sentences._LAST_WORD": 80,
    "retrieval.text.words._SLASHED": 40,
}
"""Patterns that are only ever given the end of a text → its characters."""
ANCHORED = frozenset(
    {
        "agents.checking.support.negation.absences._NOT_GIVEN",
        "agents.extractive.own_rules.rules_of_document._LABEL",
        "agents.extractive.question.splitting.segments._TAKEN_FOR_GRANTED",
        "agents.facts.values.updates.NORMAL",
        "agents.replies.steering._TOO",
        "retrieval.ingestion.sources.drugs.openfda._FIELD",
        "retrieval.ingestion.sources.genomics.clinpgx._SYMBOL",
        "retrieval.ingestion.sources.loaders._SPEC",
        "workspace.slack_objects.input_checks._EMAIL",
        "workspace.slack_objects.rich_text._ITEM",
        "names.clinical.disease.tumours.NEXT",
        "names.clinical.markers.lexing.NOT_A_STATE",
        "names.clinical.disease.tumours.AFTER_SITE",
        "names.clinical.markers.vocabulary.NOT_A_STATE",
        "names.clinical.treatment.outcomes.stopping.REASON",
        "names.clinical.treatment.therapies.LINK",
        "names.recognition.genes.CONTEXT_AFTER",
        "names.recognition.genes.GENE_AFTER",
        "retrieval.text.sentences._BEGINS",
    }
)
"""Patterns under a name that are only ever tried at one place (``match``)."""
WHOLE = frozenset(
    {
        "agents.eligibility.rules.conditional",
        "agents.eligibility.rules.only_with",
        "agents.eligibility.rules.only_without",
        "agents.reports.file_values._ASKED",
        "names.variants.usual_forms._CODING",
        "retrieval.derivation.conditions.prior._OR_AFTER",
        "retrieval.derivation.layout.aligned_tables._LEADER",
    }
)
"""Patterns, or tuples of them, under a name that are only ever tried on a whole text
(``fullmatch``)."""
CHARACTERS = frozenset("".join(shape.unit for shape in SHAPES))


def growth_problems(patterns: Mapping[str, re.Pattern[str]]) -> dict[str, list[str]]:
    """Of each pattern whose work grows out of proportion: the name, and a line for each shape.

    The name says how the pattern is applied."""
    found = {name: _problems_of(name, pattern) for name, pattern in patterns.items()}
    return {name: problems for name, problems in found.items() if problems}


def _problems_of(name: str, pattern: re.Pattern[str]) -> list[str]:
    work = _work(name, pattern)
    taken = run_through(pattern, CHARACTERS)
    running, others = [], []
    for shape in distinct_shapes(pattern, SHAPES):
        (running if taken.issuperset(shape.unit) else others).append(shape)
    problems = [problem_at_any_length(work, shape) for shape in running]
    of_many = seconds_of_each(work, (shape.text(SHORTEST.many) for shape in others))
    for shape, took in zip(others, of_many, strict=True):
        if SHORTEST.problem(work, shape, took) and BEYOND_WINDOWS.problem(work, shape):
            problems.append(MIDDLE.problem(work, shape))
    return [problem for problem in problems if problem]


def _work(name: str, pattern: re.Pattern[str]) -> Work:
    """Applies the pattern as its package does."""
    window = WINDOWED.get(name, 0)
    if name.partition("[")[0] in WHOLE:
        return pattern.fullmatch
    if name in ANCHORED or name.endswith(" (match)"):
        return lambda text: pattern.match(text[-window:] if window else text)
    return lambda text: deque(pattern.finditer(text[-window:] if window else text), maxlen=0)
