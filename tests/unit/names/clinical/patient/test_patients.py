"""Who a patient is, what was measured, and what else there is: present, absent or uncertain."""

from __future__ import annotations

import pytest

from names.clinical.conditions import read_conditions
from names.clinical.disease import read_features
from names.clinical.measurements import read_measurements
from names.clinical.organs.organ_function import read_organs
from names.clinical.population import read_population
from names.clinical.values import Condition, Measurement, OrganFunction, Population
from names.tables.treatment.safety import facts_spoken_of

P = Population
PEOPLE: dict[str, list[Population]] = {
    "71 yo man": [P(age_from=71, age_to=71), P(sex="male")],
    "54 y/o": [P(age_from=54, age_to=54)],
    "46 year old": [P(age_from=46, age_to=46)],
    "68-year-old": [P(age_from=68, age_to=68)],
    "aged 81": [P(age_from=81, age_to=81)],
    "52F with mBC": [P(age_from=52, age_to=52), P(sex="female")],
    "adults": [P(age_from=18)],
    "12 years and older": [P(age_from=12)],
    "12 years of age and older": [P(age_from=12)],
    "aged 65 years or older": [P(age_from=65)],
    "from 1 year of age": [P(age_from=1)],
    "patients over 70 years": [P(age_from=70)],
    "77 y, ECOG 1": [P(age_from=77, age_to=77), P(ecog_from=1, ecog_to=1)],
    "adult and pediatric patients 12 years of age and older": [P(age_from=12)],
    "in adults and children": [],
    "in adults and children from 1 year of age": [P(age_from=1)],
    "younger than 18 years": [P(age_to=17)],
    "under 12 years of age": [P(age_to=11)],
    "children": [P(age_to=17)],
    "premenopausal": [P(menopause="premenopausal")],
    "pre-menopausal": [P(menopause="premenopausal")],
    "perimenopausal": [P(menopause="perimenopausal")],
    "postmenopausal woman": [P(menopause="postmenopausal"), P(sex="female")],
    "pregnant": [P(pregnancy="pregnant")],
    "in the second trimester of pregnancy": [P(pregnancy="pregnant")],
    "bhcg came back pos": [P(pregnancy="pregnant")],
    "β-hCG +ve": [P(pregnancy="pregnant")],
    "UPT positive": [P(pregnancy="pregnant")],
    "serum hCG negative": [],
    "not pregnant": [P(pregnancy="not pregnant")],
    "breast-feeding": [P(pregnancy="breastfeeding")],
    "wants to become pregnant": [],
    "hopes to get pregnant": [],
    "trying to fall pregnant": [],
    "afraid of getting pregnant": [],
    "got pregnant on tamoxifen": [Population(pregnancy="pregnant")],
    "pregnant, wants to go on": [Population(pregnancy="pregnant")],
    "ECOG 1": [P(ecog_from=1, ecog_to=1)],
    "ECOG PS 0-1": [P(ecog_from=0, ecog_to=1)],
    "ECOG performance status of 2": [P(ecog_from=2, ecog_to=2)],
    "ECOG ≤2": [P(ecog_from=0, ecog_to=2)],
    "PS 3": [P(ecog_from=3, ecog_to=3)],
    "KPS 80": [P(ecog_from=1, ecog_to=1)],
    "Karnofsky 50%": [P(ecog_from=2, ecog_to=2)],
    "male breast cancer": [P(sex="male")],
    "HER2-positive": [],
    "Child-Pugh B": [],
    "for 5 years": [],
    "after 22 months": [],
}


@pytest.mark.parametrize("text", PEOPLE)
def test_who_a_text_speaks_of(text: str) -> None:
    assert [each.value for each in read_population(text)] == PEOPLE[text]


