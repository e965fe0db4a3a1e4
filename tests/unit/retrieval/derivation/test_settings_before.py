"""In which disease an earlier treatment must, or must not, have been given."""

from __future__ import annotations

import pytest

from names.clinical.values import Therapy
from tests.unit.retrieval.derivation.test_prior import applies

METASTATIC = "metastatic"


def placed(rules: tuple[Therapy, ...]) -> list[tuple[str, float | None]]:
    return [(rule.setting, rule.months_free) for rule in rules]


@pytest.mark.parametrize(
    "words",
    [
        "without earlier anti-HER2 therapy or chemotherapy for metastatic disease",
        "not treated before with anti-HER2 therapy or chemotherapy for metastatic disease",
    ],
)
def test_the_disease_is_told_of_all_treatments_that_are_joined(words: str) -> None:
    found = applies(f"Pertuzumab is indicated for HER2-positive metastatic breast cancer {words}.")
    assert placed(found.prior_excluded) == [(METASTATIC, None)] * 2


@pytest.mark.parametrize(
    ("words", "months"),
    [
        ("after an anti-HER2-based regimen for metastatic disease", None),
        ("after chemotherapy in the metastatic setting", None),
        ("that has progressed during or after first-line HER2-targeted therapy", None),
        (
            "after chemotherapy for metastatic disease, or with recurrence during or within 6"
            " months of completing adjuvant chemotherapy",
            6.0,
        ),
    ],
)
def test_a_required_treatment_is_one_of_metastatic_disease(
    words: str, months: float | None
) -> None:
    found = applies(f"Trastuzumab deruxtecan is indicated for metastatic breast cancer {words}.")
    assert placed((*found.prior_required, *found.prior_any_of))[:1] == [(METASTATIC, months)]


def test_what_is_told_of_no_disease_stays_open() -> None:
    found = applies("Trastuzumab deruxtecan is indicated for breast cancer after chemotherapy.")
    assert placed(found.prior_required) == [("", None)]


def test_the_first_line_that_maintenance_follows_may_be_the_one_around_surgery() -> None:
    found = applies(
        "Niraparib is indicated for maintenance treatment of ovarian cancer in response to"
        " first-line platinum-based chemotherapy, after first-line platinum-based chemotherapy."
    )
    assert {setting for setting, _ in placed(found.prior_required)} <= {""}


def test_what_came_back_soon_is_told_of_the_early_treatment() -> None:
    found = applies(
        "Trastuzumab deruxtecan is indicated for metastatic breast cancer after chemotherapy for"
        " metastatic disease, or with recurrence within 6 months of completing adjuvant"
        " chemotherapy."
    )
    assert placed(found.prior_any_of) == [(METASTATIC, 6.0), ("adjuvant", 6.0)]
