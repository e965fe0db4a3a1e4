"""A harm of the past under another drug is a history, and no event under the one asked about."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.spelling import normalise_message
from names.clinical.values import Condition, Therapy, Toxicity

LUNG = "interstitial lung disease"
HISTORIES = {
    "old ILD from gemcitabine 3 years ago, resolved. Osimertinib?": (LUNG, "gemcitabine"),
    "pneumonitis G3 on pembrolizumab in 2021, now EGFR exon 19 del. Osimertinib?": (
        LUNG,
        "pembrolizumab",
    ),
    "ILD on everolimus in the past. T-DXd ok?": (LUNG, "everolimus"),
    "previous grade 2 pneumonitis with gefitinib, fully resolved; dato-DXd?": (LUNG, "gefitinib"),
    "pneumonitis after durvalumab 8 months ago, cleared. Next line?": (LUNG, "durvalumab"),
    "remote pancreatitis, nilotinib?": ("pancreatitis", ""),
    "past DVT, tamoxifen?": ("thromboembolism", ""),
    "old grade 2 pneumonitis, resolved. T-DXd?": (LUNG, ""),
}
EVENTS = (
    "ILD grade 2 on T-DXd two months ago, resolved. T-DXd again?",
    "grade 2 pneumonitis on osimertinib 3 months ago, what now?",
    "ILD grade 2 in the past, restart T-DXd?",
)


def _read(text: str) -> tuple[object, ...]:
    return tuple(each.value for each in read_patient(normalise_message(text).text))


@pytest.mark.parametrize(("text", "told"), HISTORIES.items())
def test_a_past_harm_is_a_history(text: str, told: tuple[str, str]) -> None:
    values = _read(text)
    assert Condition(name=told[0]) in values
    graded = [each for each in values if isinstance(each, Toxicity) and each.grade_from]
    assert not graded
    had = {d for e in values if isinstance(e, Therapy) and e.outcome == "given" for d in e.drugs}
    assert not told[1] or told[1] in had


@pytest.mark.parametrize("text", EVENTS)
def test_an_event_under_the_drug_asked_about_stays_one(text: str) -> None:
    assert Toxicity(event=LUNG, grade_from=2, grade_to=2) in _read(text)


@pytest.mark.parametrize(
    "text", ["if pneumonitis from docetaxel resolved, T-DXd?", "no old ILD, T-DXd?"]
)
def test_what_is_supposed_or_denied_is_no_history(text: str) -> None:
    assert Condition(name=LUNG) not in _read(text)
