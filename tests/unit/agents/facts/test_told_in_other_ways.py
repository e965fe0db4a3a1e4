"""Ways of telling that turned a fact round, invented one, or lost it without a word."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def sheet_of(*texts: str) -> FactSheet:
    return read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])


def facts_of(*texts: str) -> list[str]:
    return [describe(fact.value) for fact in sheet_of(*texts).facts if not fact.rule]


@pytest.mark.parametrize(
    ("text", "there", "not_there"),
    [
        (
            "gBRCA1, PD-L1 neg. TNBC",
            "germline BRCA1 alteration: present",
            "germline BRCA1 alteration: absent",
        ),
        ("gPALB2 pos, BRCA1/2 neg", "germline PALB2 alteration: present", "PALB2 alteration: abs"),
        ("gBRCA1, gPALB2 neg", "germline BRCA1 alteration: absent", "BRCA1 alteration: present"),
        ("gBRCA1, ATM neg", "ATM alteration: absent", "BRCA1"),
        ("sBRCA2, ATM neg, mCRPC", "ATM alteration: absent", "BRCA2"),
        ("germline BRCA1 and PALB2 neg", "germline BRCA1 alteration: absent", "BRCA1 alt: pre"),
        ("gBRCA1, PD-L1 both neg", "germline BRCA1 alteration: absent", "BRCA1 alt: present"),
    ],
)
def test_a_denial_behind_a_gene_with_its_origin(text: str, there: str, not_there: str) -> None:
    facts = facts_of(text)
    assert there in facts
    assert not [each for each in facts if not_there in each]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("MTC on vandetanib, QTcF 515 baseline 430", ["QTc 515 ms"]),
        ("LVEF 48% baseline 62%", ["LVEF 48%"]),
        ("on cisplatin, creatinine 1.8x baseline", []),
        ("on cisplatin, creatinine 1.8 times her baseline", []),
        ("on pembrolizumab, ALT 5x baseline", []),
        ("on entrectinib, weight +12kg", []),
        ("on entrectinib, weight 82 kg", ["weight 82 kg"]),
    ],
)
def test_a_value_beside_its_baseline(text: str, facts: list[str]) -> None:
    measured = [each for each in facts_of(text) if any(c.isdigit() for c in each)]
    assert sorted(set(measured)) == facts


@pytest.mark.parametrize(
    ("texts", "there", "gone"),
    [
        (("RCC, HFSR grade 3", "it wasn't HFSR, it was mucositis"), "stomatitis", "hand-foot"),
        (("on nivolumab, colitis grade 2", "not colitis, c diff"), "active infection", "diarr"),
        (("HCC, no ascites", "mild ascites on US"), "slight ascites", "no ascites"),
        (("HCC, mild ascites", "no ascites on repeat US"), "no ascites", "slight"),
        (("gastric, HER2 3+", "HER2 rereviewed 1+, not amplified"), "HER2-low (IHC 1+)", "pos"),
        (("TNBC", "BRCA2 actually pathogenic, lab called"), "BRCA2 alteration: present", "abs"),
        (("NSCLC, HER2 A775_G776insYVMA", "the mutation call was an artefact"), "ab", "present"),
        (("CCA, MET amplification", "the amplification was a false positive"), "ab", "present"),
        (("mCRPC, ATM mutated", "and if it was BRCA2 instead?"), "BRCA2 alteration: pre", "ATM"),
        (("NSCLC, ROS1 fusion", "what about RET instead?"), "RET fusion: present", "ROS1"),
        (("T-DXd, ground glass, asymptomatic", "now cough"), "disease grade 2 or higher", "1"),
    ],
)
def test_a_later_message_puts_it_right(texts: tuple[str, ...], there: str, gone: str) -> None:
    facts = facts_of(*texts)
    assert [each for each in facts if there in each]
    assert not [each for each in facts if gone in each]


def test_a_gene_is_supposed_for_its_question_only() -> None:
    told = ["mCRPC, ATM mutated", "and if it was BRCA2 instead?", "ok. which dose of olaparib?"]
    assert "ATM alteration: present" in facts_of(*told)


def test_which_of_two_mutations_was_none_is_not_guessed() -> None:
    facts = facts_of("NSCLC, KRAS G12C, STK11 mutated", "the mutation was an artefact")
    assert "KRAS G12C: present" in facts


def test_a_denied_type_of_tissue_is_not_the_patients() -> None:
    sheet = sheet_of("pleural mesothelioma epithelioid not sarcomatoid")
    assert not [fact for fact in sheet.facts if "sarcomatoid" in describe(fact.value)]


def test_a_cough_without_symptoms_leaves_the_grade_open() -> None:
    facts = facts_of("cough and ground glass on CT without symptoms, T-DXd cycle 4")
    assert "interstitial lung disease" in facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("EGFR L858R, osi started 3 wks ago", "on osimertinib"),
        ("dabrafenib + trametinib started last week, fever 39", "on dabrafenib + trametinib"),
        ("RCC. cabo 60 -> 40 -> 20, each for HFSR g3", "on cabozantinib"),
        ("GIST, imatinib 400 -> 800 -> sunitinib", "had imatinib"),
        ("MBC on letrozole, amlodipine started yesterday", "on amlodipine"),
        ("cervical ca on gentamicin, CrCl 52", "on gentamicin"),
        ("EGFR lung, on osi, off since Monday", "had osimertinib"),
        ("TNBC 44F germline back: neg", "germline BRCA1 alteration: absent"),
        ("TNBC 44F, germline is back, neg", "germline BRCA2 alteration: absent"),
    ],
)
def test_a_fact_told_in_few_words(text: str, fact: str) -> None:
    assert fact in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "should osi be started 3 wks after surgery?",
        "osi started 3 wks ago?",
        "GIST, imatinib 400 -> 800?",
        "osi started 3 wks ago, declined after all",
    ],
)
def test_what_is_asked_or_over_does_not_go_on(text: str) -> None:
    assert not [each for each in facts_of(text) if each.startswith("on ")]


def test_a_drug_that_was_gone_back_to_is_taken() -> None:
    told = ["DCIS on tamoxifen, paroxetine changed to sertraline", "GP went back to paroxetine"]
    assert "had paroxetine" not in facts_of(*told)
    assert "on paroxetine" in facts_of(*told)


def test_the_one_event_that_is_over_is_not_asked_of() -> None:
    sheet = sheet_of("on pembrolizumab, hepatitis grade 3. restart?", "resolved, grade 0")
    assert not sheet.unassigned
    assert any("told as over" in each for each in sheet.changed)
    several = sheet_of("on pembrolizumab, hepatitis grade 3, rash grade 2", "resolved, grade 0")
    assert several.unassigned == "resolved"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("on FOLFIRINOX, neuropathy 2. olaparib maint?", "neuropathy grade 2"),
        ("mucositis 3, HFS 2 on cape", "hand-foot syndrome grade 2"),
        ("abemaciclib, diarrhea 1", "diarrhoea grade 1"),
        ("on cape (neuropathy 2), continue?", "neuropathy grade 2"),
    ],
)
def test_a_bare_digit_behind_an_event_is_its_grade(text: str, fact: str) -> None:
    assert fact in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "on lenvatinib, proteinuria 2",
        "rash 2 weeks ago on encorafenib",
        "on FOLFIRI, diarrhea 4",
        "on cape, neuropathy 2.5",
        "platelets 2",
        "on cape: 1) neuropathy 2) rash 3) fatigue",
        "on cape: 1. neuropathy 2. rash",
    ],
)
def test_a_digit_that_may_be_something_else_is_no_grade(text: str) -> None:
    assert not [each for each in facts_of(text) if "grade" in each]


WIFE = "45F HER2+ MBC on T-DXd, takes fluconazole"


@pytest.mark.parametrize(
    "text",
    [
        "her husband asks: he takes warfarin and amiodarone, can he get the shingles vaccine?",
        "question for her husband: takes clopidogrel, omeprazole ok?",
        "the husband has prostate cancer on enzalutamide, any interaction with apixaban?",
    ],
)
def test_what_the_husband_takes_is_not_the_patients(text: str) -> None:
    facts = facts_of(WIFE, text)
    assert not [each for each in facts if "T-DXd" in each or "fluconazole" in each]
    assert "HER2-positive" not in facts


@pytest.mark.parametrize(
    "text",
    ["question about her mother's BRCA1: does it matter?", "her sister has BRCA2, tested pos"],
)
def test_the_family_history_is_no_other_patient(text: str) -> None:
    facts = facts_of("45F TNBC", text)
    assert "triple-negative breast cancer" in facts
    assert not [each for each in facts if "BRCA" in each]


def test_a_tumour_with_the_age_of_a_relative_is_the_relatives() -> None:
    assert facts_of("her mother has BRCA1, breast cancer at 40") == []


def test_the_stage_of_an_earlier_tumour_is_not_that_of_the_one_of_now() -> None:
    facts = facts_of("hist: seminoma stage IIB 2014, BEP; now tAML FLT3 neg")
    assert "acute myeloid leukaemia" in facts
    assert not [each for each in facts if "IIB" in each or "early" in each]


def test_a_vaccine_is_no_infection() -> None:
    assert "active infection" not in facts_of("MBC on T-DXd, shingles vaccine ok?")
    assert "active infection" in facts_of("MBC on T-DXd, shingles now, hold?")


def test_who_had_no_systemic_treatment_is_in_the_first_line() -> None:
    assert "line 1" in facts_of("HNSCC oropharynx, no prior systemic, CPS 25")


def test_what_was_had_in_place_of_another() -> None:
    facts = facts_of("gastric ca, FOLFOX + zolbe", "no zolbe, it was nivo he got")
    assert {"never had zolbetuximab", "had nivolumab"} <= set(facts)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("colon ca, MMR: MLH1- PMS2- MSH2+ MSH6+", {"MLH1 loss: present", "PMS2 loss: present"}),
        ("colon ca, MLH1 neg, PMS2 neg by IHC", {"MLH1 loss: present", "PMS2 loss: present"}),
        ("colon ca, MMR IHC: MSH2 (-), MSH6 (-)", {"MSH2 loss: present", "MSH6 loss: present"}),
        ("colon ca, MSH6 IHC neg", {"MSH6 loss: present"}),
    ],
)
def test_a_negative_stain_of_a_repair_protein_is_its_loss(text: str, facts: set[str]) -> None:
    assert facts <= set(facts_of(text))
    assert not [each for each in facts_of(text) if "alteration: present" in each]


@pytest.mark.parametrize("text", ["colon ca, germline MLH1 neg", "colon ca, gMLH1 neg"])
def test_a_negative_gene_of_repair_is_no_loss(text: str) -> None:
    assert "germline MLH1 alteration: absent" in facts_of(text)


@pytest.mark.parametrize(
    ("text", "denied", "other"),
    [
        ("gastric ca, no zolbe; FOLFOX alone", "never had zolbetuximab", "oxaliplatin"),
        ("gastric ca, no zolbe, FOLFOX alone", "never had zolbetuximab", "oxaliplatin"),
        ("mCRC, no bev; FOLFIRI x4", "never had bevacizumab", "irinotecan"),
    ],
)
def test_a_denied_treatment_denies_none_behind_it(text: str, denied: str, other: str) -> None:
    facts = facts_of(text)
    assert denied in facts
    assert not [each for each in facts if each.startswith("never") and other in each]


def test_a_whole_list_may_be_denied() -> None:
    facts = facts_of("mCRC, never had cetuximab, panitumumab or bevacizumab")
    assert {f"never had {d}" for d in ("cetuximab", "panitumumab", "bevacizumab")} <= set(facts)


def test_a_state_that_is_asked_about_is_no_fact() -> None:
    assert "MSI-high" not in facts_of("father colon ca 48, pt dMMR?")
    assert "MSI-high" in facts_of("colon ca 60M, MSI-H, pembro?")


def test_signs_of_two_methods_contradict_each_other() -> None:
    sheet = sheet_of("stage IV NSCLC, ALK IHC+, FISH-, pt 49M")
    assert any("by two methods" in each.sentence for each in sheet.contradictions)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("EGFR: tissue neg, plasma pos. lung adeno stage IV", "EGFR alteration: present"),
        ("lung adeno, EGFR: tissue negative, plasma ctDNA L858R positive", "EGFR L858R: present"),
    ],
)
def test_what_plasma_shows_and_tissue_does_not_counts(text: str, fact: str) -> None:
    assert fact in facts_of(text)
    assert sheet_of(text).contradictions


def test_a_gene_of_blood_cells_is_left_open() -> None:
    sheet = sheet_of("prostate ca, ATM: tissue neg, plasma pos")
    assert not [fact for fact in sheet.facts if "ATM" in describe(fact.value)]
    assert sheet.contradictions


@pytest.mark.parametrize(
    ("texts", "there", "not_there"),
    [
        (("NSCLC, lorlatinib held for psychosis, now 75 mg",), "on lorlatinib", "on hold"),
        (("CLL on ibrutinib + fluconazole; fluconazole stopped",), "had fluconazole", "inhibit"),
        (
            ("CLL on ibrutinib + fluconazole; fluconazole stopped", "restarted fluconazole today"),
            "on fluconazole",
            "had fluconazole",
        ),
    ],
)
def test_what_goes_on_again_or_no_longer(
    texts: tuple[str, ...], there: str, not_there: str
) -> None:
    facts = facts_of(*texts)
    assert there in facts
    assert not [each for each in facts if not_there in each]


@pytest.mark.parametrize(
    ("texts", "there", "not_there"),
    [
        (("colon ca 60M, HER2 amp? IHC 2+, FISH pending",), "colon cancer", "HER2-positive"),
        (("dad with MTC RET C634R, pt 12y girl RET pos",), "RET alteration: present", "fusion"),
        (("lung adeno 60M RET pos",), "RET fusion: present", "alteration"),
        (("melanoma, brain MRI clean", "MRI came: 2 lesions 6 and 9 mm"), "melanoma", "no brain"),
        (
            ("glioma on carbamazepine", "carbamazepine -> levetiracetam since 10 d"),
            "had carbamazepine",
            "induction",
        ),
        (
            ("CML on imatinib 400 -> nilotinib (PD, V299L) -> now ponatinib 15",),
            "had imatinib",
            "on imatinib",
        ),
        (("MBC on palbo -> ribo d/t neutropenia, now CR",), "on ribociclib", "on palbociclib"),
        (("mCRC on FOLFOX -> FOLFIRI?",), "on leucovorin + fluorouracil + oxaliplatin", "had"),
        (
            ("66M EGFR ex19del, osimertinib 80 (from Jan), T790M neg. PD lung+bone",),
            "progressed on osimertinib",
            "on hold",
        ),
    ],
)
def test_what_is_asked_of_swapped_or_seen_anew(
    texts: tuple[str, ...], there: str, not_there: str
) -> None:
    facts = facts_of(*texts)
    assert there in facts
    assert not [each for each in facts if not_there in each]


def test_two_methods_that_no_comma_parts_contradict_each_other() -> None:
    sheet = sheet_of("49M NSCLC ALK FISH pos IHC neg - which to believe?")
    assert any("by two methods" in each.sentence for each in sheet.contradictions)
