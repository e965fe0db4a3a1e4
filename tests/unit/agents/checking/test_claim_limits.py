"""Limits, steps, sides of a time and needs: in other words, or turned round."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

DOSE = "Trastuzumab emtansine is given at 3.6 mg/kg every 3 weeks, and never above 3.6 mg/kg."
HEAVY = "From 50 kg of body weight selpercatinib is given at most at 160 mg twice daily."
LACTATION = (
    "Women do not breastfeed during ribociclib and for at least 21 days after the last dose."
)
STEPS = (
    "Docetaxel is reduced from 100 mg/m2 to 75 mg/m2 for neutropenia; if it continues, to 55 mg/m2."
)
HEART = (
    "Trastuzumab is suspended when the LVEF drops by 10 percentage points or more and to below 50%."
)
FLUID = "Before cisplatin 1 to 2 liters are infused over 8 to 12 hours, and hydration is kept up."
BEFORE = (
    "All patients take dexamethasone 16 mg per day for 3 days, starting 1 day before docetaxel."
)
PARTS = (
    "The olaparib arm held 191 patients with a BRCA1 mutation, 66 with a BRCA2 mutation"
    " and 3 with both."
)
RARE = "Heart failure occurred in three patients (1.5% of 199) on pertuzumab."
COULD = (
    "If it cannot be avoided, toxicity is monitored and a lower docetaxel dose could be considered."
)
WEIGHT = "ASCO allows crizotinib, and with less weight lorlatinib."
OF_23 = "Of 23 patients with lung cancer, three (13%) had a partial response to afatinib."
RANGES = (
    "Zoledronic acid is given at 3.0 mg with a creatinine clearance of 30 to 40 mL/min.",
    "Zoledronic acid is given at 3.5 mg with a creatinine clearance of 50 to 60 mL/min.",
)


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("Trastuzumab emtansine is given at no more than 3.6 mg/kg every 3 weeks.", DOSE, ""),
        ("At 62 kg selpercatinib is given at no more than 160 mg twice daily.", HEAVY,
         "Selpercatinib dose at 62 kg?"),
        ("After ribociclib women wait 21 days before they breastfeed.", LACTATION, ""),
        ("From 100 to 75 mg/m2 is a reduction of docetaxel by 25%.", STEPS, ""),
        ("Her LVEF fell by 15 points to 47%, so trastuzumab is suspended.", HEART,
         "LVEF down from 62% to 47% on trastuzumab."),
        ("One to two litres are infused over 8 to 12 hours before cisplatin.", FLUID, ""),
        ("The olaparib arm had 260 patients.", PARTS, ""),
        ("Heart failure was rare on pertuzumab: about three in 200.", RARE, ""),
    ],
)  # fmt: skip
def test_a_limit_or_step_may_be_in_other_words(sentence: str, quote: str, asked: str) -> None:
    assert problem(sentence, quote, asked=asked) == ""


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Docetaxel is first reduced from 100 to 55 mg/m2 for neutropenia.", (STEPS,)),
        ("Dexamethasone 16 mg per day is given for 3 days, starting the day after docetaxel.",
         (BEFORE,)),
        ("No further hydration is needed once cisplatin has been given.", (FLUID,)),
        ("The docetaxel dose must be lowered.", (COULD,)),
        ("ASCO gives lorlatinib the same weight as crizotinib.", (WEIGHT,)),
        ("A partial response to afatinib was seen in 23% of patients with lung cancer.", (OF_23,)),
        ("At 36 mL/min zoledronic acid is given at 3.5 mg.", RANGES),
    ],
)  # fmt: skip
def test_a_limit_or_step_is_not_another(sentence: str, quotes: tuple[str, ...]) -> None:
    assert problem(sentence, *quotes) != ""


@pytest.mark.parametrize("organ", ["renal", "hepatic"])
def test_a_class_of_impairment_is_told_with_its_own_organ(organ: str) -> None:
    told = problem(
        f"In severe {organ} impairment olaparib is given at 200 mg twice daily.",
        f"Olaparib: in moderate {organ} impairment the dose is 200 mg twice daily.",
    )
    assert f"“severe {organ}" in told
    assert f"“moderate {organ}" in told
    assert "child-pugh" not in told
