"""Documents that came after a run, found by the searches that the run made."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from agents.cores import Core, ToolCard
from agents.run.tools.cards import tool_cards
from agents.run.tools.searching import narrowed_by
from agents.run.tools.validation import call_problem
from agents.turns import Action, Reading, View
from agents.turns.personal import personal_of
from retrieval.documents import Document
from retrieval.errors import SiloUnavailable
from retrieval.outcomes import Data, Outcome
from retrieval.search.contract import Library

_MOST_SEARCHES = 12
"""Searches of a run that are made again. Chosen by hand: four steps of three silos."""
_Key = tuple[str, str]
"""A silo and the id of a document."""


async def later_documents(
    view: View, library: Library, reader: Core, new: Collection[_Key]
) -> tuple[Document, ...]:
    """Those of *new* that the run was not shown, that its searches find now, and in which *reader*
    finds something that answers its question. Silos that hold none of them are not asked; one that
    does not answer is passed over."""
    wanted = set(new) - _keys_shown(view)
    cards = {card.name: card for card in tool_cards(library.cards)}
    found: dict[_Key, Document] = {}
    for action, card in _searches(view, cards, {silo for silo, _ in wanted}):
        match await _search_again(action, card, view, library):
            case Data(hits):
                documents = [
                    hit.document
                    for hit in hits
                    if _key(hit.document) in wanted and _key(hit.document) not in found
                ]
                if documents:
                    query = str(action.arguments["query"])
                    reading = await reader.read(query, documents, card, view=view)
                    told = _answering_keys(reading)
                    found |= {_key(one): one for one in documents if _key(one) in told}
            case _:
                continue
    return tuple(found.values())


def _searches(
    view: View, cards: dict[str, ToolCard], silos: Collection[str]
) -> Iterator[tuple[Action, ToolCard]]:
    """The searches in these silos, each once."""
    done: set[str] = set()
    for action in (action for step in view.all_steps for action in step.thought.actions):
        card = cards.get(action.tool)
        if card is None or card.silo not in silos or len(done) == _MOST_SEARCHES:
            continue
        made = f"{action.tool} {sorted(action.arguments.items())}"
        if made not in done and not call_problem(action, tuple(cards.values())):
            done.add(made)
            yield action, card


async def _search_again(
    action: Action, card: ToolCard, view: View, library: Library
) -> Outcome | None:
    asked = personal_of(view).blank(str(action.arguments["query"]))
    narrowed = replace(narrowed_by(action, card.silo, view), seen=frozenset())
    try:
        if not narrowed:
            return await library.search(card.silo, asked)
        return await library.search(card.silo, asked, filters=narrowed.filters)
    except SiloUnavailable:
        return None


def _keys_shown(view: View) -> set[_Key]:
    seen = (each for step in view.all_steps for each in step.observations)
    return {(ref.silo, ref.id) for each in seen for ref in each.documents}


def _answering_keys(reading: Reading) -> set[_Key]:
    """The documents of which something answers. What is only near the question does not."""
    return {
        (pointer.ref.silo, pointer.ref.id)
        for insight in reading.insights
        if not insight.judgements or any(each.answers for each in insight.judgements)
        for pointer in insight.pointers
    }


def _key(document: Document) -> _Key:
    return document.silo, document.id
