"""The formulas with their check values, and two kinds of judge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.llm.calls.provider import Provider, open_model
from evals.faithfulness.formulas import (
    Vector,
    answer_relevancy,
    context_precision,
    groundedness,
    id_precision,
    id_recall,
    non_contradiction,
    relevant_share,
)
from evals.faithfulness.judges import (
    CheckJudge,
    JudgedAnswer,
    ModelJudge,
    read_rulings,
    with_other_contexts,
)
from evals.faithfulness.scoring import id_rows, judged_rows, read_retrieved
from evals.running.chat import Chat
from tests.scripted_provider import Reply, Say, scripted_provider


def test_the_check_values() -> None:
    assert context_precision([True, False, True]) == pytest.approx(0.8333, abs=1e-4)
    assert context_precision([False, False]) == context_precision([]) == 0
    assert id_precision(["a", "b", "b"], frozenset("ac")) == 0.5
    assert id_precision([], frozenset("a")) == 0
    assert id_recall(["a", "b"], frozenset("ac")) == 0.5


def test_the_two_faithfulness_numbers_differ_where_contexts_are_silent() -> None:
    assert groundedness([True, False, False, False]) == 0.25
    assert non_contradiction(["no", "no", "borderline", "yes"]) == 0.75
    assert groundedness([]) is None
    assert non_contradiction([]) == 1
    assert relevant_share(["yes", "borderline", "no", "no"]) == 0.5
    assert relevant_share([]) is None


def vector(*numbers: float) -> Vector:
    return np.array(numbers, np.float32)


def test_an_answer_that_commits_to_nothing_is_not_relevant() -> None:
    made = [vector(1, 0), vector(0, 2)]
    assert answer_relevancy(vector(3, 0), made, [False, True]) == pytest.approx(0.5)
    assert answer_relevancy(vector(3, 0), made, [True, True]) == 0
    with pytest.raises(ValueError, match="no generated question"):
        answer_relevancy(vector(1, 0), [], [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1: yes\n2: no", ("yes", "no")),
        ("**2.** Borderline\n1) YES", ("yes", "borderline")),
        ("1: yes", None),
        ("all yes", None),
    ],
)
def test_rulings_are_read_only_when_all_are_there(text: str, expected: object) -> None:
    assert read_rulings(text, 2) == expected


DOSE = "The recommended dose of olaparib is 300 mg twice daily."
ITEM = JudgedAnswer(
    question="What is the dose of olaparib?",
    answer=f"{DOSE} It cures 7 of 8 patients.",
    contexts=(f"Olaparib is a PARP inhibitor. {DOSE}", "Talazoparib is given at 1 mg daily."),
)
OTHER = JudgedAnswer(question="Talazoparib?", answer="Talazoparib is given at 1 mg daily.",
             contexts=("Talazoparib is given at 1 mg daily.",))  # fmt: skip


async def test_the_check_judges_what_it_can_and_says_nothing_of_the_rest() -> None:
    found = await CheckJudge().judge(ITEM)
    assert found.inferable == (True, False)
    assert found.contradicted is None
    assert found.on_question is None
    (wrong, _) = with_other_contexts([ITEM, OTHER])
    assert (await CheckJudge().judge(wrong)).inferable == (False, False)


def brain(request: dict[str, Any]) -> Reply:
    """Judges as it is asked, by what stands in the prompt."""
    prompt = request["messages"][0]["content"]
    if "split an answer" in prompt:
        return Say(f"1. {DOSE}\n2. Olaparib cures 7 of 8 patients.")
    if "can be inferred directly" in prompt:
        return Say("1: yes\n2: no")
    if "contradict it" in prompt:
        return Say("1: no\n2: borderline")
    if "bears on the question" in prompt:
        number = prompt.count("<message number=")
        return Say("\n".join(f"{n}: {'yes' if n == 1 else 'no'}" for n in range(1, number + 1)))
    return Say("What is the dose?\nNONCOMMITTAL: How much olaparib?")


async def test_any_chat_model_judges_and_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
    async with scripted_provider() as scripted:
        scripted.brain = brain
        model = open_model("anthropic:claude-sonnet-4-6", base_url=scripted.url, seconds=5)
        judge = ModelJudge(Chat(Provider(model), tmp_path / "replies.jsonl"))
        found = await judge.judge(ITEM)
        calls = len(scripted.asked)
        again = ModelJudge(Chat(Provider(model), tmp_path / "replies.jsonl"))
        assert await again.judge(ITEM) == found
        assert len(scripted.asked) == calls == 6
    assert found.inferable == (True, False)
    assert found.contradicted == ("no", "borderline")
    assert found.contexts_on_question == ("yes", "no", "no")
    assert found.questions == ("What is the dose?", "How much olaparib?")
    assert found.noncommittal == (False, True)
    rows = {
        row.metric: row.interval.value
        for row in judged_rows("loop", "m", [(ITEM, found)], lambda text: vector(1, len(text)))
    }
    assert rows["groundedness (what RAGAS calls faithfulness), judge m"] == 0.5
    assert rows["non-contradiction (what DeepEval calls faithfulness), judge m"] == 1.0
    assert rows["context relevancy, judge m"] == pytest.approx(1 / 3)
    assert rows["tokens of judge m"] == 720
    assert 0 < rows["answer relevancy, by questions made of it, judge m"] <= 1


def test_what_a_run_found_is_held_against_the_judged_documents() -> None:
    seen = [[{"document_id": "b"}, {"document_id": "a"}], [{"document_id": "b"}]]
    result = {
        "question": "?",
        "outcome": "answer",
        "sentences": [{"text": "One."}, {"text": "Two."}],
        "steps": [{"observations": [{"documents": each} for each in seen]}],
    }
    found = read_retrieved(result, {"a": "text a", "b": "text b"}, frozenset("a"))
    assert found.documents == ("b", "a")
    assert found.item.contexts == ("text b", "text a")
    assert found.item.answer == "One. Two."
    rows = {row.metric: row.interval.value for row in id_rows("loop", [found])}
    assert rows["context precision, by ids"] == rows["context precision, by rank"] == 0.5
    assert rows["context recall, by ids"] == 1.0
