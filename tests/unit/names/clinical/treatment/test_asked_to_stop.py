"""A treatment at the head of a message that asks whether to stop it is one that goes on."""

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Therapy


def therapies(text: str) -> list[tuple[tuple[str, ...], str]]:
    read = [each.value for each in read_patient(text)]
    return [(v.drugs, v.outcome) for v in read if isinstance(v, Therapy)]


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("abemaciclib: patient has a DVT now, stop?", ("abemaciclib",)),
        ("osimertinib - QTc 510 ms, hold or continue?", ("osimertinib",)),
        ("alpelisib, rash grade 3, should we hold it?", ("alpelisib",)),
        ("inavolisib: glucose 14.8 mmol/L, asymptomatic. next step?", ("inavolisib",)),
        ("tucatinib: ALT 6x ULN. what now?", ("tucatinib",)),
        ("ribociclib + letrozole: DVT, stop? and creatinine 1.6", ("ribociclib", "letrozole")),
    ],
)
def test_it_goes_on(text: str, drugs: tuple[str, ...]) -> None:
    assert therapies(text) == [(drugs, "current")]


@pytest.mark.parametrize(
    "text",
    [
        "abemaciclib: h/o DVT, start or hold?",
        "osimertinib: QTc 510 ms at baseline, hold?",
        "abemaciclib: when do I stop?",
        "alpelisib, rash grade 3, dose?",
        "alpelisib, glucose 280 mg/dL. next step?",
        "alpelisib: glucose 280 mg/dL at baseline. next step?",
    ],
)
def test_where_nothing_happened_on_it_nothing_is_assumed(text: str) -> None:
    assert therapies(text) == []
