"""Organ function: what clinicians write, what labels write, and when a rule covers a patient."""

from __future__ import annotations

import pytest

from names.clinical.organs import organ_covers, read_organs
from names.clinical.values import OrganFunction


def organs(text: str) -> set[tuple[object, ...]]:
    """Organ, class, low, high with the signs of open ends."""
    found = set()
    for each in read_organs(text):
        value = each.value
        assert isinstance(value, OrganFunction)
        assert text[each.start : each.end].strip()
        low = f">{value.low:g}" if value.above else value.low
        high = f"<{value.high:g}" if value.below and value.high is not None else value.high
        found.add((value.organ, value.grade, low, high))
    return found


def function(text: str) -> OrganFunction:
    (found,) = read_organs(text)
    assert isinstance(found.value, OrganFunction)
    return found.value


NUMBERS = {
    "CrCl 25 mL/min": (25, 25),
    "Does it need dose adjustment at CrCl 25?": (25, 25),
    "creatinine clearance <30": (None, "<30"),
    "CrCl 31–50": (31, 50),
    "CrCl 31-50 ml/min": (31, 50),
    "eGFR 40": (40, 40),
    "eGFR 38 ml/min/1.73m2": (38, 38),
    "eGFR of 38 mL/min/1.73 m²": (38, 38),
    "GFR below 30": (None, "<30"),
    "creatinine clearance 30 ml/min or less": (None, 30),
    "creatinine clearance of 30 ml/min or more": (30, None),
    "creatinine clearance of 30 to less than 90 mL/min": (30, "<90"),
    "CrCl between 15 and 29 mL/min": (15, 29),
    "creatinine clearance (CrCl) ≥ 30 and < 60 mL/min": (30, "<60"),
    "CLcr 15 to 29 mL/min": (15, 29),
    "creatinine clearance [CLcr] less than 30 mL/min": (None, "<30"),
    "estimated glomerular filtration rate (eGFR) at least 60": (60, None),
    "eGFR dropped from 60 to 35": (35, 35),
    "CrCl from 30 to 59 mL/min": (30, 59),
    "CrCl is now 22": (22, 22),
    "crcl: 28ml/min": (28, 28),
    "CrCl=28": (28, 28),
    "CrCl ~ 28": (28, 28),
    "creatinine clearance ≤ 30": (None, 30),
    "CrCl > 50 mL/min": (">50", None),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_clearance_is_read_with_both_ends(text: str) -> None:
    assert organs(text) == {("renal", "", *NUMBERS[text])}


RENAL = {
    "mild renal impairment": {"mild"},
    "moderate to severe renal impairment": {"moderate", "severe"},
    "mild to severe renal impairment": {"mild", "moderate", "severe"},
    "mild or moderate renal impairment": {"mild", "moderate"},
    "mild/moderate kidney dysfunction": {"mild", "moderate"},
    "severe renal insufficiency": {"severe"},
    "normal renal function": {"normal"},
    "renal function is normal": {"normal"},
    "no renal impairment": {"normal"},
    "without kidney disease": {"normal"},
    "ESRD": {"end-stage"},
    "end-stage renal disease": {"end-stage"},
    "severe or end-stage renal impairment": {"severe", "end-stage"},
    "on haemodialysis": {"dialysis"},
    "patient on dialysis": {"dialysis"},
    "renal impairment": {""},
    "not on dialysis": set(),
    "needs no dose adjustment in mild renal impairment": {"mild"},
    "No dose change for moderate renal impairment": {"moderate"},
}


@pytest.mark.parametrize("text", RENAL)
def test_classes_of_the_kidney(text: str) -> None:
    assert {grade for organ, grade, *_ in organs(text) if organ == "renal"} == RENAL[text]


CHILD_PUGH = {
    "Child-Pugh A": "A",
    "Child Pugh B": "B",
    "child-pugh class c": "C",
    "Child-Pugh-B": "B",
    "Childs-Pugh": "",
    "Child B cirrhosis": "B",
    "CP-B": "B",
    "Child-Turcotte-Pugh C": "C",
    "CTP class B": "B",
    "Child-Pugh A or B": "AB",
    "Child-Pugh classes A and B": "AB",
    "Child-Pugh A/B": "AB",
    "Child-Pugh A to C": "ABC",
    "Child-Pugh score 7-9": "B",
    "Child-Pugh score of 6": "A",
    "Child-Pugh B7": "B",
    "CPS 12": "",
    "PD-L1 CPS 8": "",
    "a child a year ago": "",
    "children": "",
}


@pytest.mark.parametrize("text", CHILD_PUGH)
def test_child_pugh_in_all_spellings(text: str) -> None:
    grades = {str(grade) for _, grade, *_ in organs(text) if str(grade).startswith("Child")}
    assert grades == {f"Child-Pugh {letter}" for letter in CHILD_PUGH[text]}


OTHERS = {
    "LVEF 47%": ("cardiac", "", 47, 47),
    "LVEF dropped from 62 to 47% on trastuzumab": ("cardiac", "", 47, 47),
    "LVEF 62 → 47 %": ("cardiac", "", 47, 47),
    "LVEF less than 40%": ("cardiac", "", None, "<40"),
    "LVEF of 40% to <45%": ("cardiac", "", 40, "<45"),
    "ejection fraction ≥ 50 %": ("cardiac", "", 50, None),
    "platelets of 130": ("marrow", "", 130, 130),
    "platelets of 130?": ("marrow", "", 130, 130),
    "platelet count less than 150,000/mcL": ("marrow", "", None, "<150"),
    "platelets <150 x 10^9/L": ("marrow", "", None, "<150"),
    "plts 88k": ("marrow", "", 88, 88),
    "platelets 88 G/l": ("marrow", "", 88, 88),
    "plts low": ("marrow", "", None, None),
    "ANC 0.8": ("marrow", "", 0.8, 0.8),
    "neutrophils <1,500/mm3": ("marrow", "", None, "<1.5"),
    "ANC 1500": ("marrow", "", 1.5, 1.5),
    "mild hepatic impairment": ("hepatic", "mild", None, None),
    "no hepatic impairment": ("hepatic", "normal", None, None),
    "bilirubin 2× ULN": ("hepatic", "", 2, 2),
    "bilirubin > 3 times ULN": ("hepatic", "", ">3", None),
    "moderate hepatic impairment (bilirubin >1.5 to 3 x ULN)": ("hepatic", "moderate", ">1.5", 3),
    "cirrhosis": ("hepatic", "", None, None),
    "QTc above 500 msec": ("cardiac", "", ">500", None),
    "haemoglobin falls below 8 g/dL": ("marrow", "", None, "<8"),
    "Hb <8 g/dL": ("marrow", "", None, "<8"),
    "haemoglobin 98 g/L": ("marrow", "", 9.8, 9.8),
    "moderate hepatic impairment (bilirubin 1.5 to 3.0 times the upper limit)": (
        "hepatic",
        "moderate",
        1.5,
        3,
    ),
}


@pytest.mark.parametrize("text", OTHERS)
def test_liver_heart_and_marrow(text: str) -> None:
    assert organs(text) == {OTHERS[text]}


@pytest.mark.parametrize(
    "text",
    [
        "infuse at 2 mL/min",
        "a decrease of 10 points",
        "the dose is 30 mg",
        "creatinine clearance is estimated before each cycle",
        "bilirubin is checked on day 15",
        "platelets are checked monthly",
    ],
)
def test_what_tells_no_function(text: str) -> None:
    assert organs(text) == set()


def test_a_class_keeps_the_numbers_of_its_own_label() -> None:
    lynparza = "moderate renal impairment (creatinine clearance 31-50 mL/min)"
    assert organs(lynparza) == {("renal", "moderate", 31, 50)}
    both = "mild or moderate renal impairment (creatinine clearance 30-89 mL/min); below 30 mL/min"
    assert organs(both) == {
        ("renal", "mild", None, None),
        ("renal", "moderate", None, None),
        ("renal", "", 30, 89),
        ("renal", "", None, "<30"),
    }


def test_further_numbers_of_a_sentence_are_read() -> None:
    tukysa = "(creatinine clearance less than 30 mL/min); between 30 and 89 mL/min no adjustment"
    assert organs(tukysa) == {("renal", "", None, "<30"), ("renal", "", 30, 89)}
    enhertu = "creatinine clearance 30 to less than 90 mL/min; there are no data below 30 mL/min"
    assert organs(enhertu) == {("renal", "", 30, "<90"), ("renal", "", None, "<30")}


def test_classes_and_numbers_before_their_organ_are_joined() -> None:
    zejula = (
        "mild (creatinine clearance 60 to 89 mL/min) or moderate (30 to 59 mL/min) renal impairment"
    )
    assert organs(zejula) == {("renal", "mild", 60, 89), ("renal", "moderate", 30, 59)}
    assert organs("severe hepatic or renal impairment") == {
        ("renal", "severe", None, None),
        ("hepatic", "severe", None, None),
    }


COVERS = [
    ("CrCl 31-50", "CrCl 44", True),
    ("CrCl 51-80", "CrCl 44", False),
    ("CrCl <30", "CrCl 30", False),
    ("CrCl ≤30", "CrCl 30", True),
    ("CrCl 30-89", "eGFR 44", True),
    ("CrCl 31-50", "CrCl <40", None),
    ("CrCl <30", "dialysis", True),
    ("CrCl 15-29", "dialysis", False),
    ("severe renal impairment (CrCl 15-29)", "on haemodialysis", False),
    ("CrCl 16-40", "on haemodialysis", False),
    ("CrCl 60-89", "severe renal impairment", False),
    ("moderate renal impairment", "CrCl 40", True),
    ("moderate renal impairment", "CrCl 55", None),
    ("mild renal impairment", "CrCl 25", False),
    ("mild renal impairment", "moderate renal impairment", False),
    ("severe renal impairment", "severe renal impairment", True),
    ("severe renal impairment", "renal impairment", None),
    ("Child-Pugh B", "Child-Pugh C", False),
    ("Child-Pugh B", "Child-Pugh B", True),
    ("severe hepatic impairment", "Child-Pugh C", True),
    ("mild hepatic impairment", "Child-Pugh B", False),
    ("Child-Pugh A", "mild hepatic impairment", True),
    ("moderate hepatic impairment (bilirubin >1.5 to 3 x ULN)", "Child-Pugh B", None),
    ("LVEF <40%", "LVEF 47%", False),
    ("platelets <150,000/mcL", "platelets 130", True),
    ("platelets <150,000/mcL", "platelets 180", False),
    ("platelets <150,000/mcL", "ANC 0.8", None),
    ("Child-Pugh B", "CrCl 25", None),
    ("glucose above 250 mg/dL", "fasting glucose 16.1 mmol/L", True),
    ("glucose above 500 mg/dL", "fasting glucose 16.1 mmol/L", False),
    ("potassium below 3.5 mEq/L", "K 3.1", True),
    ("corrected calcium below 8.0 mg/dL", "potassium 3.1", None),
    ("QTcF below 450 ms", "QTcF 468 ms", False),
]


@pytest.mark.parametrize(("rule", "patient", "covered"), COVERS)
def test_a_rule_covers_a_patient(rule: str, patient: str, covered: bool | None) -> None:
    assert organ_covers(function(rule), function(patient)) is covered


@pytest.mark.parametrize("text", ["now CTPA: segmental PE", "CTPA 6 weeks ago", "CTPC done"])
def test_letters_that_go_on_in_a_word_are_no_child_pugh_class(text: str) -> None:
    assert not organs(text)


@pytest.mark.parametrize("text", ["CTP B", "CTP-B", "CTPB7", "CTP B7", "CTP class B"])
def test_the_short_form_of_child_turcotte_pugh_still_gives_its_class(text: str) -> None:
    assert {each[1] for each in organs(text)} == {"Child-Pugh B"}


@pytest.mark.parametrize(
    "text",
    [
        "calculate CrCl: 71M, 82 kg, creatinine 1.4 mg/dL",
        "eGFR: 66F creatinine 1.9",
        "eGFR: 66yoF creatinine 1.9",
        "LVEF: 62F, HER2-positive",
        "platelets: 71M, 45",
    ],
)
def test_the_age_behind_a_measure_is_no_value_of_it(text: str) -> None:
    assert organs(text) == set()
