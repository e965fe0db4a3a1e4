"""What the clauses of a message say: conditions and denials behind a finding, whose a finding is,
which of two tumours a stage is of, and a place of spread that is taken back."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(
    ("texts", "told", "not_told"),
    [
        (
            ["should C797S come back negative, what next? EGFR del19 on osimertinib PD"],
            "EGFR C797S: absent",
            "EGFR C797S: present",
        ),
        (
            ["sotorasib? needs KRAS G12C, which it isn't (G12V)"],
            "KRAS G12V: present",
            "KRAS G12C: present",
        ),
        (
            ["colon ca MSI-H, KRAS G12D", "MSI was his uncle's result, the patient's is stable"],
            "MSS",
            "MSI-high",
        ),
        (["ovarian ca, sister BRCA1 pos, hers is wild type"], "BRCA1 alteration: absent", ""),
        (
            ["ovarian ca, mother (our patient) is RAD51C pathogenic"],
            "RAD51C alteration: present",
            "",
        ),
        (
            ["melanoma resected and colon ca stage III, MSS"],
            "colon cancer stage III",
            "melanoma stage III",
        ),
        (["DLBCL, ABC subtype, R-CHOP PD"], "diffuse large B-cell lymphoma", "breast cancer"),
        (["NSCLC ALK+, brain mets", "CT brain clear"], "ALK fusion: present", "(brain"),
        (["RCC, liver mets, on nivolumab", "no liver mets on MRI"], "kidney cancer", "(liver"),
        (["HCC CP A, oesophageal varices, never bled"], "Child-Pugh A", "bleeding"),
        (["mCRC. rash to penicillin as a child"], "colorectal cancer", "age at most 17"),
        (
            ["CDK4/6 naive. AI for 3 yrs, then PD on it"],
            "never had CDK4/6 inhibition",
            "progressed on CDK4/6 inhibition",
        ),
        (["NSCLC, ALK neg, exon 19 del"], "EGFR exon 19 deletion: present", "ALK exon 19 deletion"),
        (["NSCLC, KRAS wt, ex20ins"], "KRAS alteration: absent", "KRAS exon 20 insertion"),
        (["GIST, exon 11 KIT, imatinib?"], "KIT alteration: present", ""),
        (["prostate ca, BRCA2 m, olaparib?"], "BRCA2 alteration: present", ""),
        (["GEJ ca, PD-L1 30, HER2 neg"], "HER2-negative", "PD-L1"),
        (["mBC, ER 4, PR 3, HER2 neg"], "HER2-negative", "ER-negative"),
        (["EGFR exon 18, 21 neg, NSCLC"], "non-small cell lung cancer", "EGFR alteration: present"),
        (["mCRC KRAS 12/13/61 wt, NRAS wt"], "KRAS alteration: absent", ""),
        (["gastric ca, HER2 IHC 2+, FISH pending"], "HER2 equivocal (IHC 2+)", ""),
        (["CYP2C19 poor metaboliser? not done. breast ca"], "breast cancer", "CYP2C19"),
        (
            ["ovarian ca, hypersensitivity to carboplatin but not cisplatin"],
            "allergy to carboplatin",
            "never had cisplatin",
        ),
        (["mBC, previous pneumonitis on everolimus"], "had everolimus", "on everolimus"),
        (
            ["ESR1 D538G negative in plasma, but detected in tissue. mBC"],
            "ESR1 D538G: present",
            "ESR1 D538G: absent",
        ),
        (["HCC, Na 124 K 5.9 creat 150"], "potassium 5.9 mmol/L", ""),
        (["anaphylaxis? no, but reacted badly to docetaxel. TNBC"], "allergy to docetaxel", ""),
        (["62F GIST on sunitinib", "she's not on it any more"], "had sunitinib", "on sunitinib"),
        (
            ["melanoma 2011 resected, now new colon pMMR stage III"],
            "colon cancer stage III",
            "melanoma stage III",
        ),
        (
            ["prostate GS 7 on ADT, and lung adeno stage IV"],
            "lung adenocarcinoma stage IV",
            "adenocarcinoma prostate",
        ),
        (
            ["metastatic gastric or gastro-oesophageal junction adenocarcinoma"],
            "adenocarcinoma gastric cancer",
            "",
        ),
        (["NSCLC, PDL1 70, EGFR neg"], "PD-L1 70%", ""),
        (["gastric ca, PDL1 70, HER2 neg"], "gastric cancer", "PD-L1 70%"),
        (["ALK+ NSCLC, PD liver on alectinib"], "non-small cell lung cancer (liver)", ""),
        (["woman 31 wants children, desmoid"], "age 31", ""),
    ],
)
def test_what_a_clause_tells(texts: list[str], told: str, not_told: str) -> None:
    facts = facts_of(*texts)
    assert told in facts
    assert not not_told or not any(not_told in each for each in facts)
