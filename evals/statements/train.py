"""Find the weights by which a statement is scored.

    python -m evals.statements.train [--write]

Printed: log loss, area under the curve and the share of questions whose first statement answers,
in cross-validation (the pairs of one question stay in one fold), of the shipped weights on the same
pairs, and without each feature. With ``--write`` the weights go to
``agents/matching/scoring/weights.json``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import numpy as np

from agents.matching.scoring import FEATURES, WeightSet, fitted_weights
from evals.statements.fitting import (
    PENALTY,
    Flags,
    Floats,
    area_under_curve,
    assign_folds,
    cross_validate,
    first_is_right,
    fit_logistic,
    log_loss,
    probabilities,
)
from evals.statements.judged_pairs import PairTable, build_table, pairs_of, read_judged

WEIGHTS = Path(__file__).parents[2] / "agents" / "matching" / "scoring" / "weights.json"
FOLDS = 10
"""The field's usual number."""
DIGITS = 3
"""Of a weight that is kept. Chosen by hand: more would change with the machine."""
ROLE_WORTH = 0.3
"""The least weight of ``role``, chosen by hand: the pairs say what answers, not which of two
sources that answer is to be named first, which is the label."""
LEVEL = 0.5
"""From this probability on a statement may be shown: ``LEAST`` of the selection. It is meant at
even odds, see :func:`log_odds_against`."""


def least_weights(names: Sequence[str]) -> list[float]:
    """No feature may speak against a statement."""
    return [ROLE_WORTH if name == "role" else 0.0 for name in names]


def log_odds_against(table: PairTable) -> float:
    """By how much the judged pairs lean to "does not answer".

    Pairs were picked to be hard, three wrong ones for one that answers. What is shipped is shifted
    by this, so that 0.5 says: more like the statements that answer than like those that do not."""
    return math.log((1 - table.answers.mean()) / table.answers.mean())


def figures(found: Floats, table: PairTable) -> dict[str, float]:
    """What probabilities, as of the judged pairs, are worth; shown is what is so at even odds."""
    first = first_is_right(found, table.answers, table.questions)
    shown = found / (1 - found) * math.exp(log_odds_against(table)) >= LEVEL / (1 - LEVEL)
    return {
        "log loss": log_loss(found, table.answers),
        "area under the curve": area_under_curve(found, table.answers),
        "first statement answers": float(np.mean(first)) if first else 0.0,
        "shown and answers": float(table.answers[shown].mean()) if shown.any() else 0.0,
        "questions with one shown": _share_reached(shown, table),
    }


def _share_reached(shown: Flags, table: PairTable) -> float:
    """Of the questions that a judged statement answers, those for which one is shown."""
    answered = {q for q, a in zip(table.questions, table.answers, strict=True) if a}
    rows = zip(table.questions, table.answers, shown, strict=True)
    return len({q for q, a, s in rows if a and s}) / (len(answered) or 1)


def cross_validated_figures(table: PairTable, names: Sequence[str]) -> dict[str, float]:
    """Figures in cross-validation with only these features."""
    columns = [list(FEATURES).index(name) for name in names]
    fold = assign_folds(table.questions, FOLDS)
    least = least_weights(names)
    return figures(cross_validate(table.features[:, columns], table.answers, fold, least), table)


def shipped_figures(table: PairTable, name: WeightSet) -> dict[str, float]:
    """Figures of the weights that are in use."""
    shipped = dict.fromkeys(FEATURES, 0.0) | dict(fitted_weights()[name])
    bias = shipped["bias"] - log_odds_against(table)
    weights = np.array([*(shipped[each] for each in FEATURES), bias])
    return figures(probabilities(table.features, weights), table)


def fit(table: PairTable) -> dict[str, float]:
    """The weights of every feature, and the bias."""
    weights = fit_logistic(table.features, table.answers, least_weights(list(FEATURES)))
    weights[-1] += log_odds_against(table)
    rounded = [round(float(each), DIGITS) for each in weights]
    return {"bias": rounded[-1], **dict(zip(FEATURES, rounded[:-1], strict=True))}


def describe_table(table: PairTable) -> str:
    """What a set of weights was fitted on."""
    return (
        f"evals/statements/judged.jsonl: {len(table.answers)} pairs of "
        f"{len(set(table.questions))} questions, {int(table.answers.sum())} of which answer"
    )


def report(table: PairTable, name: WeightSet) -> dict[str, float]:
    """Print the figures of one set of weights, and hand on those of the cross-validation."""
    _say(f"\n{name}: {describe_table(table)}")
    _say_figures("shipped weights", shipped_figures(table, name))
    found = cross_validated_figures(table, list(FEATURES))
    _say_figures("fitted, cross-validated", found)
    for feature in FEATURES:
        _say_figures(
            f"without {feature}",
            cross_validated_figures(table, [e for e in FEATURES if e != feature]),
        )
    return {figure: round(value, DIGITS) for figure, value in found.items()}


def main() -> None:
    """Print the figures, and write the weights when that is asked for."""
    parser = argparse.ArgumentParser(description="Fit the weights of statements.")
    parser.add_argument("--write", action="store_true", help="write agents/matching/weights.json")
    options = parser.parse_args()
    table = build_table(read_judged())
    _say(f"{len(table.answers)} pairs; {table.gone} judged ones are gone or refused")
    tables = {name: pairs_of(table, name) for name in get_args(WeightSet)}
    told = {
        "fitted_on": {name: describe_table(own) for name, own in tables.items()},
        "penalty": PENALTY,
        "cross_validated": {name: report(own, name) for name, own in tables.items()},
        "weights": {name: fit(own) for name, own in tables.items()},
    }
    _say(json.dumps(told["weights"], indent=1))
    if options.write:
        WEIGHTS.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def _say_figures(title: str, found: dict[str, float]) -> None:
    _say(f"{title:28s} " + "  ".join(f"{name} {value:.3f}" for name, value in found.items()))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
