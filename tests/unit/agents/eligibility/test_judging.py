"""Criteria held against facts: what is told, and above all what is not."""

from __future__ import annotations

import pytest

from agents.eligibility.judging import judge_criterion
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.turns.criteria import Criterion, Side

WOMAN = (
    "63-year-old woman with stage IV EGFR L858R NSCLC and brain metastases, progressed on"
    " osimertinib, ECOG 1, platelets 150, LVEF 60%, never had chemotherapy, HIV negative,"
    " hypertension."
)
MAN = "75M, metastatic EGFR wild-type lung adenocarcinoma, ECOG 2, creatinine 1.1 mg/dL, 70 kg."

CHILD = "8-year-old boy, Lansky 80"
LIVER = "metastatic breast cancer with liver metastases, ALT 4 x ULN"
NO_LIVER = "NSCLC, no liver metastases, ALT 4 x ULN, bilirubin 3 x ULN"
KIDNEY = "creatinine 1.2 x ULN, INR 1.1, bilirubin 1.0 mg/dL, creatinine clearance 65 mL/min"
WIDER = "ALT ≤ 2.5 x ULN (≤ 5 x ULN"

TOLD: tuple[tuple[str, Side, str, str], ...] = (
    (WOMAN, "inclusion", "Age ≥18 years old;", "met"),
    (WOMAN, "inclusion", "Between 18 and 60 years of age, inclusive", "not met"),
    (MAN, "inclusion", "18 to 75 years of age", "met"),
    (MAN, "inclusion", "age <75 years", "not met"),
    (MAN, "inclusion", "Over 75 years of age", "unknown"),
    (WOMAN, "inclusion", "ECOG performance status of 0-1", "met"),
    (MAN, "inclusion", r"ECOG PS \<= 1", "not met"),
    (WOMAN, "inclusion", "ECOG performance status 0 or 1 unless due to the tumour", "unknown"),
    (WOMAN, "inclusion", "Platelet count ≥ 100,000/mm3, ANC ≥ 1,500/mm3", "unknown"),
    (WOMAN, "inclusion", "Platelet count ≥ 200,000/mm3, ANC ≥ 1,500/mm3", "not met"),
    (MAN, "inclusion", "Kidney: estimated GFR (Cockcroft-Gault) ≥ 60 mL/min", "not met"),
    (WOMAN, "inclusion", "Creatinine clearance ≥ 60 mL/min", "unknown"),
    (WOMAN, "inclusion", "No severe heart disease, LVEF ≥50%", "unknown"),
    (WOMAN, "inclusion", "No severe heart disease, LVEF ≥65%", "not met"),
    (MAN, "inclusion", "Histologically confirmed locally advanced or metastatic EGFR wild-type"
     " non-small cell lung cancer", "met"),
    (WOMAN, "inclusion", "Breast cancer", "not met"),
    (WOMAN, "exclusion", "History of breast cancer", "unknown"),
    (WOMAN, "inclusion", "clinical stage IV (AJCC, 8th edition)", "met"),
    (WOMAN, "inclusion", "brain metastases at diagnosis", "met"),
    (MAN, "exclusion", "Brain metastases", "unknown"),
    (WOMAN, "exclusion", "EGFR L858R mutation, EGFR 19DEL mutation or EGFR T790M positive", "met"),
    (MAN, "exclusion", "EGFR L858R mutation or EGFR T790M positive", "not met"),
    (WOMAN, "inclusion", "Progressed on osimertinib", "met"),
    (WOMAN, "exclusion", "Chemotherapy within 2 weeks before randomization", "not met"),
    (WOMAN, "exclusion", "Osimertinib within 2 weeks before randomization", "unknown"),
    (WOMAN, "exclusion", "Chemotherapy, or radiotherapy within 2 weeks", "unknown"),
    (WOMAN, "exclusion", "Hypertension", "met"),
    (WOMAN, "exclusion", "Uncontrolled hypertension", "unknown"),
    (WOMAN, "exclusion", "Hypertension requiring three drugs or admission", "unknown"),
    (WOMAN, "exclusion", "Active HIV infection", "not met"),
    (MAN, "exclusion", "Pregnant or lactating women", "not met"),
    (WOMAN, "exclusion", "Pregnant or lactating women", "unknown"),
    (WOMAN, "inclusion", "Willing to take part, ECOG 0-1", "unknown"),
    (WOMAN, "inclusion", "KPS score ≥70", "met"),
    (WOMAN, "inclusion", "Karnofsky performance status ≥ 80%", "unknown"),
    (WOMAN, "inclusion", "Karnofsky > 80", "not met"),
    (MAN, "inclusion", "KPS ≥ 80", "not met"),
    (MAN, "exclusion", "Karnofsky performance score < 70", "met"),
    ("KPS 70", "inclusion", "Karnofsky index 60-100", "met"),
    ("KPS 100", "inclusion", "ECOG ≤ 2 or Karnofsky ≥ 60", "met"),
    ("metastatic breast cancer", "inclusion", "Early breast cancer", "not met"),
    (WOMAN, "exclusion", "Chemotherapy in the adjuvant setting", "unknown"),
    ("AST 2 x ULN", "inclusion", "AST and ALT ≤ 2.5 x ULN", "unknown"),
    ("AST 2 x ULN, ALT 1 x ULN", "inclusion", "AST and ALT ≤ 2.5 x ULN", "met"),
    ("AST 4 x ULN", "exclusion", "AST or ALT > 3 x ULN", "unknown"),
    (LIVER, "inclusion", f"{WIDER} if liver metastases are present)", "met"),
    (LIVER, "inclusion", "ALT ≤ 2.5 x ULN, or ≤ 3 x ULN in patients with liver metastases",
     "not met"),
    (LIVER, "inclusion", f"{WIDER} if bone metastases are present)", "unknown"),
    (LIVER, "inclusion", f"{WIDER} unless liver metastases are present)", "unknown"),
    (LIVER, "inclusion", f"{WIDER} with liver metastases), AST ≤ 1 x ULN", "unknown"),
    (LIVER, "exclusion", "ALT > 2.5 x ULN (> 3 x ULN with liver metastases)", "met"),
    (LIVER, "inclusion", f"{WIDER} if liver or bone metastases are present)", "met"),
    (LIVER, "inclusion", "If liver metastases are present, ALT ≤ 5 x ULN", "met"),
    (LIVER, "inclusion", "If liver metastases are present, ALT ≤ 3 x ULN", "not met"),
    ("ALT 4 x ULN", "inclusion", "If liver metastases are present, ALT ≤ 3 x ULN", "unknown"),
    ("ALT 2 x ULN", "inclusion", "ALT ≤ 3 x ULN if liver metastases are present", "met"),
    (LIVER, "inclusion", "In the absence of liver metastases, ALT ≤ 2.5 x ULN", "met"),
    ("ALT 4 x ULN", "inclusion", "In the absence of liver metastases, ALT ≤ 2.5 x ULN", "unknown"),
    (LIVER, "exclusion", "In patients with liver metastases, ALT > 3 x ULN", "met"),
    (NO_LIVER, "inclusion", "Bilirubin ≤ 2 x ULN, ALT ≤ 5 x ULN if liver metastases", "unknown"),
    (NO_LIVER, "inclusion", "ALT ≤ 2.5 x ULN; or ALT ≤ 5 x ULN if liver metastases", "unknown"),
    (KIDNEY, "inclusion", "Serum creatinine ≤ 1.5 x ULN", "met"),
    (KIDNEY, "exclusion", "Creatinine > 1.5 times the upper limit of normal", "not met"),
    (KIDNEY, "inclusion", "Serum creatinine ≤ 1 x ULN or creatinine clearance ≥ 60 mL/min", "met"),
    (KIDNEY, "inclusion", "Serum creatinine ≤ 1.5 mg/dL", "unknown"),
    (MAN, "inclusion", "Serum creatinine ≤ 1.5 x ULN", "unknown"),
    (KIDNEY, "inclusion", "Total bilirubin ≤ 26 µmol/L", "met"),
    (KIDNEY, "inclusion", "Total bilirubin ≤ 1.5 x ULN", "unknown"),
    (KIDNEY, "inclusion", "INR ≤ 1.5", "met"),
    (KIDNEY, "inclusion", "INR ≤ 1.5 x ULN", "unknown"),
    (KIDNEY, "inclusion", "Measured or calculated creatinine clearance ≥ 70 mL/min", "not met"),
    ("12-year-old, Lansky 80", "inclusion", "Lansky performance score ≥ 60", "met"),
    ("ALT 2 x ULN", "inclusion", f"{WIDER} if liver metastases are present)", "met"),
    ("ALT 6 x ULN", "inclusion", f"{WIDER} if liver metastases are present)", "not met"),
    ("ALT 4 x ULN", "inclusion", f"{WIDER} if liver metastases are present)", "unknown"),
    ("breast cancer, PD-L1 CPS 5", "inclusion", "PD-L1 positive", "unknown"),
    ("breast cancer, PD-L1 CPS 5", "inclusion", "PD-L1 CPS ≥ 10", "not met"),
    ("progressed on second-line FOLFIRI", "inclusion", "At least one prior line of therapy", "met"),
    ("progressed on second-line FOLFIRI", "inclusion", "No more than 1 prior line", "not met"),
    ("progressed on second-line FOLFIRI", "exclusion", "Untreated brain metastases", "unknown"),
    ("HER2-positive breast cancer", "exclusion", "HER2-negative breast cancer", "not met"),
    (WOMAN, "inclusion", "No prior osimertinib", "not met"),
    (WOMAN, "inclusion", "No prior chemotherapy", "met"),
    (WOMAN, "exclusion", "No prior chemotherapy", "met"),
    ("pregnant woman", "inclusion", "Not pregnant", "not met"),
    ("EGFR L858R NSCLC, ALK negative", "inclusion", "No EGFR or ALK alterations", "not met"),
    ("EGFR negative NSCLC", "inclusion", "No EGFR or ALK alterations", "unknown"),
    ("EGFR negative NSCLC", "exclusion", "EGFR, ALK or ROS1 alteration", "unknown"),
    ("EGFR L858R NSCLC", "exclusion", "EGFR, ALK or ROS1 alteration", "met"),
    ("had enzalutamide", "inclusion", "Prior enzalutamide and abiraterone", "unknown"),
    ("had enzalutamide", "inclusion", "Prior enzalutamide or abiraterone", "met"),
    (MAN, "inclusion", "Age 65 to 80, ECOG 0", "not met"),
    ("woman with diabetes", "exclusion", "Type 1 diabetes", "unknown"),
    ("woman without diabetes", "exclusion", "Type 1 diabetes", "not met"),
    ("woman, no sepsis", "exclusion", "Active infection", "unknown"),
    ("woman with type 1 diabetes", "exclusion", "Diabetes", "met"),
    ("albumin 28 g/L", "inclusion", "Serum albumin > 2.8 g/dL", "not met"),
    ("albumin 28 g/L", "inclusion", "Serum albumin ≥ 2.8 g/dL", "met"),
    ("albumin 28 g/L", "inclusion", "Serum albumin ≥ 2.8 G/DL", "unknown"),
    (MAN, "inclusion", "Serum creatinine ≤ 1.5 mg/dL", "met"),
    ("creatinine 150 µmol/L", "exclusion", "Creatinine > 1.5 mg/dL", "met"),
    (MAN, "inclusion", "Serum creatinine ≤ 1.5 x ULN", "unknown"),
    ("ALC 0.4", "inclusion", "Absolute lymphocyte count ≥ 500/mm3", "not met"),
    ("lymphocytes 20%", "inclusion", "Lymphocytes ≥ 1,000/µL", "unknown"),
    (MAN, "inclusion", "Males and females, 18 to 80 years of age", "met"),
    (MAN, "inclusion", "One risk (over 65 years, postmenopausal woman, diabetes)", "unknown"),
    ("10-year-old child", "inclusion", "At least 18 years of age", "not met"),
    (WOMAN, "inclusion", "EGFR L858R, EGFR T790M", "unknown"),
    (CHILD, "inclusion", "Lansky performance score ≥ 70", "met"),
    (CHILD, "inclusion", "Lansky ≥ 90%", "not met"),
    (CHILD, "inclusion", "Lansky play-performance score > 80", "not met"),
    (CHILD, "inclusion", "Karnofsky ≥ 70", "unknown"),
    (CHILD, "inclusion", "Karnofsky ≥ 50 or Lansky ≥ 50", "met"),
    ("KPS 80", "inclusion", "Lansky ≥ 70", "unknown"),
    ("INR 1.1", "inclusion", "INR ≤ 1.5 × ULN", "unknown"),
    ("INR 1.1 x ULN", "inclusion", "INR ≤ 1.5 × ULN", "met"),
    ("INR 1.1 x ULN", "inclusion", "INR ≤ 1.5", "unknown"),
    ("INR 2.4 (ULN 1.2)", "inclusion", "INR ≤ 1.5 × ULN", "not met"),
    ("INR 2.4 (ref 2-3)", "inclusion", "INR ≤ 1.5 × ULN", "unknown"),
    ("AST 80 U/L", "inclusion", "AST ≤ 2.5 × ULN", "unknown"),
    ("AST 80 U/L (ULN 40)", "inclusion", "AST ≤ 2.5 × ULN", "met"),
    ("AST 100.1 U/L (ULN 40)", "inclusion", "AST ≤ 2.5 × ULN", "not met"),
    ("AST 80 U/L (normal < 40)", "inclusion", "AST ≤ 2.5 × ULN", "met"),
    ("AST 120 U/L (ref 10–40)", "inclusion", "AST ≤ 2.5 × ULN", "not met"),
    ("bilirubin 30 µmol/L (ULN 1.2 mg/dL)", "inclusion", "Bilirubin ≤ 30 × ULN", "unknown"),
    ("AST 80 U/L, ALT 90 U/L (ULN 40)", "inclusion", "AST ≤ 2.5 × ULN", "unknown"),
    ("ALT 80 U/L", "inclusion", "ALT ≤ 100 U/L", "met"),
    ("ALT 180 IU/L", "inclusion", "ALT ≤ 100 U/L", "not met"),
    ("ALT 2 x ULN", "inclusion", "ALT ≤ 100 U/L", "unknown"),
    ("ALP 200 U/L (ULN 120)", "inclusion", "Alkaline phosphatase ≤ 2.5 × ULN", "met"),
    ("ALP 200 U/L", "inclusion", "ALP ≤ 2.5 × ULN", "unknown"),
    ("creatinine 1.2 mg/dL (ULN 1.1)", "inclusion", "Serum creatinine ≤ 1.5 × ULN", "met"),
    ("platelets 120 K/µL", "inclusion", "Platelet count ≥ 100 x 10(9)/L", "met"),
    ("glucose 9 mmol/L", "exclusion", "Fasting glucose > 160 mg/dL", "unknown"),
    ("fasting glucose 9 mmol/L", "exclusion", "Fasting glucose > 160 mg/dL", "met"),
    ("breast cancer, chronic hepatitis C", "exclusion", "Hepatitis C virus (HCV) infection", "met"),
    ("breast cancer, hepatitis C", "exclusion", "Known HCV infection", "met"),
    ("NSCLC, HIV positive", "exclusion", "Human immunodeficiency virus infection", "met"),
    ("breast cancer, hepatitis B", "exclusion", "Known HCV infection", "unknown"),
    ("breast cancer, type 2 diabetes", "exclusion", "Diabetes mellitus", "met"),
    ("breast cancer, diabetes", "exclusion", "Type 1 diabetes mellitus", "unknown"),
    ("prostate cancer, BRCA2 germline mutation", "inclusion",
     "Germline or somatic BRCA1 or BRCA2 mutation", "met"),
    ("prostate cancer, BRCA2 germline mutation", "inclusion", "Somatic BRCA2 mutation", "unknown"),
)  # fmt: skip


