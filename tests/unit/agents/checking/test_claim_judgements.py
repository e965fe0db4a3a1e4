"""What a sentence adds or leaves out: causes, judgements, other things of a kind, conditions; and
what it may compute or take from the patient."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

ASSOCIATED = "Completion of adjuvant treatment was associated with improved overall survival."
EITHER = "ASCO accepts ovarian suppression with tamoxifen or an aromatase inhibitor."
THIGH = "Phesgo is injected into the thigh every three weeks."
REDUCED = (
    "Patients whose lorlatinib was already reduced to 75 mg for adverse reactions take 50 mg once"
    " daily when a strong CYP3A inhibitor is started."
)
LITTLE = "Only 8 men had a PALB2 mutation, so the trial says little about olaparib for PALB2 alone."
YOUNG = "In women 50 years of age or younger, TAILORx found some benefit of chemotherapy."
FORWARD = "MET lies on the forward strand of chromosome 7."
HEALTHY = "Severe hepatotoxicity occurred in 10 of 12 healthy subjects who took lorlatinib."
HOMOZYGOUS = "Fluorouracil is not recommended for patients homozygous for DPYD*2A."
AGES = "Selpercatinib alone is indicated for thyroid cancer in patients from 2 years of age."
EXPOSURE = "In moderate hepatic impairment the exposure to alectinib was 136% of that of others."
WEIGHT = "For grade 2 ALT prednisone is started at 0.5-1 mg/kg."
VOLUME = "Fulvestrant 500 mg is given as two 5 mL injections on Days 1 and 15."
BLOCKERS = "Drugs that cause bradycardia, such as beta-blockers, should be avoided with crizotinib."
GENES = "NCCN recommends tumour testing of BRCA1, BRCA2, ATM and PALB2."
LABEL = "Vorasidenib is indicated from 12 years for grade 2 glioma with an IDH1 mutation."
P_VALUES = (
    "Chemotherapy was associated with benefit for MSS tumours (p = 0.002) but not MSI tumours"
    " (p = 0.750)."
)
TARGET = "Datopotamab deruxtecan is also aimed at Trop-2."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Completing adjuvant treatment prolongs overall survival.", ASSOCIATED),
        ("ASCO finds an aromatase inhibitor better tolerated than tamoxifen.", EITHER),
        ("Phesgo is injected into the abdomen every three weeks.", THIGH),
        ("Patients take lorlatinib 50 mg once daily when a strong CYP3A inhibitor is started.",
         REDUCED),
        ("Olaparib works in PALB2-mutated cancer.", LITTLE),
        ("In women of all ages TAILORx found some benefit of chemotherapy.", YOUNG),
        ("MET lies on the reverse strand of chromosome 7.", FORWARD),
        ("Severe hepatotoxicity occurred in 10 of 12 patients with lung cancer who took"
         " lorlatinib.", HEALTHY),
        ("Fluorouracil is not recommended for any carrier of DPYD*2A.", HOMOZYGOUS),
        ("Selpercatinib is indicated for thyroid cancer only in adults.", AGES),
    ],
)  # fmt: skip
def test_what_is_added_or_left_out_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote", "asked"),
    [
        ("Completing adjuvant treatment was linked to better overall survival.", ASSOCIATED, ""),
        ("Moderate hepatic impairment raised the exposure to alectinib by 36%.", EXPOSURE, ""),
        ("At 70 kg, 0.5-1 mg/kg is prednisone 35 to 70 mg.", WEIGHT, "70 kg man, ALT grade 2."),
        ("Two injections of 5 mL make 10 mL of fulvestrant.", VOLUME, ""),
        ("Metoprolol is a beta-blocker, which should be avoided with crizotinib.", BLOCKERS,
         "Woman on metoprolol starting crizotinib."),
        ("BRIP1 is not among the genes that NCCN recommends for tumour testing.", GENES, ""),
        ("At 15 years, with IDH1 R132H in a grade 2 glioma, vorasidenib is indicated.", LABEL,
         "15 years, grade 2 glioma, IDH1 R132H."),
        ("In MSI tumours the benefit of chemotherapy was not significant (p = 0.750).", P_VALUES,
         ""),
        ("Datopotamab deruxtecan is directed at Trop-2.", TARGET, ""),
    ],
)  # fmt: skip
def test_what_follows_is_left(sentence: str, quote: str, asked: str) -> None:
    assert not problem(sentence, quote, asked=asked)
