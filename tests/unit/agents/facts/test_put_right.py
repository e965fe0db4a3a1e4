"""What a message says wrong and puts right, asks and answers, or doubts: what was meant counts, and
what nobody knows is no fact."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


def _facts_of(text: str) -> str:
    return " | ".join(describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts)


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("allergic to carboplatin – actually paclitaxel", "allergy to paclitaxel", "carboplatin"),
        ("allergic to paclitaxel? No, to docetaxel", "allergy to docetaxel", "paclitaxel"),
        ("PD on FOLFOX/pani? no – FOLFOX/bev", "bevacizumab", "panitumumab"),
        ("failed alectinib, sorry, brigatinib", "progressed on brigatinib", "alectinib"),
        ("mCRPC, ECOG 3, correction 2", "ECOG 2", "ECOG 3"),
        ("eGFR 38 — typo, 83", "eGFR 83", "38"),
        ("pancreatic, KRAS G12C (no wait, G12V)", "KRAS G12V: present", "G12C: present"),
        ("mCRPC, ECOG 1? More like 2", "ECOG 2", "ECOG 1"),
        ("mCRC KRAS wt, no – BRAF V600E!", "BRAF V600E: present", "V600E: absent"),
        ("NSCLC, TPS 1%, no, 10%", "PD-L1 TPS 10%", "TPS 1%"),
        ("suppose LVEF 40…? It is 55 now", "LVEF 55%", "40"),
        ("LVEF supposedly 40 but repeat echo 56", "LVEF 56%", "40"),
        ("66M never smoker? no, 40 py. NSCLC", "smoking", "no smoking"),
        ("HCC, Child B? No, recalculated, A5. Sorafenib?", "Child-Pugh A", "Child-Pugh B"),
        ("HCC, Child B7? recalculated w/ alb 36 -> A6", "Child-Pugh A", "Child-Pugh B"),
        ("HCC, CP B8 - correction, A6 after drainage", "Child-Pugh A", "Child-Pugh B"),
        ("mCRC, PS 3 → no 2, FOLFIRI?", "ECOG 2", "ECOG 3"),
        ("I said CPS 1, it's 10. gastric cancer", "CPS 10", "CPS 1 "),
        ("HER2 IHC 2+ ISH: pending? no, back, not amplified", "HER2-low", "equivocal"),
        ("PTEN loss? IHC intact. ER+ MBC", "PTEN loss: absent", "present"),
        ("AF on warfarin → switched to apixaban. CLL", "had warfarin", "on warfarin"),
        ("had cetuximab already? no never, bev only", "never had cetuximab", "| had cetuximab"),
        ("NSCLC\nEGFR: no mutation\nKRAS G12V", "KRAS G12V: present", "EGFR alteration: present"),
        ("ANC 0.9 → rechecked 1.6, on capecitabine", "neutrophils 1.6", "neutrophils 0.9"),
        ("HCC Child-Pugh C, rescored: B8. lenvatinib?", "Child-Pugh B", "Child-Pugh C"),
        ("CrCl 38? no, recalculated with actual weight: 52", "clearance 52 mL/min", "38"),
        ("mRCC, on pazopanib, no actually sunitinib", "on sunitinib", "pazopanib"),
        ("MBC on fluconazole, no sorry, itraconazole", "takes itraconazole", "fluconazole"),
        ("NSCLC, on erlotinib - oops, wait - gefitinib", "on gefitinib", "erlotinib"),
    ],
)
def test_what_is_put_right_takes_the_place_of_what_was_said(
    text: str, told: str, untold: str
) -> None:
    facts = _facts_of(text)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bev – no, cetuximab – no. mCRC after FOLFOX", "had leucovorin + fluorouracil"),
        ("prior bev? no, FOLFOX only. mCRC", "never had bevacizumab"),
        ("gastric cancer, CPS 5, no prior lines", "PD-L1 CPS 5"),
        ("after carboplatin/paclitaxel, actually bevacizumab too", "had carboplatin + paclitaxel"),
        ("brain mets? no, ALK fusion", "ALK fusion: present"),
        ("PD after alectinib, no, lorlatinib not yet tried", "progressed on alectinib"),
        ("olaparib, creatinine 1.2, it was 0.9 before", "creatinine 1.2"),
        ("on osimertinib, it was erlotinib in 2019. NSCLC", "on osimertinib"),
        ("creatinine 1.8, recheck on day 3", "creatinine 1.8"),
        ("PD-L1 CPS 5, repeat in 2 weeks, gastric", "PD-L1 CPS 5"),
        ("anaphylaxis with cetuximab? No, rash only", "no allergy to cetuximab"),
    ],
)
def test_an_answer_or_an_addition_puts_nothing_right(text: str, told: str) -> None:
    assert told in _facts_of(text)


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("prostate cancer, bone mets? bone scan negative", "prostate cancer", "metastatic"),
        ("ALK+ NSCLC, brain mets? MRI clear", "ALK fusion: present", "(brain"),
        ("is the ALK fusion real? RNA seq negative", "ALK fusion: absent", "present"),
        ("ALK? FISH neg. NSCLC", "ALK alteration: absent", "present"),
        ("on T-DXd, ILD? CT normal", "no interstitial lung disease", "| interstitial"),
        ("supposedly ALK+, FISH neg. NSCLC", "ALK fusion: absent", "present"),
        ("presumed MSI-H from the history, IHC intact. colon", "MSS", "MSI-high"),
        ("reportedly BRCA1 positive, germline panel negative", "germline BRCA1", "present"),
        ("none of the three biopsies showed RET fusion", "RET fusion: absent", "present"),
        ("none of the panels found EGFR or ALK", "ALK alteration: absent", "present"),
        ("BRAF V600E on the first panel, second panel K601E instead", "V600E: absent", "K601E: a"),
        ("KRAS G12C in blood, tissue G12D instead", "KRAS G12D: present", "G12C: present"),
        ("diabetic? yes on metformin", "diabetes", "no diabetes"),
        ("neuropathy? grade 1", "neuropathy grade 1", "absent"),
    ],
)
def test_the_result_of_a_test_counts(text: str, told: str, untold: str) -> None:
    facts = _facts_of(text)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    "text", ["supposedly HER2 positive, gastric", "likely ALK+ NSCLC", "probably BRCA2 negative"]
)
def test_a_state_that_is_doubted_is_no_fact(text: str) -> None:
    assert not any(each in _facts_of(text) for each in ("HER2", "ALK", "BRCA2"))


def test_a_state_that_was_confirmed_is_one() -> None:
    assert "ALK fusion: present" in _facts_of("supposedly ALK+, confirmed by FISH. NSCLC")
    assert "ALK fusion: present" in _facts_of("tested for ALK: positive. NSCLC")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NSCLC PD-L1 1% 2022, resection 70%", "PD-L1 70%"),
        ("TPS 5% on bronch 2021, 85% on the liver biopsy", "PD-L1 TPS 85%"),
        ("breast, HER2 1+ 2019, liver met 3+", "HER2-positive (IHC 3+)"),
        ("breast, HER2 IHC 0 at outside lab, repeat here 1+", "HER2-low (IHC 1+)"),
        ("QTc 480 on ondansetron, 440 off", "QTc 440 ms"),
    ],
)
def test_a_later_value_of_another_sample_or_state_is_read(text: str, told: str) -> None:
    assert told in _facts_of(text)


def test_a_class_that_the_next_words_deny_is_unknown() -> None:
    assert "Child-Pugh" not in _facts_of("HCC, Child A? no cirrhosis")
    assert "Child-Pugh B" in _facts_of("HCC, Child-Pugh B? sorafenib dose")


@pytest.mark.parametrize(
    ("texts", "told", "untold"),
    [
        (["melanoma, no brain metastases"], "no brain metastases", "metastatic"),
        (["HER2+ breast cancer, CNS disease absent"], "no brain metastases", "(brain"),
        (["RCC, liver involvement? none on CT"], "no liver metastases", "(liver"),
        (["HCC, liver: normal"], "hepatocellular carcinoma", "metastases"),
        (["breast cancer, lung disease: none"], "breast cancer", "metastases"),
        (["NSCLC, MRI brain clear"], "no brain metastases", "metastatic"),
        (["prostate cancer, bone mets? no"], "no bone metastases", "metastatic"),
        (["melanoma, no brain mets", "MRI now shows brain mets"], "(brain)", "no brain"),
    ],
)
def test_a_place_without_spread_is_a_fact(texts: list[str], told: str, untold: str) -> None:
    sheet = read_fact_sheet([Message(text) for text in texts])
    facts = " | ".join(describe(fact.value) for fact in sheet.facts)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("infantile fibrosarcoma in a 9 month old", "age 9 months", "age 9 |"),
        ("14-month-old with neuroblastoma", "age 14 months", "age 14 |"),
        ("lorlatinib, bipolar disorder on lithium", "bipolar disorder", "psychosis"),
        ("melanoma, brain mets on dex 8 mg", "on dexamethasone", "absent"),
        ("denosumab, Ca corrected 1.95 mmol/l", "calcium 1.95 mmol/L", "absent"),
        ("breast cancer, Li-Fraumeni", "Li-Fraumeni syndrome", "TP53"),
        ("NSCLC, EGFR L858R with TP53 co-mutation", "TP53 alteration: present", "absent"),
    ],
)
def test_what_a_ward_writes_is_read_as_what_it_is(text: str, told: str, untold: str) -> None:
    facts = _facts_of(text)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("HER2-mutant NSCLC. ILD never. T-DXd ok?", "no interstitial lung disease"),
        ("ER+ DCIS, tamoxifen ok? DVT never, stroke never", "no thromboembolism | no stroke"),
        ("NSCLC, smoker never", "no smoking"),
    ],
)
def test_never_behind_what_it_denies_denies_it(text: str, told: str) -> None:
    assert told in _facts_of(text)


def test_never_before_what_it_denies_is_of_that() -> None:
    assert _facts_of("HCC, ascites, never stroke") == _facts_of("HCC, ascites, no stroke")


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("lung, biopsy said squamous, IHC says adenocarcinoma", "lung adenocarcinoma", "squamous"),
        ("bx read as SCC lung, IHC TTF1+/p40- so adeno", "lung adenocarcinoma", "squamous"),
        ("outside path called it lobular, review here ductal. breast cancer", "ductal", "lobular"),
        ("cytology said squamous, core bx IHC GATA3+ urothelial", "urothelial cancer", "squamous"),
        ("NSCLC squamous on core but adeno on resection", "lung adenocarcinoma", "squamous"),
        ("adeno lung, EGFR ex19del, rebiopsy SCLC", "small cell lung cancer", "squamous"),
    ],
)
def test_the_type_of_the_last_look_at_a_tissue_counts(text: str, told: str, untold: str) -> None:
    facts = _facts_of(text)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize("stain", ["TTF-1 positive", "p40 negative", "CDX2+", "PAX8 pos", "SOX10+"])
def test_a_stain_for_the_origin_of_a_tumour_is_no_altered_gene(stain: str) -> None:
    assert "alteration" not in _facts_of(f"lung adenocarcinoma, {stain}")


def test_an_alteration_of_such_a_gene_is_one() -> None:
    assert "GATA3 alteration: present" in _facts_of("breast cancer, GATA3 mutated")


@pytest.mark.parametrize(
    ("second", "told", "untold"),
    [
        ("KRAS G12C was from another pt, hers is G12D", "KRAS G12D: present", "G12C: present"),
        ("the G12C was someone else's", "KRAS G12C: absent", "G12C: present"),
        ("G12C is of the wrong sample, G12V", "KRAS G12V: present", "G12C: present"),
    ],
)
def test_a_finding_of_another_patient_is_none_of_this_one(
    second: str, told: str, untold: str
) -> None:
    sheet = read_fact_sheet([Message("lung adeno, KRAS G12C"), Message(second)])
    facts = " | ".join(describe(fact.value) for fact in sheet.facts)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("BRCA neg on germline, somatic pending. ovarian cancer", "germline BRCA1 alteration: abs"),
        ("EGFR L858R in plasma, tissue pending", "EGFR L858R: present"),
        ("MSS by IHC, PCR pending. mCRC", "MSS"),
        ("ALK positive (FISH), IHC pending", "ALK fusion: present"),
    ],
)
def test_a_test_that_is_awaited_takes_nothing_from_the_one_that_is_there(
    text: str, told: str
) -> None:
    assert told in _facts_of(text)


@pytest.mark.parametrize("text", ["BRCA, somatic pending", "EGFR L858R, pending confirmation"])
def test_a_marker_that_is_awaited_is_unknown(text: str) -> None:
    assert "BRCA" not in _facts_of(text)
    assert "EGFR" not in _facts_of(text)


@pytest.mark.parametrize(
    ("first", "second", "told", "untold"),
    [
        ("GIST exon 9, on imatinib", "sorry I meant exon 11", "KIT exon 11 mutation", "exon 9"),
        ("GIST, KIT exon 11", "correction: exon 9", "KIT exon 9 mutation", "exon 11"),
        (
            "NSCLC EGFR exon 20 insertion",
            "exon 19 deletion, not exon 20",
            "EGFR exon 20 insertion: absent",
            "exon 20 insertion: present",
        ),
    ],
)
def test_an_exon_is_put_right(first: str, second: str, told: str, untold: str) -> None:
    sheet = read_fact_sheet([Message(first), Message(second)])
    facts = " | ".join(describe(fact.value) for fact in sheet.facts)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NSCLC, osimertinib? She progressed on erlotinib", "progressed on erlotinib"),
        ("osimertinib? no, progressed on erlotinib. NSCLC", "progressed on erlotinib"),
        ("lorlatinib ok? PD on alectinib. ALK+ NSCLC", "progressed on alectinib"),
        ("ALK+ NSCLC, ?progression on alectinib", "had alectinib"),
    ],
)
def test_the_end_of_a_question_puts_nothing_behind_it_in_doubt(text: str, told: str) -> None:
    assert told in _facts_of(text)
