"""Adverse events with their grades."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.toxicities import read_toxicities, toxicity_covers
from names.clinical.values import Toxicity


def toxicities(text: str) -> list[tuple[str, int | None, int | None]]:
    found = [each.value for each in read_toxicities(text)]
    return [
        (each.event, each.grade_from, each.grade_to) for each in found if isinstance(each, Toxicity)
    ]


ILD, DIARRHOEA = "interstitial lung disease", "diarrhoea"
WORDINGS = {
    "grade 2 ILD": [(ILD, 2, 2)],
    "T-DXd and grade 2 ILD: rechallenge?": [(ILD, 2, 2)],
    "G3 diarrhea": [(DIARRHOEA, 3, 3)],
    "diarrhoea grade 3": [(DIARRHOEA, 3, 3)],
    "diarrhea, grade 3": [(DIARRHOEA, 3, 3)],
    "diarrhea (grade 3)": [(DIARRHOEA, 3, 3)],
    "grade ≥3 neutropenia": [("neutropenia", 3, 5)],
    "grade >=3 neutropenia": [("neutropenia", 3, 5)],
    "≥ grade 3 neutropenia": [("neutropenia", 3, 5)],
    "grade 3 or higher rash": [("rash", 3, 5)],
    "grades 2 or higher rash": [("rash", 2, 5)],
    "grade 3+ rash": [("rash", 3, 5)],
    "Grade 3 or 4 neutropenia": [("neutropenia", 3, 4)],
    "TG and chol grade 4": [("dyslipidaemia", 4, 4)],
    "lipids G3": [("dyslipidaemia", 3, 3)],
    "grade 4 hypertriglyceridaemia": [("dyslipidaemia", 4, 4)],
    "cholesterol normal": [],
    "on a statin for cholesterol": [],
    "grade 3-4 hyperglycaemia": [("hyperglycaemia", 3, 4)],
    "grade 1/2 stomatitis": [("stomatitis", 1, 2)],
    "Grade III mucositis": [("stomatitis", 3, 3)],
    "any grade pneumonitis": [(ILD, 1, 5)],
    "all-grade pneumonitis": [(ILD, 1, 5)],
    "interstitial lung disease or pneumonitis of grade 2 or higher": [(ILD, 2, 5), (ILD, 2, 5)],
    "ILD of grade 2 or worse": [(ILD, 2, 5)],
    "pneumonitis grade 1 or less": [(ILD, 1, 1)],
    "grade 3 diarrhoea or nausea": [(DIARRHOEA, 3, 3), ("nausea", 3, 3)],
    "grade 2 rash, grade 3 diarrhea": [("rash", 2, 2), (DIARRHOEA, 3, 3)],
    "Febrile neutropenia": [("febrile neutropenia", None, None)],
    "prolonged QTc": [("QT prolongation", None, None)],
    "elevated transaminases": [("hepatotoxicity", None, None)],
    "transaminases of more than 5 times the upper limit (grade 3)": [("hepatotoxicity", 3, 3)],
    "Grade 4 transaminases": [("hepatotoxicity", 4, 4)],
    "grade 3 platelets": [("thrombocytopenia", 3, 3)],
    "platelets are checked": [],
    "neutropenia G4 with fever": [("neutropenia", 4, 4), ("pyrexia", None, None)],
    "diarrhea grade 3 and nausea": [(DIARRHOEA, 3, 3), ("nausea", None, None)],
    "diarrhea CTCAE 3": [(DIARRHOEA, 3, 3)],
    "no diarrhea": [],
    "without ILD": [],
    "grade 3 tumour": [],
    "a grade 2 carcinoma. Diarrhea occurred": [(DIARRHOEA, None, None)],
    "PE": [],
}


@pytest.mark.parametrize("text", WORDINGS)
def test_events_are_read_with_their_grades(text: str) -> None:
    assert toxicities(text) == WORDINGS[text]


def _one(text: str) -> Toxicity:
    (found,) = read_toxicities(text)
    assert isinstance(found.value, Toxicity)
    return found.value


COVERS = [
    ("grade 3 diarrhoea", "G3 diarrhea", True),
    ("grade 2 diarrhoea", "G3 diarrhea", False),
    ("grade ≥2 ILD", "grade 3 pneumonitis", True),
    ("grade 1 ILD", "grade 2 pneumonitis", False),
    ("ILD", "grade 2 pneumonitis", True),
    ("grade 2 ILD", "pneumonitis", None),
    ("grade 2 ILD", "grade 2 diarrhea", None),
    ("any grade ILD", "grade 4 ILD", True),
    ("grade 2 ILD", "grade 1-2 ILD", None),
    ("grade 3 adverse reaction", "grade 3 rash", True),
    ("other grade 3 toxicities", "grade 2 rash", False),
    ("grade 3 rash", "grade 3 toxicity", None),
    ("grade 3 haematological toxicity", "grade 3 neutropenia", True),
    ("grade 3 haematological toxicity", "grade 3 fatigue", None),
    ("non-haematological toxicity of grade 3", "grade 3 fatigue", True),
    ("non-haematological toxicity of grade 3", "grade 3 anaemia", None),
    ("grade 3 immune-related adverse event", "grade 3 diarrhoea", True),
    ("grade 3 immune-related adverse event", "grade 3 hypothyroidism", None),
]


@pytest.mark.parametrize(("rule", "patient", "covered"), COVERS)
def test_grades_are_exact(rule: str, patient: str, covered: bool | None) -> None:
    assert toxicity_covers(_one(rule), _one(patient)) is covered


@pytest.mark.parametrize("text", ["grade 3 neurologic toxicity", "dermatologic toxicity, grade 2"])
def test_a_toxicity_of_an_organ_is_not_any(text: str) -> None:
    assert toxicities(text) == []


@pytest.mark.parametrize("text", ["no PE => G3 pneumonitis", "covid neg -> grade 3 pneumonitis"])
def test_an_arrow_before_a_grade_is_no_sign_and_ends_a_denial(text: str) -> None:
    values = [each.value for each in read_patient(text)]
    assert Toxicity(event="interstitial lung disease", grade_from=3, grade_to=3) in values


@pytest.mark.parametrize(
    "text", ["G2P1, LVEF 62", "G3P2 diarrhoea", "G1 P0 pneumonitis", "G2P1A0 ILD"]
)
def test_the_number_of_pregnancies_is_no_grade(text: str) -> None:
    assert all(low is None for _, low, _ in toxicities(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("G3 colitis on ipi, resolved to G1", [(DIARRHOEA, 3, 3)]),
        ("grade 3 pneumonitis, improved to grade 1", [(ILD, 3, 3)]),
        ("grade 2 ILD, now grade 1", [(ILD, 2, 2)]),
        ("grade 1 ILD, now grade 3", [(ILD, 3, 3)]),
        ("diarrhoea went from grade 1 to grade 3", [(DIARRHOEA, 3, 3)]),
    ],
)
def test_an_event_that_recovers_keeps_its_worst_grade(
    text: str, told: list[tuple[str, int, int]]
) -> None:
    assert toxicities(text)[-1:] == told


@pytest.mark.parametrize(
    "disease", ["ulcerative colitis", "lupus nephritis", "immune thrombocytopenia"]
)
def test_the_name_of_a_disease_is_no_event(disease: str) -> None:
    assert read_toxicities(f"{disease} in remission") == ()
    assert read_toxicities(f"{disease}, now G3 rash")[0].value == Toxicity(
        event="rash", grade_from=3, grade_to=3
    )


@pytest.mark.parametrize(
    ("rule", "patient", "covered"),
    [
        ("uveitis", "serous retinal detachment", None),
        ("uveitis", "central serous retinopathy", None),
        ("uveitis", "keratitis", None),
        ("keratitis", "uveitis", None),
        ("uveitis", "blurred vision", None),
        ("pancreatitis", "lipase elevation", None),
        ("serous retinopathy", "serous retinal detachment", True),
        ("ocular adverse reactions", "uveitis", True),
        ("ocular toxicity", "CSCR", True),
    ],
)
def test_a_rule_on_one_disease_of_the_eye_is_for_no_other(
    rule: str, patient: str, covered: bool | None
) -> None:
    assert toxicity_covers(_one(rule), _one(patient)) is covered
