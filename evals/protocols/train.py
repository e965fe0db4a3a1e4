"""Find the weights by which a hospital's rule is told to be the one asked for.

    python -m evals.protocols.train [--write]

Each folder of ``evals/protocols/hospitals`` is a hospital that does not exist: eight documents and
30 questions, written by people who had not seen the program. Printed, for each: how often the
likeliest rule, and one of the three likeliest, is right with weights fitted on the other hospitals.
With ``--write`` the weights fitted on all go to
``agents/extractive/own_rules/likelihood/weights.json``: those of the rules, and those by which an
answer of the likeliest rules is told to be right.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from agents.extractive.own_rules.likelihood.features import FEATURES, Row, features_of
from agents.extractive.own_rules.likelihood.probabilities import (
    OF_ANSWER,
    FittedWeights,
    Likely,
    likely_enough,
    rank_rules,
    signs_of_answer,
)
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.references import rules_referred_to
from agents.extractive.own_rules.relevance.scores import score_of
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.vocabulary.words import spelled_out
from evals.protocols.hospital_questions import (
    HospitalQuestion,
    hospital_verdict,
    hospitals,
    questions_of_hospital,
    rules_of_hospital,
)
from evals.ranking.fitting import CandidateList, Floats, fit_weights

WEIGHTS = (
    Path(__file__)
    .parents[2]
    .joinpath("agents", "extractive", "own_rules", "likelihood", "weights.json")
)
PENALTY = 0.06
"""Of squared weights of features with a spread of 1; the middle of three that were tried (0.006 to
0.06 changed the share of likeliest rules that are right by less than three questions of 228)."""
ANSWER_PENALTY = 10.0
"""The same for what tells whether an answer is right; 3 did worse on hospitals left out."""
STEPS = 30
"""Of Newton's method, which needs some eight."""
NOTHING = re.compile(r"(?!)")
"""Stands in no rule."""
DIGITS = 3
"""Of a weight that is kept. Chosen by hand: more would change with the machine."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question of a hospital, the rules with their features, and which of them are right."""

    hospital: str
    asked: HospitalQuestion
    question: OwnQuestion
    rules: Sequence[OwnRule]
    rows: Sequence[Row | None]
    right: Sequence[bool]

    @property
    def features(self) -> Floats:
        """Of the rules that may be told."""
        return np.array([each for each in self.rows if each is not None])

    @property
    def is_right(self) -> Floats:
        """For each of these 1.0 if it is right, else 0.0."""
        kept = zip(self.rows, self.right, strict=True)
        return np.array([float(right) for row, right in kept if row is not None])


def judged_questions(folder: Path) -> list[JudgedQuestion]:
    """The questions of a hospital of which its rules say a word."""
    rules = rules_of_hospital(folder)
    known = frozenset[str]().union(*(all_words(each) for each in rules))
    found = []
    for asked in questions_of_hospital(folder):
        question = OwnQuestion(spelled_out(asked.question, known), known, first=True)
        rows = features_of(question, rules)
        patterns = asked.must or (NOTHING,)
        right = [all(each.search(rule.own) for each in patterns) for rule in rules]
        judged = JudgedQuestion(folder.name, asked, question, rules, rows, right)
        found += [judged] if any(row is not None for row in rows) else []
    return found


@cache
def all_judged() -> tuple[JudgedQuestion, ...]:
    """The questions of all hospitals."""
    return tuple(each for folder in hospitals() for each in judged_questions(folder))


@cache
def weights_without(*left_out: str) -> FittedWeights:
    """The weights of both decisions, fitted on the hospitals that are not left out. What tells
    whether an answer is right is fitted on rankings of hospitals that had no part in them."""
    judged = [each for each in all_judged() if each.hospital not in left_out]
    signs, right = [], []
    for one in judged:
        weights = rule_weights(frozenset((*left_out, one.hospital)))
        likely = rank_rules(one.rules, one.rows, weights)
        score = score_of(one.question, likely[0].rule)
        signs.append(signs_of_answer(one.question, likely[0], score))
        right.append(float(_is_right(one, likely)))
    answer = fit_answer(np.array(signs), np.array(right))
    return FittedWeights(
        rule_weights(frozenset(left_out)), dict(zip(OF_ANSWER, map(float, answer), strict=True))
    )


