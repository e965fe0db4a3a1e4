"""Plays the twelve kinds of run through the real wire and counts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from agents.turns import Ending
from tests.integration.llm.economy.counting import Counter, RunCount
from tests.integration.llm.economy.kinds import Kind, kinds
from tests.integration.llm.economy.libraries import CorpusLibrary
from tests.integration.llm.economy.player import Player
from tests.integration.llm.scripted_core import core_at
from tests.integration.llm.whole_run import Asked, run_whole
from tests.scripted_provider import Reply, Scripted, scripted_provider


@dataclass(frozen=True)
class Played:
    """A kind of run, played once."""

    kind: Kind
    ending: Ending
    count: RunCount


async def play_all() -> tuple[Played, ...]:
    """Every kind, after a look-up, a case and a follow-up that are not counted: a bot that is in
    use has its own prompts in the cache."""
    every, counter = kinds(), Counter()
    warming = [replace(_first(every, bound), question=asked) for bound, asked in WARMING.items()]
    followed = next(kind for kind in every if kind.turns)
    turns = (replace(followed.turns[0], question=FOLLOWED, answer=NO),)
    warming.append(replace(followed, question=FOLLOWED, turns=turns))
    async with scripted_provider() as scripted:
        for kind in warming:
            await play(kind, scripted, counter)
        return tuple([await play(kind, scripted, counter) for kind in every])


WARMING: Mapping[str, str] = {
    "look-up": "Which dose of abemaciclib in pregnancy?",
    "case": "71-year-old man, metastatic ER+ HER2- breast cancer, ECOG 2. Which treatment?",
}
FOLLOWED, NO = "And in pregnancy?", "Nothing in the silos is on this."
"""Before the follow-up that is counted, in another thread."""


def _first(every: Sequence[Kind], bound: str) -> Kind:
    return next(kind for kind in every if kind.bound == bound)


async def play(
    kind: Kind, scripted: Scripted, counter: Counter, player: type[Player] = Player
) -> Played:
    """One run of this kind, played and counted."""
    with _recorded(player(kind), scripted) as replies:
        asked = Asked(
            text=kind.question,
            files=kind.files,
            turns=kind.turns,
            earlier=kind.earlier,
            silos=CorpusLibrary(kind.documents),
        )
        ran = await run_whole(core_at(scripted), asked)
        return Played(kind, ran.ending, counter.count(scripted.asked, replies))


@contextmanager
def _recorded(player: Player, scripted: Scripted) -> Iterator[list[Reply]]:
    """The replies of a player, in the order of the requests."""
    replies = list[Reply]()

    def answer(request: dict[str, Any]) -> Reply:
        replies.append(player.answer(request))
        return replies[-1]

    scripted.asked.clear()
    scripted.brain = answer
    yield replies


def mean_share(played: Sequence[Played]) -> float:
    """The cacheable share of what is given, each kind of run counted alike."""
    return sum(each.count.share for each in played) / len(played)


def table(played: Sequence[Played]) -> Iterator[str]:
    """The figures in Markdown."""
    yield "| kind of run | calls | tokens in | out | cacheable | within the run | call by call |"
    yield "|---|---|---|---|---|---|---|"
    for each in played:
        count = each.count
        shares = ", ".join(
            f"{call.given:,} ({call.cached / call.given:.0%})" for call in count.calls
        )
        yield (
            f"| {each.kind.name} | {len(count.calls)} | {count.given:,} | {count.written:,} "
            f"| {count.share:.0%} | {count.share_in_run:.0%} | {shares} |"
        )
    yield f"| mean | | | | {mean_share(played):.0%} | | |"
