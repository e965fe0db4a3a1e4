"""Find the weights by which a hospital's rule is told to be the one asked for.

    python -m evals.protocols.train [--write]

Each folder of ``evals/protocols/houses`` is a hospital that does not exist: eight documents and 30
questions, written by people who had not seen the program. Printed, for each: how often the
likeliest rule, and one of the three likeliest, is right with weights fitted on the other hospitals.
With ``--write`` the weights fitted on all go to
``agents/extractive/own_rules/likelihood/weights.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from agents.extractive.own_rules.likelihood.features import FEATURES, features_of
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import all_words
from agents.extractive.own_rules.vocabulary.words import spelled_out
from evals.protocols.house_questions import houses, questions_of_house, rules_of_house
from evals.ranking.fitting import CandidateList, Floats, fit_weights

WEIGHTS = (
    Path(__file__)
    .parents[2]
    .joinpath("agents", "extractive", "own_rules", "likelihood", "weights.json")
)
PENALTY = 0.06
"""Of squared weights of features with a spread of 1; the middle of three that were tried (0.006 to
0.06 changed the share of likeliest rules that are right by less than three questions of 228)."""
DIGITS = 3
"""Of a weight that is kept. Chosen by hand: more would change with the machine."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question, the features of the rules that say anything of it, and which are right."""

    house: str
    features: Floats
    right: Floats
    """1.0 for a rule that is right, else 0.0."""


def judged_questions(folder: Path) -> list[JudgedQuestion]:
    """The questions of a hospital that a rule of it answers by itself."""
    rules = rules_of_house(folder)
    known = frozenset[str]().union(*(all_words(each) for each in rules))
    found = []
    for row in questions_of_house(folder):
        question = OwnQuestion(spelled_out(row.question, known), known, first=True)
        features, right = [], []
        for rule, told in zip(rules, features_of(question, rules), strict=True):
            if told is not None:
                features.append(told)
                right.append(float(all(each.search(rule.own) for each in row.must)))
        if not row.is_gap and any(right):
            judged = JudgedQuestion(folder.name, np.array(features), np.array(right))
            found.append(judged)
    return found


@cache
def all_judged() -> tuple[JudgedQuestion, ...]:
    """The questions of all hospitals that a rule answers by itself."""
    return tuple(each for folder in houses() for each in judged_questions(folder))


def weights_without(house: str) -> dict[str, float]:
    """The weights by name, fitted on all other hospitals."""
    weights = fit([each for each in all_judged() if each.house != house])
    return dict(zip(FEATURES, map(float, weights), strict=True))


def fit(judged: Sequence[JudgedQuestion]) -> Floats:
    """One weight a feature, for features as they are."""
    spread = np.vstack([each.features for each in judged]).std(axis=0)
    spread[spread == 0] = 1.0
    lists = [
        CandidateList(each.features / spread, each.right / each.right.sum()) for each in judged
    ]
    weights: Floats = fit_weights(lists, penalty=PENALTY) / spread
    return weights


def count_right(judged: Sequence[JudgedQuestion], weights: Floats, first: int) -> int:
    """The questions of which one of the ``first`` likeliest rules is right."""
    best = (np.argsort(-each.features @ weights)[:first] for each in judged)
    return sum(bool(one.right[places].any()) for one, places in zip(judged, best, strict=True))


def main() -> None:
    """Fit without each hospital in turn, print, and write the weights fitted on all if asked to."""
    parser = argparse.ArgumentParser(description="Fit the likelihood of a hospital's rules.")
    parser.add_argument("--write", action="store_true", help="write the weights of all hospitals")
    options = parser.parse_args()
    judged = all_judged()
    for house in sorted({each.house for each in judged}):
        own = [each for each in judged if each.house == house]
        weights = fit([each for each in judged if each.house != house])
        first, three = (count_right(own, weights, count) for count in (1, 3))
        sys.stdout.write(f"{house:<14} likeliest {first:>2}, of three {three:>2}, of {len(own)}\n")
    if options.write:
        write_weights(fit(judged), len(judged))


def write_weights(weights: Floats, questions: int) -> None:
    """Write the file that the program reads."""
    told = {name: round(float(w), DIGITS) for name, w in zip(FEATURES, weights, strict=True)}
    content = {
        "fitted_on": f"{questions} questions on {len(houses())} houses of evals/protocols/houses",
        "weights": told,
    }
    WEIGHTS.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
