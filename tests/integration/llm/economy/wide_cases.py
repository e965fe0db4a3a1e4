"""Cases in which a model searches widely: many silos side by side, guidelines opened, a repair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.integration.llm.economy.kinds import Call as Search
from tests.integration.llm.economy.kinds import Kind
from tests.integration.llm.economy.player import Player
from tests.scripted_provider import Call, Reply

OPENED = "opened"
"""In place of a silo: a document that was named is opened."""
_BREAST = (
    "61-year-old woman, metastatic ER+ PR+ HER2-low breast cancer, germline BRCA2, ESR1 D538G, "
    "PIK3CA wild type, progressed on letrozole plus palbociclib (18 months) and fulvestrant, "
    "capecitabine stopped for diarrhoea, creatinine clearance 38 mL/min, Child-Pugh A, ECOG 1. "
    "What next?"
)
_LUNG = (
    "58-year-old man, metastatic lung adenocarcinoma, EGFR exon 19 deletion, MET amplification "
    "after 16 months of osimertinib, brain metastases, creatinine clearance 28 mL/min, ECOG 1, "
    "QTc 470 ms. What next?"
)
BREAST = Kind(
    name="wide case, breast",
    bound="case",
    question=_BREAST,
    slips=True,
    steps=(
        (
            ("nccn_guidelines", "HR-positive HER2-low metastatic breast after CDK4/6 inhibitor"),
            ("asco_guidelines", "hormone receptor-positive metastatic breast later line BRCA ESR1"),
            ("indications", "breast cancer germline BRCA"),
            ("variant_evidence", "ESR1 D538G elacestrant"),
        ),
        (
            ("landmark_trials", "trastuzumab deruxtecan HER2-low DESTINY-Breast04"),
            ("landmark_trials", "olaparib OlympiAD talazoparib EMBRACA germline BRCA metastatic"),
            ("landmark_trials", "elacestrant EMERALD ESR1"),
            (OPENED, "asco_guidelines/asco-her2-negative-chemotherapy-targeted"),
            (OPENED, "asco_guidelines/asco-hr-positive-metastatic-2024"),
        ),
    ),
)
LUNG = Kind(
    name="wide case, lung",
    bound="case",
    question=_LUNG,
    slips=True,
    steps=(
        (
            ("nccn_guidelines", "EGFR-mutated lung cancer after osimertinib MET amplification"),
            ("asco_guidelines", "EGFR lung cancer progression on osimertinib"),
            ("indications", "non-small cell lung cancer EGFR MET"),
            ("variant_evidence", "MET amplification resistance osimertinib"),
        ),
        (
            ("landmark_trials", "amivantamab chemotherapy MARIPOSA-2 after osimertinib"),
            ("clinical_trials", "MET amplification EGFR osimertinib savolitinib"),
            (OPENED, "asco_guidelines/asco-nsclc-driver-alterations"),
            ("drug_information", "carboplatin pemetrexed creatinine clearance"),
        ),
    ),
)


class WidePlayer(Player):
    """Opens documents beside its searches."""

    def _search(self, calls: Sequence[Search]) -> Reply:
        searched = super()._search([each for each in calls if each[0] != OPENED])
        assert isinstance(searched, Call)
        opened: list[tuple[str, dict[str, Any]]] = [
            ("open_document", {"document_id": name, "query": "what is advised now"})
            for kind, name in calls
            if kind == OPENED
        ]
        return Call((*searched.calls, *opened), text=searched.text)
