"""What comes back from a model, as it is checked and shown."""

from __future__ import annotations

from langchain_core.messages import AIMessage

from agents.llm.egress import restore_incoming
from retrieval.privacy.hiding import HiddenWords


def test_signs_that_nobody_sees_are_no_part_of_what_a_model_says() -> None:
    call = {"name": "search", "args": {"query": "ola\u2063parib"}, "id": "1"}
    said = AIMessage("Give 4\ufe0f0 \u202egm\u202c.", tool_calls=[call])
    heard = restore_incoming(said, HiddenWords())
    assert heard.text == "Give 40 gm."
    assert heard.tool_calls[0]["args"] == {"query": "olaparib"}
