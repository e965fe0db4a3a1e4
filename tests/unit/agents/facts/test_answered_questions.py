"""What a message asks and answers itself: the answer is of what was asked, not of what follows."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

ANSWERED = (
    ("surgery? no, BRCA2 mut, mCRPC", "BRCA2 alteration: present", "absent"),
    ("smoker? no, EGFR L858R", "no smoking|EGFR L858R: present", "absent"),
    ("smoker? never, RET fusion NSCLC", "no smoking|RET fusion: present", "absent"),
    ("smoker: never, RET fusion NSCLC", "no smoking|RET fusion: present", "absent"),
    ("Is she a smoker? No, EGFR L858R", "EGFR L858R: present", "absent"),
    ("brain mets? no, ALK fusion NSCLC", "ALK fusion: present", "(brain|to brain|metastatic"),
    ("brain mets? none. KRAS G12C", "KRAS G12C: present", "(brain|to brain|metastatic"),
    ("brain mets: no; ALK+", "ALK fusion: present", "(brain|to brain|metastatic"),
    ("brain mets - no, ALK fusion", "ALK fusion: present", "(brain|to brain|metastatic"),
    ("mets? no, gBRCA1, TNBC", "not metastatic|germline BRCA1 alteration: present", ": absent"),
    ("metastatic?? no!! germline BRCA1 TNBC", "not metastatic", ": absent"),
    ("brain mets? yes, EGFR L858R", "spread to brain|EGFR L858R: present", "absent"),
    ("prior chemo? nope - EGFR ex19del", "EGFR exon 19 deletion: present", "had chemo!"),
    ("prior platinum? no, HRD+", "HRD-positive|never had platinum-based chemotherapy", ""),
    ("did she get bev? no. ovarian gBRCA1", "never had bevacizumab|ovarian cancer", "absent"),
    ("has he had osimertinib already? No, NSCLC", "never had osimertinib", ""),
    ("HER2-low. She's had T-DXd before? No.", "never had trastuzumab deruxtecan", ""),
    ("NSCLC prior osimertinib? no, T790M", "non-small cell lung cancer|never had osimertinib", ""),
    ("prior osimertinib? yes, T790M? no", "had osimertinib|EGFR T790M: absent", ""),
    ("progressed on osimertinib? no, MET amp", "MET amplification: present", "osimertinib"),
    ("progressed? no - on osi, EGFR L858R", "no progression|EGFR L858R: present", "absent"),
    ("T790M? neg, MET amp", "EGFR T790M: absent|MET amplification: present", ""),
    ("T790M? nope, MET amp yes", "EGFR T790M: absent|MET amplification: present", ""),
    ("EGFR? wt, KRAS G12C", "EGFR alteration: absent|KRAS G12C: present", ""),
    ("EGFR? pending, ALK? neg, NSCLC", "ALK alteration: absent", "EGFR"),
    ("EGFR? no. ALK? no. ROS1? yes", "ALK alteration: absent|ROS1 fusion: present", ""),
    ("EGFR/ALK? none, KRAS G12C? yes", "EGFR alteration: absent|KRAS G12C: present", ""),
    ("Any T790M? No, C797S instead", "EGFR T790M: absent|EGFR C797S: present", ""),
    ("HER2? 0, ER+ mBC", "HER2 0 (IHC 0)|ER-positive", ""),
    ("ECOG? 1, NSCLC", "ECOG 1", ""),
    ("allergies? none, HER2 3+", "HER2-positive (IHC 3+)", ""),
    ("dialysis? no, FGFR3 S249C", "FGFR3 S249C: present", "dialysis|absent"),
    ("pregnant? no, TNBC, CPS 15", "not pregnant|PD-L1 CPS 15", "PD-L1-negative"),
    ("diabetes? no, PIK3CA mut, mBC", "no diabetes|PIK3CA alteration: present", "absent"),
    ("DPYD tested? no, capecitabine", "", "DPYD"),
    ("platinum-resistant? no, FRa high ovarian", "ovarian cancer", "progressed|line"),
    ("Child-Pugh B? no, HCC", "hepatocellular carcinoma", "Child-Pugh"),
    ("transplant eligible? no, myeloma", "unfit for transplant", "fit for transplant!"),
    ("Can we give olaparib? No, BRCA2 mut is somatic", "tumour BRCA2 alteration: present", ""),
    ("prior trastuzumab: none, just FLOT. gastric", "never had trastuzumab", "had trastuzumab!"),
    ("prior bev: no, only FOLFOX. mCRC", "never had bevacizumab", ""),
    ("Platinum? never. TNBC", "never had platinum-based chemotherapy", ""),
    ("on prednisone for ICI colitis", "on prednisone", "on PD-1"),
    ("MBC, chemo? cape only. T-DXd?", "had capecitabine", ""),
    ("mother BRCA2+, pt herself tested neg. TNBC", "germline BRCA2 alteration: absent", "present"),
    ("brother MSH2, pt is negative for it. colon", "germline MSH2 alteration: absent", "present"),
    ("sister BRCA1 mutation, she was positive. ovarian", "ovarian cancer", "BRCA1"),
    ("Afatinib? no, EGFR ex20ins", "EGFR exon 20 insertion: present", "afatinib"),
)


@pytest.mark.parametrize(("text", "told", "untold"), ANSWERED)
def test_an_answer_is_of_its_question_only(text: str, told: str, untold: str) -> None:
    _holds(text, told, untold)


CORRECTED = (
    ("HER2+, no: HER2-low, PIK3CA mut", "HER2-low|PIK3CA alteration: present", "HER2-positive"),
    ("CPS 5, no: CPS 50, gastric", "PD-L1 CPS 50", "CPS 5!"),
    ("EGFR L858R, no sorry, EGFR ex19del", "EGFR exon 19 deletion: present", "L858R: present"),
    ("EGFR L858R, no wait, ex19del", "EGFR exon 19 deletion: present", "L858R"),
    ("on osimertinib, no sorry, gefitinib, T790M", "on gefitinib", "osimertinib"),
    ("ALK+, no sorry, ROS1+ NSCLC", "ROS1 fusion: present", "ALK"),
)


@pytest.mark.parametrize(("text", "told", "untold"), CORRECTED)
def test_an_objection_is_to_what_was_just_said(text: str, told: str, untold: str) -> None:
    _holds(text, told, untold)


DENIED = (
    ("neg EGFR pos KRAS G12C", "EGFR alteration: absent|KRAS G12C: present"),
    ("neg ER pos PR, HER2 3+", "ER-negative|PR-positive|HER2-positive (IHC 3+)"),
    ("no NGS, EGFR L858R by PCR", "EGFR L858R: present"),
    ("no FISH, HER2 3+", "HER2-positive (IHC 3+)"),
    ("no EGFR, no ALK?", "EGFR alteration: absent|ALK alteration: absent"),
    ("neg for EGFR, ALK, ROS1?", "EGFR alteration: absent|ROS1 alteration: absent"),
    ("olaparib? no BRCA mut", "BRCA1 alteration: absent|BRCA2 alteration: absent"),
    ("no EGFR, ALK or ROS1, KRAS G12C", "EGFR alteration: absent|KRAS G12C: present"),
    ("pertinent negatives: EGFR, ALK, no ROS1", "EGFR alteration: absent"),
    ("NSCLC, no EGFR mutation", "EGFR alteration: absent"),
    ("KRAS - no, NRAS - no, BRAF V600E - yes", "NRAS alteration: absent|BRAF V600E: present"),
)


@pytest.mark.parametrize(("text", "told"), DENIED)
def test_what_denies_what_follows_still_does(text: str, told: str) -> None:
    _holds(text, told, "")


def test_what_is_asked_behind_a_denial_is_not_denied() -> None:
    _holds("TNBC CPS 8, no gBRCA, TROP2?", "germline BRCA1 alteration: absent", "TACSTD2")


def _holds(text: str, told: str, untold: str) -> None:
    facts = [describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts]
    assert not [each for each in told.split("|") if each and each not in facts], facts
    wrong = [each for each in untold.split("|") if each]
    exact = [each.rstrip("!") for each in wrong if each.endswith("!")]
    assert not [fact for fact in facts if fact in exact], facts
    assert not [
        fact for fact in facts for each in wrong if not each.endswith("!") and each in fact
    ], facts
