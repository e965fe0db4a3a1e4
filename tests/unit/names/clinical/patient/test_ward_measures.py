"""Laboratory and bedside values as they are written on the ward."""

from __future__ import annotations

import pytest

from names.clinical.measurements import read_measurements
from names.clinical.organs import read_organs
from names.clinical.values import Measurement, OrganFunction

FORMS = {
    ("creatinine clearance", 28, "mL/min"): "creat clearance 28|CrCl28|cr cl: 28|CCl 28 ml/min"
    "|CrCl (CG) 28|creat clear ~28|Cr clearance is 28",
    ("eGFR", 45, "mL/min"): "eGFR (CKD-EPI) 45|est GFR 45|EGFR 45 ml/min|GFR 45 ml/min/1.73m2",
    (
        "GFR",
        45,
        "mL/min",
    ): "GFR 45|GFR45|measured GFR 45 mL/min|mGFR 45",
    ("creatinine", 1.8, "mg/dL"): "Cr of 1.8|Creat. 1.8|s-creatinine 1.8|scr 1.8|Krea 1,8",
    ("creatinine", 180, "µmol/L"): "creat 180 umol|creatinine 180 µM|crea 180|Krea 180",
    ("haemoglobin", 7.9, "g/dL"): "Hb 7.9|Hb7.9|HGB=7.9|hgb 7.9",
    ("platelets", 60, "10^9/L"): "plt 60k|plts60k|thrombos 60/nl|PLT 60 tsd|plat 60k|plt 60,000",
    ("neutrophils", 0.8, "10^9/L"): "neuts 0.8|neutros 800|PMN 0.8|ANC 0.8/nl",
    ("leukocytes", 1.9, "10^9/L"): "WCC 1.9|wbc 1.9|Leukos 1.9",
    ("calcium", 1.9, "mmol/L"): "Ca 1.9|Ca2+ 1.9|Ca++: 1.9|corr Ca 1.9|cCa 1.9 mM|Ca (corr) 1.9",
    ("potassium", 3.1, "mmol/L"): "K 3.1|K+ 3.1|k 3.1|serum K of 3.1|K 3.1 mEq/L",
    ("magnesium", 0.5, "mmol/L"): "Mg 0.5|Mg2+ 0.5|magnesium 0.5",
    ("sodium", 124, "mmol/L"): "Na 124|Na+ 124|sodium 124",
    ("LVEF", 45, "%"): "EF 45|EF45|LV-EF 45%|lvef 45|echo EF 45",
    ("QTc", 468, "ms"): "QTc (F) 468|QTc-F 468 ms|qtc 468|QTc (Fridericia): 468",
    ("HbA1c", 8.9, "%"): "A1c 8.9|HgbA1c 8.9|glycated Hb 8.9%|a1c 8.9",
    ("glucose", 290, "mg/dL"): "BG 290|FBS 290|RBS: 290|BSL 290|fasting sugar 290",
    ("glucose", 16, "mmol/L"): "BM 16 mmol/L|BSL 16.0",
    ("triglycerides", 1100, "mg/dL"): "TG 1100|trigs 1,100 mg/dl|triglycerides: 1100",
    ("triglycerides", 12.5, "mmol/L"): "TGs 12.5|triglycerides of 12.5 mmol/l",
    ("triglycerides", 40, ""): "TG 40",
    ("cholesterol", 620, "mg/dL"): "chol 620|total cholesterol 620 mg/dL|Tchol 620",
    ("ALP", 600, "U/L"): "ALP 600|alk phos 600 U/L",
    ("ALT", 240, "U/L"): "ALAT 240|alt 240|SGPT 240 U/l",
    ("bilirubin", 3, "×ULN"): "bili 3xULN|TBIL 3x ULN|t.bili 3*ULN|tot bili 3 times ULN",
}


@pytest.mark.parametrize(
    ("measure", "form"),
    [(measure, form) for measure, cell in FORMS.items() for form in cell.split("|")],
)
def test_a_measure_is_read_in_every_form(measure: tuple[str, float, str], form: str) -> None:
    values = [each.value for each in read_measurements(form)]
    assert Measurement(name=measure[0], value=measure[1], unit=measure[2]) in values


@pytest.mark.parametrize(
    "text",
    [
        "LDL cholesterol 220", "TC 4 cycles", "CA 19-9 450",
        "Ca 15-3 40", "CA125 35", "Ca125 35", "breast Ca 2019", "vit K 10 mg",
        "platelet rich, 60 K 3 weeks", "CK20 positive", "CK 7-/CK20+",
        "KRAS G12C", "EGFR exon 19", "CR 12 mo", "PR 5%", "EF1A", "p.Glu542Lys",
    ],
)  # fmt: skip
def test_other_names_are_no_measure(text: str) -> None:
    assert not read_measurements(text)


@pytest.mark.parametrize("form", ["CrCl28", "creat clearance 28", "CrCl (CG) 28", "CCl 28"])
def test_a_clearance_is_a_function_of_the_kidney(form: str) -> None:
    read = [each.value for each in read_organs(form)]
    assert [value.low for value in read if isinstance(value, OrganFunction)] == [28]


@pytest.mark.parametrize(
    "text",
    ["lab called, clearance is 28", "her clearance is 28", "clearance = 28", "clearance now 28"],
)
def test_a_bare_clearance_is_the_kidneys(text: str) -> None:
    read = [each.value for each in read_organs(text)]
    assert [value.low for value in read if isinstance(value, OrganFunction)] == [28]


@pytest.mark.parametrize(
    "text",
    [
        "imatinib clearance is 28", "apparent clearance is 28", "the clearance is 28 L/h",
        "clearance is 28%", "axillary clearance of 28 nodes", "ctDNA clearance is 28",
        "the clearance is 28 hours", "its clearance is 28",
    ],
)  # fmt: skip
def test_the_clearance_of_a_drug_or_an_operation_is_none(text: str) -> None:
    assert not read_organs(text)


@pytest.mark.parametrize("text", ["hr 48 on metoprolol", "hr: 48", "HR 48", "pulse 48"])
def test_a_pulse_in_small_letters(text: str) -> None:
    rates = [e.value for e in read_measurements(text) if isinstance(e.value, Measurement)]
    assert [(each.name, each.value) for each in rates] == [("heart rate", 48)]


@pytest.mark.parametrize("text", ["hr+ her2-", "os hr 0.72", "every 24 hr 50 mg", "hr 95% ci"])
def test_other_short_forms_are_no_pulse(text: str) -> None:
    assert not [e for e in read_measurements(text) if getattr(e.value, "name", "") == "heart rate"]
