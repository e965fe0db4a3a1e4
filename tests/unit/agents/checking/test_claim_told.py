"""What is done, of whom alone, on what condition; rough numbers and parts in words."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

ILD = (
    "For symptomatic interstitial lung disease of grade 2 or higher, trastuzumab deruxtecan is"
    " permanently discontinued and corticosteroids are started promptly."
)
PHENYTOIN = "Phenytoin levels are monitored during capecitabine, and its dose may be reduced."
DPYD = (
    "CPIC starts fluoropyrimidines at half the dose in intermediate metabolizers and titrates by"
    " toxicity."
)
PAIR = "Anastrozole and letrozole should not be combined with tamoxifen."
WHATEVER = "Tumours were enrolled in KEYNOTE-522 whatever their PD-L1 expression."
STAGES = (
    "After resection of cutaneous melanoma of stage IIB or IIC, ASCO advises adjuvant pembrolizumab"
    " or nivolumab; in stage IIA it advises against adjuvant therapy outside a trial."
)
WITHHELD = (
    "If binimetinib is withheld in melanoma, encorafenib is reduced to at most 300 mg once daily"
    " until it is resumed."
)
ARMS = (
    "Median progression-free survival was 7.8 months with tucatinib and 5.6 months with placebo,"
    " each with trastuzumab and capecitabine."
)
INDUCER = (
    "Strong CYP3A inducers should be avoided with osimertinib; if one cannot be avoided,"
    " osimertinib is increased to 160 mg daily."
)
G12C = (
    "Sotorasib is indicated for KRAS G12C-mutated lung cancer after at least one systemic therapy."
)
AMIVANTAMAB = "Amivantamab gave a response rate of 40% in 81 patients after platinum."
MOBOCERTINIB = "Mobocertinib gave a confirmed response rate of 28% in 114 patients after platinum."
RESPONSES = "Response was seen in 46 of 124 patients (37.1%), complete in 4 and partial in 42."
SURVIVAL = "Overall survival at 5 years was 82.7% with olaparib and 75.4% with placebo."
NEUTROPENIA = "Febrile neutropenia occurred in 12% on docetaxel and in 4% on sotorasib."
LONGER = "Median overall survival was 75.2 months with olaparib and 57.3 months with placebo."
NIVOLUMAB = "Adjuvant nivolumab is given for 52 weeks, starting within 12 weeks of surgery."
CYCLES = "Docetaxel 75 mg/m2 is given on day 1 of a 21-day cycle, four times."
ALK = "For stage IV lung cancer with an ALK rearrangement ASCO recommends alectinib or lorlatinib."
CLEARANCE = (
    "Capecitabine is reduced by 25% at a creatinine clearance of 30 to 50 mL/min, and"
    " contraindicated below 30 mL/min."
)
WITHDRAWN = (
    "The accelerated approval of nivolumab in small cell lung cancer was withdrawn on 12/29/2020."
)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("With symptomatic ILD of grade 2 trastuzumab deruxtecan goes on unchanged.", [ILD]),
        ("Phenytoin must be stopped during capecitabine.", [PHENYTOIN]),
        ("CPIC starts intermediate metabolizers at the full dose.", [DPYD]),
        ("Anastrozole, unlike letrozole, should not be combined with tamoxifen.", [PAIR]),
        ("KEYNOTE-522 enrolled only PD-L1-positive tumours.", [WHATEVER]),
        ("ASCO advises adjuvant pembrolizumab after resection of stage IIA melanoma.", [STAGES]),
        ("In melanoma the encorafenib dose must not exceed 300 mg once daily.", [WITHHELD]),
        ("Tucatinib alone gave a median PFS of 7.8 months.", [ARMS]),
        ("If a strong inducer cannot be avoided, osimertinib is lowered to 160 mg daily.",
         [INDUCER]),
        ("Sotorasib is indicated for KRAS-mutated lung cancer after systemic therapy.", [G12C]),
        ("Amivantamab gave a confirmed response rate of 28% in 114 patients.",
         [AMIVANTAMAB, MOBOCERTINIB]),
        ("More than half of the patients responded, 4 of them completely.", [RESPONSES]),
        ("Roughly one in ten patients on placebo had died by five years.", [SURVIVAL]),
        ("About a third of the patients on olaparib were alive at five years.", [SURVIVAL]),
        ("Febrile neutropenia was twice as frequent on docetaxel as on sotorasib.", [NEUTROPENIA]),
        ("Olaparib added about two and a half years of median survival.", [LONGER]),
        ("Nivolumab is given for two years, starting within 12 weeks of surgery.", [NIVOLUMAB]),
    ],
)  # fmt: skip
def test_what_no_quote_tells_is_a_problem(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("With symptomatic ILD of grade 2 or higher T-DXd is stopped for good.", [ILD]),
        ("CPIC starts intermediate metabolizers at half the dose.", [DPYD]),
        ("Neither anastrozole nor letrozole should be combined with tamoxifen.", [PAIR]),
        ("ASCO advises against adjuvant therapy of stage IIA melanoma outside a trial.", [STAGES]),
        ("When binimetinib is withheld, encorafenib is taken at 300 mg at most.", [WITHHELD]),
        ("If a strong inducer cannot be avoided, osimertinib goes up to 160 mg daily.", [INDUCER]),
        ("28% responded to mobocertinib and 40% to amivantamab.", [AMIVANTAMAB, MOBOCERTINIB]),
        ("Roughly three in eight patients responded.", [RESPONSES]),
        ("Roughly one in four patients on placebo had died by five years.", [SURVIVAL]),
        ("Febrile neutropenia was two thirds less frequent with sotorasib than with docetaxel.",
         [NEUTROPENIA]),
        ("One in 25 patients on sotorasib had febrile neutropenia.", [NEUTROPENIA]),
        ("Olaparib added about a year and a half of median survival.", [LONGER]),
        ("Adjuvant nivolumab is given for a year, starting within three months of surgery.",
         [NIVOLUMAB]),
        ("Docetaxel is given every three weeks, four times, so over about twelve weeks.", [CYCLES]),
        ("The accelerated approval of nivolumab in SCLC was withdrawn in December 2020.",
         [WITHDRAWN]),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_none(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes) == ""


def test_a_fusion_of_the_patient_is_of_any_fusion_of_its_gene() -> None:
    asked = "Lung adenocarcinoma stage IV with an EML4-ALK fusion. First line?"
    said = "For her EML4-ALK fusion ASCO recommends alectinib or lorlatinib."
    assert problem(said, ALK, asked=asked) == ""
    assert problem("For her ROS1 fusion ASCO recommends alectinib.", ALK, asked=asked)


def test_a_rule_is_held_to_the_patients_number_behind_a_second_limit() -> None:
    asked = "CrCl 41 mL/min. Capecitabine?"
    assert problem(
        "With a creatinine clearance of 41 mL/min capecitabine is contraindicated.",
        CLEARANCE,
        asked=asked,
    )
