"""The card of a look-up: what the sources hold on one named thing. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from agents.lookups.holdings import Holdings, SiloHoldings
from agents.lookups.subjects import LookUpKind, LookUpSubject
from agents.turns import Citation
from bot.rendering.blocks import (
    Block,
    bold,
    buttons,
    escape,
    fit_one_message,
    fold_lines,
    person,
    sections,
    small_print,
)
from bot.rendering.citations import passage_lines
from bot.rendering.commands.responses import ASK_BUTTON, SHARE_BUTTON
from bot.rendering.links import PassageLinks
from bot.rendering.posted_questions.posted import take_back_button
from names.patterns.enumeration import in_a_row

_MORE = "_More is held than fits on a card. Ask in a thread, and all of it is searched._"
_RECORDS_ONLY = PassageLinks("", b"")
"""A look-up has no stored run whose passages could be opened; its sources link to their records."""
_MOST_TITLES = 20
"""Sources that are named as searched. Chosen by hand: all that are declared as shipped."""
_SHARE, _ASK = (SHARE_BUTTON, "Share in channel"), (ASK_BUTTON, "Ask more in a thread")
_OPENING = {False: "{} shares what Curbside holds on ", True: "{} asks about "}
_CRITERIA = (
    "Its criteria, one by one: ask “criteria of {} for this patient” in the thread of a case."
)
_QUESTION = "What do the sources say about {}?"


def card_blocks(
    holdings: Holdings, today: date, shared_by: str = "", *, is_asked: bool = False
) -> list[Block]:
    """The card, or a sentence that nothing is held. Each statement stands in its own words with its
    record, jurisdiction, date and badge. ``is_asked``: whether a thread is to begin with it, in
    which its subject is asked about."""
    subject = holdings.subject
    by = _OPENING[is_asked].format(person(shared_by)) if shared_by else ""
    if not holdings.silos:
        tail = small_print(_searched_lines(holdings))
        if not shared_by:
            tail.append(_card_buttons(subject, [_ASK]))
        if is_asked:
            tail.append(take_back_button(shared_by))
        about = f"{by}{bold(subject.name)}\n" if is_asked else ""
        return [*sections([f"{about}{_nothing_held_sentence(holdings)}"]), *tail]
    asked = f" (asked for as {escape(subject.asked)})" if subject.asked else ""
    blocks = sections([f"{by}{bold(subject.name)}{asked}"])
    for silo in holdings.silos:
        blocks += [_folded_silo(silo, today)] if is_asked else _silo_blocks(silo, today)
    note = "Statements on exactly this, word for word, not weighed for a patient."
    absent = _services_not_set_up(holdings) if subject.is_whole else []
    hints = [*_criteria_hint(subject), *_fusion_hint(subject), *absent]
    tail = small_print([note, *hints, *_silent_silo_lines(holdings)])
    if not shared_by:
        tail.append(_card_buttons(subject, [_SHARE, _ASK]))
    if is_asked:
        tail.append(take_back_button(shared_by))
    return fit_one_message(blocks, tail, _MORE)


def _criteria_hint(subject: LookUpSubject) -> list[str]:
    """How a patient is held against the criteria of a trial that has a number."""
    number = next((key for key in sorted(subject.keys) if key.startswith("NCT")), "")
    return [_CRITERIA.format(number)] if subject.kind == "trial" and number else []


def question_about(subject: LookUpSubject) -> str:
    """What is asked in a thread that begins with a card."""
    return _QUESTION.format(subject.name)


def _card_buttons(subject: LookUpSubject, items: Sequence[tuple[str, str]]) -> Block:
    value = f"{subject.kind}:{subject.name}"
    return buttons("look_up", [(action, label, value) for action, label in items])


def sentence_blocks(sentence: str) -> list[Block]:
    """Why nothing was looked up."""
    return sections([escape(sentence)])


def _folded_silo(silo: SiloHoldings, today: date) -> Block:
    """A silo below its title, so that the first message of a thread is no longer than a screen."""
    citations = _cited_once(silo)
    number = "1 statement" if len(citations) == 1 else f"{len(citations)} statements"
    left = f", {silo.left} more held" if silo.left else ""
    lines = passage_lines(citations, "", _RECORDS_ONLY, today)
    return fold_lines(f"{silo.title} · {number}{left}", lines)


def _silo_blocks(silo: SiloHoldings, today: date) -> Iterator[Block]:
    lines = passage_lines(_cited_once(silo), "", _RECORDS_ONLY, today)
    yield from sections([f"*{escape(silo.title)}*", *lines], whole=True)
    if silo.left:
        yield from small_print([f"{silo.left} more in {escape(silo.title)}."])


def _cited_once(silo: SiloHoldings) -> list[Citation]:
    """Words that limit several statements stand behind the first of them, and nowhere else."""
    cited = (citation for finding in silo.findings for citation in finding.citations)
    once: dict[str, Citation] = {}
    for each in cited:
        once.setdefault(each.key, each)
    return list(once.values())


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
    found = [f"Searched: {titles}."] if titles else []
    found += [*_fusion_hint(holdings.subject), *_services_not_set_up(holdings)]
    return [*found, *_silent_silo_lines(holdings)]


def _services_not_set_up(holdings: Holdings) -> list[str]:
    """Which services would hold a record, and what keeps them from being asked."""
    if not holdings.not_set_up:
        return []
    titles = escape(in_a_row(holdings.not_set_up))
    return [f"Not asked: {titles}. An admin names the services that may be (CURBSIDE_RECORDS)."]


def _fusion_hint(subject: LookUpSubject) -> list[str]:
    """How a fusion is looked up whatever its partner."""
    _, joint, three = subject.name.partition("::")
    return [f"Fusions of {three} with any partner: look up “{three} fusion”."] if joint else []


def _silent_silo_lines(holdings: Holdings) -> list[str]:
    if not holdings.unavailable:
        return []
    return [f"⚠️ Did not answer: {', '.join(map(escape, holdings.unavailable))}."]