MEASURED: dict[str, list[tuple[str, float, str]]] = {
    "creatinine 1.4 mg/dL": [("creatinine", 1.4, "mg/dL")],
    "creatinine of 124 µmol/L": [("creatinine", 124, "µmol/L")],
    "creatinine 124 umol/l": [("creatinine", 124, "µmol/L")],
    "creatinine 124": [("creatinine", 124, "µmol/L")],
    "Cr 1.1": [("creatinine", 1.1, "mg/dL")],
    "serum creatinine: 0.9": [("creatinine", 0.9, "mg/dL")],
    "weight 62 kg": [("weight", 62, "kg")],
    "weighs 62 kg": [("weight", 62, "kg")],
    "a 68 kg patient": [("weight", 68, "kg")],
    "132 lbs": [("weight", 132, "lb")],
    "height 5'5\"": [("height", 165.1, "cm")],
    "5 ft 11 in, 180 lb": [("height", 180.3, "cm"), ("weight", 180, "lb")],
    "the 5'3' end": [],
    "neutrophils 38%, bands 2%": [("neutrophils", 38, "%"), ("bands", 2, "%")],
    "alb 31 g/L": [("albumin", 31, "g/L")],
    "Calvert dose for AUC 6": [("target AUC", 6, "mg/mL·min")],
    "150 lbs weight": [("weight", 150, "lb")],
    "height 168 cm": [("height", 168, "cm")],
    "height 5 ft 4": [],
    "Cr. 150 umol/l": [("creatinine", 150, "µmol/L")],
    "height 1.68 m": [("height", 1.68, "m")],
    "172 cm, 80 kg": [("height", 172, "cm"), ("weight", 80, "kg")],
    "1.70 m, 65 kg": [("height", 1.7, "m"), ("weight", 65, "kg")],
    "she is 1,62 m tall": [("height", 1.62, "m")],
    "a 1.75 m2 patient": [],
    "LVEF 58%": [("LVEF", 58, "%")],
    "platelets 130": [("platelets", 130, "10^9/L")],
    "platelets 88,000/µL": [("platelets", 88, "10^9/L")],
    "Hb 9.8": [("haemoglobin", 9.8, "g/dL")],
    "Hb 98 g/l": [("haemoglobin", 98, "g/L")],
    "ANC 900": [("neutrophils", 0.9, "10^9/L")],
    "neutrophils 1.2": [("neutrophils", 1.2, "10^9/L")],
    "HbA1c 8.5%": [("HbA1c", 8.5, "%")],
    "HbA1c 58 mmol/mol": [("HbA1c", 58, "mmol/mol")],
    "bilirubin 2.1 mg/dL": [("bilirubin", 2.1, "mg/dL")],
    "bilirubin 34 µmol/L": [("bilirubin", 34, "µmol/L")],
    "albumin 28": [("albumin", 28, "g/L")],
    "calcium 2.8 mmol/L": [("calcium", 2.8, "mmol/L")],
    "Ca 1.9 mmol/l low": [("calcium", 1.9, "mmol/L")],
    "iCa 0.95 mmol/L": [("ionised calcium", 0.95, "mmol/L")],
    "K 3.1, start?": [("potassium", 3.1, "mmol/L")],
    "K+ 2.8 mEq/L": [("potassium", 2.8, "mmol/L")],
    "Mg 0.45 mmol/L": [("magnesium", 0.45, "mmol/L")],
    "Na 124": [("sodium", 124, "mmol/L")],
    "breast Ca 2 nodes": [],
    "Ca 15-3 45": [],
    "breast Ca 2.5 cm": [],
    "vitamin K 2.5 mg": [],
    "calcium 1.2 g daily": [],
    "INR 1.4": [("INR", 1.4, "")],
    "QTcF 492 ms": [("QTc", 492, "ms")],
    "QT 440 msec": [("QT", 440, "ms")],
    "HR 88": [("heart rate", 88, "/min")],
    "heart rate 70 bpm": [("heart rate", 70, "/min")],
    "fasting glucose 180": [("glucose", 180, "mg/dL")],
    "glucose 11.2 mmol/l": [("glucose", 11.2, "mmol/L")],
    "carboplatin AUC 5": [("target AUC", 5, "mg/mL·min")],
    "AUC 5 carboplatin": [("target AUC", 5, "mg/mL·min")],
    "AUC6 of carbo": [("target AUC", 6, "mg/mL·min")],
    "AUC 2 weekly carboplatin": [("target AUC", 2, "mg/mL·min")],
    "AUC of olaparib rose 2-fold": [],
    "fasting glucose 161-250 mg/dL": [],
    "weight below 77 kg": [],
    "3.6 mg/kg": [],
    "5 mg per 70 kg": [],
    "a tumour of 12 cm": [],
    "HR+ HER2-": [],
    "platelets <100": [],
}


@pytest.mark.parametrize("text", MEASURED)
def test_single_values_are_measurements(text: str) -> None:
    found = [each.value for each in read_measurements(text)]
    assert [
        (each.name, each.value, each.unit) for each in found if isinstance(each, Measurement)
    ] == MEASURED[text]


