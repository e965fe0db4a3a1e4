"""The kind of a question, told by its words and by what it names."""

from __future__ import annotations

import pytest

from agents.extractive.question.kinds import QuestionKind, kinds
from agents.extractive.question.parsing import parse_text

KINDS: list[tuple[str, QuestionKind]] = [
    ("What is the dose of capecitabine?", "dose"),
    ("How much olaparib do I give in renal impairment?", "dose"),
    ("abemaciclib dose reduction for neutropenia", "dose"),
    ("Can I give ketoconazole with palbociclib?", "interaction"),
    ("Does omeprazole interact with neratinib?", "interaction"),
    ("warfarin together with capecitabine?", "interaction"),
    ("side effects of alpelisib", "adverse"),
    ("piqray d14 glucose 16 mmol/l fasting", "adverse"),
    ("itovebi, sugar 300 mg/dl, fasting", "adverse"),
    ("alpelisib taken fasting?", "dose"),
    ("lapatinib with letrozole - 1250 or 1500?", "dose"),
    ("T-DXd gastric 5.4 or 6.4?", "dose"),
    ("abemaciclib adj with AI - 150 bid or 200?", "dose"),
    ("encorafenib with cetuximab for braf colon. its 450 right?", "dose"),
    ("lapatinib with letrozole, is it 1500?", "dose"),
    ("olaparib tablets maintenance - 300 bid, correct?", "dose"),
    ("alectinib ALK nsclc, so 600 bid right?", "dose"),
    ("ribociclib 600 in early disease, right?", "dose"),
    ("ribociclib in early disease, 3 of 600 relapsed, right?", "therapy"),
    ("ribociclib in mbc, creatinine 120, right?", "adverse"),
    ("niraparib 60 kg plt 200", "dose"),
    ("niraparib, 82 kg, platelets 190", "dose"),
    ("niraparib 60 kg plt 45. hold?", "adverse"),
    ("niraparib plt 45", "adverse"),
    ("GIST KIT exon 9 - imatinib 400 or 800?", "therapy"),
    ("tykerb w AI - how many tabs", "dose"),
    ("is dabrafenib going to mess with her combined OC pill?", "adverse"),
    ("on dab/tram for melanoma, takes microgynon. problem?", "adverse"),
    ("Does trastuzumab deruxtecan cause pneumonitis?", "adverse"),
    ("boxed warning of lapatinib", "adverse"),
    ("tamoxifen in a CYP2D6 poor metabolizer", "pharmacogenomics"),
    ("DPYD*2A carrier", "pharmacogenomics"),
    ("UGT1A1*28 and irinotecan", "pharmacogenomics"),
    ("Who is eligible for OlympiA?", "eligibility"),
    ("inclusion criteria of NCT03155997", "eligibility"),
    ("Are there open trials for TNBC?", "eligibility"),
    ("What did KEYNOTE-522 show?", "trial_result"),
    ("DESTINY-Breast04 overall survival", "trial_result"),
    ("hazard ratio in MONALEESA-2", "trial_result"),
    ("First-line treatment of HER2-positive breast cancer", "therapy"),
    ("PIK3CA H1047R HR+ breast cancer", "therapy"),
    ("prostate cancer with BRCA2 pathogenic variants: what therapy?", "therapy"),
    ("Philadelphia chromosome-positive CML with BCR::ABL1: what therapy?", "therapy"),
    ("Is BRAF V600E sensitive to dabrafenib?", "therapy"),
    ("What do guidelines recommend for TNBC?", "therapy"),
    ("How does olaparib work?", "mechanism"),
    ("mechanism of action of alpelisib", "mechanism"),
    ("What does the PALB2 gene do?", "gene"),
    ("aliases of ERBB2 gene", "gene"),
    ("What is a PARP inhibitor?", "definition"),
    ("What is tumour lysis syndrome?", "definition"),
    ("alpelisib vs capivasertib", "trial_result"),
    ("tamoxifen and paroxetine", "interaction"),
    ("Does osimertinib work in brain metastases?", "therapy"),
    ("Is letrozole safe in pregnancy?", "adverse"),
    ("any interactions?", "interaction"),
    ("who won the match?", "general"),
    ("abemaciclib dose with clarithromycin", "interaction"),
    ("everolimus with a strong CYP3A4 inhibitor", "interaction"),
    ("lapatinib + capecitabine in HER2+ disease", "therapy"),
    ("enzalutamide vs abiraterone in mCRPC", "therapy"),
    ("how often to check LVEF on trastuzumab", "monitoring"),
    ("contraindications of letrozole", "contraindication"),
    ("how common is DCIS in men?", "rate"),
    ("RECIST 1.1 partial response definition", "definition"),
    ("aliases of ATM", "gene"),
    ("what is an antibody-drug conjugate?", "definition"),
    ("adjuvant dabrafenib plus trametinib 3-year RFS", "trial_result"),
    ("electrolytes during ribociclib", "general"),
    ("how much does Enhertu cost?", "price"),
    ("olaparib MDS risk", "adverse"),
    ("capmatinib METex14 NSCLC first line?", "therapy"),
    ("KRAS Q61H NSCLC first line?", "therapy"),
    ("docetaxel q3w?", "dose"),
    ("zoledronate q12h?", "dose"),
    ("mUC, CrCl 42, enfortumab vedotin + pembrolizumab 1L?", "therapy"),
    ("pemetrexed dose 2L, CrCl 42?", "dose"),
    ("EGFR S768I NSCLC 1L which TKI is labelled", "therapy"),
    ("gBRCA2 breast ca, pd on olaparib. other PARPi?", "therapy"),
    ("pCR after neoadj TCHP HER2+. T-DM1 adjuvant?", "therapy"),
    ("KEYNOTE-522 pCR?", "trial_result"),
    ("CodeBreaK 300 - which sotorasib dose won on PFS", "trial_result"),
    ("TNBC, residual disease after KEYNOTE-522 regimen, gBRCA1 mutated. What now?", "therapy"),
    ("NSCLC resected, had neoadjuvant CheckMate-816, non-pCR. adjuvant options", "therapy"),
    ("local recurrence inoperable TNBC after adjuvant chemo", "therapy"),
    ("hazard ratio after CheckMate-816?", "trial_result"),
    ("local recurrence after lumpectomy for DCIS", "trial_result"),
    ("abemaciclib for high-risk early breast cancer", "therapy"),
    ("Xeloda, CrCl 35 ml/min", "dose"),
    ("adjuvant olaparib: who is eligible?", "therapy"),
    ("what is triple negative breast cancer", "definition"),
    ("what is Lynch syndrome", "definition"),
    ("function of DPYD", "function"),
    ("adjuvant dab+tram melanoma 3y RFS", "trial_result"),
    ("HER2+ mBC PFS 14 months on THP, now progressing. next?", "therapy"),
    ("What is the function of the TP53 gene?", "function"),
    ("aliases of TP53", "gene"),
    ("renal function of 40 mL/min, olaparib dose?", "dose"),
    ("cutaneous anaplastic large cell lymphoma, CD30+, what therapy?", "therapy"),
    ("cutaneous toxicity of enfortumab vedotin", "adverse"),
    ("HER2+ breast cancer. LVEF 60%. Progressed on THP. Which next line?", "therapy"),
    ("Lung cancer, EGFR L858R. On KEYNOTE-189 before. CrCl 45. Osimertinib dose?", "dose"),
    ("HR+ cancer after 24 months of palbociclib + letrozole: which dose?", "dose"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_the_kind_of_a_question_is_told(text: str, kind: QuestionKind) -> None:
    assert parse_text(text).parts[0].kind == kind


def test_every_kind_names_silos_to_begin_with_and_to_widen_to() -> None:
    for kind in kinds().values():
        assert kind.first
        assert kind.then
        assert not set(kind.first) & set(kind.then)


def test_a_drug_that_was_given_before_is_not_the_drug_asked_about() -> None:
    (asked,) = parse_text("ESR1 mutation in breast cancer after letrozole, which therapy?").parts
    assert asked.drugs == frozenset()
    (asked,) = parse_text("dose of letrozole after tamoxifen").parts
    assert asked.drugs == {"letrozole"}


def test_the_words_that_matter_are_neither_names_nor_plain_words() -> None:
    (asked,) = parse_text("What is the capital of France?").parts
    assert asked.topics == {"capital", "france"}
    (asked,) = parse_text("What is the dose of olaparib in breast cancer?").parts
    assert asked.topics == frozenset()


def test_the_dose_of_what_is_still_to_be_chosen_is_a_choice() -> None:
    asked = parse_text("KRAS G12C colorectal, after FOLFOX. Targeted option and doses please").parts
    assert [part.kind for part in asked] == ["therapy"]
    assert parse_text("Sotorasib dose after FOLFOX?").parts[0].kind == "dose"


def test_drugs_on_all_of_which_a_patient_has_progressed_make_a_choice() -> None:
    text = "mUC, CrCl 38. What if he had EV + pembro already and progressed, FGFR3 S249C found?"
    assert [part.kind for part in parse_text(text).parts] == ["therapy"]


@pytest.mark.parametrize(
    "text",
    [
        "68M, stage IV lung cancer, EGFR L858R, metformin + ramipril. First line?",
        "HER2+ mBC. Penicillin allergy, amlodipine, ramipril. What first line?",
    ],
)
def test_what_is_taken_for_something_else_is_no_choice(text: str) -> None:
    assert not parse_text(text).parts[0].drugs


def test_what_to_do_about_an_effect_of_the_case_is_asked_about_it() -> None:
    (part,) = parse_text("dabrafenib/trametinib, fever 39.6. Which of the drugs do I hold?").parts
    assert [getattr(value, "event", "") for value in part.about] == ["pyrexia"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("64M, creatinine 1.1, EGFR ex19del NSCLC. Which first-line treatment?", "therapy"),
        ("64M, creatinine 1.1 mg/dL. eGFR?", "calculation"),
        ("64M, creatinine 1.1 mg/dL, what is his GFR?", "calculation"),
    ],
)
def test_the_gene_in_capitals_asks_for_no_filtration_rate(text: str, kind: str) -> None:
    assert parse_text(text).parts[0].kind == kind


def test_what_is_taken_for_the_effect_is_not_what_caused_it() -> None:
    (part,) = parse_text("alpelisib, glucose 290 mg/dL, already on metformin. Manage").parts
    assert part.drugs == {"alpelisib"}


def test_a_stage_is_a_topic_of_results_unless_a_trial_is_named() -> None:
    (asked,) = parse_text("MSI-H stage III colon, does it change survival after FOLFOX?").parts
    assert "iii" in asked.topics
    (named,) = parse_text("CREATE-X survival in stage III?").parts
    assert "iii" not in named.topics


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What is the clinical significance of ERBB2 S310F?", "significance"),
        ("Is PIK3CA H1047R clinically relevant?", "significance"),
        ("Is BRCA2 K3326X pathogenic?", "classification"),
        ("What serious adverse events does alpelisib have?", "adverse"),
        ("sacituzumab govitecan: SAEs?", "adverse"),
        ("What did PROfound show in cohort A?", "trial_result"),
    ],
)
def test_words_of_asking_are_no_topics(text: str, kind: str) -> None:
    (asked,) = parse_text(text).parts
    assert asked.kind == kind
    assert not asked.topics


