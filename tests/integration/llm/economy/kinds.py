"""The twelve kinds of run that are counted: what is asked, and what a good model searches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from agents.facts.read_sheet import Message
from agents.turns import Attachment, Turn
from retrieval.documents import Document
from tests.integration.llm.economy.libraries import corpus

Bound = Literal["look-up", "case"]
Ends = Literal["answer", "gap", "refusal"]
Call = tuple[str, str]
"""A silo, and a query."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of run."""

    name: str
    bound: Bound
    question: str
    steps: tuple[tuple[Call, ...], ...]
    """What is searched in each step, side by side."""
    ends: Ends = "answer"
    slips: bool = False
    """Whether one sentence of the answer does not hold, so that it is written again."""
    files: tuple[Attachment, ...] = ()
    turns: tuple[Turn, ...] = ()
    earlier: tuple[Message, ...] = ()
    documents: tuple[Document, ...] = ()
    """Beside the corpus."""


_FIRST_LINE = (
    "54-year-old woman, de novo metastatic ER 90 %, PR 40 %, HER2 0 breast cancer, bone and liver "
    "metastases, premenopausal, ECOG 1, creatinine clearance 62 mL/min. First-line treatment?"
)
_LATER_LINE = (
    "62-year-old woman, metastatic ER+ HER2- breast cancer, PIK3CA H1047R, ESR1 wild type, "
    "progressed after 19 months on palbociclib and letrozole, HbA1c 7.9 %, ECOG 1, creatinine "
    "clearance 55 mL/min, on metformin. What next?"
)
_NOTE = """Tumour board note. Patient: woman, 47 years, premenopausal.
Diagnosis: invasive ductal carcinoma of the left breast, cT2 cN1 cM0, grade 3.
Receptors: ER 0 %, PR 0 %, HER2 IHC 3+. Ki-67 45 %.
Germline: BRCA1 and BRCA2 without pathogenic variant.
Course: neoadjuvant docetaxel, carboplatin, trastuzumab and pertuzumab, six cycles, completed.
Surgery: lumpectomy and axillary dissection, residual tumour 1.4 cm, ypT1c ypN1.
Heart: LVEF 58 % before, 54 % after treatment. Comorbidity: arterial hypertension.
Drugs: ramipril 5 mg. Laboratory: creatinine 0.8 mg/dL, bilirubin 0.6 mg/dL, platelets 210 /nL.
Neuropathy grade 1 in both feet. ECOG 0. Wishes: return to work in four months.
"""
_FOLLOWED = Turn(
    run_id="before",
    question=_LATER_LINE,
    answer=(
        "Alpelisib plus fulvestrant prolonged progression-free survival in PIK3CA-mutated disease "
        "after an aromatase inhibitor. Capivasertib plus fulvestrant is the alternative after a "
        "CDK4/6 inhibitor. Hyperglycaemia is the dose-limiting harm of alpelisib."
    ),
    outcome="answer",
)


def _long_label() -> Document:
    """A document of 40,000 characters: parts of the corpus one after the other."""
    label = next(each for each in corpus() if "trastuzumab-deruxtecan" in each.id)
    texts = [each.text for each in corpus() if each.silo == label.silo and each is not label]
    text = "\n\n".join([label.text, *texts])[:40_000]
    return replace(
        label, id="long-label", title="Enhertu long label, all sections", text=text, statements=()
    )


def kinds() -> tuple[Kind, ...]:
    """All twelve."""
    return (*_LOOK_UPS, *_CASES, _long_document())