def _is_right(one: JudgedQuestion, likely: Sequence[Likely]) -> bool:
    """Whether telling the likeliest rules would be right."""
    told = [each.rule for each in likely_enough(likely)]
    told += [more for rule in tuple(told) for more in rules_referred_to(rule, one.rules)]
    said = [" ".join((*each.headings[-1:], each.own)) for each in told]
    return hospital_verdict(one.asked, said) == "right"


@cache
def rule_weights(left_out: frozenset[str]) -> dict[str, float]:
    """One weight a feature, for features as they are, fitted on the other hospitals."""
    judged = [
        each for each in all_judged() if each.hospital not in left_out and each.is_right.any()
    ]
    spread = np.vstack([each.features for each in judged]).std(axis=0)
    spread[spread == 0] = 1.0
    lists = [
        CandidateList(each.features / spread, each.is_right / each.is_right.sum())
        for each in judged
    ]
    weights: Floats = fit_weights(lists, penalty=PENALTY) / spread
    return dict(zip(FEATURES, map(float, weights), strict=True))


def fit_answer(signs: Floats, right: Floats) -> Floats:
    """Logistic regression by Newton's method, with a penalty on the weights of signs with a spread
    of 1. The first sign is the constant."""
    mean, spread = signs[:, 1:].mean(axis=0), signs[:, 1:].std(axis=0)
    spread[spread == 0] = 1.0
    scaled = np.column_stack((signs[:, 0], (signs[:, 1:] - mean) / spread))
    penalty = np.diag([0.0, *[ANSWER_PENALTY] * len(mean)])
    weights = np.zeros(scaled.shape[1])
    for _ in range(STEPS):
        likely = 1.0 / (1.0 + np.exp(-scaled @ weights))
        slope = scaled.T @ (likely - right) + penalty @ weights
        curve = (scaled.T * (likely * (1.0 - likely))) @ scaled + penalty
        weights = weights - np.linalg.solve(curve, slope)
    plain: Floats = np.array([weights[0] - weights[1:] @ (mean / spread), *weights[1:] / spread])
    return plain


def count_right(hospital: str, first: int) -> tuple[int, int]:
    """The questions of a hospital of which one of the ``first`` likeliest rules is right, by
    weights of the others; and how many one rule answers by itself."""
    own = [each for each in all_judged() if each.hospital == hospital and any(each.right)]
    weights = rule_weights(frozenset((hospital,)))
    best = [rank_rules(each.rules, each.rows, weights)[:first] for each in own]
    found = [any(one.right[e.place] for e in told) for one, told in zip(own, best, strict=True)]
    return sum(found), len(own)


def main() -> None:
    """Fit without each hospital in turn, print, and write the weights fitted on all if asked to."""
    parser = argparse.ArgumentParser(description="Fit the likelihood of a hospital's rules.")
    parser.add_argument("--write", action="store_true", help="write the weights of all hospitals")
    options = parser.parse_args()
    for folder in hospitals():
        (first, count), (three, _) = (count_right(folder.name, places) for places in (1, 3))
        told = f"likeliest {first:>2}, of three {three:>2}, of {count}"
        sys.stdout.write(f"{folder.name:<14} {told}\n")
    if options.write:
        write_weights(weights_without())


def write_weights(weights: FittedWeights) -> None:
    """Write the file that the program reads."""
    judged = [each for each in all_judged() if each.is_right.any()]
    told = f"{len(judged)} questions on {len(hospitals())} hospitals of evals/protocols/hospitals"
    content = {
        "fitted_on": told,
        "weights": {name: round(each, DIGITS) for name, each in weights.rules.items()},
        "answer": {name: round(each, DIGITS) for name, each in weights.answer.items()},
    }
    WEIGHTS.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
