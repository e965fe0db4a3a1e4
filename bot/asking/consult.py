"""A question of the command line, run as one of Slack is."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable

from agents.endings.json_result import result_object
from agents.fact_replies import asks_again, gives_fact, without_mark
from agents.memory.database import Memory
from agents.turns import Question, ThreadKey, View
from bot.asking.protocol import Line, Request
from bot.asking.terminal import view_lines
from bot.composition import Consultation
from retrieval.text.invisible import remove_invisible

TEAM, CHANNEL, ASKER = "cli", "ask", "cli"


async def consult(
    consultation: Consultation,
    request: Request,
    opened: Callable[[str], Awaitable[None]] | None = None,
) -> tuple[Line, ...]:
    """Run one question to its end; what is printed of it. ``opened`` is told the run as soon as
    it is stored.

    In a thread, words that give what the last gap lacks let that run go on, and "again" asks its
    last question again, as in Slack."""
    began = time.monotonic()
    run_id = request.run_id if request.opened else await _open_run(consultation.memory, request)
    if opened is not None:
        await opened(run_id)
    await consultation.answerer.answer(run_id, narrate=_silent)
    view = await consultation.memory.view(run_id)
    seconds = time.monotonic() - began
    if not request.as_json:
        return view_lines(view, seconds)
    value = {**request.named, **result_object(view, seconds)}
    return (Line(json.dumps(value, ensure_ascii=False)),)


async def _open_run(memory: Memory, request: Request) -> str:
    """The run that answers, stored: an earlier one that goes on, or a new one."""
    text, thread = remove_invisible(request.question), request.thread
    resumed = await _resumed(memory, text, thread) if thread else ""
    if resumed:
        return resumed
    key = ThreadKey(TEAM, CHANNEL, thread or request.run_id)
    question = Question(thread=key, asker=ASKER, text=text)
    turns = await memory.turns(key) if thread and asks_again(text) else ()
    if turns:
        question = await memory.question_again(turns[-1].run_id)
    await memory.open_run(request.run_id, question)
    return request.run_id


async def _resumed(memory: Memory, text: str, thread: str) -> str:
    """The run that goes on because the text gives what its gap lacks; empty without one."""
    gap = await memory.last_gap(ThreadKey(TEAM, CHANNEL, thread))
    if gap is None or not gives_fact(text, gap.missing):
        return ""
    await memory.add_to_run(gap.run_id, without_mark(text), ASKER)
    return gap.run_id


async def _silent(view: View) -> None:
    """The command line shows the run when it has ended."""