_LOOK_UPS = (
    Kind(
        name="look-up",
        bound="look-up",
        question="What did DESTINY-Breast04 show for trastuzumab deruxtecan in HER2-low disease?",
        steps=((("landmark_trials", "DESTINY-Breast04 trastuzumab deruxtecan HER2-low"),),),
    ),
    Kind(
        name="dose in organ impairment",
        bound="look-up",
        question="Which olaparib dose at a creatinine clearance of 40 mL/min?",
        steps=((("drug_information", "olaparib dose in moderate renal impairment"),),),
    ),
    Kind(
        name="interaction",
        bound="look-up",
        question="May ribociclib be given together with clarithromycin?",
        steps=((("drug_information", "ribociclib strong CYP3A inhibitor clarithromycin"),),),
    ),
    Kind(
        name="variant",
        bound="look-up",
        question="BRAF V600E in metastatic colorectal cancer: which targeted therapy?",
        steps=(
            (
                ("variant_evidence", "BRAF V600E metastatic colorectal cancer therapy"),
                ("indications", "BRAF V600E metastatic colorectal cancer"),
            ),
        ),
    ),
    Kind(
        name="gap",
        bound="look-up",
        question="Which dose of tebentafusp in uveal melanoma?",
        steps=((("drug_information", "tebentafusp dose uveal melanoma"),),),
        ends="gap",
    ),
    Kind(
        name="follow-up in a thread",
        bound="look-up",
        question="And at which dose would alpelisib be started?",
        steps=((("drug_information", "alpelisib recommended starting dose hyperglycaemia"),),),
        turns=(_FOLLOWED,),
        earlier=(Message(_LATER_LINE, "earlier question", "U0ANA", "2026-01-01T00:00:00+00:00"),),
    ),
    Kind(
        name="refusal",
        bound="look-up",
        question="Which premedication before paclitaxel?",
        steps=((("drug_information", "paclitaxel premedication hypersensitivity"),),),
        ends="refusal",
    ),
)
_CASES = (
    Kind(
        name="case, first line",
        bound="case",
        question=_FIRST_LINE,
        steps=(
            (
                ("nccn_guidelines", "first-line HR-positive HER2-negative metastatic breast"),
                ("asco_guidelines", "first-line HR-positive metastatic breast CDK4/6 inhibitor"),
            ),
            (
                ("landmark_trials", "CDK4/6 inhibitor first-line premenopausal survival"),
                ("drug_information", "ribociclib dose and QT prolongation"),
            ),
        ),
    ),
    Kind(
        name="case, later line",
        bound="case",
        question=_LATER_LINE,
        steps=(
            (
                ("nccn_guidelines", "PIK3CA after CDK4/6 inhibitor HR-positive metastatic breast"),
                ("indications", "PIK3CA mutation HR-positive HER2-negative breast cancer"),
                ("variant_evidence", "PIK3CA H1047R breast cancer alpelisib capivasertib"),
            ),
            (
                ("landmark_trials", "capivasertib fulvestrant after CDK4/6 inhibitor"),
                ("landmark_trials", "alpelisib fulvestrant PIK3CA progression-free survival"),
                ("drug_information", "alpelisib hyperglycaemia diabetes HbA1c contraindication"),
            ),
        ),
        slips=True,
    ),
    Kind(
        name="attached file",
        bound="case",
        question="Residual disease after neoadjuvant treatment: what do you advise?",
        steps=(
            (
                ("landmark_trials", "residual invasive disease trastuzumab emtansine adjuvant"),
                ("asco_guidelines", "HER2-positive residual disease after neoadjuvant treatment"),
            ),
            (("drug_information", "trastuzumab emtansine neuropathy left ventricular function"),),
        ),
        files=(Attachment(name="board-note.txt", text=_NOTE),),
        slips=True,
    ),
    Kind(
        name="comparison",
        bound="case",
        question="Compare palbociclib, ribociclib and abemaciclib: survival first line, and harms.",
        steps=(
            (
                ("landmark_trials", "palbociclib letrozole first-line survival"),
                ("landmark_trials", "ribociclib first-line overall survival"),
                ("landmark_trials", "abemaciclib first-line survival"),
            ),
            (
                ("drug_information", "palbociclib neutropenia warnings"),
                ("drug_information", "ribociclib QT prolongation warnings"),
                ("drug_information", "abemaciclib diarrhoea warnings"),
            ),
        ),
        slips=True,
    ),
)


def _long_document() -> Kind:
    return Kind(
        name="long document",
        bound="case",
        question="What does the long label of Enhertu say on interstitial lung disease?",
        steps=((("drug_information", "Enhertu long label all sections lung disease"),),),
        documents=(_long_label(),),
    )
