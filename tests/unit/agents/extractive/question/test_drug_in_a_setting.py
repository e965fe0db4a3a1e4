"""A drug with its setting is put forward, also beside a value: "EF 52. T-DM1 adjuvant?"."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text

HER2 = "HER2+ early breast cancer, residual disease after TCHP"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{HER2}, LVEF 52. T-DM1 adj go ahead?", "therapy"),
        ("gBRCA1 TNBC, residual disease after AC-T, Hb 9.8. adjuvant olaparib?", "therapy"),
        (f"{HER2}, on T-DM1, LVEF 42. hold adjuvant T-DM1?", "adverse"),
        (f"{HER2}, on adjuvant T-DM1. adjuvant T-DM1, platelets 62?", "adverse"),
        ("HER2+ breast cancer on T-DM1, platelets 62. adjuvant T-DM1?", "adverse"),
    ],
)
def test_kind(text: str, kind: str) -> None:
    assert parse_text(text).parts[0].kind == kind


def test_the_next_step_in_an_event_under_a_drug_is_no_other_drug() -> None:
    asked = parse_text("inavolisib: fasting glucose 14.8 mmol/L, on metformin. next step?")
    assert (asked.parts[0].kind, {*asked.parts[0].drugs}) == ("adverse", {"inavolisib"})
    asked = parse_text("PD on letrozole, HR+ breast cancer, glucose 14.8 mmol/L. next step?")
    assert asked.parts[0].kind == "therapy"
