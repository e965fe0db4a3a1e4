"""Pictures are well-formed, say what they show, and keep the weights."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from evals.pictures.scores import scores_picture
from evals.pictures.tool_use import (
    Run,
    flows,
    sankey_picture,
    shares_of_calls,
    shares_picture,
)
from evals.running.systems import measure_mean, table_lines

RUNS: list[Run] = [
    ([["labels", "trials"], ["genes"]], "answer"),
    ([["labels"]], "gap"),
]


def texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_run_weighs_the_same_and_nothing_is_lost() -> None:
    links = flows(RUNS)
    assert links[(0, "labels"), (1, "genes")] == pytest.approx(0.25)
    assert links[(0, "labels"), (1, "gap")] == pytest.approx(0.5)
    assert links[(1, "genes"), (2, "answer")] == pytest.approx(0.5)
    assert sum(weight for (left, _), weight in links.items() if left[0] == 0) == pytest.approx(1)
    assert shares_of_calls(RUNS) == {"labels": 0.5, "trials": 0.25, "genes": 0.25}
    assert shares_of_calls([]) == {}


def test_tool_use_is_drawn() -> None:
    said = texts(sankey_picture("Steps & <tools>", RUNS))
    assert said[0] == "Steps & <tools>"
    assert {"step 1", "step 2", "labels 75%", "gap 50%", "answer 50%"} <= set(said)
    assert {"labels", "50.0%"} <= set(texts(shares_picture("Shares", RUNS)))
    assert texts(sankey_picture("Nothing", [])) == ["Nothing"]


def test_scores_are_drawn_and_tabled_by_system() -> None:
    rows = [
        *measure_mean("one", "recall", [1, 0, 1, 1]),
        *measure_mean("other", "recall", [0, 0, 0, 0]),
        *measure_mean("one", "seconds", [3.0], is_share=False),
        *measure_mean("other", "seconds", []),
    ]
    said = texts(scores_picture("Scores", rows))
    assert {"recall", "one", "other", "0.75", "0.00"} <= set(said)
    assert "seconds" not in said
    table = list(table_lines(rows))
    assert table[0] == "| metric | one | other |"
    assert table[2].startswith("| recall | 0.750 (")
    assert table[3] == "| seconds | 3.00 (3.00 to 3.00) of 1 |  |"
    assert rows[0].as_object()["samples"] == 4
