"""A drug that heads a message, with a colon and a value behind it, is the one the patient is on."""

from __future__ import annotations

import pytest

from names.clinical.spelling import normalise_message


@pytest.mark.parametrize(
    "text",
    [
        "inavolisib: fasting glucose 14.8 mmol/L, on metformin. next step?",
        "osimertinib: QTc 512 ms on two ECGs. what now?",
    ],
)
def test_it_is_told_as_current(text: str) -> None:
    assert normalise_message(text).text == f"on {text}"


@pytest.mark.parametrize(
    "text",
    [
        "olaparib: dose in renal impairment, CrCl 40?",
        "sotorasib: KRAS G12C NSCLC after pembrolizumab, ALT 3x ULN. Next?",
        "capecitabine: dose at CrCl 35? next step?",
        "Pt on letrozole: glucose 9. next step?",
    ],
)
def test_a_drug_that_is_asked_about_is_not(text: str) -> None:
    assert not normalise_message(text).text.startswith("on ")
