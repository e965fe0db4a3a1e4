"""A warning that a blood count may fall does not weigh a count that has fallen."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

WARNING = "Belzutifan can cause anaemia, which may be severe."
RULE = "For grade 3 anaemia belzutifan is withheld until grade 2 or less."


@pytest.mark.parametrize(("said", "unweighed"), [(WARNING, ("anaemia grade 3",)), (RULE, ())])
async def test_a_grade_is_weighed_by_a_rule_alone(said: str, unweighed: tuple[str, ...]) -> None:
    text = f"## Anaemia\n\n{said}\n"
    shelf = FakeLibrary(
        [document("drug_information", "b", "Belzutifan", text, drugs=["belzutifan"])]
    )
    ending = await Conversation(shelf).ask("VHL disease, on belzutifan, Hb 7.6. Go on?")
    assert isinstance(ending, Answer)
    assert ending.unweighed == unweighed
