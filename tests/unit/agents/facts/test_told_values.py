"""One value told in many ways is one fact, alone and where it puts right what was said before."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe
from names.clinical.grammar.told_values import plain_values

VALUES = (
    ("Child-Pugh", "B8", "A5"),
    ("Child-Pugh class", "C", "A"),
    ("CrCl", "38", "85"),
    ("creatinine clearance", "38 mL/min", "85 mL/min"),
    ("bilirubin", "3.1 mg/dL", "0.6 mg/dL"),
    ("ECOG", "3", "1"),
    ("PS", "3", "1"),
    ("Karnofsky", "50", "90"),
    ("LVEF", "42%", "60%"),
    ("QTcF", "495", "430"),
    ("platelets", "48", "180"),
    ("stage", "IV", "II"),
    ("NYHA", "III", "I"),
    ("TMB", "4", "18"),
    ("PD-L1", "0%", "60%"),
    ("HER2", "0", "1+"),
    ("HER2", "negative", "positive"),
    ("ER", "negative", "positive"),
    ("MSI", "stable", "high"),
    ("BRCA1", "negative", "mutated"),
    ("EGFR", "wild type", "mutated"),
    ("T790M", "negative", "positive"),
)
"""What is measured, its value, and the one that was told before."""
WAYS = (
    "{name} is {value}", "{name} is now {value}", "{name}: {value}", "{name} = {value}",
    "{name} was {value}", "{name} came back as {value}", "{name} is actually {value}",
    "{name} - {value}", "{name} turns out to be {value}", "{name} is in fact {value}",
    "{name} on day 14 is {value}", "{name} repeated after fluids is now {value}",
    "{name} (repeat) {value}", "{name} result {value}", "{name} on repeat {value}",
    "{name} reported as {value}", "{name} confirmed {value}", "{name} tested {value}",
    "{name} has changed to {value}", "{name} dropped to {value}", "{name} -> {value}",
    "{name} at last check was {value}", "{name} is {value}, not {old}",
    "{name} is not {old} but {value}", "{name} {value} (was {old})",
    "{name} {value} instead of {old}", "{name} {value}, previously {old}",
    "{name} {old} -> {value}", "{name} went from {old} to {value}",
)  # fmt: skip


def _facts(*texts: str) -> set[str]:
    return {describe(fact.value) for fact in read_fact_sheet([*map(Message, texts)]).facts}


@pytest.mark.parametrize("way", WAYS)
def test_a_value_is_the_same_fact_however_it_is_told(way: str) -> None:
    begin, end = "54-year-old, metastatic cancer. ", ". What next?"
    for name, value, old in VALUES:
        told = way.format(name=name, value=value, old=old)
        assert _facts(f"{begin}{told}{end}") == _facts(f"{begin}{name} {value}{end}"), told


@pytest.mark.parametrize("way", [*WAYS, "Sorry, {name} should be {value}"])
def test_a_value_that_puts_another_right_takes_its_place(way: str) -> None:
    for name, value, old in VALUES:
        first = f"54-year-old, metastatic cancer. {name} {old}. What next?"
        told = way.format(name=name, value=value, old=old)
        assert _facts(first, told) == _facts(first, f"{name} {value}"), told
        assert _facts(first, told) != _facts(first), told


@pytest.mark.parametrize(
    "text",
    [
        "HER2 should be positive for T-DXd?",
        "Which ECOG should be reached?",
        "The trial asks for CrCl to be tested",
        "PS: she was well before",
        "Stage at diagnosis unknown",
        "stage confirmed 4 weeks ago",
        "ECOG reported 2 weeks ago as good",
        "tested HER2, also positive nodes",
        "HER2 tested, again positive fluid",
        "No prior chemo; ECOG should be 1 for EV?",
        "For this LVEF has to be 50%",
    ],
)
def test_what_is_wanted_or_not_told_is_no_value(text: str) -> None:
    kinds = ("HER2", "ECOG", "clearance", "stage", "LVEF")
    assert not [fact for fact in _facts(text) if any(kind in fact for kind in kinds)]


def test_a_value_stands_at_its_own_words() -> None:
    (fact,) = read_fact_sheet([Message("The Child-Pugh is actually B8.")]).facts
    assert fact.text == "Child-Pugh is actually B"


@pytest.mark.parametrize(
    "text",
    [
        "ECOG 1 to 2",
        "stage II to III",
        "Child-Pugh A to B",
        "PD-L1 1 to 49%",
        "PD-L1 from 1% to 49%",
        "ECOG 1 then 2",
    ],
)
def test_a_range_is_no_course(text: str) -> None:
    assert not list(plain_values(text))
