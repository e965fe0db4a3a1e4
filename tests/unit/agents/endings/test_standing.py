"""How far an answer answers: the sign on a question is taken from this."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.endings.standing import standing_of
from agents.turns import (
    Abstention,
    Answer,
    Failed,
    Gap,
    QuestionPart,
    Reply,
    Sentence,
    Stopped,
)
from agents.wording.not_found import (
    group_not_found_sentence,
    on_other_patients,
    publisher_not_found_sentence,
    silo_answers_nothing,
)

SAID = Sentence(text="Alpha works.", keys=("c1",), verified=True)
SECOND = replace(SAID, text="Beta does not.", part=1)
DOUBTED = replace(SAID, text="It always works.", verified=False, problem="no source says so")
GAP = Gap(purpose="the dose", missing="silo", name="a label")
OTHERS = replace(SAID, text=f"{on_other_patients('holds for adjuvant disease')}Alpha works.")
WHOLE = Answer(sentences=(SAID,), citations=())
TWO = (QuestionPart(question="A?"), QuestionPart(question="B?"))


@pytest.mark.parametrize(
    "answer",
    [
        WHOLE,
        replace(WHOLE, sentences=(SAID, OTHERS)),
        replace(WHOLE, note="These are statements of the sources."),
        replace(WHOLE, sentences=(SAID, SECOND), parts=TWO),
        pytest.param(replace(WHOLE, parts=TWO), id="the same sentences answer both questions"),
    ],
)
def test_an_answer_that_leaves_nothing_open_is_one(answer: Answer) -> None:
    assert standing_of(answer) == "answered"


NOBODY = replace(SAID, text=publisher_not_found_sentence("NCCN"), basis="matching")
NO_GROUP = replace(SAID, text=group_not_found_sentence("men"), basis="matching")
OPEN = {
    "a part with a gap": replace(WHOLE, parts=(TWO[0], QuestionPart(question="B?", gap=GAP))),
    "a part of which all is removed": replace(
        WHOLE, parts=TWO, removed=(replace(DOUBTED, part=1),)
    ),
    "a silo that does not answer": replace(WHOLE, not_found=(silo_answers_nothing("NCCN"),)),
    "a publisher that does not answer": replace(WHOLE, sentences=(NOBODY, SAID)),
    "a group that nothing is on": replace(WHOLE, sentences=(NO_GROUP, SAID)),
    "a first sentence on other patients": replace(WHOLE, sentences=(OTHERS, SAID)),
    "a part that begins with others": replace(
        WHOLE, sentences=(SAID, replace(OTHERS, part=1), SECOND), parts=TWO
    ),
    "a fact that is not weighed": replace(WHOLE, unweighed=("HIV",)),
    "a word that is not understood": replace(WHOLE, unread=("capital of France",)),
    "a search that was cut short": replace(WHOLE, limited="The run had no more time."),
    "a sentence in doubt": replace(WHOLE, sentences=(SAID, DOUBTED)),
    "a bottom line that was removed": replace(WHOLE, removed=(replace(DOUBTED, role="headline"),)),
    "quotes in place of all that was written": replace(WHOLE, only_quotes=True),
}


@pytest.mark.parametrize("answer", OPEN.values(), ids=OPEN)
def test_an_answer_that_leaves_something_open_is_a_part_of_one(answer: Answer) -> None:
    assert standing_of(answer) == "partly"


def test_what_rests_on_nothing_verified_is_no_answer() -> None:
    assert standing_of(replace(WHOLE, sentences=(DOUBTED,))) == "not answered"
    assert standing_of(replace(WHOLE, sentences=())) == "not answered"


def test_every_other_ending_stands_for_itself() -> None:
    assert standing_of(Abstention(gap=GAP)) == "not answered"
    assert standing_of(Failed(error="E", reason="r")) == "failed"
    assert standing_of(Stopped(by="U1")) == "stopped"
    assert standing_of(Reply(text="Hello.")) == "replied"
