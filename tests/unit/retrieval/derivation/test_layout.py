"""Rows and items are read with what stands above them; pairs differ in one thing only."""

from __future__ import annotations

import pytest

from names.clinical.values import OrganFunction, Toxicity
from retrieval.derivation.derive import derive_statements
from retrieval.documents import Document
from retrieval.statements.model import Statement


def derived(text: str, title: str = "Capecitabine") -> tuple[Statement, ...]:
    document = Document(text=text, title=title, silo="own", id="a", version="1")
    return derive_statements(document, "guideline")


def last(text: str, title: str = "Capecitabine") -> Statement:
    return derived(text, title)[-1]


def grade(event: str, first: int, to: int | None = None) -> tuple[Toxicity, ...]:
    return (Toxicity(event=event, grade_from=first, grade_to=to or first),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| Grade of diarrhoea | Do |\n| Grade 2 | Pause |", grade("diarrhoea", 2)),
        ("| Grade of diarrhoea | Do |\n| Grade 3 | Pause |", grade("diarrhoea", 3)),
        ("| Event | Grade | Do |\n| Diarrhoea | 2 | Pause |", grade("diarrhoea", 2)),
        ("| Event | Grade | Do |\n| Rash | 2 | Pause |", grade("rash", 2)),
        ("## Diarrhoea\n\n| Grade | Do |\n| 2 | Pause |", grade("diarrhoea", 2)),
        ("## Diarrhoea and rash\n\n| Grade | Do |\n| 2 | Pause |", grade("", 2)),
        ("| Grade | Do |\n| Diarrhoea | |\n| 2 | Pause |", grade("diarrhoea", 2)),
        ("| Event | Grade | Do |\n| Rash | 1 | Go on |\n| | 2 | Pause |", grade("rash", 2)),
        ("| Event | Grade 1 | Grade 2 |\n| Rash | Go on | Pause it |", grade("rash", 2)),
        ("## Diarrhoea\n\n- Grade 2: pause for 3 days", grade("diarrhoea", 2)),
        ("## Mood\n\n- Grade 2: pause for 3 days", grade("", 2)),
        ("For grade 3 diarrhoea pause until grade 1.", grade("diarrhoea", 3)),
    ],
)
def test_a_grade_is_that_of_the_event_above_it(text: str, expected: tuple[Toxicity, ...]) -> None:
    assert last(text).applies.toxicities == expected


def platelets(low: float | None, high: float | None, **bounds: bool) -> tuple[OrganFunction, ...]:
    return (
        OrganFunction(
            organ="marrow", measure="platelets", low=low, high=high, unit="10^9/L", **bounds
        ),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| Platelets before dose | Do |\n| 75 to 100 | Delay |", platelets(75, 100)),
        ("| Platelets before dose | Do |\n| Below 75 | Delay |", platelets(None, 75, below=True)),
        ("## Platelets\n\n| Value | Do |\n| 75 to 100 | Delay |", platelets(75, 100)),
        ("## Platelets\n\n| Day | Do |\n| 15 | Delay |", ()),
        ("## Platelets\n\n- 75 to 100: delay", platelets(75, 100)),
        ("## Platelets and neutrophils\n\n- 75 to 100: delay", ()),
        (
            "Platelets  Dose\n> 100  Full dose\n75-100  Half\n< 75  None",
            platelets(None, 75, below=True),
        ),
    ],
)
def test_a_range_is_that_of_the_measure_above_it(
    text: str, expected: tuple[OrganFunction, ...]
) -> None:
    assert last(text).applies.organ == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Capecitabine is paused for 10 weeks.", "adjustment"),
        ("Capecitabine is given every 5 weeks.", "dose"),
        ("An ECG is done every 5 weeks on capecitabine.", "monitoring"),
        ("| Grade of rash | Do |\n| Grade 2 | Ward B4 |", "adjustment"),
        ("| Rash | Where |\n| any | Ward B4 |", "other"),
    ],
)
def test_the_kind_follows_from_verbs_and_from_the_first_cell(text: str, kind: str) -> None:
    assert last(text).kind == kind


def test_a_short_line_that_stands_apart_heads_what_follows() -> None:
    text = "Rash on capecitabine\n\nGrade 2: pause for three days.\nGrade 3: stop."
    assert [each.heading for each in derived(text)] == ["Rash on capecitabine"] * 2
    wrapped = "Rash on capecitabine is seen in\nMany patients, as is told below."
    assert [each.heading for each in derived(wrapped)] == [""]
