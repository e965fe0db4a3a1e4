"""Losses of an arm of a chromosome, as results and cases word them."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Marker
from tests.unit.agents.extractive.one_statement import document, judged


def arms(text: str) -> list[tuple[str, str]]:
    found = [each.value for each in read_patient(text)]
    return [
        (value.name, value.polarity)
        for value in found
        if isinstance(value, Marker) and value.state == "deletion"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CLL with 17p deletion", [("17p", "present")]),
        ("CLL, del(17p)", [("17p", "present")]),
        ("CLL del17p, untreated", [("17p", "present")]),
        ("CLL del(17)(p13.1)", [("17p", "present")]),
        ("CLL 17p-, relapsed", [("17p", "present")]),
        ("MDS with loss of 5q", [("5q", "present")]),
        ("CLL, no 17p deletion", [("17p", "absent")]),
        ("CLL without del(17p)", [("17p", "absent")]),
        ("CLL, del(17p) negative", [("17p", "absent")]),
        ("CLL, 17p not deleted", [("17p", "absent")]),
        ("CLL, 17p deletion status unknown", []),
        ("EGFR exon 19 deletion", []),
        ("NSCLC, EGFR del19", []),
    ],
)
def test_the_arm_and_whether_it_is_lost(text: str, expected: list[tuple[str, str]]) -> None:
    assert arms(text) == expected


LABEL = "Ibrutinib is indicated for chronic lymphocytic leukaemia with 17p deletion."


@pytest.mark.parametrize(
    ("case", "missing", "reason"),
    [
        ("CLL", ("17p deletion",), ""),
        ("CLL with del(17p)", (), ""),
        ("CLL, no 17p deletion", (), "needs 17p deletion; here: no 17p deletion"),
    ],
)
def test_a_label_for_a_lost_arm_is_for_nobody_else(
    case: str, missing: tuple[str, ...], reason: str
) -> None:
    told = judged(f"{case}, ibrutinib?", document(LABEL, title="Ibrutinib"))
    assert [(each.missing, each.reason) for each in told] == [(missing, reason)]
