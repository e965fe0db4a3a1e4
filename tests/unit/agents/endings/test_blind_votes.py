"""What a blind second reader may choose, and how that compares with the answer."""

from __future__ import annotations

from dataclasses import replace

from agents.endings.reviews import choices_of, outcome_of
from agents.turns import Abstention, Answer, ExcludedOption, Gap, Sentence, View
from agents.turns.reviews import ANOTHER, ANSWERED, CANNOT_TELL
from tests.sample_documents import QUESTION

ROW = Sentence(text="Zeta is given.", keys=(), verified=True, role="row", option="zeta")
ANSWER = Answer(
    sentences=(ROW,), citations=(), excluded=(ExcludedOption(option="alpha", reason="needs beta"),)
)
VIEW = View(run_id="run", question=QUESTION, ending=ANSWER)


def test_the_options_are_chosen_from_in_an_order_that_tells_nothing_of_the_answer() -> None:
    assert choices_of(VIEW) == ("alpha", "zeta", ANOTHER, CANNOT_TELL)
    told = [outcome_of(each, VIEW) for each in choices_of(VIEW)]
    assert told == ["differs", "agrees", "differs", "cannot tell"]


def test_without_options_it_is_asked_whether_the_findings_answer_at_all() -> None:
    answered = replace(VIEW, ending=replace(ANSWER, sentences=(), excluded=()))
    assert choices_of(answered) == (ANSWERED, ANOTHER, CANNOT_TELL)
    assert outcome_of(ANSWERED, answered) == "agrees"
    gap = Abstention(gap=Gap(purpose="a dose", missing="silo", name="a source"))
    assert outcome_of(ANSWERED, replace(VIEW, ending=gap)) == "differs"
