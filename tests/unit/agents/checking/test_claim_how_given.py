"""Days, routes and units are those of the very drug."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

DAYS = (
    "Nab-paclitaxel (125 mg/m2) and gemcitabine (1000 mg/m2) were given as intravenous infusions on"
    " days 1, 8, and 15; leucovorin (400 mg/m2) as an infusion on days 1 and 15."
)
CONTINUED = "ASCO recommends dexamethasone and olanzapine, with olanzapine continued on days 2-4."
ORAL = "Lorlatinib is given at 100 mg orally once daily, with or without food."
WEIGHT = "Trastuzumab emtansine is given at 3.6 mg/kg intravenously every 3 weeks."
CALVERT = "By the Calvert formula the total dose of carboplatin in mg is the AUC x (GFR + 25)."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Leucovorin was infused on days 1, 8 and 15.", DAYS),
        ("ASCO recommends dexamethasone on days 2-4.", CONTINUED),
        ("Lorlatinib 100 mg is infused once daily.", ORAL),
        ("Trastuzumab emtansine is injected subcutaneously at 3.6 mg/kg every 3 weeks.", WEIGHT),
        ("The dose of trastuzumab emtansine is counted per square metre.", WEIGHT),
        ("Calvert's formula gives the carboplatin dose in mg/m2.", CALVERT),
    ],
)
def test_the_days_route_or_unit_of_another_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Leucovorin was infused on days 1 and 15.", DAYS),
        ("Gemcitabine 1000 mg/m2 was infused on days 1, 8 and 15.", DAYS),
        ("ASCO has olanzapine continued on days 2-4.", CONTINUED),
        ("Lorlatinib tablets of 100 mg are taken once a day, with food or without.", ORAL),
        ("Trastuzumab emtansine is infused at 3.6 mg/kg every three weeks.", WEIGHT),
    ],
)
def test_its_own_are_left(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""
