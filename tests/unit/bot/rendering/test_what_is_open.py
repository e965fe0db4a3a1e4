"""An answer that is called partly answered names what is open, on every surface."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agents.endings.json_result import result_object
from agents.endings.standing import standing_of
from agents.turns import Answer, Gap, QuestionPart, Sentence
from agents.wording.not_found import publisher_not_found_sentence
from bot.asking.terminal import ending_lines
from bot.rendering.answer import answers
from bot.rendering.blocks import plain_text
from bot.rendering.links import PassageLinks
from tests.unit.bot.rendering.test_narration import CITATION, DONE

LINKS = PassageLinks("", b"k")
SURE = Sentence(text="Alpha works.", keys=("c3",), verified=True, role="headline")
WHOLE = Answer(sentences=(SURE,), citations=(CITATION,))
GAP = Gap(purpose="telling the dose", missing="silo", name="a label on beta")
OF_OTHERS = publisher_not_found_sentence("NCCN")
OPEN: tuple[tuple[dict[str, Any], str], ...] = (
    ({"unweighed": ("pregnancy",)}, "pregnancy"),
    ({"unread": ("flurb",)}, "“flurb” (not understood)"),
    ({"not_found": ("Nothing is on beta.",)}, "Nothing is on beta."),
    ({"limited": "The search was cut short."}, "The search was cut short."),
    ({"parts": (QuestionPart(question="Alpha?"), QuestionPart(question="Beta?", gap=GAP))},
     "a label on beta"),
    ({"sentences": (SURE, replace(SURE, verified=False, problem="no source says so"))},
     "no source says so"),
    ({"sentences": (SURE, replace(SURE, text=OF_OTHERS))}, OF_OTHERS),
    ({"removed": (replace(SURE, text="Beta too.", verified=False, problem="nobody says so"),)},
     "nobody says so"),
    ({"only_quotes": True}, "these are the quotes they pointed at"),
)  # fmt: skip


@pytest.mark.parametrize(("fields", "named"), OPEN, ids=lambda each: str(each)[:40])
def test_it_is_named_wherever_the_answer_is_read(fields: dict[str, Any], named: str) -> None:
    answer = replace(WHOLE, **fields)
    assert standing_of(answer) == "partly"
    view = replace(DONE, ending=answer)
    terminal = " ".join(" ".join(ending_lines(view)).split())
    thread = plain_text(answers.render(view, answer, LINKS, steps_behind=False))
    for words in (terminal, thread, str(result_object(view, 1.0)["answer"])):
        assert named in words


def test_an_answer_that_leaves_nothing_open_is_answered() -> None:
    assert standing_of(WHOLE) == "answered"


def test_a_doubt_about_what_is_only_told_on_request_is_named() -> None:
    points = [replace(SURE, text=f"Point {n}.", role="point") for n in range(6)]
    points[-1] = replace(points[-1], verified=False, problem="no source says so")
    answer = replace(WHOLE, sentences=(SURE, *points))
    assert standing_of(answer) == "partly"
    thread = plain_text(
        answers.render(replace(DONE, ending=answer), answer, LINKS, steps_behind=False)
    )
    assert "2 further points (1 of them not verified)" in thread
