"""Numbers of a sentence: whose they are in the quotes, and what follows from them."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

LISTED = (
    "In patients with low and high lactate the 3-year overall survival rates were 88.4% and 61.2%,"
    " respectively (P = 0.01)."
)
BRACKETS = (
    "Median progression-free survival on nivolumab was similar with low PD-L1 (5.4 months) and with"
    " high PD-L1 expression (6.9 months)."
)
WITHOUT = (
    "Brain metastases were found in 12.4% of patients who received lapatinib compared with 17.9% in"
    " patients who did not receive lapatinib."
)
DEATHS = "There were 31 deaths with olaparib and 47 with placebo in ALPHA."
STRONG = (
    "Strong CYP3A inducers should be avoided with entrectinib; if one cannot be avoided, 200 mg is"
    " raised to 800 mg once daily."
)
MODERATE = (
    "Moderate CYP3A inducers should be avoided with entrectinib; if one cannot be avoided, 200 mg"
    " is raised to 500 mg once daily."
)
CARRIERS = "Median overall survival of BRCA-mutated ovarian cancer in GAMMA was 41.0 months."
OTHERS = (
    "Median overall survival of ovarian cancer without a BRCA mutation in GAMMA was 30.5 months."
)
BY_BILIRUBIN = "At bilirubin 1.5 to 3 times the limit docetaxel is given at 60 mg/m2."
BY_MORE = "At bilirubin 3.1 to 5 times the limit docetaxel is given at 40 mg/m2."
HALVED = "Radiotherapy lowered the 10-year risk of recurrence from 24.0% to 11.2% in 1,200 women."
SHARES = "KRAS was wild-type in 60% of the tumours, G12C in 15% and had another mutation in 25%."
ARMS = "DELTA randomised 800 patients to nivolumab (398 patients) or docetaxel (402 patients)."
TWICE = "Rucaparib is taken at 600 mg twice daily."
OLDER = "Ivosidenib is indicated for acute myeloid leukaemia of adults 75 years or older."
SCORE = "With a recurrence score of 26 or greater ASCO advises chemotherapy."
BOTH_ENDS = "Corticosteroids are tapered over at least 4 to 6 weeks after grade 3 colitis."
ENDPOINTS = (
    "Median progression-free survival of lung cancer on sotorasib was 6.8 months and median overall"
    " survival 12.5 months."
)
POINTS = "Of all, 66% of patients responded to two drugs, 14 percentage points more than to one."
TABLETS = "Sotorasib is given at 960 mg (eight 120 mg tablets) once daily."
FOURTEEN = "Six of fourteen patients (43%) with melanoma had an objective response to vemurafenib."
WITHOUT_IT = "Median overall survival was 17.6 months with nivolumab and 16.0 months without it."
YEARS = (
    "In 2019, ASCO saw too little evidence for routine testing of melanoma; the update of 2023"
    " advises it."
)
GRADE_2 = "For neurological effects of grade 2 lorlatinib is withheld and resumed at a lower dose."
GRADE_4 = "For neurological effects of grade 4 lorlatinib is discontinued permanently."
FOUR_CYCLES = "Doxorubicin 60 mg/m2 is given on day 1, for four cycles."
ONE_DOSE = "Hepatotoxicity occurred in 10 of 12 subjects who took a single dose of lorlatinib."
VERSION = "Niraparib is an option of ovarian cancer in Version 2.2020."


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Three-year OS was 88.4% with low vs 61.2% with high lactate.", [LISTED]),
        ("Nivolumab gave a PFS of 5.4 months with low and 6.9 months with high PD-L1.", [BRACKETS]),
        ("Brain metastases: 12.4% with vs 17.9% without lapatinib.", [WITHOUT]),
        ("In ALPHA 47 patients died on placebo and 31 on olaparib.", [DEATHS]),
        ("With a moderate inducer that cannot be avoided it is 500 mg.", [STRONG, MODERATE]),
        ("In GAMMA OS was 41.0 months in BRCA-mutated disease.", [CARRIERS, OTHERS]),
        ("Without a BRCA mutation OS was 30.5 months in GAMMA.", [CARRIERS, OTHERS]),
        ("OS was 41.0 months in BRCA-mutated and 30.5 months in other cancer.", [CARRIERS, OTHERS]),
        ("At bilirubin 3.1 to 5 times the limit docetaxel is 40 mg/m2.", [BY_BILIRUBIN, BY_MORE]),
        ("Radiotherapy more than halved the 10-year risk of recurrence.", [HALVED]),
        ("KRAS was mutated in 40% of the tumours.", [SHARES]),
        ("About half of the 800 patients of DELTA had nivolumab.", [ARMS]),
        ("Rucaparib 600 mg twice daily amounts to 1200 mg a day.", [TWICE]),
        ("Ivosidenib is indicated for acute myeloid leukaemia from 75 years.", [OLDER]),
        ("Steroids are tapered over 4 to 6 weeks or more after grade 3 colitis.", [BOTH_ENDS]),
        ("mPFS was 6.8 months and mOS 12.5 months on sotorasib.", [ENDPOINTS]),
        ("By these figures one drug would reach 52% of patients.", [POINTS]),
        ("About 66 of 100 patients responded to two drugs.", [POINTS]),
        ("A dose of 960 mg means eight tablets of sotorasib.", [TABLETS]),
        ("ORR was 43% (6 of 14) with vemurafenib in melanoma.", [FOURTEEN]),
        ("Without nivolumab OS was 16.0 months and with it 17.6 months.", [WITHOUT_IT]),
        ("In 2019 ASCO saw too little evidence for testing of melanoma.", [YEARS]),
        ("DELTA had 800 patients, half of them on nivolumab (398).", [ARMS]),
        ("Grade 4 neurological effects end lorlatinib permanently.", [GRADE_2, GRADE_4]),
        ("Four cycles add up to 240 mg/m2 of doxorubicin.", [FOUR_CYCLES]),
        ("After one dose of lorlatinib 10 of 12 subjects had hepatotoxicity.", [ONE_DOSE]),
        ("Three of five tumours had wild-type KRAS.", [SHARES]),
        ("NIVOLUMAB gave PFS of less than 7 months with high PD-L1 (6.9 months).", [BRACKETS]),
    ],
)
def test_a_number_keeps_what_it_is_of(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes) == ""


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Three-year OS was 88.4% with high lactate.", [LISTED]),
        ("Nivolumab gave a PFS of 6.9 months with low and 5.4 months with high PD-L1.", [BRACKETS]),
        ("Brain metastases were found in 17.9% with and 12.4% without lapatinib.", [WITHOUT]),
        ("There were 47 deaths with olaparib and 31 with placebo in ALPHA.", [DEATHS]),
        ("With a moderate inducer that cannot be avoided it is 800 mg.", [STRONG, MODERATE]),
        ("In BRCA-mutated ovarian cancer OS was 30.5 months in GAMMA.", [CARRIERS, OTHERS]),
        ("At bilirubin 3.1 to 5 times the limit docetaxel is 60 mg/m2.", [BY_BILIRUBIN, BY_MORE]),
        ("Radiotherapy more than doubled the 10-year risk of recurrence.", [HALVED]),
        ("KRAS was mutated in 45% of the tumours.", [SHARES]),
        ("About a third of the 800 patients of DELTA had nivolumab.", [ARMS]),
        ("Rucaparib 600 mg twice daily amounts to 1800 mg a day.", [TWICE]),
        ("Ivosidenib is indicated for acute myeloid leukaemia from 65 years.", [OLDER]),
        ("Niraparib is an option of ovarian cancer in Version 3.2022.", [VERSION]),
        ("Grade 2 neurological effects end lorlatinib permanently.", [GRADE_2, GRADE_4]),
        ("Four cycles add up to 300 mg/m2 of doxorubicin.", [FOUR_CYCLES]),
        ("Steroids are tapered over at least 2 to 3 weeks after grade 3 colitis.", [BOTH_ENDS]),
        ("Median progression-free survival on sotorasib was 12.5 months.", [ENDPOINTS]),
        ("By these figures one drug would reach 58% of patients.", [POINTS]),
        ("A dose of 960 mg means six tablets of sotorasib.", [TABLETS]),
        ("ORR was 43% (6 of 16) with vemurafenib in melanoma.", [FOURTEEN]),
        ("Without nivolumab OS was 17.6 months and with it 16.0 months.", [WITHOUT_IT]),
        ("In 2023 ASCO saw too little evidence for routine testing of melanoma.", [YEARS]),
    ],
)
def test_a_number_is_of_nothing_else(sentence: str, quotes: list[str]) -> None:
    assert problem(sentence, *quotes)


def test_a_version_of_the_title_is_not_that_of_the_quote() -> None:
    title = "Ovarian cancer (Version 2.2020) and testing (Insights 3.2022)"
    said = "Niraparib is an option of ovarian cancer in Version {}."
    assert problem(said.format("3.2022"), VERSION, title=title)
    assert problem(said.format("2.2020"), VERSION, title=title) == ""


def test_the_patients_own_number_may_lie_beyond_a_limit() -> None:
    said = "Her score of 31 lies above 26, so ASCO advises chemotherapy."
    assert problem(said, SCORE, asked="Breast cancer, recurrence score 31.") == ""
    assert problem(said.replace("26", "36"), SCORE, asked="Breast cancer, recurrence score 31.")
