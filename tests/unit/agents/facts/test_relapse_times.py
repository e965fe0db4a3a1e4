"""How long after a treatment the disease came back, as messages tell it."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe
from names.clinical.values import Therapy


def had(text: str) -> dict[str, Therapy]:
    found = read_fact_sheet([Message(text=text)]).of(Therapy)
    return {drug: each for each in found for drug in each.drugs}


@pytest.mark.parametrize(
    ("text", "drug", "months"),
    [
        ("TNBC relapsed 3 months after neoadjuvant pembrolizumab", "pembrolizumab", 3),
        ("mTNBC, relapse three months after completing neoadj pembro", "pembrolizumab", 3),
        ("mTNBC, neoadjuvant pembrolizumab, recurred 4 mo later", "pembrolizumab", 4),
        ("melanoma, relapse within 6 months of adjuvant nivolumab", "nivolumab", 6),
        ("NSCLC relapsed 2 years after adjuvant osimertinib", "osimertinib", 24),
        ("HER2+ BC, recurred 8 months after adjuvant trastuzumab", "trastuzumab", 8),
        ("NSCLC, completed durvalumab, progression 2 months later", "durvalumab", 2),
    ],
)
def test_months_are_read(text: str, drug: str, months: float) -> None:
    assert had(text)[drug].months_free == months


@pytest.mark.parametrize(
    ("text", "drug"),
    [
        ("TNBC, relapsed >12 months after neoadjuvant pembrolizumab", "pembrolizumab"),
        ("TNBC, relapsed 3 months after starting adjuvant capecitabine", "capecitabine"),
        ("TNBC. PD-L1 positive. 3 months of adjuvant pembrolizumab given.", "pembrolizumab"),
        ("TNBC relapsed 3 months after surgery. Has had adjuvant capecitabine.", "capecitabine"),
    ],
)
def test_other_times_count_from_no_treatment(text: str, drug: str) -> None:
    assert had(text)[drug].months_free is None


def test_the_sheet_says_when() -> None:
    value = had("TNBC relapsed 3 months after neoadjuvant pembrolizumab")["pembrolizumab"]
    assert describe(value) == "had pembrolizumab (neoadjuvant), relapse by month 3"
