"""A language model behind the whole wire: what it says is checked, and its failures are told."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest

from agents.analyses.pictures import picture
from agents.turns.computing.drawings import Bar, Drawing
from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import (
    LOOKUPS,
    Slack,
    assert_told_once,
    bot_messages,
    cited,
    eventually,
    final_words,
    people,
    run_of,
    settled,
    words,
)
from tests.acceptance.support.models import MODELS, Reasoner, settings_for
from tests.acceptance.support.records import Records
from tests.scripted_provider import (
    OVERFLOW_ANTHROPIC,
    OVERFLOW_OPENAI,
    Call,
    Fail,
    Refuse,
    Reply,
    scripted_provider,
)
from tests.unit.agents.analyses.sandbox.sandboxed import require_sandbox

QUESTION = "What is the starting dose of olaparib?"
AFTER = {"answer": 1, "repair": 1}
"""The documents are shown whole, so no call reads them; a sentence is asked for again."""
OVERFLOW = {"openai": OVERFLOW_OPENAI, "anthropic": OVERFLOW_ANTHROPIC}


@pytest.mark.parametrize("name", sorted(MODELS))
async def test_quotes_are_verified_and_an_altered_number_is_marked(
    start_stack: StartStack, name: str
) -> None:
    async with scripted_provider() as provider:
        provider.brain = reasoner = Reasoner()
        stack = start_stack(limits="off", **settings_for(name, provider.url))
        records = Records(stack.database_url)
        async with people(stack) as slack:
            ts = await slack.ask(QUESTION)
            await settled(records, ts)
            await assert_told_once(slack, records, ts)
            told = await final_words(slack, ts)
            (good,) = (line for line in told.splitlines() if "300 mg" in line)
            (bad,) = (line for line in told.splitlines() if "450 mg" in line)
            assert re.search(r"\|\[\d+\]>", good), "cited, with a link"
            assert "Not verified" not in good
            assert "Not verified" in bad
            assert "the dose in children" in told
            thread = "\n".join(words(one) for one in await bot_messages(slack, ts))
            assert "Taken whole: " in thread
            assert MODELS[name] in told
        journal = records.journal(run_of(ts))
        shown = [one for row in journal for one in row["payload"].get("offered", ())]
        assert "olaparib" in {one["ref"]["id"] for one in shown}
        assert "recommended dose" not in str(shown), "a row holds where words stand, not the words"
        assert cited(records, run_of(ts)) == {"drug_information/olaparib"}
        assert reasoner.asked == {"think 1": 1, "think 2": 1, "think 3": 1, **AFTER}
        spent = records.rows("select count(*) as n from journal where model = %s", MODELS[name])
        assert spent[0]["n"] >= 3
        # Each call, also those for the answer and its repair, is counted as 20 written tokens.
        written = records.rows("select sum(output_tokens) as n from journal")[0]["n"]
        assert written == 20 * reasoner.asked.total()


TABLE = "patient,age,best_change\n" + "".join(f"Nora Q{n},{50 + n},{n - 9}\n" for n in range(9))
ON_TABLE = "Is age associated with best_change in this table?"
CODE = (
    "import csv, base64\n"
    "ages = [float(row['age']) for row in csv.DictReader(open('table.csv'))]\n"
    "print('RESULT mean_age =', sum(ages) / len(ages))\n"
    "open('picture.png', 'wb').write(base64.b64decode('{}'))\n"
)


class Computes(Reasoner):
    """Also writes code for a table, draws, and accepts what came of it."""

    def __call__(self, request: dict[str, Any]) -> Reply:
        names = {tool["function"]["name"] for tool in request.get("tools", ())}
        if "plan_analysis" in names:
            return Call((("plan_analysis", {"steps": "Means.", "columns": "age"}),))
        if "run_code" in names:
            drawn = Drawing(title="t", across="a", bars=(Bar("A", 0.5, 0.4, 0.6),), alt_text="a",
                            drawn_from="rows")  # fmt: skip
            code = CODE.format(base64.b64encode(picture(drawn)).decode())
            return Call((("run_code", {"language": "python", "code": code}),))
        if "review_result" in names:
            said = {"verdict": "accept", "title": "Age and change", "picture": "Points.",
                    "answer": "The mean age is {mean_age}."}  # fmt: skip
            return Call((("review_result", said),))
        return super().__call__(request)


async def test_a_table_is_computed_with_by_code_and_in_a_sealed_channel_it_is_not(
    start_stack: StartStack,
) -> None:
    require_sandbox()
    async with scripted_provider() as provider:
        provider.brain = Computes()
        settings = {**settings_for("openai", provider.url), "CURBSIDE_SEALED_CHANNELS": LOOKUPS}
        stack = start_stack(limits="off", **settings)
        records = Records(stack.database_url)
        async with people(stack) as slack:
            file = await slack.upload("trial.csv", TABLE.encode(), "text/csv")
            ts = await slack.ask(ON_TABLE, file_ids=[file])
            await settled(records, ts)
            told = await final_words(slack, ts)
            await eventually(lambda: shows_picture(slack, ts), "the picture is posted")
            asked = list(provider.asked)
            sealed = await slack.ask(ON_TABLE, channel=LOOKUPS, file_ids=[file])
            await settled(records, sealed, LOOKUPS)
    assert "The mean age is 54.0." in told
    assert "How: Python code that openai:gpt-4o-mini wrote and reviewed in 1 round" in told
    assert len(asked) == 3
    assert "Nora" not in str(asked)
    assert provider.asked == asked
    kinds = [row["kind"] for row in records.journal(run_of(ts))]
    assert kinds == ["question", *["thought", "observation"] * 2, "thought", "reply"]


async def shows_picture(slack: Slack, ts: str) -> bool:
    blocks = [block for one in await slack.thread(ts) for block in one.get("blocks", ())]
    return any(block["type"] == "image" and block["alt_text"] == "Points." for block in blocks)


async def test_a_killed_worker_asks_the_model_nothing_again_that_was_written_down(
    start_stack: StartStack,
) -> None:
    async with scripted_provider() as provider:
        provider.brain = reasoner = Reasoner()
        stack = start_stack(limits="off", **settings_for("openai", provider.url))
        records = Records(stack.database_url)
        records.install_gates()
        async with people(stack) as slack:
            # Row 5 is the second thought; the first step is whole with row 4.
            async with records.gate("journal", "5") as gate:
                ts = await slack.ask(QUESTION)
                assert await gate.row(4) == run_of(ts)
                await eventually(gate.somebody_waits, "the second thought is about to be written")
                stack.kill("worker")
            stack.start("worker")
            await settled(records, ts)
            await assert_told_once(slack, records, ts)
        # A row is one statement: the database finishes what the dead worker had sent to it.
        assert reasoner.asked == {"think 1": 1, "think 2": 1, "think 3": 1, **AFTER}


@pytest.mark.parametrize("name", sorted(MODELS))
async def test_each_failure_of_the_model_is_an_honest_sentence(
    start_stack: StartStack, name: str
) -> None:
    down = Fail(500)
    table: list[tuple[tuple[Reply, ...], str]] = [
        ((Refuse(),), "declined to answer"),
        ((OVERFLOW[name],), "longer than the language model can read"),
        ((Fail(401, "authentication_error"),), "not set up correctly"),
        ((down, down, down), "not answering at the moment"),
    ]
    async with scripted_provider() as provider:
        stack = start_stack(limits="off", **settings_for(name, provider.url))
        records = Records(stack.database_url)
        async with people(stack) as slack:
            for script, sentence in table:
                provider.script[:] = script
                ts = await slack.ask(QUESTION)
                await settled(records, ts)
                assert sentence in await final_words(slack, ts)
                await assert_told_once(slack, records, ts, ending="failed")
                assert provider.script == []
    # The provider is gone altogether now.
    async with people(stack) as slack:
        ts = await slack.ask(QUESTION)
        await settled(records, ts)
        assert "not answering at the moment" in await final_words(slack, ts)