def test_a_change_keeps_both_values() -> None:
    (found,) = read_measurements("LVEF dropped from 62 to 47% on trastuzumab")
    assert found.value == Measurement(name="LVEF", value=47, unit="%", before=62)


@pytest.mark.parametrize(
    "text",
    [
        "Hb dropped 2 g/dL",
        "weight dropped 10 kg",
        "weight fell 8 kg in 3 months",
        "lost 10 kg of weight",
        "10 kg weight loss",
        "down 10 kg",
        "creatinine rose 0.5 mg/dL",
        "QTc increased 60 ms",
        "platelets fell 50",
        "LVEF dropped 15%",
        "albumin went down 2.8",
        "eGFR 3 d ago",
        "platelets 2 units transfused",
    ],
)
def test_an_amount_of_change_or_a_time_is_no_value(text: str) -> None:
    assert read_measurements(text) == ()
    functions = [e.value for e in read_organs(text) if isinstance(e.value, OrganFunction)]
    assert not [each for each in functions if each.low is not None]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Hb fell to 7.5", 7.5),
        ("Hb dropped, 7.5", 7.5),
        ("Hb dropped: 7.5", 7.5),
        ("Hb dropped now 7.5", 7.5),
        ("Hb came back 7.5", 7.5),
        ("Hb went down to 7.5", 7.5),
    ],
)
def test_the_value_after_a_change_is_read(text: str, value: float) -> None:
    found = [each.value for each in read_measurements(text)]
    assert [each.value for each in found if isinstance(each, Measurement)] == [value]


