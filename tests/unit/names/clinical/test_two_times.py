"""Of two values of one measure the later in time counts; where nobody can tell, neither does."""

from __future__ import annotations

import pytest

from names.clinical.measurements import read_measurements
from names.clinical.organs import read_organs
from names.clinical.values import Measurement, OrganFunction

LATER = {
    "plt 180 -> 95 -> 42 on niraparib": 42,
    "LVEF 60 -> 52 -> 45%, trastuzumab": 45,
    "CrCl 80 -> 55 -> 28. capecitabine": 28,
    "ANC 2.1 -> 0.9 -> 0.4. palbociclib": 0.4,
    "ANC 3.1 on day 1, 0.3 on day 15 of palbociclib": 0.3,
    "Platelets 150 before, 20 after cycle 2 of niraparib": 20,
    "CrCl 90 in May, 25 in July": 25,
    "LVEF 60% before trastuzumab, 40% now": 40,
    "LVEF 60% in January and at relapse 38%": 38,
    "LVEF before trastuzumab 62%, 41% after 6 cycles": 41,
    "eGFR 88 three weeks ago, 31 today": 31,
    "QTc 430 before ribociclib and 520 on day 14": 520,
    "platelets 210,000 before, 15,000 after cycle 2 of niraparib": 15,
    "Platelets 210 on C1D1, 45 on C2D15": 45,
    "CrCl 95 in 2022, 40 in 2024": 40,
    "CrCl 90 on 3/5, 25 on 4/6": 25,
    "LVEF 60% at baseline, 55% at 3 months, 40% at 6 months": 40,
    "platelets 150 before cycle 1, 90 before cycle 2, 30 before cycle 3": 30,
    "platelets 30 last week, transfused, 12 today": 12,
    "platelets 8 → transfused → 30": 30,
    "LVEF 60% before osimertinib, 35% on osimertinib": 35,
    "potassium 4.2 last week, 6.1 this morning": 6.1,
    "Hb 9 on Monday, 7 on Thursday": 7,
    "CrCl 30 to 50 before, 60 now": 60,
    "platelets were 160, last week 88": 88,
    "QTc was 430, 492 since Monday": 492,
    "creatinine was 0.9, 1.7 on Monday": 1.7,
}
FIRST = {
    "ALT 160 last week, on prednisone 40": 160,
    "ALT 4x ULN three weeks ago, on prednisolone 50": 4,
    "glucose 180 yesterday, on dexamethasone 8": 180,
    "creatinine 1.1 last month, on tacrolimus 3": 1.1,
    "LVEF 58 in May, on bisoprolol 5": 58,
    "ANC 0.3 now, 3.1 before": 0.3,
    "CrCl 25 now, 90 in May": 25,
    "CrCl 40 in 2024, 95 in 2022": 40,
    "LVEF 40%, 60% before trastuzumab": 40,
    "LVEF 40% (60% at baseline)": 40,
    "CrCl 35 (60 in June)": 35,
    "LVEF 40%, was 60% in January": 40,
    "LVEF 48%, 60% in 2021": 48,
}
UNSURE = (
    "CrCl 90 in November, 25 in January",
    "Hb 8 after cycle 1, 10 after transfusion",
    "CrCl 90, 25 in July",
    "CrCl 90 in May, 25.",
    "platelets 100 on echo day, 60 on niraparib",
)
ANOTHER = {
    "CrCl 60, 70 years old now": 60,
    "CrCl 60, 3 cycles after surgery": 60,
    "CrCl 60 before, age 70 now": 60,
    "LVEF 60% before trastuzumab, ECOG 2 now": 60,
    "LVEF 60% in May 2024": 60,
    "LVEF 60% in May 24": 60,
    "LVEF 60% in May 2024, 45 F, ECOG 1": 60,
    "platelets 150 after cycle 2, 3 mets now": 150,
    "platelets 100 before, 2 units given": 100,
    "Hb 9 on day 15, 3 weeks after surgery": 9,
    "CrCl 55 on 12/5, 80 mg cisplatin given": 55,
    "QTc 450 before, on ribociclib 400 mg now": 450,
    "CrCl 70 in May, PD-L1 60% now": 70,
    "Platelets 90 in June, CA-125 35 in July": 90,
    "LVEF 60% in January and HER2 3+ in June": 60,
    "weight 80 kg, 170 cm now": 80,
}
"""The second number is of something else: the first is the value that there is."""


def _numbers(text: str) -> list[float]:
    """The numbers of the first measure that is read, by either reader."""
    functions = [each.value for each in read_organs(text)]
    measured = [each.value for each in read_measurements(text)]
    found = [each.low for each in functions if isinstance(each, OrganFunction) and each.low]
    return found or [each.value for each in measured if isinstance(each, Measurement)]


@pytest.mark.parametrize(("text", "value"), (LATER | FIRST | ANOTHER).items())
def test_the_later_of_two_values_counts(text: str, value: float) -> None:
    assert _numbers(text)[:1] == [value]
    assert value in [
        each.value.value if isinstance(each.value, Measurement) else value
        for each in read_measurements(text)
    ]


@pytest.mark.parametrize("text", UNSURE)
def test_of_two_values_without_an_order_none_is_told(text: str) -> None:
    assert _numbers(text) == []


def test_the_value_of_before_is_kept_beside_the_later_one() -> None:
    (found,) = read_measurements("Creatinine 80 µmol/L in March, 210 µmol/L in May")

    assert found.value == Measurement(name="creatinine", value=210, unit="µmol/L", before=80)
    assert found.end == len("Creatinine 80 µmol/L in March, 210 µmol/L")


def test_a_weight_of_before_is_no_second_weight() -> None:
    found = read_measurements("weight 80 kg before, 60 kg now")

    assert [each.value for each in found] == [
        Measurement(name="weight", value=60, unit="kg", before=80)
    ]
