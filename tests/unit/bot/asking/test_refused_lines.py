"""What `curbside show` says of an answer of which nothing was verified."""

from __future__ import annotations

from agents.turns import Failed, Reply, Sentence
from bot.asking.terminal import refused_lines

DRAFTED = Sentence(
    text="Give 900 mg.", keys=("c1",), verified=False, problem="“900 mg” stands in no quote."
)


def test_each_sentence_stands_with_what_is_wrong_with_it() -> None:
    ending = Failed(error="AnswerUnverified", reason="It is not shown.", removed=(DRAFTED,))
    told = " ".join(refused_lines(ending))
    assert "no sentence was verified" in told
    assert "Give 900 mg." in told
    assert "stands in no quote" in told


def test_other_endings_say_nothing_of_it() -> None:
    assert refused_lines(Failed(error="RunStuck", reason="It went on in circles.")) == []
    assert refused_lines(Reply(text="Hello.")) == []
    assert refused_lines(None) == []
