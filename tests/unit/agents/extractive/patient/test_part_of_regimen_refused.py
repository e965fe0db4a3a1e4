"""That a part of a regimen is refused does not answer a question on the regimen: a gap leads."""

from __future__ import annotations

import pytest

from agents.endings.standing import standing_of
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ALONE = (
    "Pembrolizumab alone is indicated for MSI-high endometrial cancer that progressed after "
    "systemic therapy."
)
OTHERS = (
    "Dostarlimab plus carboplatin and paclitaxel is indicated for MSI-high primary advanced "
    "endometrial cancer."
)


@pytest.mark.parametrize(
    ("question", "regimen"),
    [
        (
            "endometrial ca stage IV pMMR first line, pembrolizumab with carbo/taxol?",
            "pembrolizumab with carbo/taxol",
        ),
        (
            "advanced endometrial cancer MSS 1L: pembrolizumab + carboplatin + paclitaxel?",
            "pembrolizumab + carboplatin + paclitaxel",
        ),
    ],
)
async def test_the_gap_on_the_regimen_leads(question: str, regimen: str) -> None:
    text = f"## One\n\n{ALONE}\n\n## Other\n\n{OTHERS}\n"
    shelf = FakeLibrary([document("indications", "one", "Endometrial cancer", text)])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith(f"Nothing shown here is on {regimen},")
    assert standing_of(ending) == "partly"