CONDITIONS: dict[str, list[tuple[str, str]]] = {
    "diabetic": [("diabetes", "present")],
    "type 2 diabetes": [("diabetes", "present")],
    "no diabetes": [("diabetes", "absent")],
    "without diabetes": [("diabetes", "absent")],
    "not diabetic": [("diabetes", "absent")],
    "no history of diabetes": [("diabetes", "absent")],
    "non-diabetic": [("diabetes", "absent")],
    "possible diabetes": [("diabetes", "uncertain")],
    "diabetes: no": [("diabetes", "absent")],
    "HIV negative": [("HIV infection", "absent")],
    "HBsAg positive": [("hepatitis B", "present")],
    "hepatitis B was excluded": [("hepatitis B", "absent")],
    "history of ILD": [("interstitial lung disease", "present")],
    "no ILD": [("interstitial lung disease", "absent")],
    "no ILD, diabetic": [("interstitial lung disease", "absent"), ("diabetes", "present")],
    "no diabetes, epilepsy or gout": [
        ("diabetes", "absent"),
        ("epilepsy", "absent"),
        ("gout", "absent"),
    ],
    "neither diabetes nor epilepsy": [("diabetes", "absent"), ("epilepsy", "absent")],
    "no dose change in diabetes": [("diabetes", "present")],
    "takes carbamazepine for epilepsy": [("epilepsy", "present")],
    "grade 2 ILD": [],
    "pneumonitis grade 2 on osimertinib": [],
    "pneumonitis G2 from RT": [("interstitial lung disease", "present")],
    "ILD grade 2 two years ago": [("interstitial lung disease", "present")],
    "radiation pneumonitis grade 2": [("interstitial lung disease", "present")],
    "ILD grade 1 before starting": [("interstitial lung disease", "present")],
    "Interstitial lung disease is a warning": [],
    "patient with heart failure": [("heart failure", "present")],
    "kidney transplant": [("transplant", "present")],
    "respiratory depression": [],
    "allergic to paclitaxel": [("allergy to paclitaxel", "present")],
    "no allergy to carboplatin": [("allergy to carboplatin", "absent")],
    "wants to become pregnant": [("wish for pregnancy", "present")],
    "rheumatoid arthritis": [("autoimmune disease", "present")],
    "history of DVT": [("thromboembolism", "present")],
    "congenital long QT": [("prolonged QT", "present")],
    "kidney tx 2016 on tacrolimus": [("transplant", "present")],
    "OLT 2018": [("transplant", "present")],
    "RTx 2015 on tacrolimus": [("transplant", "present")],
    "s/p RTx 60 Gy": [],
    "s/p surgery, no rtx": [],
    "RA on methotrexate": [("autoimmune disease", "present")],
    "PD-L1 60%, RA": [("autoimmune disease", "present")],
    "now 88% on RA": [],
    "SpO2 92% RA": [],
    "sats 91 on RA": [],
    "allo-SCT with GVHD": [("stem cell transplant", "present")],
    "autologous stem cell transplant": [],
    "transplant-ineligible": [],
    "RA on MTX": [("autoimmune disease", "present")],
    "UC on vedolizumab": [("autoimmune disease", "present")],
    "IPF": [("interstitial lung disease", "present")],
    "anti-HBc positive": [("hepatitis B", "present")],
    "STEMI 3 wks ago": [("coronary heart disease", "present")],
    "GI bleed last month": [("bleeding", "present")],
    "haemoptysis last week": [("bleeding", "present")],
    "stop for GI bleed": [],
    "rectovaginal fistula": [("fistula", "present")],
    "AV fistula": [],
    "hemicolectomy 10 days ago": [("recent surgery", "present")],
    "hemicolectomy 12 weeks ago": [],
    "non-healing wound": [("non-healing wound", "present")],
    "NG tube": [("dysphagia", "present")],
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_have_a_polarity(text: str) -> None:
    found = [each.value for each in read_conditions(text)]
    assert [
        (each.name, each.polarity) for each in found if isinstance(each, Condition)
    ] == CONDITIONS[text]


@pytest.mark.parametrize("denial", ["no", "no known", "no history of", "without", "denies", "w/o"])
@pytest.mark.parametrize(
    "disease", ["diabetes", "epilepsy", "hepatitis B", "heart failure", "ILD", "HIV infection"]
)
def test_every_denial_holds_for_every_disease(denial: str, disease: str) -> None:
    found = [each.value for each in read_conditions(f"66 yo, {denial} {disease}, ECOG 1")]
    assert {each.polarity for each in found if isinstance(each, Condition)} == {"absent"}


@pytest.mark.parametrize("text", ["osimertinib 14m, PD", "on letrozole for 2y, stable"])
def test_the_time_on_a_drug_is_no_age(text: str) -> None:
    assert not [found for found in read_population(text) if found.value.age_from is not None]


@pytest.mark.parametrize("text", ["height 1.70 m, weight 65 kg", "1.62 m", "1,75 m, 80 kg"])
def test_a_height_in_metres_is_no_age(text: str) -> None:
    assert not read_population(text)


def test_an_age_behind_a_comma_stays_one() -> None:
    (age, sex) = (found.value for found in read_population("67m, osimertinib, stable"))
    assert (age.age_from, sex.sex) == (67, "male")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("stage IIA N0 G3", {"node-negative disease"}),
        ("T2N0M0", {"node-negative disease"}),
        ("0/3 sentinel nodes", {"node-negative disease"}),
        ("pT2N1", {"node-positive disease"}),
        ("3/12 nodes", {"node-positive disease"}),
        ("LN+", {"node-positive disease"}),
        ("over 2 cm or node-positive", set()),
        ("node-positive or at least T1c", set()),
        ("NRAS Q61", set()),
    ],
)
def test_the_nodes_are_a_feature_of_the_disease(text: str, names: set[str]) -> None:
    found = [each.value for each in read_features(text)]
    assert {each.name for each in found if isinstance(each, Condition)} == names


def test_the_years_of_an_outcome_are_no_age() -> None:
    assert not read_population("T-DXd post neoadj: iDFS 3y, ILD deaths?")
    assert read_population("woman, 63 y, breast cancer")


@pytest.mark.parametrize(
    "text",
    [
        "patient with heart failure", "HFrEF", "NYHA class III", "dilated cardiomyopathy",
        "severe myocardial insufficiency", "history of LV systolic dysfunction",
    ],
)  # fmt: skip
def test_a_failing_heart_is_one_condition(text: str) -> None:
    assert [each.value for each in read_conditions(text)] == [Condition(name="heart failure")]
    assert {"heart failure", "left ventricular dysfunction"} <= set(
        facts_spoken_of("contraindicated with severe myocardial insufficiency")
    )


@pytest.mark.parametrize(
    ("text", "is_diabetes"),
    [
        ("DM-1 patient", False),
        ("DM1, alpelisib?", False),
        ("DM1 on insulin", True),
        ("DM2", True),
        ("DM on diet", True),
    ],
)
def test_a_short_form_of_two_diseases_is_left_open(text: str, *, is_diabetes: bool) -> None:
    found = [each.value for each in read_conditions(text)]
    assert (Condition(name="diabetes") in found) is is_diabetes