@pytest.mark.parametrize(("patient", "side", "words", "verdict"), TOLD)
def test_verdict(patient: str, side: Side, words: str, verdict: str) -> None:
    sheet = read_fact_sheet((Message(patient),))
    judged = judge_criterion(Criterion(side=side, number="1"), words, sheet)
    assert judged.verdict == verdict, judged.why
    assert bool(judged.facts) == (verdict != "unknown")
    assert all(patient[each.start : each.end] for each in judged.facts)


def test_says_why_it_is_open() -> None:
    sheet = read_fact_sheet((Message(WOMAN),))
    open_ones = {
        "Palliative score ≥70": "not read by rule: “Palliative score ≥70”",
        "Creatinine clearance ≥ 60 mL/min": "nobody has said: ",
        "Uncontrolled hypertension": "it holds for fewer than that: ",
        "Informed consent": "the patient or the investigator has to say it",
    }
    for words, why in open_ones.items():
        judged = judge_criterion(Criterion(side="exclusion", number="1"), words, sheet)
        assert judged.why.startswith(why)
    of_parents = Criterion(side="inclusion", number="1", group="For parents:")
    assert "For parents:" in judge_criterion(of_parents, "Age ≥18 years", sheet).why


def test_facts_that_contradict_each_other_are_a_conflict() -> None:
    said = (Message("ECOG 1", said_by="A"), Message("ECOG 3", said_by="B"))
    sheet = read_fact_sheet(said)
    judged = judge_criterion(Criterion(side="inclusion", number="1"), "ECOG 0-1", sheet)
    assert (judged.verdict, judged.effect) == ("conflict", "open")
    assert "were said by different people" in judged.why
