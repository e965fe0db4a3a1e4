"""Two drugs that are compared are both shown with what a trial found of them, or neither."""

from __future__ import annotations

from tests.unit.agents.extractive.conftest import said_to

LABEL = "{} alone is indicated for ALK-positive metastatic non-small cell lung cancer."
ADVICE = (
    "For untreated ALK-rearranged stage IV non-small cell lung cancer, ASCO advises alectinib,"
    " brigatinib or lorlatinib."
)
ALEX = (
    "In untreated ALK-positive non-small cell lung cancer the hazard ratio for progression or death"
    " with alectinib against crizotinib was 0.47 (95% CI 0.34 to 0.65) in ALEX."
)
CROWN = (
    "In ALK-positive non-small cell lung cancer five-year progression-free survival in CROWN was"
    " 60% with lorlatinib and 8% with crizotinib."
)


async def test_the_trial_of_each_compared_drug_is_told() -> None:
    case = "Metastatic lung adenocarcinoma, ALK+, treatment naive. "
    documents = (ADVICE, *map(LABEL.format, ("Alectinib", "Lorlatinib")), ALEX, CROWN)
    said = await said_to(f"{case}Lorlatinib or alectinib upfront?", *documents)
    assert {ALEX, CROWN} <= set(said)
