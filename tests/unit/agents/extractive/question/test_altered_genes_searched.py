"""The indications for an altered gene are searched by its name where other genes are told, too."""

from __future__ import annotations

import pytest

from agents.cores import ToolCard
from agents.extractive.evidence.target_searches import searches_for_target
from agents.extractive.question.parsing import parse_text

LABELS = ToolCard(
    name="search_indications",
    title="Indications",
    use_when="",
    silo="indications",
    role="label",
    publishers=(),
)


@pytest.mark.parametrize(
    ("question", "queries"),
    [
        (
            "Metastatic lung adenocarcinoma, ROS1 fusion, EGFR/ALK neg, PD-L1 90%, first line?",
            ["ROS1 fusion lung adenocarcinoma"],
        ),
        ("Metastatic lung adenocarcinoma, ROS1 fusion, first line?", []),
        ("Metastatic lung adenocarcinoma, EGFR/ALK neg, first line?", []),
    ],
)
def test_the_indications_of_an_altered_gene_are_searched_by_its_name(
    question: str, queries: list[str]
) -> None:
    parsed = parse_text(question)
    (asked,) = parsed.parts
    assert [query for _, query in searches_for_target(asked, parsed, [LABELS])] == queries
