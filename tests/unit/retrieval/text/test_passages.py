from __future__ import annotations

import pytest

from retrieval.documents import Document, Facets
from retrieval.text.passages import passages

LABEL = """# Olaparib

Olaparib is a PARP inhibitor used in ovarian and breast cancer.

## Dose
The usual dose is 300 mg by mouth twice daily. Swallow tablets whole.

- In moderate renal impairment reduce to 200 mg twice daily.
- Avoid strong CYP3A inhibitors.

## Warnings
Myelodysplastic syndrome occurred in about 1.5% of patients. Stop treatment when confirmed.

| Grade | Action |
|-------|--------|
| 2 | Interrupt |
| 4 | Discontinue for good |
"""


def label(text: str = LABEL) -> Document:
    facets = Facets(drugs=("olaparib",), genes=("BRCA1",))
    return Document(
        silo="drug_information",
        id="olaparib",
        version="1",
        title="Olaparib label",
        text=text,
        facets=facets,
    )


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("What is the usual dose of olaparib?", "The usual dose is 300 mg by mouth twice daily."),
        ("renal impairment", "In moderate renal impairment reduce to 200 mg twice daily."),
        ("CYP3A inhibitor interaction", "Avoid strong CYP3A inhibitors."),
        ("How many get myelodysplastic syndrome", "Myelodysplastic syndrome occurred in"),
        ("Which action at grade 4?", "| 4 | Discontinue for good |"),
    ],
)
def test_the_sentence_that_answers_comes_first(query: str, best: str) -> None:
    first = passages(label(), query)[0]
    assert first.text.startswith(best)


def test_passages_say_where_they_stand() -> None:
    for passage in passages(label(), "dose in renal impairment", limit=10):
        assert LABEL[passage.start : passage.end] == passage.text
        assert passage.ref == label().ref
        assert passage.score > 0


def test_best_first_and_no_more_than_asked() -> None:
    scores = [passage.score for passage in passages(label(), "olaparib dose mg daily", limit=4)]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("query", ["", "quantum chromodynamics", "the of and"])
def test_nothing_shared_with_the_query_gives_no_passage(query: str) -> None:
    assert passages(label(), query) == ()


def test_a_word_of_the_title_alone_is_no_reason() -> None:
    assert passages(label("Something else entirely. And more."), "olaparib") == ()


def test_a_document_without_words_gives_no_passage() -> None:
    assert passages(label("---"), "olaparib") == ()
