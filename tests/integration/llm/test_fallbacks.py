"""A conversation that one provider's model began and another's goes on with, since the first is
down: every pair of the protocols."""

from __future__ import annotations

from itertools import permutations

import pytest

from agents.errors import ModelMisconfigured, ModelUnavailable
from agents.llm.calls.provider import NamedModel, Provider, open_model
from agents.llm.core import LlmCore
from agents.llm.writing.form import ONLY_READY
from agents.turns import Step
from tests.integration.llm.scripted_core import (
    MODELS,
    SEARCH,
    Clock,
    base_url,
    messages_of,
    own_connections,
    seen_step,
    view,
)
from tests.scripted_provider import Call, Fail, Say, Scripted, scripted_provider

STRICT = "strict"
NAMES = {**MODELS, STRICT: "deepseek:deepseek-reasoner"}
"""The last wants the thoughts of every call back, whoever made it."""
LOOK = Call((("search_pubmed", {"query": "drug A"}),), text="I look.", thinking="Surely drug A.")
DOWN = (Fail(503),) * 3
WRITTEN = Say("Drug A helped 12 of 30 patients. [c1]")


@pytest.fixture(autouse=True)
def deepseek_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "test")


def opened(name: str, scripted: Scripted) -> NamedModel:
    url = f"{scripted.url}/strict/v1" if name == STRICT else base_url(name, scripted)
    return open_model(NAMES[name], base_url=url, seconds=5)


@pytest.mark.parametrize(("first", "second"), list(permutations(NAMES, 2)))
async def test_another_providers_model_goes_on_where_the_first_is_down(
    first: str, second: str
) -> None:
    async with (
        scripted_provider(LOOK, *DOWN, *DOWN) as one,
        scripted_provider(Say("READY."), WRITTEN) as other,
        own_connections(opened(first, one)) as model,
        own_connections(opened(second, other)) as fallback,
    ):
        core = LlmCore(Provider(model, fallback, sleep=Clock().sleep))
        thought = await core.think(view(), (SEARCH,))
        assert thought.usage.model == NAMES[first]
        observed = seen_step().observations[0]
        call = thought.actions[0].call_id
        seen = type(observed)(call_id=call, tool="search_pubmed", outcome="data")
        begun = view(Step(number=1, seq=1, thought=thought, observations=(seen,)), seen_step(2))
        ready = await core.think(begun, (SEARCH,))
        assert (ready.text, ready.usage.model) == (ONLY_READY, NAMES[second])
        draft = await core.answer(begun, ())
        assert draft.usage.model == NAMES[second]
        assert [each.text for each in draft.sentences] == ["Drug A helped 12 of 30 patients."]
    # These hand out no thoughts in that field; the strict server says so once, and nobody else is
    # asked a thing that it refuses.
    assert len(other.refused) == (second == STRICT and first in {"anthropic", "responses"})
    assert one.refused == []


async def test_a_server_that_misses_thoughts_gets_what_was_said_in_their_place() -> None:
    async with (
        scripted_provider(Say("READY."), Say("READY.")) as scripted,
        own_connections(opened(STRICT, scripted)) as model,
    ):
        core = LlmCore(Provider(model, sleep=Clock().sleep))
        await core.think(view(seen_step()), (SEARCH,))
        await core.think(view(seen_step()), (SEARCH,))
    assert len(scripted.refused) == 1, "it is told once"
    told = [m for m in messages_of(scripted.asked[-1]) if m["role"] == "assistant"]
    assert [each["reasoning_content"] for each in told] == ["Look it up."]


async def test_both_down_is_told_as_that() -> None:
    async with (
        scripted_provider(*DOWN) as one,
        scripted_provider(*DOWN) as other,
        own_connections(opened("openai", one)) as model,
        own_connections(opened("anthropic", other)) as fallback,
    ):
        with pytest.raises(ModelUnavailable):
            await LlmCore(Provider(model, fallback, sleep=Clock().sleep)).think(view(), (SEARCH,))
    assert (len(one.asked), len(other.asked)) == (3, 3)


def test_a_key_of_another_provider_is_never_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPSEEK_API_KEY")
    with pytest.raises(ModelMisconfigured):
        open_model(NAMES[STRICT], base_url=None, seconds=5)
