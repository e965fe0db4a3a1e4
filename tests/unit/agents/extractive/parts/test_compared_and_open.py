"""Two drugs are compared, and one of them hangs on a marker that nobody has told."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import line_of_statement
from tests.unit.agents.extractive.one_statement import document, sorted_out

PEMBROLIZUMAB = (
    "Pembrolizumab is indicated for metastatic triple-negative breast cancer that expresses PD-L1"
    " with a CPS of at least 10."
)
OLAPARIB = (
    "Olaparib is indicated for metastatic triple-negative breast cancer with a germline BRCA1 or"
    " BRCA2 mutation."
)


@pytest.mark.parametrize(
    "question",
    [
        "TNBC CPS 20: pembrolizumab or olaparib?",
        "Metastatic TNBC, PD-L1 CPS 20, olaparib or pembrolizumab?",
        "TNBC with CPS 20, pembrolizumab vs olaparib?",
    ],
)
def test_each_drug_is_told_the_open_one_with_its_marker(question: str) -> None:
    (selected,) = sorted_out(question, document(f"{PEMBROLIZUMAB}\n\n{OLAPARIB}"))
    told = {e.drugs: line_of_statement(e, selected) for e in selected.answers}
    assert ("pembrolizumab",) in told
    assert told[("olaparib",)].startswith("Only with germline BRCA1")
