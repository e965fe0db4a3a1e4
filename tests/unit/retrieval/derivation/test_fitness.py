"""Who must be fit, or unfit, for a treatment so that a statement holds."""

from __future__ import annotations

import pytest

from retrieval.derivation.derive import derive_statements
from retrieval.documents import Document


def fitness_in(text: str) -> list[tuple[str, str]]:
    document = Document(text=text, title="A label", silo="s", id="a", version="1")
    (statement,) = derive_statements(document, "label")
    return [(each.name, each.polarity) for each in statement.applies.conditions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Quizartinib plus cytarabine plus an anthracycline is indicated for newly diagnosed"
            " acute myeloid leukaemia.",
            [
                ("unfit for intensive chemotherapy", "absent"),
                ("unfit for anthracycline chemotherapy", "absent"),
            ],
        ),
        (
            "Venetoclax with azacitidine is indicated for acute myeloid leukaemia in adults of 75"
            " years or older or with comorbidities that preclude intensive induction chemotherapy.",
            [("unfit for intensive chemotherapy or of at least 75 years", "present")],
        ),
        (
            "Enfortumab vedotin is indicated for urothelial cancer in patients who are ineligible"
            " for cisplatin-containing chemotherapy.",
            [("unfit for cisplatin", "present")],
        ),
        (
            "Pembrolizumab plus chemotherapy is indicated for metastatic triple-negative breast"
            " cancer.",
            [("unfit for chemotherapy", "absent")],
        ),
        (
            "For left-sided colorectal cancer ASCO recommends chemotherapy with cetuximab.",
            [("unfit for chemotherapy", "absent")],
        ),
        ("Pembrolizumab is indicated for urothelial cancer alone or with chemotherapy.", []),
        ("Lurbinectedin is indicated for lung cancer after platinum-based chemotherapy.", []),
        ("Olaparib is indicated for breast cancer treated with an anthracycline before.", []),
        (
            "In EV-302, median overall survival of urothelial cancer was 31.5 months with"
            " enfortumab vedotin and pembrolizumab and 16.1 months with platinum chemotherapy.",
            [],
        ),
        (
            "In KEYNOTE-177, median survival of colorectal cancer was 16.5 months (95% CI 5.4 to"
            " 32.4) with pembrolizumab and 8.2 months (95% CI 6.1 to 10.2) with chemotherapy.",
            [],
        ),
        (
            "In KEYNOTE-355, median overall survival was 23.0 months with pembrolizumab plus"
            " chemotherapy and 16.1 months with chemotherapy.",
            [("unfit for chemotherapy", "absent")],
        ),
        (
            "In KEYNOTE-189, median survival was 9.0 months with platinum chemotherapy and"
            " pembrolizumab and 4.9 months with pembrolizumab.",
            [("unfit for platinum-based chemotherapy", "absent")],
        ),
    ],
)
def test_who_must_be_fit_or_unfit(text: str, expected: list[tuple[str, str]]) -> None:
    told = fitness_in(text)
    assert [each for each in told if each[0].startswith("unfit")] == expected
