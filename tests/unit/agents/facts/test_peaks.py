"""An event that got better stays what it was at its worst, until a message puts its value right."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from names.clinical.values import Measurement, Toxicity


def sheet_of(*texts: str) -> FactSheet:
    return read_fact_sheet([Message(text, said_at=str(n)) for n, text in enumerate(texts)])


def events_of(sheet: FactSheet) -> list[tuple[str, int | None]]:
    return [(each.event, each.grade_from) for each in sheet.of(Toxicity)]


RECOVERED = [
    (
        "pembrolizumab, ALT 6x ULN. hold, steroid?",
        "ALT now 1.2x after 4 wks. next pembro?",
        ("hepatotoxicity", 3),
    ),
    (
        "T-DM1, platelets 22. what now?",
        "platelets now 81. resume at what dose?",
        ("thrombocytopenia", 4),
    ),
    ("osimertinib, QTc 512. stop?", "QTc 455 today", ("QT prolongation", 3)),
    (
        "neratinib, diarrhoea grade 3. hold?",
        "settled to grade 1 after 10 days. dose now?",
        ("diarrhoea", 3),
    ),
    ("pazopanib, ALT 9x ULN. stop?", "LFTs normal now. restart?", ("hepatotoxicity", 3)),
]


@pytest.mark.parametrize(("first", "second", "event"), RECOVERED)
def test_an_event_that_got_better_keeps_its_grade(
    first: str, second: str, event: tuple[str, int]
) -> None:
    assert events_of(sheet_of(first, second)) == [event]


def test_the_new_value_stands_beside_the_event_and_both_are_told() -> None:
    sheet = sheet_of("T-DM1, platelets 22. what now?", "platelets now 81. resume?")
    assert [each.value for each in sheet.of(Measurement)] == [81.0]
    assert sheet.changed == (
        "platelets 81 10^9/L now; thrombocytopenia grade 4 before still counts",
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("pembrolizumab, ALT 6x ULN. hold?", "sorry ALT 1.2x not 6"),
        ("pembrolizumab, ALT 6x ULN. hold?", "typo: ALT 1.2x ULN"),
        ("docetaxel, bilirubin 3x ULN. which dose?", "bilirubin now 1.1x after a stent"),
        ("neratinib, diarrhoea grade 3. hold?", "and for grade 1?"),
        ("neratinib, diarrhoea grade 3. hold?", "what about diarrhoea grade 1?"),
    ],
)
def test_a_value_put_right_supposed_or_of_before_treatment_leaves_no_event(
    first: str, second: str
) -> None:
    assert 3 not in [grade for _, grade in events_of(sheet_of(first, second))]


def test_a_value_that_got_worse_takes_the_place_of_the_old_one() -> None:
    sheet = sheet_of("pembrolizumab, ALT 4x ULN. hold?", "ALT now 9x")
    assert events_of(sheet) == [("hepatotoxicity", 3)]


def test_the_worst_of_three_messages_stays() -> None:
    sheet = sheet_of("pembrolizumab, ALT 9x ULN. hold?", "ALT now 4x", "ALT today 1.1x. restart?")
    assert events_of(sheet) == [("hepatotoxicity", 3)]
