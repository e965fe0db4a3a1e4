"""Planning and weighing, switched part by part; models by role; crashes between any two rows."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agents.journal.entry import Entry, Event
from agents.llm.calls.provider import CallSettings
from agents.llm.core import LlmCore, open_llm_core
from agents.llm.model_roles import ModelNames
from agents.llm.writing.reasoning import PARTS, Reasoning
from agents.turns import Answer
from bot.setting_types.types import REASONING_PARTS
from bot.settings import SettingsInvalid, read_settings
from retrieval.documents import Document
from retrieval.silos import Silos
from tests.fakes import MemoryJournal
from tests.integration.llm.real_silos import SILOS, ask, open_filled_silos, paper, run_over
from tests.integration.llm.scripted_core import core_at
from tests.integration.llm.whole_run import tools_of, words_of
from tests.sample_documents import question
from tests.scripted_provider import Call, Reply, Say, Scripted, scripted_provider

PAPER = paper("olaparib", "Olaparib was given once.", drugs=("olaparib",))
SEARCH = Call((("search", {"silos": ["pubmed"], "query": "olaparib"}),), text="Look.")
READY = Say("READY It rests on one paper.\nOlaparib was given once. [c1]")
TOLD_BY = {
    "decomposition": "`Plan:` which searches",
    "reflection": "`Considered:` the candidates",
    "exemplars": "A and B are made-up drugs",
}
NAMES = ModelNames(
    model="openai:gpt-4o", planner="openai:gpt-4.1", executor="openai:gpt-4o-mini",
    concluder="openai:gpt-4.1-mini", checker="openai:gpt-4.1-nano",
)  # fmt: skip


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def provider() -> AsyncIterator[Scripted]:
    """One for all: LangChain keeps a client for each address, and lets the oldest go unclosed."""
    async with scripted_provider() as scripted:
        yield scripted


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


def opened(
    scripted: Scripted, names: ModelNames = NAMES, without: frozenset[str] = frozenset()
) -> LlmCore:
    return open_llm_core(
        names,
        base_url=f"{scripted.url}/v1",
        tuning=CallSettings(seconds=5),
        reasoning=Reasoning(without),
    )


@pytest.mark.parametrize("left_out", [(), *((part,) for part in PARTS), PARTS])
async def test_each_part_can_be_switched_off(
    provider: Scripted, tmp_path: Path, left_out: tuple[str, ...]
) -> None:
    async with open_filled_silos(tmp_path, PAPER) as silos:
        ended = await ask(
            provider, silos, SEARCH, READY,
            opened=lambda at: opened(at, ModelNames(model="openai:gpt-4o"), frozenset(left_out)),
        )  # fmt: skip
    for call in (0, 1):
        told = {part: words in ended.sent(call) for part, words in TOLD_BY.items()}
        assert told == {part: part not in left_out for part in PARTS}
    assert isinstance(ended.ending, Answer)


async def test_what_a_prompt_was_made_of_stands_in_the_row(
    provider: Scripted, tmp_path: Path
) -> None:
    made: set[str] = set()
    async with open_filled_silos(tmp_path, PAPER) as silos:
        for left_out in ((), *((part,) for part in PARTS)):
            names = ModelNames(model="openai:gpt-4o")
            ended = await ask(
                provider, silos, SEARCH, READY,
                opened=lambda at, out=left_out, n=names: opened(at, n, frozenset(out)),
            )  # fmt: skip
            made.add(ended.view.steps[0].thought.prompt_sha)
    assert len(made) == 4


async def test_the_three_ends_are_shown_in_every_form(provider: Scripted, tmp_path: Path) -> None:
    case = "74-year-old woman, ovarian cancer, creatinine 1.4 mg/dL, on olaparib. Dose?"
    async with open_filled_silos(tmp_path, PAPER) as silos:
        plain = await ask(provider, silos, SEARCH, READY)
        told = await ask(provider, silos, SEARCH, READY, text=case)
    for sent in (plain.sent(0), told.sent(0)):
        assert all(f"\n{name}. " in sent for name in ("Answering", "Ending early", "A gap"))


async def test_a_part_that_there_is_none_of_is_refused() -> None:
    # The settings are read by processes that load nothing of a model.
    assert REASONING_PARTS == PARTS
    assert read_settings(model_without="reflection, exemplars").reasoning_left_out == {
        "reflection", "exemplars",
    }  # fmt: skip
    with pytest.raises(SettingsInvalid, match="CURBSIDE_MODEL_WITHOUT: must be of decomposition"):
        read_settings(model_without="thinking")


def asked_of(asked: tuple[dict[str, Any], ...]) -> list[str]:
    return [request["model"] for request in asked]


async def test_each_part_of_a_run_has_its_model(provider: Scripted, tmp_path: Path) -> None:
    script = (
        SEARCH,
        Call((("search", {"silos": ["drug_information"], "query": "olaparib"}),), text="More."),
        Say("READY Enough.\nA sentence that the concluder has not written. [c1]"),
        Say("Olaparib was given 9 times. [c1]"),
        Say("1: Olaparib was given once. [c1]"),
        Call((("report_doubts", {"doubts": []}),)),
    )
    async with open_filled_silos(tmp_path, PAPER) as silos:
        ended = await ask(provider, silos, *script, opened=opened)
    assert asked_of(ended.asked) == [
        "gpt-4.1", "gpt-4o-mini", "gpt-4o-mini", "gpt-4.1-mini", "gpt-4.1-mini", "gpt-4.1-nano",
    ]  # fmt: skip
    assert isinstance(ended.ending, Answer)
    assert [each.text for each in ended.ending.sentences] == ["Olaparib was given once."]
    assert "written in a separate step" in ended.sent(0)
    used = [event.entry.usage.model for event in ended.journal.events if event.entry.usage.model]
    assert used[:3] == ["openai:gpt-4.1", "openai:gpt-4o-mini", "openai:gpt-4o-mini"]


async def test_without_roles_one_model_has_all_and_no_further_call(
    provider: Scripted, tmp_path: Path
) -> None:
    async with open_filled_silos(tmp_path, PAPER) as silos:
        one = ModelNames(model="openai:gpt-4o")
        ended = await ask(provider, silos, SEARCH, READY, opened=lambda at: opened(at, one))
    assert asked_of(ended.asked) == ["gpt-4o", "gpt-4o"]


class Crash(Exception):
    """The process is killed."""


class CrashingJournal(MemoryJournal):
    """Is killed once, right after a row was written."""

    def __init__(self, run_id: str, text: str, rows: int) -> None:
        super().__init__(run_id, question(text))
        self._rows: int | None = rows

    async def append(self, entry: Entry) -> Event:
        event = await super().append(entry)
        if self._rows is not None and len(self.events) > self._rows:
            self._rows = None
            raise Crash
        return event


async def crashed_after(rows: int, core: LlmCore, silos: Silos) -> MemoryJournal:
    """The journal of a run that was killed after so many rows, and went on."""
    journal = CrashingJournal("run", "What is known of olaparib?", rows)
    with pytest.raises(Crash):
        await (await run_over(core, journal, silos)).run()
    await (await run_over(core, journal, silos)).run()
    return journal


def by_its_words(request: dict[str, Any]) -> Reply:
    """The reply to a request, whenever it comes."""
    said = words_of(request)
    if "report" in tools_of(request):
        return Call((("report", {"insights": [{"text": "It was given.", "statements": ["1.1"]}]}),))
    if not request.get("tools"):
        return Say("Olaparib was given once. [c1]")
    steps = sum(message["role"] == "assistant" for message in request["messages"])
    assert "olaparib" in said
    both = (
        ("search", {"silos": list(SILOS), "query": "olaparib"}),
        ("look_up_name", {"name": "BRAF"}),
    )
    more = (("search", {"silos": ["pubmed"], "query": "olaparib", "more": True}),)
    return (Call(both, text="Plan: both."), Call(more, text="More."), Say("READY Enough."))[steps]


LONG = " ".join(["No more is said here."] * 900)
SHORT_ONES = (PAPER, paper("label", "Olaparib was given once.", silo="drug_information"))
LONG_ONES = (
    paper("olaparib", f"Olaparib was given once.\n\n{LONG}"),
    paper("label", f"Olaparib was given twice.\n\n{LONG}", silo="drug_information"),
)


@pytest.mark.parametrize("documents", [SHORT_ONES, LONG_ONES], ids=["whole", "read apart"])
async def test_a_crash_between_any_two_rows_repeats_no_call_of_a_row(
    provider: Scripted, tmp_path: Path, documents: tuple[Document, ...]
) -> None:
    async with open_filled_silos(tmp_path, *documents) as silos:
        provider.brain = by_its_words
        provider.asked.clear()
        core = core_at(provider)
        whole = MemoryJournal("run", question("What is known of olaparib?"))
        assert isinstance(await (await run_over(core, whole, silos)).run(), Answer)
        asked_once = len(provider.asked)
        for rows in range(1, whole.last_seq):
            provider.asked.clear()
            journal = await crashed_after(rows, core, silos)
            kinds = [event.entry.kind for event in journal.events]
            assert kinds == [event.entry.kind for event in whole.events]
            calls = [(event.entry.kind, event.entry.call_id) for event in journal.events]
            assert len(set(calls)) == len(calls)
            reads = [each for each in provider.asked if "report" in tools_of(each)]
            others = [json.dumps(each["messages"]) for each in provider.asked if each not in reads]
            assert len(set(others)) == len(others), f"a thought was asked for twice: {rows}"
            # A reading that was under way when the process was killed has no row yet.
            under_way = bool(reads) and kinds[rows - 1 : rows + 1] == ["observation"] * 2
            assert len(provider.asked) - asked_once <= (1 if under_way else 0), rows
