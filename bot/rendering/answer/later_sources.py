"""The reply of a thread that says what became of the sources of an answer. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from agents.checking.documents.later_sources import ChangedSource, SourceChange
from agents.endings.reviews import citation_number
from agents.extractive.answer.short_form import question_in_short
from agents.turns import View
from bot.db.outbox import LATE, Outgoing, SlackAddress
from bot.rendering.blocks import escape, plain_text, sections, small_print

CHANGE_WORDS: Mapping[SourceChange, str] = {
    "retracted": "it was *retracted*",
    "concern": "its publisher has voiced a *concern*",
    "corrected": "it was *corrected*",
    "withdrawn": "it was *withdrawn*: no silo holds it any more",
    "replaced": "another document took its place",
    "reworded": "its text is new, and the words that were quoted are not in it",
}
_NOTICE = "A source of an answer has changed"
_ADVICE = "Reply `again`, and the question is answered from the sources as they are now."


def sources_notice(view: View, changes: Sequence[ChangedSource]) -> Outgoing:
    """The message, where the answer is. The first block tells nothing of a patient: notifications
    take their words from it."""
    thread = view.question.thread
    alone = view.question.private_in if view.is_private else ""
    short = question_in_short(view.question.text)
    on = f" on {escape(short)}" if short else ""
    number = "A source" if len(changes) == 1 else f"{len(changes)} sources"
    verb = "has" if len(changes) == 1 else "have"
    blocks = [
        *sections([f"📌 *{number} of the answer{on} {verb} changed since*", *map(_line, changes)]),
        *small_print([_ADVICE]),
    ]
    return Outgoing(
        run_id=view.run_id,
        seq=0,
        part=f"sources-{_digest(changes)}",
        address=SlackAddress(
            team=thread.team,
            channel=alone or thread.channel,
            thread_ts="" if alone else thread.thread,
        ),
        priority=LATE,
        body={"text": _NOTICE, "blocks": blocks, "plain": plain_text(blocks)},
    )


def _line(changed: ChangedSource) -> str:
    citation = changed.citation
    name = escape(citation.title or citation.ref.id)
    return f"• {citation_number(citation.key)} {name}: {CHANGE_WORDS[changed.change]}."


def _digest(changes: Sequence[ChangedSource]) -> str:
    cited = [(each.citation.ref, each.change) for each in changes]
    told = sorted(f"{ref.silo}/{ref.id}/{change}" for ref, change in cited)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:12]
