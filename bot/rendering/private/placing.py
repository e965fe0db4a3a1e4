"""What of a run goes to the direct messages of who asked, and what to the thread. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.turns import View
from bot.db.outbox import FINAL, LATE, Outgoing, SlackAddress
from bot.rendering.answer.question_label import permalink
from bot.rendering.blocks import context, link, plain_text

PRIVATE = "private-"
"""What the parts of the keys of messages begin with that the asker alone sees."""
LOCK = "lock"
"""The sign on a question whose answer is with the asker alone."""
_ALONE = (
    "🔒 You alone see this: {question} in <#{channel}>. *Publish* below the answer shows it there;"
    " go on asking there, too."
)
_SHOWN = "🔓 Published: {question} in <#{channel}>."


def place(
    rows: Sequence[Outgoing], view: View, question_ts: str, workspace: str
) -> tuple[Outgoing, ...]:
    """The same rows where they belong: in the thread, in the direct messages, or, once published,
    in both. Until then the thread has signs only, and none that tells how the run ended."""
    if not view.question.private_in:
        return tuple(rows)
    direct = SlackAddress(
        team=view.question.thread.team, channel=view.question.private_in, thread_ts=""
    )
    posts = [row for row in rows if row.operation == "post"]
    copies = [replace(row, part=f"{PRIVATE}{row.part}", address=direct) for row in posts]
    head = _head(view, question_ts, workspace, direct)
    lock = _lock(view, question_ts)
    if not view.is_private:
        return (head, *copies, *rows, replace(lock, operation="unreact", part="unlocked"))
    eyes = [row for row in rows if row.operation != "post" and row.part.startswith("eyes")]
    return (head, *copies, *([lock] if view.ending is not None else []), *eyes)


def part_of(row: Outgoing) -> str:
    """The part of a row, wherever it is shown."""
    return row.part.removeprefix(PRIVATE)


def _head(view: View, question_ts: str, workspace: str, direct: SlackAddress) -> Outgoing:
    thread = view.question.thread
    question = link(permalink(thread, question_ts, workspace), "your question")
    words = (_ALONE if view.is_private else _SHOWN).format(
        question=question, channel=thread.channel
    )
    blocks = [context(words)]
    return Outgoing(
        run_id=view.run_id,
        seq=0,
        part=f"{PRIVATE}head",
        address=direct,
        priority=FINAL,
        body={
            "text": "A private answer",
            "blocks": blocks,
            "plain": plain_text(blocks),
        },
    )


def _lock(view: View, question_ts: str) -> Outgoing:
    thread = view.question.thread
    return Outgoing(
        run_id=view.run_id,
        seq=0,
        part="locked",
        address=SlackAddress(team=thread.team, channel=thread.channel, thread_ts=thread.thread),
        operation="react",
        priority=LATE,
        body={"name": LOCK, "ts": question_ts},
    )
