"""The llm core through the providers' real clients, against a scripted provider on loopback."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from agents.errors import (
    ContextTooLong,
    ModelAnswerInvalid,
    ModelMisconfigured,
    ModelRefused,
    ModelUnavailable,
)
from agents.llm.calls.provider import CallSettings, NamedModel, Provider, open_model
from agents.llm.core import LlmCore
from agents.llm.writing.form import ONLY_READY
from agents.prompts.fencing import MARK
from agents.turns import Attachment, Draft, Step
from tests.integration.llm.scripted_core import (
    DOCUMENT,
    LONG,
    MODELS,
    SEARCH,
    Clock,
    base_url,
    core_over,
    is_own,
    messages_of,
    seen_step,
    view,
)
from tests.scripted_provider import (
    OVERFLOW_ANTHROPIC,
    OVERFLOW_OPENAI,
    OVERLOADED,
    Call,
    CutOff,
    Fail,
    Hang,
    Refuse,
    Reply,
    Say,
    TooLong,
    scripted_provider,
)


def unmarked(request: dict[str, Any]) -> str:
    """What is sent, in order, without the marks of the cache."""
    parts = [request.get("system", ""), request.get("tools"), messages_of(request)]
    return "".join(_text(part) for part in parts)


def _text(value: object) -> str:
    if isinstance(value, dict):
        told = [each for key, each in value.items() if key not in {"cache_control", "type"}]
        return "".join(map(_text, told))
    if isinstance(value, list):
        return "".join(map(_text, value))
    return str(value)


async def test_parallel_tool_calls_become_actions(provider_name: str) -> None:
    script = Call(
        (("search_pubmed", {"query": "drug A"}), ("search_pubmed", {"query": "drug A harms"})),
        text="Two searches.",
    )
    async with core_over(provider_name, script) as (core, scripted):
        thought = await core.think(view(), (SEARCH,))
    assert thought.text == "Two searches."
    assert [action.arguments["query"] for action in thought.actions] == ["drug A", "drug A harms"]
    assert len({action.call_id for action in thought.actions}) == 2
    assert (thought.usage.input_tokens, thought.usage.output_tokens) == (100, 20)
    cost = thought.usage.cost_usd
    assert cost is None if provider_name == "reasoning" else cost is not None and cost > 0
    assert scripted.asked[0]["tools"]


async def test_words_without_a_call_mean_ready(provider_name: str) -> None:
    async with core_over(provider_name, Say("READY. It rests on c1.")) as (core, scripted):
        thought = await core.think(view(seen_step()), (SEARCH,))
    assert thought.actions == ()
    assert thought.gap is None
    assert "12 of 30" in str(messages_of(scripted.asked[0]))


async def test_a_first_thought_that_searches_nothing_is_asked_to(provider_name: str) -> None:
    look = Call((("search_pubmed", {"query": "drug A"}),))
    async with core_over(provider_name, Say("Drug A it is."), look) as (core, scripted):
        thought = await core.think(view(), (SEARCH,))
    assert [each.tool for each in thought.actions] == ["search_pubmed"]
    assert "Nothing was searched yet" in str(messages_of(scripted.asked[1]))
    async with core_over(provider_name, Say("READY."), Say("READY.")) as (core, scripted):
        assert not (await core.think(view(), (SEARCH,))).actions
        assert len(scripted.asked) == 2, "once more, and not again"
    async with core_over(provider_name, Say("READY.")) as (core, scripted):
        await core.think(view(seen_step()), (SEARCH,))
        assert len(scripted.asked) == 1


async def test_declare_gap_becomes_a_gap(provider_name: str) -> None:
    said = {"purpose": "dose", "missing": "silo", "name": "football results", "detail": "none"}
    async with core_over(provider_name, Call((("declare_gap", said),))) as (core, _):
        thought = await core.think(view(), (SEARCH,))
    assert thought.gap is not None
    assert (thought.gap.missing, thought.gap.name) == ("silo", "football results")


async def test_a_table_is_computed_with_and_the_model_is_not_asked() -> None:
    table = "| arm | response |\n" + "\n".join(f"| {'AB'[n % 2]} | PR |" for n in range(6))
    asked = replace(
        view().question,
        text="ORR by arm",
        attachments=(Attachment(name="trial.csv", text=table),),
    )
    async with core_over("openai") as (core, scripted):
        thought = await core.think(replace(view(), question=asked), (SEARCH,))
    assert thought.reply is not None
    assert "• A · Patients: 3 · With it: 3" in thought.reply.text
    assert thought.reply.computed[0].drawing is not None
    assert not scripted.asked


async def test_malformed_arguments_reach_the_tool_as_none_at_all() -> None:
    script = Call((("search_pubmed", '{"query": "dru'),))
    async with core_over("openai", script) as (core, _):
        thought = await core.think(view(), (SEARCH,))
    assert [(action.tool, action.arguments) for action in thought.actions] == [
        ("search_pubmed", {})
    ]


async def test_reading_points_at_the_documents_shown(provider_name: str) -> None:
    report = {
        "insights": [
            {
                "text": "Drug A helped some.",
                "quotes": [
                    {"document": 1, "quote": "drug A helped 12 of 30 patients"},
                    {"document": 7, "quote": "made up"},
                ],
            },
            {"text": "No quote.", "quotes": []},
        ]
    }
    script = Call((("report", report),))
    async with core_over(provider_name, script) as (core, scripted):
        reading = await core.read("drug A", (LONG,), SEARCH, view=view())
    (insight,) = reading.insights
    assert [pointer.text for pointer in insight.pointers] == ["drug A helped 12 of 30 patients"]
    prompt = str(messages_of(scripted.asked[0]))
    assert prompt.count("</document>") == 1, "a document closed its own tag"
    assert scripted.marked[0].count(f"</document-{MARK}>") == 1, "and cannot know its mark"


async def test_reading_is_told_where_the_search_says_the_matter_stands(provider_name: str) -> None:
    highlights = {DOCUMENT.ref: ((0, 9),)}
    script = (Call((("report", {"insights": []}),)), Call((("report", {"insights": []}),)))
    async with core_over(provider_name, *script) as (core, scripted):
        await core.read("drug A", (LONG,), SEARCH, highlights, view=view())
        await core.read("drug A", (LONG,), SEARCH, view=view())
    told, untold = (str(messages_of(asked)) for asked in scripted.asked)
    assert f"<evidence>{DOCUMENT.text[:9]}</evidence>" in told
    assert "stands at these places" not in untold


async def test_a_report_in_words_is_read_when_it_is_json(provider_name: str) -> None:
    async with core_over(provider_name, Say('```json\n{"insights": []}\n```')) as (core, _):
        assert (await core.read("drug A", (LONG,), SEARCH, view=view())).insights == ()


async def test_a_report_that_is_no_json_is_invalid(provider_name: str) -> None:
    async with core_over(provider_name, Say("It helps."), Say("It helps.")) as (core, _):
        with pytest.raises(ModelAnswerInvalid):
            await core.read("drug A", (LONG,), SEARCH, view=view())


async def test_a_search_beside_a_gap_is_made_first(provider_name: str) -> None:
    said = {"purpose": "dose", "missing": "silo", "name": "labels"}
    script = Call((("declare_gap", said), ("search_pubmed", {"query": "drug A"})))
    async with core_over(provider_name, script) as (core, _):
        thought = await core.think(view(), (SEARCH,))
    assert thought.gap is None
    assert [action.tool for action in thought.actions] == ["search_pubmed"]


async def test_a_gap_that_names_nothing_is_for_the_tool_to_refuse(provider_name: str) -> None:
    script = Call((("declare_gap", {"missing": "silo", "name": " "}),))
    async with core_over(provider_name, script) as (core, _):
        thought = await core.think(view(), (SEARCH,))
    assert thought.gap is None
    assert [action.tool for action in thought.actions] == ["declare_gap"]


async def test_a_message_without_words_and_calls_is_asked_for_once_more(
    provider_name: str,
) -> None:
    async with core_over(provider_name, Say(""), Say("READY.")) as (core, _):
        assert (await core.think(view(), (SEARCH,))).text == ONLY_READY
    async with core_over(provider_name, Say(""), Say("")) as (core, _):
        with pytest.raises(ModelAnswerInvalid):
            await core.think(view(), (SEARCH,))


async def test_prose_in_place_of_a_report_is_asked_for_once_more(provider_name: str) -> None:
    report = {"insights": [{"text": "It helped some.", "statements": ["1.1"]}]}
    script = (Say("It helps."), Call((("report", report),)))
    async with core_over(provider_name, *script) as (core, _):
        assert len((await core.read("drug A", (LONG,), SEARCH, view=view())).insights) == 1


@pytest.mark.parametrize("reply", [Say(""), TooLong("Drug A helped 12 of 30 pat")])
async def test_an_answer_that_is_none_is_asked_for_once_more(
    provider_name: str, reply: Reply
) -> None:
    written = Say("Drug A helped 12 of 30 patients. [c1]")
    async with core_over(provider_name, reply, written) as (core, _):
        assert len((await core.answer(view(seen_step()), ())).sentences) == 1
    async with core_over(provider_name, reply, reply) as (core, _):
        # Never a gap of the sources: it is the model that failed.
        with pytest.raises(ModelAnswerInvalid):
            await core.answer(view(seen_step()), ())


async def test_each_step_only_adds_to_what_the_model_has_read(provider_name: str) -> None:
    script = (Say("READY."), Say("READY."))
    later = replace(seen_step(2), thought=replace(seen_step().thought, text="Again."))
    async with core_over(provider_name, *script) as (core, scripted):
        await core.think(view(seen_step()), (SEARCH,))
        await core.think(replace(view(seen_step(), later), steps_left=4), (SEARCH,))
    first, second = (unmarked(asked) for asked in scripted.asked)
    # All but what is left of the steps, which stands last.
    assert second.startswith(first.rpartition("You have 5 steps left")[0].rstrip('", []{}'))
    assert "4 steps left" in second


async def test_what_a_model_may_cache_is_marked_where_it_needs_a_mark() -> None:
    async with core_over("anthropic", Say("READY.")) as (core, scripted):
        await core.think(view(seen_step()), (SEARCH,))
    marked = str(scripted.asked[0])
    assert marked.count("cache_control") == 2
    assert "cache_control" in str(scripted.asked[0]["system"])
    async with core_over("openai", Say("READY.")) as (core, scripted):
        await core.think(view(seen_step()), (SEARCH,))
    assert "cache_control" not in str(scripted.asked[0])


async def test_the_answer_streams_whole_sentences(provider_name: str) -> None:
    written = "Drug A helped 12 of 30 patients. [c1]\nIt was small. [c1]\nNot found: harms."
    drafts: list[Draft] = []

    async def hear(draft: Draft) -> None:
        drafts.append(draft)

    async with core_over(provider_name, Say(written)) as (core, _):
        draft = await core.answer(view(seen_step()), (), hear)
    assert [(s.text, s.keys) for s in draft.sentences] == [
        ("Drug A helped 12 of 30 patients.", ("c1",)),
        ("It was small.", ("c1",)),
    ]
    assert draft.not_found == ("harms.",)
    assert draft.usage.output_tokens == 20
    lengths = [len(heard.sentences) for heard in drafts]
    assert lengths == sorted(lengths)
    assert 1 in lengths


async def test_no_answer_has_no_sentences(provider_name: str) -> None:
    async with core_over(provider_name, Say("NO ANSWER")) as (core, _):
        assert (await core.answer(view(seen_step()), ())).sentences == ()


async def test_a_rate_limit_is_waited_out_as_asked(provider_name: str) -> None:
    clock = Clock()
    limit = Fail(429, "rate_limit_error", retry_after=7)
    async with core_over(provider_name, limit, Say("READY"), clock=clock) as (core, _):
        thought = await core.think(view(seen_step()), (SEARCH,))
    assert thought.text == ONLY_READY
    assert clock.pauses == [7.0]


@pytest.mark.parametrize("failure", [Fail(500), OVERLOADED, Fail(503)], ids=lambda f: str(f.status))
async def test_a_provider_that_stays_down_is_unavailable(provider_name: str, failure: Fail) -> None:
    clock = Clock()
    async with core_over(provider_name, failure, failure, failure, clock=clock) as (core, asked):
        with pytest.raises(ModelUnavailable):
            await core.think(view(), (SEARCH,))
    assert len(asked.asked) == 3
    assert clock.pauses == [1.0, 2.0]


async def test_a_hanging_provider_times_out(provider_name: str) -> None:
    script = (Hang(5), Hang(5), Hang(5))
    async with core_over(provider_name, *script, seconds=0.2) as (core, _):
        with pytest.raises(ModelUnavailable):
            await core.think(view(), (SEARCH,))


async def test_a_broken_stream_starts_again(provider_name: str) -> None:
    script = (CutOff("Drug A hel"), Say("Drug A helped. [c1]"))
    async with core_over(provider_name, *script) as (core, _):
        draft = await core.answer(view(seen_step()), ())
    assert [sentence.text for sentence in draft.sentences] == ["Drug A helped."]


async def test_a_refusal_says_so(provider_name: str) -> None:
    async with core_over(provider_name, Refuse()) as (core, _):
        with pytest.raises(ModelRefused):
            await core.think(view(), (SEARCH,))


async def test_a_refusal_while_streaming_says_so(provider_name: str) -> None:
    # Never a gap of the sources: it is the model that declined.
    async with core_over(provider_name, Refuse(), Refuse()) as (core, _):
        with pytest.raises(ModelRefused):
            await core.answer(view(seen_step()), ())


async def test_a_model_that_is_not_there_is_a_matter_of_setup(provider_name: str) -> None:
    async with core_over(provider_name, Fail(404, "not_found_error")) as (core, _):
        with pytest.raises(ModelMisconfigured):
            await core.think(view(), (SEARCH,))


async def test_what_a_reasoning_model_thinks_aloud_is_not_its_answer() -> None:
    told = "<think>\nThe quote says 12 of 30.\n</think>\n\nDrug A helped 12 of 30 patients. [c1]"
    drafts: list[Draft] = []

    async def hear(draft: Draft) -> None:
        drafts.append(draft)

    async with core_over("openai", Say(told), Say("<think>So.</think>READY.")) as (core, _):
        draft = await core.answer(view(seen_step()), (), hear)
        thought = await core.think(view(seen_step()), (SEARCH,))
    assert [each.text for each in draft.sentences] == ["Drug A helped 12 of 30 patients."]
    assert all("quote says" not in each.text for heard in drafts for each in heard.sentences)
    assert thought.text == ONLY_READY


@pytest.mark.parametrize(
    ("name", "overflow"), [("openai", OVERFLOW_OPENAI), ("anthropic", OVERFLOW_ANTHROPIC)]
)
async def test_a_context_overflow_is_told_apart(name: str, overflow: Fail) -> None:
    async with core_over(name, overflow) as (core, _):
        with pytest.raises(ContextTooLong):
            await core.think(view(), (SEARCH,))


async def test_a_wrong_key_is_a_matter_of_setup(provider_name: str) -> None:
    async with core_over(provider_name, Fail(401, "authentication_error")) as (core, _):
        with pytest.raises(ModelMisconfigured):
            await core.think(view(), (SEARCH,))


async def test_the_fallback_answers_and_is_named() -> None:
    down = Fail(503)
    async with (
        scripted_provider(down, down, down) as first,
        scripted_provider(Say("READY")) as second,
    ):
        provider = Provider(
            open_model(MODELS["openai"], base_url=f"{first.url}/v1", seconds=5),
            open_model(MODELS["anthropic"], base_url=second.url, seconds=5),
            sleep=Clock().sleep,
        )
        thought = await LlmCore(provider).think(view(seen_step()), (SEARCH,))
    assert thought.usage.model == MODELS["anthropic"]


async def test_compression_is_fed_the_steps(provider_name: str) -> None:
    async with core_over(provider_name, Say("Drug A helped [c1].")) as (core, scripted):
        summary = await core.compress(view(seen_step()))
    assert summary.text == "Drug A helped [c1]."
    assert "[c1]" in str(messages_of(scripted.asked[0]))


def test_a_model_without_a_provider_is_misconfigured() -> None:
    with pytest.raises(ModelMisconfigured, match="provider:model"):
        open_model("gpt-4o", base_url=None, seconds=1)


def test_a_missing_key_is_misconfigured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelMisconfigured):
        open_model("openai:gpt-4o", base_url=None, seconds=1)


def test_an_absent_client_package_is_named() -> None:
    with pytest.raises(ModelMisconfigured, match="langchain-"):
        open_model("mistralai:mistral-large", base_url=None, seconds=1)


async def test_silos_are_one_tool_with_a_line_each(provider_name: str) -> None:
    other = replace(SEARCH, name="search_labels", silo="labels", use_when="a dose is asked for")
    call = Call(
        (("search", {"silo": "labels", "query": "drug A dose"}), ("search", {"query": "B"}))
    )
    async with core_over(provider_name, call, Say("READY.")) as (core, scripted):
        thought = await core.think(view(), (SEARCH, other))
        await core.think(view(seen_step()), (SEARCH, other))
    assert [(each.tool, each.arguments) for each in thought.actions] == [
        ("search_labels", {"query": "drug A dose"}),
        ("search", {"query": "B"}),
    ]
    tools = str(scripted.asked[0]["tools"])
    assert tools.count("plain clinical words") == 1
    assert "labels: a dose is asked for" in tools
    sent = json.dumps([each for each in messages_of(scripted.asked[1]) if is_own(each)])
    assert '"search"' in sent
    assert "pubmed" in sent


async def test_the_thought_that_has_nothing_more_to_search_writes_the_answer(
    provider_name: str,
) -> None:
    written = "READY It rests on one study.\nDrug A helped 12 of 30 patients. [c1]"
    drafts: list[Draft] = []

    async def hear(draft: Draft) -> None:
        drafts.append(draft)

    async with core_over(provider_name, Say(written)) as (core, scripted):
        thought = await core.think(view(seen_step()), (SEARCH,))
        last = Step(number=2, seq=3, thought=thought)
        draft = await core.answer(view(seen_step(), last), (SEARCH,), hear)
    assert len(scripted.asked) == 1
    assert thought.text == "It rests on one study.", "an unchecked answer is never shown"
    assert [(each.text, each.keys) for each in draft.sentences] == [
        ("Drug A helped 12 of 30 patients.", ("c1",))
    ]
    assert MODELS[provider_name] in draft.note
    assert len(drafts) == 1
    assert draft.usage.model == "", "its call stands in the row of the thought"


async def test_what_is_set_reaches_the_provider_where_its_client_takes_it(
    provider_name: str,
) -> None:
    tuning = CallSettings(max_tokens=700, temperature=0.2)
    async with scripted_provider(Say("READY.")) as scripted:
        url = base_url(provider_name, scripted)
        name = MODELS[provider_name]
        model = open_model(name, base_url=url, seconds=5, tuning=tuning)
        await LlmCore(Provider(model)).think(view(seen_step()), (SEARCH,))
    (sent,) = scripted.asked
    names = ("max_tokens", "max_completion_tokens", "max_output_tokens")
    assert [sent[name] for name in names if name in sent] == [700]
    # LangChain's client knows which of OpenAI's models take none.
    assert sent.get("temperature") == (None if provider_name == "responses" else 0.2)


async def test_an_effort_is_the_word_of_the_provider() -> None:
    async with scripted_provider(Say("READY.")) as scripted:
        url = f"{scripted.url}/v1"
        model = open_model(
            MODELS["openai"], base_url=url, seconds=5, tuning=CallSettings(effort="low")
        )
        await LlmCore(Provider(model)).think(view(seen_step()), (SEARCH,))
    assert scripted.asked[0]["reasoning_effort"] == "low"


async def test_no_more_calls_than_set_are_in_flight() -> None:
    class Counting(GenericFakeChatModel):
        """Says how many calls it answers at the same time."""

        async def _agenerate(self, *args: Any, **options: Any) -> ChatResult:
            now.append(now[-1] + 1)
            await asyncio.sleep(0.01)
            now.append(now[-1] - 1)
            return ChatResult(generations=[ChatGeneration(message=AIMessage("READY."))])

    now = [0]
    provider = Provider(NamedModel("fake:model", Counting(messages=iter(()))), calls=3)
    await asyncio.gather(*(provider.call([HumanMessage("x")]) for _ in range(12)))
    assert max(now) == 3


async def test_a_model_is_told_which_calls_were_not_made(provider_name: str) -> None:
    step = replace(seen_step(), thought=replace(seen_step().thought, dropped=48))
    async with core_over(provider_name, Say("READY."), Say("READY.")) as (core, scripted):
        await core.think(view(step), (SEARCH,))
        await core.think(view(seen_step()), (SEARCH,))
    told, untold = (str(messages_of(asked)) for asked in scripted.asked)
    assert "48 further calls of this step were not made" in told
    assert "were not made" not in untold
