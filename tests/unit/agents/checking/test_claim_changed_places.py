"""Values, names and times that have changed places, and conclusions that no quote draws."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

HARMS = "Grade 3 hyperglycaemia occurred in 2.3% with capivasertib and 36.6% with alpelisib."
LOSS = (
    "On first-line trastuzumab PTEN loss was associated with resistance (p=0.028) and with shorter"
    " overall survival (p=0.008)."
)
RAISES = "Adagrasib may raise the exposure to warfarin (CYP2C9) and to digoxin (P-gp)."
WAIT = "Anthracyclines such as epirubicin are avoided for up to 7 months after trastuzumab."
LATER = "Tucatinib is indicated for breast cancer after one or more anti-HER2-based regimens."
COUNTS = (
    "Gemcitabine is given at 75% of the full dose with neutrophils of 1000 to 1199 or platelets of"
    " 50,000 to 75,000, at 50% with neutrophils of 700 to 999, and held with platelets below"
    " 50,000."
)
LIGHT = "Below 50 kg of body weight selpercatinib is given at most at 120 mg twice daily."
HEAVY = "From 50 kg of body weight selpercatinib is given at most at 160 mg twice daily."
CHANCE = "Adding lapatinib did not improve survival significantly (a non-significant 16%)."
SCORE_A = "Ribociclib with letrozole scores 4 on the ESMO-MCBS."
SCORE_B = "Abemaciclib with letrozole scores 3 on the ESMO-MCBS."
LIVED = "Patients with ovarian cancer and a BRCA1 mutation had better five-year overall survival."
NAIVE = (
    "Responses were seen in 24% of trastuzumab-pretreated and 56% of trastuzumab-naive patients."
)
REGULAR = "Sotorasib is indicated in the US (accelerated approval) for lung cancer with KRAS G12C."
CELLS = "With neutrophils below 1,000 per microlitre talazoparib is withheld."
MISSED = "A missed dose of capivasertib is taken within 4 hours; after that it is skipped."
RISK = "In DPYD poor metabolizers, who are at higher risk of toxicity, capecitabine is avoided."
PPI = "With omeprazole it is taken with a meal; without one it may be taken with or without food."
FIRST = "Palbociclib plus an aromatase inhibitor is indicated as initial endocrine therapy."
THEN = "Palbociclib plus fulvestrant is indicated after progression on endocrine therapy."
HERA = (
    "In HERA events occurred in 127 of 1694 patients on trastuzumab and in 220 of 1693 patients"
    " under observation."
)
UNLESS = "Goserelin is contraindicated in pregnancy unless it is used for advanced breast cancer."
RARE = "With a normal G6PD status there is a low risk of haemolytic anaemia on rasburicase."
THREE = "For carboplatin at AUC 4 or more ASCO recommends a three-drug antiemetic combination."
PRIOR = "Patients in EMERALD had breast cancer after one or two lines of endocrine therapy."
CLAUDIN = "Zolbetuximab is indicated for claudin 18.2-positive gastric cancer."
NO_PRIOR = "Nivolumab plus ipilimumab is indicated for MSI-high metastatic colorectal cancer."
HEPATITIS = (
    "At grade 3 hepatitis ASCO starts methylprednisolone at once; the checkpoint inhibitor is"
    " stopped permanently with symptoms, and without symptoms a permanent stop is considered."
)
BRIM = (
    "Vemurafenib lengthened overall survival over dacarbazine from 10.0 to 13.3 months and"
    " progression-free survival from 1.6 to 6.9 months."
)
POLO = "BRCA2 mutations were present in 62 of 92 patients on olaparib and 46 of 62 on placebo."
OPEN = (
    "CYP2D6 poor metabolism lowers metabolite concentrations of tamoxifen, but the impact on"
    " efficacy is not well established."
)
D842V = "Avapritinib is indicated for tumours with a PDGFRA exon 18 mutation, D842V included."
YOUNG = (
    "In node-negative breast cancer of patients 50 years or younger ASCO allows chemotherapy with"
    " endocrine therapy."
)
DROPPED = "For BRAF wild-type melanoma ASCO no longer recommends talimogene laherparepvec."
INDUCER = "With an unavoidable moderate CYP3A inducer pralsetinib is raised from 400 mg to 600 mg."
BOTH_LINES = "Letrozole is indicated for the first- and second-line treatment of breast cancer."
SPAN = "Grade 3 hepatitis is AST of 5 to 20 times or bilirubin of 3 to 10 times the upper limit."
AR_V7 = "AR-V7 was found in 39% of the men on enzalutamide and 19% of those on abiraterone."
NO_MATTER = "The identity of the fusion partner made no clinical difference to crizotinib."
PASSED = "When HER2-positive disease has progressed on first-line therapy, ASCO advises T-DXd."
DIABETES = "The safety of alpelisib is not established in type 1 diabetes."
SURVIVED = "Median overall survival was 21.6 months with margetuximab and 19.8 with trastuzumab."


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("Grade 3 hepatitis is AST of 5 to 10 times the upper limit.", [SPAN]),
        ("The identity of the fusion partner clearly influenced crizotinib.", [NO_MATTER]),
        (
            "ASCO advises T-DXd when HER2-positive disease progressed on second-line therapy.",
            [PASSED],
        ),
        ("With 21.6 versus 19.8 months margetuximab ought to replace trastuzumab.", [SURVIVED]),
        ("Vemurafenib lengthened PFS from 10.0 to 13.3 months.", [BRIM]),
        ("46 of 62 patients on olaparib had a BRCA2 mutation.", [POLO]),
        ("Lower metabolite concentrations reduce the efficacy of tamoxifen.", [OPEN]),
        ("Avapritinib is for PDGFRA exon 18 mutations other than D842V.", [D842V]),
        ("In node-negative disease ASCO sees no place for chemotherapy with ET.", [YOUNG]),
        (
            "Palbociclib goes with fulvestrant as initial endocrine therapy and with an aromatase"
            " inhibitor after progression.",
            [FIRST, THEN],
        ),
        ("In HERA 220 of 1693 on trastuzumab and 127 of 1694 under observation had one.", [HERA]),
        ("Goserelin is contraindicated in pregnancy, advanced breast cancer included.", [UNLESS]),
        ("With a normal G6PD status haemolytic anaemia on rasburicase is impossible.", [RARE]),
        ("For carboplatin at AUC 4 or more ASCO recommends a two-drug combination.", [THREE]),
        ("EMERALD enrolled patients without earlier endocrine therapy.", [PRIOR]),
        ("It is a capivasertib problem, at 36.6%, compared with 2.3% for alpelisib.", [HARMS]),
        ("PTEN loss was associated with shorter overall survival (p=0.028).", [LOSS]),
        ("Adagrasib may raise digoxin by way of CYP2C9.", [RAISES]),
        ("Trastuzumab is avoided for up to 7 months after epirubicin.", [WAIT]),
        ("Tucatinib is indicated before any anti-HER2-based regimen.", [LATER]),
        ("With neutrophils of 700 to 999 the dose of gemcitabine is 75%.", [COUNTS]),
        ("At 47 kg the selpercatinib dose is up to 160 mg twice daily.", [LIGHT, HEAVY]),
        ("Adding lapatinib improved survival by 16%.", [CHANCE]),
        ("Ribociclib has been shown to be more effective than abemaciclib.", [SCORE_A, SCORE_B]),
        (
            "Since BRCA1 carriers with ovarian cancer live longer, they can be treated less.",
            [LIVED],
        ),
        ("More than half of trastuzumab-pretreated patients responded.", [NAIVE]),
        ("Sotorasib has full (regular) FDA approval for lung cancer with KRAS G12C.", [REGULAR]),
        ("Talazoparib is withheld with neutrophils below 1,000 per millilitre.", [CELLS]),
    ],
)
def test_what_has_changed_places_or_goes_beyond_the_quotes_is_flagged(
    sentence: str, quotes: list[str]
) -> None:
    assert problem(sentence, *quotes)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("It was commoner on alpelisib than on capivasertib (36.6 vs 2.3%).", [HARMS]),
        ("PTEN loss was associated with shorter overall survival (p=0.008).", [LOSS]),
        ("Epirubicin is avoided for up to 7 months after trastuzumab.", [WAIT]),
        ("With neutrophils of 700 to 999 the dose of gemcitabine is 50%.", [COUNTS]),
        ("With fewer than 50,000 platelets gemcitabine is not given.", [COUNTS]),
        ("From 50 kg selpercatinib is given at most at 160 mg bd.", [LIGHT, HEAVY]),
        ("Lapatinib failed to bring a significant survival gain.", [CHANCE]),
        ("After more than 4 hours a missed dose of capivasertib is skipped.", [MISSED]),
        ("Capecitabine is avoided in DPYD poor metabolizers.", [RISK]),
        (
            "Palbociclib goes with an aromatase inhibitor as initial endocrine therapy and with"
            " fulvestrant after progression.",
            [FIRST, THEN],
        ),
        ("Zolbetuximab is indicated in CLDN18.2+ gastric cancer.", [CLAUDIN]),
        ("For MSI-high colorectal cancer the nivolumab label names no prior therapy.", [NO_PRIOR]),
        (
            "In asymptomatic grade 3 hepatitis ASCO starts methylprednisolone at once and has a"
            " permanent stop considered.",
            [HEPATITIS],
        ),
        ("Vemurafenib beat dacarbazine by 3.3 mo in OS and 5.3 mo in PFS.", [BRIM]),
        ("46 of 62 patients on placebo had a BRCA2 mutation.", [POLO]),
        ("In N0 breast cancer at 50 or younger ASCO allows chemo with ET.", [YOUNG]),
        ("ASCO has dropped its recommendation of T-VEC for BRAF wt melanoma.", [DROPPED]),
        ("Letrozole is indicated for breast cancer, 1L and 2L.", [BOTH_LINES]),
        ("AR-V7 was twice as often found on enzalutamide as on abiraterone (39 vs 19%).", [AR_V7]),
        ("The safety of alpelisib in T1DM is not established.", [DIABETES]),
        ("With omeprazole it should be taken with a meal.", [PPI]),
    ],
)
def test_the_same_in_other_words_is_left_alone(sentence: str, quotes: list[str]) -> None:
    assert not problem(sentence, *quotes)


def test_a_drug_that_the_thread_calls_a_member_of_the_class_may_be_named() -> None:
    sentence = "If efavirenz has to stay, pralsetinib goes from 400 to 600 mg."
    asked = "Pralsetinib with efavirenz, a moderate CYP3A inducer that is unavoidable?"
    assert not problem(sentence, INDUCER, asked=asked)
    assert not problem(sentence, INDUCER, asked="Pralsetinib with efavirenz?")  # by the table
    strong = sentence.replace("efavirenz", "rifampicin")
    assert problem(strong, INDUCER, asked="Pralsetinib with rifampicin?")


AVOIDED = (
    "Avoid strong CYP3A inhibitors with olaparib. If they cannot be avoided, reduce the olaparib"
    " dose to 100 mg twice daily."
)
OF_AGE = "Among women aged ≥ 18 years olaparib prolonged survival (p<0.001)."
TWO_WEIGHTS = "Niraparib: <77 kg 200 mg once daily, ≥77 kg 300 mg once daily."


@pytest.mark.parametrize(
    ("sentence", "quote", "says_more"),
    [
        ("Strong CYP3A inhibitors are prohibited with olaparib.", AVOIDED, True),
        ("Olaparib is recommended for women aged 18 or older.", OF_AGE, True),
        ("Below 77 kg niraparib should be given at 200 mg once daily.", TWO_WEIGHTS, False),
    ],
)
def test_what_may_not_be_avoided_or_has_two_signs_is_no_order(
    sentence: str, quote: str, says_more: bool
) -> None:
    assert ("says more" in problem(sentence, quote)) is says_more
