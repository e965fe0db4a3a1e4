"""What differs between the wires: each provider's own shapes of the same outcomes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import httpx2
import pytest
from langchain_core.messages import HumanMessage

from agents.errors import (
    ContextTooLong,
    ModelAnswerCutOff,
    ModelAnswerInvalid,
    ModelRefused,
    ModelUnavailable,
)
from agents.facts.read_sheet import Message
from agents.llm.calls.outcomes import failure_of, model_error
from agents.llm.calls.provider import Provider, open_model
from agents.llm.calls.usage import total_usage, unit_prices, usage_of
from agents.llm.core import LlmCore
from agents.llm.writing.form import ONLY_READY
from agents.turns import Draft, Step
from retrieval.retry import CallFailure
from tests.integration.llm.scripted_core import (
    MODELS,
    SEARCH,
    Clock,
    base_url,
    core_over,
    is_own,
    messages_of,
    own_connections,
    seen_step,
    view,
)
from tests.scripted_provider import (
    Breaks,
    Call,
    Counted,
    Filtered,
    Refuse,
    Reply,
    Say,
    TooLong,
    scripted_provider,
)

LOOK = Call((("search_pubmed", {"query": "drug A"}),), text="I look.", thinking="Surely drug A.")
OVERLOAD = {"anthropic": "overloaded_error", "responses": "server_is_overloaded"}


async def test_each_wire_is_asked_in_its_own_protocol(provider_name: str) -> None:
    async with core_over(provider_name, LOOK, Say("READY.")) as (core, scripted):
        await core.think(view(), (SEARCH,))
        await core.think(view(seen_step()), (SEARCH,))
    (path,) = set(scripted.paths)
    last = {"anthropic": "messages", "responses": "responses"}.get(provider_name, "completions")
    assert path.rpartition("/")[2] == last


async def test_a_newer_name_thinks_on_one_wire_and_answers_on_the_other() -> None:
    written = Say("Drug A helped 12 of 30 patients. [c1]")
    async with scripted_provider(LOOK, written) as scripted:
        model = open_model("openai:gpt-6-astra", base_url=f"{scripted.url}/v1", seconds=5)
        async with own_connections(model):
            core = LlmCore(Provider(model))
            thought = await core.think(view(), (SEARCH,))
            draft = await core.answer(view(seen_step()), ())
    assert scripted.paths == ["/v1/responses", "/v1/chat/completions"]
    assert [each.tool for each in thought.actions] == ["search_pubmed"]
    assert len(draft.sentences) == 1


async def test_what_came_from_the_cache_is_counted_as_read(provider_name: str) -> None:
    counted = Counted(given=1000, written=50, cached=900, thought=30)
    async with scripted_provider(LOOK, Say("Drug A helped. [c1]")) as scripted:
        scripted.counted = counted
        url = base_url(provider_name, scripted)
        model = open_model(MODELS[provider_name], base_url=url, seconds=5)

        async def hear(_: str) -> None:
            return

        async with own_connections(model):
            provider = Provider(model)
            whole, _ = await provider.call([HumanMessage("x")])
            streamed, _ = await provider.stream([HumanMessage("x")], hear)
    for message in (whole, streamed):
        usage = message.usage_metadata
        assert usage is not None
        assert (usage["input_tokens"], usage["output_tokens"]) == (1000, 50)
        assert usage["input_token_details"]["cache_read"] == 900
        kept = usage_of(message, "openai:gpt-4o")
        assert (kept.input_tokens, kept.cached_tokens) == (1000, 900)
        assert kept.input_price_usd is not None
        assert kept.cached_price_usd is not None
        assert kept.cached_price_usd < kept.input_price_usd
        assert total_usage(kept, kept).cached_tokens == 1800


async def test_what_was_put_into_the_cache_costs_what_its_provider_asks(
    provider_name: str,
) -> None:
    async with scripted_provider(Say("Yes."), Say("Yes.")) as scripted:
        scripted.counted = Counted(given=1000, written=50, cached=400, stored=500)
        url = base_url(provider_name, scripted)
        model = open_model(MODELS[provider_name], base_url=url, seconds=5)
        async with own_connections(model):
            message, _ = await Provider(model).call([HumanMessage("x")])
    prices = unit_prices("anthropic:claude-sonnet-4-6")
    kept = usage_of(message, "anthropic:claude-sonnet-4-6")
    assert prices.given is not None
    assert prices.stored is not None
    assert prices.stored > prices.given
    assert (kept.input_tokens, kept.cached_tokens) == (1000, 400)
    asked = 100 * prices.given + 500 * prices.stored + 400 * (prices.cached or 0)
    spent = (asked + 50 * (prices.written or 0)) / 1_000_000
    assert kept.cost_usd == pytest.approx(spent)
    # Two calls of one row cost what both cost, however much of each was put into the cache.
    other = replace(kept, input_price_usd=prices.given, cached_tokens=0, cached_price_usd=None)
    both = total_usage(kept, other)
    assert both.cost_usd == pytest.approx(spent + (other.cost_usd or 0))


@pytest.mark.parametrize("reply", [Refuse(), Refuse("Drug A helped 12 of"), Filtered("Drug A hel")])
async def test_a_model_that_declines_is_never_taken_at_half_its_word(
    provider_name: str, reply: Reply
) -> None:
    drafts: list[Draft] = []

    async def hear(draft: Draft) -> None:
        drafts.append(draft)

    async with core_over(provider_name, reply) as (core, scripted):
        with pytest.raises(ModelRefused):
            await core.answer(view(seen_step()), (), hear)
    assert len(scripted.asked) == 1, "it has declined; the same words again change nothing"
    assert [each for heard in drafts for each in heard.sentences] == []
    async with core_over(provider_name, reply) as (core, _):
        with pytest.raises(ModelRefused):
            await core.think(view(seen_step()), (SEARCH,))


@pytest.mark.parametrize("named", ["server_error", "overload"])
async def test_an_error_within_a_stream_is_waited_out(provider_name: str, named: str) -> None:
    code = OVERLOAD.get(provider_name, "overloaded_error") if named == "overload" else named
    code = "api_error" if (provider_name, code) == ("anthropic", "server_error") else code
    broken, clock = Breaks("Drug A hel", code), Clock()
    script = (broken, broken, Say("Drug A helped 12 of 30 patients. [c1]"))
    async with core_over(provider_name, *script, clock=clock) as (core, _):
        draft = await core.answer(view(seen_step()), ())
    assert [each.text for each in draft.sentences] == ["Drug A helped 12 of 30 patients."]
    assert clock.pauses == [1.0, 2.0]
    async with core_over(provider_name, broken, broken, broken) as (core, _):
        with pytest.raises(ModelUnavailable):
            await core.answer(view(seen_step()), ())


async def test_an_unknown_error_within_a_stream_is_asked_about_once_more(
    provider_name: str,
) -> None:
    broken = Breaks("Drug A hel", "image_parse_error")
    async with core_over(provider_name, broken, broken) as (core, scripted):
        with pytest.raises(ModelAnswerInvalid):
            await core.answer(view(seen_step()), ())
    assert len(scripted.asked) == 2


async def test_half_a_call_is_none(provider_name: str) -> None:
    half = TooLong("I look at")
    async with core_over(provider_name, half, half) as (core, _):
        with pytest.raises(ModelAnswerCutOff):
            await core.think(view(seen_step()), (SEARCH,))


async def test_a_full_window_is_too_long_a_question() -> None:
    async with core_over("anthropic", TooLong("I look", window=True)) as (core, _):
        with pytest.raises(ContextTooLong):
            await core.think(view(seen_step()), (SEARCH,))


async def test_what_a_model_thinks_in_a_field_of_its_own_is_not_what_it_says(
    provider_name: str,
) -> None:
    drafts: list[Draft] = []

    async def hear(draft: Draft) -> None:
        drafts.append(draft)

    told = Say("Drug A helped 12 of 30 patients. [c1]", thinking="They said 12 of 30.")
    async with core_over(provider_name, LOOK, told) as (core, _):
        thought = await core.think(view(), (SEARCH,))
        draft = await core.answer(view(seen_step()), (), hear)
    assert thought.text == "I look."
    assert [each.text for each in draft.sentences] == ["Drug A helped 12 of 30 patients."]
    assert all("They said" not in each.text for heard in drafts for each in heard.sentences)


async def test_a_server_that_wants_its_thoughts_back_gets_them_with_the_calls() -> None:
    later = replace(seen_step(2), thought=replace(seen_step().thought, text="Again."))
    async with core_over("reasoning", LOOK, Say("READY.")) as (core, scripted):
        thought = await core.think(view(), (SEARCH,))
        first = Step(number=1, seq=1, thought=thought, observations=())
        # The second step was thought by another model, of which no thoughts are known.
        await core.think(view(first, later), (SEARCH,))
    assert scripted.refused == []
    own = [each for each in messages_of(scripted.asked[1]) if is_own(each)]
    assert [each["reasoning_content"] for each in own] == ["Surely drug A.", ""]
    async with core_over("openai", Say("READY.")) as (core, scripted):
        await core.think(view(later), (SEARCH,))
    assert "reasoning_content" not in str(scripted.asked), "a field that OpenAI's own server lacks"


async def test_thoughts_leave_without_the_names_in_them() -> None:
    said = (Message("Mrs. Karin Berger, born 3.4.1961, has breast cancer.", "message"),)
    asked = replace(view(), said=said)
    call = replace(LOOK, thinking="Berger was born 3.4.1961.")
    async with core_over("reasoning", call, Say("READY.")) as (core, scripted):
        thought = await core.think(asked, (SEARCH,))
        step = Step(number=1, seq=1, thought=thought, observations=())
        await core.think(replace(asked, steps=(step,)), (SEARCH,))
    assert "1961" in thought.reasoning
    assert "1961" not in str(scripted.asked[1])


@pytest.mark.parametrize("thought", ["", "I think and think."])
async def test_nothing_but_thoughts_is_asked_for_once_more(
    provider_name: str, thought: str
) -> None:
    nothing = Say("", thinking=thought)
    async with core_over(provider_name, nothing, Say("READY.")) as (core, _):
        assert (await core.think(view(seen_step()), (SEARCH,))).text == ONLY_READY
    async with core_over(provider_name, nothing, nothing) as (core, _):
        with pytest.raises(ModelAnswerInvalid):
            await core.answer(view(seen_step()), ())


async def test_a_conversation_of_many_steps_is_one_that_every_provider_takes(
    provider_name: str,
) -> None:
    calls = Call((*LOOK.calls, ("search_pubmed", {"query": "drug B"})), thinking="Two at once.")
    async with core_over(provider_name, calls, Say("READY."), Say("READY.")) as (core, scripted):
        thought = await core.think(view(), (SEARCH,))
        unanswered = Step(number=2, seq=4, thought=replace(thought, dropped=3), observations=())
        steps = (replace(seen_step(), thought=replace(seen_step().thought, text="")), unanswered)
        folded = replace(view(*steps), hidden=0, folded="")
        await core.think(folded, (SEARCH,))
        await core.think(replace(folded, hidden=1, folded="Drug A [c1]."), (SEARCH,))
    assert scripted.refused == []
    assert len(scripted.asked) == 3


@pytest.mark.parametrize("library", [httpx, httpx2])
def test_a_connection_that_breaks_off_is_tried_again(library: Any) -> None:
    broken = library.ReadError("the server went away")
    assert failure_of(broken) == CallFailure()
    assert isinstance(model_error(broken), ModelUnavailable)


def test_an_error_that_only_has_such_a_name_is_not_tried_again() -> None:
    class TransportError(Exception): ...

    assert failure_of(TransportError()) is None
