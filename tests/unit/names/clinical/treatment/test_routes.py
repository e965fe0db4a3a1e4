"""By which way a drug is given."""

from __future__ import annotations

import pytest

from names.clinical.routes import route_names, routes_agree

MOUTH, VEIN, SKIN, MUSCLE = "by mouth", "into a vein", "under the skin", "into a muscle"
NEEDLE = "by injection"


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("oral fulvestrant tablets", {MOUTH}),
        ("two 5 mL injections into the muscle", {NEEDLE, MUSCLE}),
        ("IV over 30 minutes", {VEIN}),
        ("as an intravenous infusion", {VEIN}),
        ("600 mg SC", {SKIN}),
        ("sc pembrolizumab, dose?", {SKIN}),
        ("trastuzumab subcut", {SKIN}),
        ("fulvestrant iv", {VEIN}),
        ("stage III/IV disease", set()),
        ("FIGO IV, stage IIIC-IV", set()),
        ("stage IV breast cancer", set()),
        ("oral mucositis and infusion reactions", set()),
        ("oral contraceptives", set()),
        ("1 mg once daily", set()),
    ],
)
def test_routes(text: str, routes: set[str]) -> None:
    assert route_names(text) == routes


@pytest.mark.parametrize(
    ("stated", "wanted", "agree"),
    [
        ({MOUTH}, {MOUTH}, True),
        ({MOUTH}, {VEIN}, False),
        ({MUSCLE}, {NEEDLE}, True),
        ({NEEDLE}, {SKIN}, True),
        ({VEIN}, {SKIN}, False),
        ({MOUTH}, {NEEDLE}, False),
        ({VEIN, SKIN}, {SKIN}, True),
    ],
)
def test_an_injection_is_any_way_but_by_mouth(
    stated: set[str], wanted: set[str], agree: bool
) -> None:
    assert routes_agree(frozenset(stated), frozenset(wanted)) is agree
