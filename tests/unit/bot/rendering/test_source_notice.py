"""The reply that says what became of the sources of an answer."""

from __future__ import annotations

from dataclasses import replace

from agents.checking.documents.later_sources import ChangedSource
from bot.rendering.answer.later_sources import sources_notice
from tests.unit.bot.rendering.test_narration import DONE


def test_the_heading_has_no_bold_words_in_bold_ones() -> None:
    view = replace(DONE, question=replace(DONE.question, text="What is the dose of olaparib?"))
    changed = ChangedSource(next(iter(view.citations.values())), "retracted")
    blocks = sources_notice(view, [changed]).body["blocks"]
    heading = blocks[0]["text"]["text"].splitlines()[0]
    assert "on the dose (olaparib) has" in heading
    assert heading.count("*") == 2, "Slack shows the others as they are"
