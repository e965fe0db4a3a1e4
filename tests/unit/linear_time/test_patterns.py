"""No pattern goes through a long text again and again, whatever the text."""

from __future__ import annotations

from collections import deque

import pytest

from tests.unit.linear_time.growth import too_steep
from tests.unit.linear_time.patterns import all_patterns
from tests.unit.linear_time.shapes import SHAPES

WINDOWED = {
    r"agents.checking.quotes: \d\S*\s?\w+$": 12,
    "retrieval.text.sentences._LAST_WORD": 80,
    "retrieval.text.words._SLASHED": 40,
}
"""Patterns that are only ever given the end of a text → its characters."""
ANCHORED = frozenset(
    {
        "agents.extractive.fit.DEFINING",
        "names.clinical.disease.tumours.NEXT",
        "names.clinical.markers.lexing.NOT_A_STATE",
        "names.clinical.disease.tumours.AFTER_SITE",
        "names.clinical.markers.vocabulary.NOT_A_STATE",
        "names.clinical.treatment.therapies.LINK",
        "names.recognition.genes.CONTEXT_AFTER",
        "names.recognition.genes.GENE_AFTER",
        "retrieval.text.sentences._BEGINS",
    }
)
"""Patterns under a name that are only ever tried at one place (``match``)."""
PATTERNS = all_patterns()


def test_the_shapes_and_patterns_are_many() -> None:
    assert len(SHAPES) >= 200
    assert len(PATTERNS) >= 100


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_grows_in_proportion_to_the_text(name: str) -> None:
    pattern = PATTERNS[name]

    def work(text: str) -> None:
        given = text[-WINDOWED.get(name, len(text)) :]
        if name in ANCHORED or name.endswith(" (match)"):
            pattern.match(given)
        else:
            deque(pattern.finditer(given), maxlen=0)

    assert [problem for shape in SHAPES if (problem := too_steep(work, shape))] == []
