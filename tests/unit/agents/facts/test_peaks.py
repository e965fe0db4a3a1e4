"""An event that got better stays what it was at its worst, until a message puts its value right."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from names.clinical.values import Condition, Measurement, OrganFunction, Toxicity


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


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("capecitabine, CrCl 28. go?", "CrCl repeated after fluids is now 41. so?", 41.0),
        ("capecitabine, CrCl 28, platelets 90", "CrCl after fluids is now 41.", 41.0),
        ("capecitabine, CrCl 28. go?", "it's now 41.", 41.0),
    ],
)
def test_a_number_apart_from_its_name_is_of_the_measure_named(
    first: str, second: str, value: float
) -> None:
    organs = [each for each in sheet_of(first, second).of(OrganFunction) if each.low]
    assert ("creatinine clearance", value) in [(each.measure, each.low) for each in organs]
    assert ("platelets", value) not in [(each.measure, each.low) for each in organs]


def test_insulin_told_later_ends_the_denial_of_a_diabetes() -> None:
    first = "HR+ HER2- MBC, PIK3CA H1047R, HbA1c 5.4, no diabetes. First line?"
    told = sheet_of(first, "correction: HbA1c is 8.9 and she is on insulin").of(Condition)
    assert ("diabetes", "present") in [(each.name, each.polarity) for each in told]
    assert ("diabetes", "absent") not in [(each.name, each.polarity) for each in told]


def test_insulin_under_a_treatment_shows_no_diabetes_of_before() -> None:
    told = sheet_of("on alpelisib, no diabetes, glucose 320", "now on insulin").of(Condition)
    assert "diabetes" not in [each.name for each in told]
