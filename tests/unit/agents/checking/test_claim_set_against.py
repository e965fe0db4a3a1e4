"""Values set against each other, limits, changes and groups in other words than the quote's."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

ARMS = (
    "Median progression-free survival was 12.4 months with ribociclib plus letrozole and 8.1"
    " months with letrozole, and 42% and 31% had a response."
)
ALIVE = "At 4 years, 71% of patients on nivolumab and 52% of those on placebo were alive."
SWITCH = "In severe renal impairment the drug is given once weekly instead of twice weekly."
PAUSE = (
    "For grade 2 colitis the drug is interrupted until grade 1; if that takes 14 days or less the"
    " dose is kept, if longer it is lowered by one level."
)
FOR_GOOD = "The drug is discontinued permanently for colitis of grade 4."
ELDERLY = "Treatment was stopped for adverse events in 31.2% of elderly and 15.4% of younger."
EXPOSURE = "Exposure to the drug was 118% higher in severe hepatic impairment than in normal."
LOWER = "A strong inducer lowered the exposure to the drug by 67%."
COUNTS = "Of 512 patients, 256 received the drug; 231 had a mutation of PIK3CA."
AVOIDED = (
    "Strong CYP3A4 inhibitors are avoided with the drug; if they are unavoidable, the dose is 40 mg"
    " once daily."
)
STAGES = "The trial took patients with completely resected lung cancer of stage IB to IIIA."
SUBGROUP = (
    "In the CPS 10 or higher subgroup, median overall survival was 23.0 months with pembrolizumab"
    " and 16.1 months with placebo."
)
PHENOTYPES = "For intermediate metabolizers of DPYD, CPIC recommends 50% of the normal dose."
UNSHOWN = "Safety and efficacy of the drug have not been established in children with lymphoma."
ALONE = "Survival at 5 years was 71% on letrozole; it was 79% together with ribociclib."
SMALL = "The subgroup was small and had no control group, so it does not show who benefits."
INHIBITOR = "With strong CYP3A4 inhibitors the drug is lowered from 200 mg to 100 mg once daily."
LACKING = "The advice is for patients who are poor metabolizers of CYP2D6."
RESPONSE = "Responses were seen in 64% with crizotinib, 20 points more than with pemetrexed alone."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Ribociclib plus letrozole gave a median PFS of 12.4 rather than 8.1 months.", ARMS),
        ("42% on ribociclib plus letrozole responded, as opposed to 31% on letrozole.", ARMS),
        ("At 4 years 71% on nivolumab were alive, set against 52% on placebo.", ALIVE),
        ("In severe renal impairment it goes from twice to once weekly.", SWITCH),
        ("Grade 2 colitis means a pause; no dose is lost if it takes no longer than 14 days.",
         PAUSE),
        ("Permanent discontinuation starts at grade 4 colitis.", FOR_GOOD),
        ("Adverse events ended treatment in about 31% of the elderly, about twice as many.",
         ELDERLY),
        ("Severe hepatic impairment more than doubled the exposure to the drug.", EXPOSURE),
        ("The inducer cut exposure to the drug to a third, 67% less.", LOWER),
        ("More than 500 patients took part, and well over 200 had a PIK3CA mutation.", COUNTS),
        ("Strong CYP3A4 inhibitors are avoided; if that is impossible, it is given at 40 mg once"
         " daily.", AVOIDED),
        ("A resected stage II lung cancer lies within what the trial took.", STAGES),
        ("DPYD calls for 50% of the normal dose when it is intermediate, by CPIC.", PHENOTYPES),
        ("It warns that safety and efficacy are not established in children with"
         " lymphoma.", UNSHOWN),
        ("On letrozole alone 71% survived 5 years, and 79% together with ribociclib.", ALONE),
        ("It cannot tell: the subgroup was small and had no control group.", SMALL),
        ("Missing CYP2D6 is what the advice is about.", LACKING),
        ("Pemetrexed alone must have reached about 44% responses.", RESPONSE),
    ],
)  # fmt: skip
def test_what_the_quote_says_in_other_words_is_verified(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("At 4 years 52% on nivolumab were alive, set against 71% on placebo.", ALIVE),
        ("In severe renal impairment it goes from once to twice weekly.", SWITCH),
        ("Permanent discontinuation starts at grade 3 colitis.", FOR_GOOD),
        ("Severe hepatic impairment more than tripled the exposure to the drug.", EXPOSURE),
        ("The inducer halved the exposure to the drug.", LOWER),
        ("More than 300 patients had a PIK3CA mutation.", COUNTS),
        ("Strong CYP3A4 inhibitors are given with the drug at 40 mg once daily.", AVOIDED),
        ("Resected stage IV lung cancer lies within what the trial took.", STAGES),
        ("The trial took resected lung cancer of stage I to IIIA.", STAGES),
        ("CPIC recommends 50% of the normal dose.", PHENOTYPES),
        ("The label says the drug must be given to children with lymphoma.", UNSHOWN),
        ("Ribociclib alone gave 79% survival at 5 years.", ALONE),
        ("The drug must be given at 44% responses.", RESPONSE),
    ],
)  # fmt: skip
def test_what_it_does_not_say_is_not(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


def test_the_group_of_a_value_is_not_the_patients_own_value() -> None:
    asked = "Metastatic triple-negative breast cancer, CPS 12: pembrolizumab?"
    said = "Her CPS of 12 puts her in the CPS 10 or higher subgroup, where OS was 23.0 months."
    assert not problem(said, SUBGROUP, asked=asked)


def test_a_limit_that_the_patients_value_does_not_reach_is_none_of_hers() -> None:
    asked = "Metastatic triple-negative breast cancer, CPS 4: pembrolizumab?"
    said = "With her CPS of at least 10 she can expect 23.0 months of OS with pembrolizumab."
    assert problem(said, SUBGROUP, asked=asked)


def test_a_drug_of_the_patient_may_be_named_as_one_of_a_class() -> None:
    said = "Strong CYP3A4 inhibitors such as her clarithromycin bring 200 mg down to 100 mg."
    asked = "She takes clarithromycin, a strong CYP3A4 inhibitor. Dose of the drug?"
    assert not problem(said, INHIBITOR, asked=asked)
    assert problem(said.replace("100", "50"), INHIBITOR, asked=asked)