def test_what_lies_between_words_of_asking_stays_a_topic() -> None:
    (asked,) = parse_text("low risk DCIS without surgery, 10y invasive risk").parts
    assert "invasiv" in asked.topics


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("variant of unknown significance on germline panel, TNBC, olaparib?", "therapy"),
        ("TNBC, germline variant of uncertain significance: olaparib?", "therapy"),
        ("TNBC, germline variant of uncertain clinical significance: olaparib?", "therapy"),
        ("clinical significance of BRAF V600E?", "significance"),
        ("What is the significance of BRCA2 K2729N?", "significance"),
    ],
)
def test_a_variant_of_uncertain_significance_asks_for_none(question: str, kind: str) -> None:
    (part,) = parse_text(question).parts
    assert part.kind == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("gBRCA2 c.5946delT pathogenic, HER2-neg MBC after chemo: olaparib?", "therapy"),
        ("pathogenic germline BRCA1, TNBC adjuvant. olaparib?", "therapy"),
        ("BRCA2 K3326X: pathogenic or benign?", "classification"),
        ("PALB2 c.3113G>A pathogenic", "classification"),
    ],
)
def test_a_variant_that_is_told_as_pathogenic_is_not_asked_about(text: str, kind: str) -> None:
    assert {part.kind for part in parse_text(text).parts} == {kind}
