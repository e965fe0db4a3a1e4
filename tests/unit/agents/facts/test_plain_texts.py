"""Plain texts of the ward that were read as something else: what each tells, and what not."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

TEXTS = (
    ("NSCLC, ROS1 fusion, pneumonitis hx none", "no interstitial lung disease", "interstitial"),
    ("Lung ca on osimertinib, ILD hx: none", "no interstitial lung disease", "interstitial"),
    ("ILD hx present", "interstitial lung disease", "no interstitial"),
    ("brain mets hx: no, melanoma", "melanoma", "metastatic|spread"),
    ("HBV PCR neg, DLBCL", "no hepatitis B", "hepatitis B"),
    ("HBV carrier, PCR negative", "hepatitis B", "no hepatitis B"),
    ("TB q: mCRPC after abiraterone", "castration-resistant prostate cancer", "tuberculosis"),
    ("latent TB treated, NSCLC", "tuberculosis", ""),
    ("CML-CP on dasatinib", "on dasatinib", "CP fusion"),
    ("62m NET, octreotide 3y, now PD", "age 62", "age 3"),
    ("66M RCC, ipi/nivo -> CR 2y -> PD 6/25 (lung)", "age 66|kidney cancer", "age 2|lung cancer"),
    ("LGG BRAF V600E peds 12y, dab/tram?", "age 12", ""),
    ("IDH wt, 71F, glioma", "age 71", "weight"),
    ("wt 71 kg", "weight 71 kg", ""),
    ("39f astrocytoma, wants to conceive", "wish for pregnancy", ""),
    ("she would like to have children", "wish for pregnancy", "age at most"),
    ("SCLC, EP x4, then PCI", "small cell lung cancer", "coronary"),
    ("CAD, PCI 2019, NSCLC", "coronary heart disease", ""),
    ("GIST exon 11, gastric, liver mets", "gastrointestinal stromal tumour", "gastric cancer"),
    ("HCC, recurrence lung", "hepatocellular carcinoma", "lung cancer"),
    ("p16+ tonsil ca", "head and neck cancer", "CDKN2A"),
    ("JAK2 V617F; blood JAK2 neg post-transplant", "JAK2 alteration: absent", "V617F: present"),
    ("RET M918T somatic, germline neg", "tumour RET M918T: present", "BRCA"),
    ("germline neg, BRCA1/2", "germline BRCA1 alteration: absent", "present"),
    ("germline testing negative, BRCA1 mutated", "tumour BRCA1 alteration: present", ""),
    ("TNBC, germline neg, PD-L1 CPS 12", "PD-L1 CPS 12", "germline PD-L1"),
    ("EGFR L858R + T790M neg", "EGFR T790M: absent", "L858R: absent|L858R: present"),
    ("BRAF V600E + KRAS neg", "KRAS alteration: absent", "V600E: absent"),
    ("ATM mut, HRR other neg", "ATM alteration: present", "ATM alteration: absent"),
    ("KRAS G12D, benign polyp", "KRAS G12D: present", "absent"),
    ("BRCA1 variant, likely benign", "BRCA1 alteration: absent", "present"),
    ("Negative: EGFR, ctDNA T790M, C797S", "EGFR T790M: absent", "present"),
    ("no actionable mutations, PD-L1 80%", "PD-L1 80%", "PD-L1-negative"),
    ("negative for EGFR, MSI-H", "EGFR alteration: absent", "MSI-high"),
    ("stopped aspirin, ibrutinib continues", "on ibrutinib", "had ibrutinib"),
    ("AC-T completed, trastuzumab ongoing", "on trastuzumab", "completed trastuzumab"),
    ("had FOLFOX; side effects ongoing", "had leucovorin", "on leucovorin"),
    ("PD on crizotinib, lorlatinib since 2023", "on lorlatinib", "progressed on lorlatinib"),
    ("PD on vandetanib, selpercatinib since 2024 until PD", "progressed on selpercatinib", ""),
    ("Osimertinib failed, amivantamab/lazertinib ongoing", "on amivantamab + lazertinib", ""),
    ("GI bleed 2024, diarrhea", "bleeding|diarrhoea", "grade"),
    ("BC G3, neuropathy", "breast cancer|neuropathy", "neuropathy grade"),
    ("BC, G3 neuropathy", "neuropathy grade 3", ""),
    ("ET, plt 1500", "platelets 1500", "thrombocytopenia"),
    ("AML FLT3-ITD, relapsed, QTc 505", "line 2 or later", ""),
    ("AML FLT3-ITD, not relapsed", "acute myeloid leukaemia", "line"),
    ("HCC CP A, oesophageal varices banded", "hepatocellular carcinoma", "oesophageal cancer"),
    ("esophageal SCC, PD-L1 CPS 12", "squamous cell oesophageal cancer", ""),
    ("HGSOC IIIC, CR to carbo/pac", "had carboplatin + paclitaxel|no progression", ""),
    ("PR to erlotinib, then PD", "progressed on erlotinib", "no progression"),
    ("Hb 9,1 -> 7,9", "haemoglobin 7.9 g/dL", "9.1"),
)  # fmt: skip
THREADS = (
    ("mBC on letrozole + palbociclib", "palbociclib stopped last week", "on letrozole|had palbo"),
    ("NSCLC on osimertinib", "osimertinib stopped?", "on osimertinib"),
    ("NSCLC on osimertinib", "off osimertinib 5 days, resuming Monday", "on osimertinib"),
    ("NSCLC on osimertinib", "osimertinib was stopped 3 days ago", "had osimertinib"),
)


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet(tuple(map(Message, texts)))
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(("text", "told", "not_told"), TEXTS)
def test_what_a_text_tells(text: str, told: str, not_told: str) -> None:
    found = facts_of(text)
    for words in told.split("|"):
        assert any(fact.startswith(words) for fact in found), (words, found)
    for words in filter(None, not_told.split("|")):
        assert not any(words in fact.removeprefix(told) for fact in found), (words, found)


@pytest.mark.parametrize(("first", "then", "told"), THREADS)
def test_what_a_thread_tells(first: str, then: str, told: str) -> None:
    found = facts_of(first, then)
    for words in told.split("|"):
        assert any(fact.startswith(words) for fact in found), (words, found)
