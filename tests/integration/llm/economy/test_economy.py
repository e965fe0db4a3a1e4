"""What a run may cost, counted on the wire with a real vocabulary, for twelve kinds of run."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio

from agents.turns import Abstention, Answer, Ending, Failed
from tests.integration.llm.conftest import set_keys
from tests.integration.llm.economy.counting import CACHED_BY, LEAST_CACHED, Counter
from tests.integration.llm.economy.kinds import kinds
from tests.integration.llm.economy.playing import Played, mean_share, play, play_all, table
from tests.scripted_provider import Say, scripted_provider

MOST_CALLS = {"look-up": 3, "case": 8}
MOST_TOKENS = {"look-up": 7_750, "case": 25_000}
"""The goal for a look-up is 8,000: documents differ."""
LEAST_SHARE = 0.6
in_one_loop = pytest.mark.asyncio(loop_scope="module")
ENDS: dict[str, type[Ending]] = {"answer": Answer, "gap": Abstention, "refusal": Failed}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def played() -> tuple[Played, ...]:
    """Played once: the tests only look at it."""
    with pytest.MonkeyPatch.context() as patch:
        set_keys(patch)
        return await play_all()


@in_one_loop
async def test_no_kind_of_run_costs_more_than_it_may(played: tuple[Played, ...]) -> None:
    assert len({each.kind.name for each in played}) == 12
    # A run that breaks off is cheap, and no measure of anything.
    assert all(type(each.ending) is ENDS[each.kind.ends] for each in played)
    spent = {each.kind.name: each.count.given + each.count.written for each in played}
    calls = {each.kind.name: len(each.count.calls) for each in played}
    assert {
        each.kind.name: (calls[each.kind.name], spent[each.kind.name])
        for each in played
        if calls[each.kind.name] > MOST_CALLS[each.kind.bound]
        or spent[each.kind.name] > MOST_TOKENS[each.kind.bound]
    } == {}, "\n".join(table(played))


@in_one_loop
async def test_most_of_what_is_given_may_come_from_a_cache(played: tuple[Played, ...]) -> None:
    assert mean_share(played) >= LEAST_SHARE, "\n".join(table(played))
    for each in played:
        first, *_ = each.count.calls
        assert first.cached >= LEAST_SHARE * first.given, "the prompts stand first, and stay"
        if each.kind.bound == "look-up":
            assert each.count.share >= LEAST_SHARE


@in_one_loop
async def test_what_answers_a_case_was_shown_and_holds(played: tuple[Played, ...]) -> None:
    """The player says what it was shown: an answer without sentences would cost little, too."""
    for each in played:
        if isinstance(each.ending, Answer):
            assert sum(sentence.verified for sentence in each.ending.sentences) >= 2, each.kind.name


@pytest.mark.asyncio
async def test_a_long_document_that_was_read_before_may_come_from_a_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is asked stands behind the document: another question begins alike."""
    set_keys(monkeypatch)
    kind = next(each for each in kinds() if each.name == "long document")
    other = replace(kind, question="Does the long label of Enhertu name a dose for pneumonitis?")
    counter = Counter()
    async with scripted_provider() as scripted:
        first = await play(kind, scripted, counter)
        second = await play(other, scripted, counter)
    assert isinstance(second.ending, Answer)
    assert second.count.share >= LEAST_SHARE > first.count.share, "\n".join(table([second]))


def test_only_a_long_common_beginning_counts_as_cacheable() -> None:
    def request(words: str) -> dict[str, object]:
        return {"messages": [{"role": "user", "content": words}]}

    same = "one two three four " * 500
    counter = Counter()
    requests = [request(same + "five"), request(same + "six"), request("other"), request("other")]
    counted = counter.count(requests, [Say("Yes.")] * 4).calls
    assert counted[0].cached == counted[2].cached == 0
    assert LEAST_CACHED <= counted[1].cached < counted[1].given
    assert counted[1].cached % CACHED_BY == 0
    assert counted[3].cached == 0, "too short for any provider"
    assert counted[0].written == 2
