"""A value told as come under the drug of the question before is asked about for this drug."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

INDICATION = (
    "Trastuzumab deruxtecan is indicated for metastatic HER2-positive breast cancer after an "
    "anti-HER2-based regimen."
)
RULE = (
    "With grade 3 thrombocytopenia (25,000 to below 50,000/mm3) trastuzumab deruxtecan is withheld "
    "until grade 1 or less."
)
OF_ANOTHER = (
    "With grade 3 thrombocytopenia (25,000 to below 50,000/mm3) trastuzumab emtansine is withheld "
    "until at least 75,000/mm3."
)
ANY = "For adverse reactions trastuzumab deruxtecan is reduced from 5.4 mg/kg to 4.4 mg/kg."
FIRST = "HER2+ MBC, progressed on docetaxel + trastuzumab + pertuzumab. T-DXd?"
T_DXD, T_DM1 = "trastuzumab deruxtecan", "trastuzumab emtansine"


def shelf(*said: str) -> FakeLibrary:
    own = "## Label\n\n" + "\n\n".join((INDICATION, *said)) + "\n"
    other = f"## Label\n\n{OF_ANOTHER}\n"
    return FakeLibrary(
        [
            document("drug_information", "d", "Trastuzumab deruxtecan", own, drugs=[T_DXD]),
            document("drug_information", "e", "Trastuzumab emtansine", other, drugs=[T_DM1]),
        ]
    )


@pytest.mark.parametrize(
    "told", ["plt 41 after cycle 2", "platelets fell to 41 on it", "plt now 41"]
)
async def test_only_the_rule_of_the_drug_is_told(told: str) -> None:
    talk = Conversation(shelf(RULE))
    await talk.ask(FIRST)
    ending = await talk.ask(told)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [RULE]


async def test_without_its_rule_the_value_is_open_and_no_other_drug_speaks() -> None:
    talk = Conversation(shelf(ANY))
    await talk.ask(FIRST)
    ending = await talk.ask("plt now 41")
    assert isinstance(ending, Answer)
    assert OF_ANOTHER not in [each.text for each in ending.sentences]
    assert ending.unweighed
    talk = Conversation(shelf())
    await talk.ask(FIRST)
    assert isinstance(await talk.ask("plt now 41"), Abstention)


@pytest.mark.parametrize(
    "told", ["also: baseline plt 98", "she also has CrCl 25", "ER positive now", "plt now 210"]
)
async def test_what_did_not_come_under_the_drug_is_held_against_the_choice(told: str) -> None:
    talk = Conversation(shelf(RULE))
    await talk.ask(FIRST)
    ending = await talk.ask(told)
    assert isinstance(ending, Answer)
    assert INDICATION in [each.text for each in ending.sentences]
