"""The card of a look-up: what the sources hold on one named thing. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from agents.lookups.holdings import Holdings, SiloHoldings
from agents.lookups.subjects import LookUpKind
from bot.rendering.blocks import (
    Block,
    buttons,
    escape,
    fit_one_message,
    person,
    sections,
    small_print,
)
from bot.rendering.citing import passage_lines
from bot.rendering.commands.responses import SHARE_BUTTON
from bot.rendering.links import PassageLinks

_MORE = "_More is held than fits on a card. Ask in a thread, and all of it is searched._"
_RECORDS_ONLY = PassageLinks("", b"")
"""A look-up has no stored run whose passages could be opened; its sources link to their records."""
_MOST_TITLES = 20


def card_blocks(holdings: Holdings, today: date, shared_by: str = "") -> list[Block]:
    """The card, or a sentence that nothing is held. Each statement stands in its own words with its
    record, jurisdiction, date and badge."""
    subject = holdings.subject
    if not holdings.silos:
        return [
            *sections([_nothing_held_sentence(holdings)]),
            *small_print(_searched_lines(holdings)),
        ]
    asked = f" (asked for as {escape(subject.asked)})" if subject.asked else ""
    by = f"{person(shared_by)} shares what Curbside holds on " if shared_by else ""
    blocks = sections([f"{by}*{escape(subject.name)}*{asked}"])
    for silo in holdings.silos:
        blocks += _silo_blocks(silo, today)
    note = "Statements on exactly this, word for word, not weighed for a patient."
    tail = small_print([note, *_silent_silo_lines(holdings)])
    if not shared_by:
        value = f"{subject.kind}:{subject.name}"
        tail.append(buttons("look_up", [(SHARE_BUTTON, "Share in channel", value)]))
    return fit_one_message(blocks, tail, _MORE)


def sentence_blocks(sentence: str) -> list[Block]:
    """Why nothing was looked up."""
    return sections([escape(sentence)])


def _silo_blocks(silo: SiloHoldings, today: date) -> Iterator[Block]:
    citations = [citation for finding in silo.findings for citation in finding.citations]
    lines = passage_lines(citations, "", _RECORDS_ONLY, today)
    yield from sections([f"*{escape(silo.title)}*", *lines], whole=True)
    if silo.left:
        yield from small_print([f"{silo.left} more in {escape(silo.title)}."])


def _nothing_held_sentence(holdings: Holdings) -> str:
    name = escape(holdings.subject.name)
    return f"No source at hand has a statement on *{name}*. {_NOT_SHOWN[holdings.subject.kind]}"


_NOT_SHOWN: dict[LookUpKind, str] = {
    "gene": "Statements on other genes are not shown in its place.",
    "drug": "Statements on other drugs are not shown in its place.",
    "trial": "Statements on other trials are not shown in its place.",
    "variant": "Statements on other variants of the gene are not shown in its place.",
}


def _searched_lines(holdings: Holdings) -> list[str]:
    titles = ", ".join(map(escape, holdings.searched[:_MOST_TITLES]))
    return [*([f"Searched: {titles}."] if titles else []), *_silent_silo_lines(holdings)]


def _silent_silo_lines(holdings: Holdings) -> list[str]:
    if not holdings.unavailable:
        return []
    return [f"⚠️ Did not answer: {', '.join(map(escape, holdings.unavailable))}."]
