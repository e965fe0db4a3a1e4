"""Grade, Ki-67, recurrence score and nodes of an early tumour are facts, not lost words."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Condition, Marker, Tumour


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("T2 N0 G2, Ki-67 12%, Oncotype RS 15", {"tumour grade 2", "Ki-67 12%"}),
        ("T2 N0, Oncotype RS 15, HR+", {"recurrence score 15"}),
        ("HR+, recurrence score of 26", {"recurrence score 26"}),
        ("pT1c pN1a G3 Ki67 35%", {"tumour grade 3", "Ki-67 35%"}),
        (
            "breast cancer, 3 of 12 positive nodes, recurrence score 21.",
            {"3 positive nodes", "recurrence score 21"},
        ),
        ("grade 3 IDC, 2 positive nodes", {"tumour grade 3", "2 positive nodes"}),
        ("no metastases, Ki-67 30%, G3 IDC", {"Ki-67 30%", "tumour grade 3"}),
        ("locally advanced IDC, 4 positive nodes", {"4 positive nodes"}),
    ],
)
def test_what_is_told_of_an_early_tumour(text: str, findings: set[str]) -> None:
    read = [each.value for each in read_patient(text)]
    assert findings <= {each.name for each in read if isinstance(each, Condition)}
    assert "MKI67" not in {each.name for each in read if isinstance(each, Marker)}


@pytest.mark.parametrize(
    "text",
    [
        "grade 2 diarrhoea on abemaciclib",
        "rs1799853",
        "mBC, G3 IDC, Ki-67 40%",
        "RS 15 mg",
        "0/12 positive nodes",
        "0 of 12 positive nodes",
        "grade 3 tumour lysis syndrome",
        "Oncotype 8 weeks ago",
        "RS 25-30",
    ],
)
def test_what_is_no_finding_of_an_early_tumour(text: str) -> None:
    names = [each.value.name for each in read_patient(text) if isinstance(each.value, Condition)]
    assert not [name for name in names if any(character.isdigit() for character in name)]


@pytest.mark.parametrize(
    "text", ["breast LCIS", "LCIS on core biopsy", "lobular carcinoma in situ of the left breast"]
)
def test_a_lobular_neoplasm_in_situ_is_no_breast_cancer(text: str) -> None:
    found = [each.value for each in read_patient(text) if isinstance(each.value, Tumour)]
    assert [each.name for each in found] == ["lobular carcinoma in situ"]
