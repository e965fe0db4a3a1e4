"""What a thread is told in the morning of what has changed for its case. Pure.

The first block tells nothing of a patient: notifications take their words from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.checking.documents.later_sources import ChangedSource
from agents.endings.reviews import citation_number
from agents.extractive.answer.short_form import question_in_short
from agents.turns import View
from bot.db.mornings.cases import CaseChange
from bot.db.outbox import LATE, Outgoing, SlackAddress
from bot.rendering.answer.later_sources import CHANGE_WORDS
from bot.rendering.blocks import escape, link, message_body, sections, small_print
from retrieval.documents import Document

MOST_LINES = 20
"""Changes that are listed. Chosen by hand: a screen; the rest are counted."""
NEW = "new"
"""What is noted of a document that came since."""
_NOTICE = "A followed case: what has changed"
_FOOT = (
    "Reply `again`, and the last question is answered from the sources as they are now. `Stop"
    " following this case` ends these messages."
)
_FOOT_ALONE = (
    "Write `again` in the thread of the question, and it is answered from the sources as they are"
    " now. `Stop following this case`, here or there, ends these messages."
)


@dataclass(frozen=True, slots=True)
class AnswerChanges:
    """What has changed for one answer of a case."""

    view: View
    sources: tuple[ChangedSource, ...]
    """What it cites and is not as it was."""
    later: tuple[Document, ...]
    """What came since and answers its question."""

    def without_known(self, new: frozenset[CaseChange]) -> AnswerChanges:
        """What the case was not told of before."""
        return AnswerChanges(
            self.view,
            tuple(each for each in self.sources if of_source(each) in new),
            tuple(each for each in self.later if of_document(each) in new),
        )


def of_source(changed: ChangedSource) -> CaseChange:
    """A changed source, as it is noted."""
    ref = changed.citation.ref
    return CaseChange(ref.silo, ref.id, changed.change)


def of_document(document: Document) -> CaseChange:
    """A new document, as it is noted."""
    return CaseChange(document.silo, document.id, NEW)


def case_messages(
    told: Sequence[AnswerChanges],
    board: datetime | None,
    morning: datetime,
    titles: Mapping[str, str],
) -> tuple[Outgoing, ...]:
    """The message of each place in which answers of the case stand: the thread, or the direct
    messages of who asked alone. ``titles`` are those of the silos."""
    places: dict[SlackAddress, list[AnswerChanges]] = {}
    for each in told:
        places.setdefault(_address(each.view), []).append(each)
    messages = (_message(at, found, board, morning, titles) for at, found in places.items())
    return tuple(message for message in messages if message is not None)


def _address(view: View) -> SlackAddress:
    thread = view.question.thread
    alone = view.question.private_in if view.is_private else ""
    return SlackAddress(
        team=thread.team,
        channel=alone or thread.channel,
        thread_ts="" if alone else thread.thread,
    )


def _message(
    address: SlackAddress,
    told: Sequence[AnswerChanges],
    board: datetime | None,
    morning: datetime,
    titles: Mapping[str, str],
) -> Outgoing | None:
    many = len(told) > 1
    lines = list(dict.fromkeys(line for each in told for line in _lines(each, titles, many=many)))
    if not lines:
        return None
    more = len(lines) - MOST_LINES
    number = "One change" if len(lines) == 1 else f"{len(lines)} changes"
    blocks = [
        *sections([f"☀️ *{number} for this case since {_since(told, board)}*"]),
        *sections([*lines[:MOST_LINES], *([f"_{more} more._"] if more > 0 else [])], whole=True),
        *small_print([_FOOT if address.thread_ts else _FOOT_ALONE]),
    ]
    return Outgoing(
        run_id=told[0].view.run_id,
        seq=0,
        part=f"case-{morning:%Y%m%d}",
        address=address,
        priority=LATE,
        body=message_body(_NOTICE, blocks),
    )


def _since(told: Sequence[AnswerChanges], board: datetime | None) -> str:
    if board is None:
        return "it was answered" if len(told) == 1 else "its questions were answered"
    fallback = f"{board:%Y-%m-%d}"
    return f"the last board (<!date^{int(board.timestamp())}^{{date_short_pretty}}|{fallback}>)"


def _lines(changes: AnswerChanges, titles: Mapping[str, str], *, many: bool) -> Sequence[str]:
    """A line for each change. ``many``: whether it must be said of which answer."""
    short = question_in_short(changes.view.question.text) if many else ""
    of = f" _(answer on {escape(short)})_" if short else ""
    sources = [
        f"• {citation_number(each.citation.key)} {escape(each.citation.title)}:"
        f" {CHANGE_WORDS[each.change]}.{of}"
        for each in changes.sources
    ]
    return [*sources, *(_new_line(each, titles) for each in changes.later)]


def _new_line(document: Document, titles: Mapping[str, str]) -> str:
    silo = titles.get(f"search_{document.silo}", document.silo)
    told = ", ".join(filter(None, (silo, document.date)))
    title = link(document.url, document.title or document.id)
    return f"• 🆕 *New*: {title} ({escape(told)})"
