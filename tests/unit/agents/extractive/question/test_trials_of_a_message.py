"""A trial that is named before "eligible?", and a trial that is only looked for."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text


@pytest.mark.parametrize(
    ("question", "trials"),
    [
        ("monarchE inclusion: 2 pos nodes, G2, T 3.5 cm, Ki67 10%. Eligible?", {"monarche"}),
        ("KATHERINE: HER2+ residual, node-pos. eligible?", {"katherine"}),
        ("OlympiA: HR+, 4 nodes adjuvant, gBRCA2. eligible?", {"olympia"}),
        ("NATALEE criteria. N0, T2, G2, Ki67 30. Would she qualify?", {"natalee"}),
        ("Thinking of monarchE. 5 cm, 1 node, G2. Eligible?", {"monarche"}),
        ("monarchE or NATALEE. 2 nodes, G2. Eligible?", {"monarche", "natalee"}),
        ("DESTINY-Breast05. HER2+, residual, N2. Does she meet inclusion?", {"destinybreast05"}),
        ("Was treated as in KATHERINE, now metastatic. Eligible for any trial?", set()),
        ("Had KATHERINE regimen, relapsed. Which trials is she eligible for?", set()),
        ("HER2+ residual, node-pos. eligible?", set()),
    ],
)
def test_eligible_is_asked_of_the_trial_named(question: str, trials: set[str]) -> None:
    part = parse_text(question).parts[-1]
    assert part.kind == "eligibility"
    assert set(part.trials) == trials
    assert part.asks_who_entered == bool(trials)


@pytest.mark.parametrize(
    "question",
    [
        "Any trial for TNBC BRCA1 germline, pd on olaparib, ECOG 1?",
        "Trial for HER2-mutant (S310F) lobular breast, HER2 IHC 0?",
        "trial for gBRCA2 MBC after talazoparib",
        "clinical trial after olaparib progression, gBRCA2 HER2- MBC",
        "Looking for a phase 2 trial in TNBC second line",
        "KRAS G12C CRC, second line. Trials?",
        "HER2+ MBC after T-DXd, trial options?",
        "Is there an open study for TNBC with gBRCA1?",
        "What is recruiting for BRAF V600E melanoma?",
        "Which studies are open for FGFR2 fusion cholangiocarcinoma?",
        "Any phase 1 open for MTAP-deleted PDAC?",
        "Could she go on a study? gBRCA2 pancreatic, progressed on FOLFIRINOX",
        "Can we refer him to a trial, ROS1 NSCLC after repotrectinib?",
        "Where can she be enrolled with EGFR exon 20 NSCLC?",
    ],
)
def test_a_trial_is_looked_for(question: str) -> None:
    assert all(part.asks_for_trial for part in parse_text(question).parts)


@pytest.mark.parametrize(
    "question",
    [
        "ASCENT trial OS sacituzumab",
        "monarchE overall survival benefit?",
        "Olaparib in gBRCA2 MBC?",
        "What did the OlympiA trial show for overall survival?",
        "NATALEE: who was included, did N0 patients count?",
        "How does blinatumomab work, by recruiting T cells?",
        "Which studies support olaparib in gBRCA HER2- MBC?",
        "Open-label study of T-DXd in HER2-low: PFS?",
    ],
)
def test_what_looks_for_no_trial(question: str) -> None:
    assert not any(part.asks_for_trial for part in parse_text(question).parts)
