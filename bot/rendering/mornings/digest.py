"""The message that tells a channel what people marked since the last one. Pure.

It names answers by the drugs, genes and tumours that were recognised in their questions, never by
their words, and tells no reason: those are words of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.endings.reviews import target_words
from agents.extractive.answer.short_form import question_in_short
from agents.turns import DatedReview, View
from agents.turns.reviews import VERDICTS
from bot.db.outbox import LATE, Outgoing, SlackAddress
from bot.rendering.answer.question_label import permalink
from bot.rendering.blocks import (
    clip,
    date_and_time,
    escape,
    link,
    message_body,
    person,
    sections,
    small_print,
)

MOST_ANSWERS = 30
"""Answers that are listed. Chosen by hand: two screens; the rest are counted."""
_LONGEST_LABEL = 150
"""Characters of a question. Chosen by hand: two lines."""
_NAMELESS = "an answer"
_RIGHT = "right"
_NOTICE = "Marks of answers"
_FOOT = (
    "Each link opens the answer; the reasons stand below it. Told are answers of public channels"
    " and of this one. `/curbside settings` changes how often."
)


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer with the marks that are told, and the ts of its message."""

    view: View
    marks: tuple[DatedReview, ...]
    ts: str


def digest_message(
    address: SlackAddress,
    told: Sequence[MarkedAnswer],
    since: datetime,
    until: datetime,
    workspace: str,
) -> Outgoing:
    """The message. ``workspace``: where links to messages begin."""
    ordered = sorted(told, key=_only_right)
    lines = [_line(each, workspace) for each in ordered[:MOST_ANSWERS]]
    more = len(ordered) - len(lines)
    blocks = [
        *sections([_head(told, since)]),
        *sections([*lines, *([f"_{more} more answers were marked._"] if more else [])], whole=True),
        *small_print([_FOOT]),
    ]
    return Outgoing(
        run_id=f"digest-{address.team}-{address.channel}",
        seq=0,
        part=f"{until:%Y%m%dT%H%M%S}",
        address=address,
        priority=LATE,
        body=message_body(_NOTICE, blocks),
    )


def _head(told: Sequence[MarkedAnswer], since: datetime) -> str:
    counts = Counter(mark.review.verdict for each in told for mark in each.marks)
    known = [verdict for verdict in VERDICTS if verdict != _RIGHT]
    order = [*known, _RIGHT, *sorted(counts.keys() - set(VERDICTS))]
    counted = ", ".join(f"{escape(each)} {counts[each]}" for each in order if counts[each])
    answers = "1 answer" if len(told) == 1 else f"{len(told)} answers"
    return f"📋 *Marks since {date_and_time(since)}*: {counted}, on {answers}"


def _only_right(marked: MarkedAnswer) -> bool:
    return all(each.review.verdict == _RIGHT for each in marked.marks)


def _line(marked: MarkedAnswer, workspace: str) -> str:
    thread = marked.view.question.thread
    label = clip(question_in_short(marked.view.question.text), _LONGEST_LABEL) or _NAMELESS
    marks = ", ".join(_mark(each, marked.view) for each in marked.marks)
    address = permalink(thread, marked.ts, workspace)
    return f"• {link(address, label)} in <#{thread.channel}>: {marks}"


def _mark(reviewed: DatedReview, view: View) -> str:
    review = reviewed.review
    where = target_words(review, view)
    on = f" on {where}" if where else ""
    return f"*{escape(review.verdict)}*{on} by {person(review.by)}"
