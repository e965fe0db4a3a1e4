"""A scripted core answers stored questions over a real PostgreSQL."""

from __future__ import annotations

from agents.answering import Answerer
from agents.chain import verify_chain
from agents.limits import STANDARD, Limits
from agents.memory.database import Memory
from agents.turns import Answer, Thought
from tests.fakes import MemorySilos, Narrator, ScriptedCore, search
from tests.shelf import QUESTION, SHELF, THREAD

SCRIPT = (
    Thought(
        text="Two places to look.",
        actions=(search("clinical_trials", "alpha"), search("pubmed", "alpha")),
    ),
    Thought(text="And the label.", actions=(search("drug_information", "alpha dose"),)),
)


def answerer(
    memory: Memory,
    core: ScriptedCore | None = None,
    silos: MemorySilos | None = None,
    limits: Limits = STANDARD,
) -> Answerer:
    return Answerer(
        memory=memory,
        core=core or ScriptedCore(SCRIPT),
        silos=silos or MemorySilos(SHELF),
        limits=limits,
    )


async def test_a_question_ends_in_an_answer_with_verified_citations(memory: Memory) -> None:
    assert await memory.open_run("run", QUESTION)
    narrator = Narrator()
    ending = await answerer(memory).answer("run", narrate=narrator)
    assert isinstance(ending, Answer)
    assert [citation.key for citation in ending.citations] == ["c1", "c2", "c3"]
    assert all(sentence.verified for sentence in ending.sentences)
    assert narrator.views[-1].ending == ending
    events = await memory.events("run")
    assert verify_chain(events) is None
    kinds = [event.entry.kind for event in events]
    assert kinds == [
        "question", "thought", "observation", "observation", "thought", "observation", "thought",
        "answer",
    ]  # fmt: skip
    assert len(narrator.views) == len(events)
    assert [turn.outcome for turn in await memory.turns(THREAD)] == ["answer"]
