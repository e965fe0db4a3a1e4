"""A trial that stands for the treatment it gave."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical, read_patient
from names.clinical.values import UNKNOWN_REGIMEN, Therapy
from names.recognise import recognise
from names.tables.treatment.drug_classes import class_patterns
from names.tables.treatment.regimens import drugs_of_trials


def had(text: str) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    found = (each.value for each in read_patient(text))
    return [(t.drugs, t.classes, t.outcome) for t in found if isinstance(t, Therapy)]


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("RCC, failed KEYNOTE-426 (pembrolizumab/axitinib). Next?", ("pembrolizumab", "axitinib")),
        ("CRC progressed on BEACON (encorafenib + cetuximab). Next?", ("encorafenib", "cetuximab")),
        ("NSCLC, PD after CROWN regimen (lorlatinib). Next?", ("lorlatinib",)),
        (
            "CRC, progressed on FOLFIRI (8 cycles). Next?",
            ("leucovorin", "fluorouracil", "irinotecan"),
        ),
    ],
)
def test_the_drugs_in_brackets_failed(text: str, drugs: tuple[str, ...]) -> None:
    assert [(each, outcome) for each, _, outcome in had(text)] == [(drugs, "progressed")]
    assert not recognise(text).of("trial")


@pytest.mark.parametrize(
    ("text", "trial", "outcome"),
    [
        ("UC, progressed on KEYNOTE-045 (2023). Next?", "KEYNOTE-045", "progressed"),
        ("CRC, progressed on BEACON trial. Next?", "BEACON", "progressed"),
        ("NSCLC, progressed on CROWN (control arm). Next?", "CROWN", "progressed"),
        ("RCC, s/p CheckMate 214 regimen. Next?", "CheckMate-214", "given"),
    ],
)
def test_a_trial_alone_is_a_treatment_of_unknown_drugs(text: str, trial: str, outcome: str) -> None:
    assert had(text) == [((), (trial + UNKNOWN_REGIMEN,), outcome)]
    assert not recognise(text).of("trial")


@pytest.mark.parametrize(
    ("text", "drugs", "classes", "outcome"),
    [
        (
            "CRC, progressed on BEACON regimen. What next?",
            ("encorafenib", "cetuximab"),
            (),
            "progressed",
        ),
        (
            "TNBC, residual disease after KEYNOTE-522. Post-op?",
            ("pembrolizumab", "paclitaxel", "carboplatin", "cyclophosphamide"),
            ("Anthracycline chemotherapy",),
            "given",
        ),
    ],
)
def test_a_trial_of_the_table_stands_for_what_its_tested_arm_was_given(
    text: str, drugs: tuple[str, ...], classes: tuple[str, ...], outcome: str
) -> None:
    assert had(text) == [(drugs, classes, outcome)]


def test_the_drugs_of_each_trial_are_known() -> None:
    """A misspelled drug in the table would be no drug that failed."""
    for drugs, classes in drugs_of_trials().values():
        assert all(recognise(drug).names("drug") == {drug} for drug in drugs)
        assert {*classes} <= {name for name, _ in class_patterns()}


@pytest.mark.parametrize(
    "text",
    [
        "What was the median OS after progression on MARIPOSA-2?",
        "What did KEYNOTE-426 (pembrolizumab/axitinib) show?",
        "PFS in DESTINY-Gastric01?",
    ],
)
def test_results_are_still_asked_of_the_trial(text: str) -> None:
    assert recognise(text).of("trial")
    assert had(text) == []


def test_of_a_source_no_unknown_treatment_is_read() -> None:
    assert not [
        each
        for each in read_clinical("Patients progressed on KEYNOTE-355.")
        if isinstance(each.value, Therapy)
    ]


@pytest.mark.parametrize("gene", ["BRCA1", "BRCA2", "PALB2", "MSH2"])
def test_a_gene_before_a_progression_is_no_trial(gene: str) -> None:
    text = f"mCRPC with germline {gene}, progressed on abiraterone. Next treatment?"
    assert had(text) == [(("abiraterone",), (), "progressed")]
