"""What an answer says where organisations differ in what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from agents.checking.dissents import ORGANISATIONS, dissents_of
from agents.cores import ToolCard
from agents.extractive.evidence.cited_statements import (
    observations,
    titles_of,
    unavailable_silos,
)
from agents.extractive.question.silos import roles_of
from agents.matching.dissent import Dissent
from agents.turns import DraftSentence, View
from agents.wording.not_found import silent_on_dissent


def dissents_used(
    view: View, cards: Sequence[ToolCard], sentences: Sequence[DraftSentence]
) -> tuple[Dissent, ...]:
    """Where organisations differ in what the answer rests on."""
    used = {key for each in sentences for key in each.keys}
    publishers = {card.silo: card.publishers for card in cards}
    found = dissents_of(view, publishers, roles_of(cards))
    return tuple(each for each in found if used & frozenset(each.keys))


def with_dissents(
    sentences: Sequence[DraftSentence], differ: Sequence[Dissent]
) -> list[DraftSentence]:
    """The sentences, with each dissent behind the bottom line of the part that it is on."""
    said = list(sentences)
    for each in differ:
        place = next(n for n, one in enumerate(said) if frozenset(one.keys) & frozenset(each.keys))
        told = DraftSentence(
            text=each.sentence,
            keys=each.keys,
            role="dissent",
            basis="matching",
            part=said[place].part,
        )
        said.insert(place + (said[place].role == "headline"), told)
    return said


def silent_voices(
    view: View, cards: Sequence[ToolCard], differ: Sequence[Dissent]
) -> tuple[str, ...]:
    """Which of the searched organisations say nothing on where others differ."""
    if not differ:
        return ()
    heard = {view.citations[key].ref.silo for each in differ for key in each.keys}
    roles = roles_of(cards)
    down = unavailable_silos(view)
    asked = dict.fromkeys(seen.tool.removeprefix("search_") for seen in observations(view))
    silent = [
        silo
        for silo in asked
        if roles.get(silo) in ORGANISATIONS and silo not in heard and silo not in down
    ]
    return (silent_on_dissent(titles_of(silent, cards)),) if silent else ()
