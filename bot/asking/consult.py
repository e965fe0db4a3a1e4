"""A question of the command line, run as one of Slack is."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

from agents.endings.json_result import result_object
from agents.memory.database import Memory
from agents.replies.fact_replies import asks_again, asks_more, gives_fact, without_mark
from agents.turns import Failed, Question, ThreadKey, View
from bot.asking.protocol import AskRequest, PrintedLine
from bot.asking.terminal import view_lines
from bot.composition import Consultation
from retrieval.text.invisible import remove_invisible

TEAM, CHANNEL, ASKER = "cli", "ask", "cli"
WHOLE = PrintedLine(
    "A terminal shows all of an answer at once; this is the last one of the thread."
)


async def consult(
    consultation: Consultation,
    request: AskRequest,
    opened: Callable[[str], Awaitable[None]] | None = None,
) -> tuple[PrintedLine, ...]:
    """Run one question to its end; what is printed of it. ``opened`` is told the run as soon as
    it is stored.

    In a thread, words that give what the last gap lacks let that run go on, "again" asks its last
    question again, and "more" shows its last answer, as in Slack."""
    began = time.monotonic()
    run_id = request.run_id if request.opened else await _open_run(consultation.memory, request)
    if opened is not None:
        await opened(run_id)
    await consultation.answerer.answer(run_id, narrate=_silent)
    view = await consultation.memory.view(run_id)
    seconds = time.monotonic() - began
    if not request.as_json:
        again = (WHOLE,) if request.thread and asks_more(request.question) else ()
        return (*again, *view_lines(view, seconds))
    value = {**request.named, **result_object(view, seconds)}
    failed = isinstance(view.ending, Failed)
    return (PrintedLine(json.dumps(value, ensure_ascii=False), failed=failed),)


async def _open_run(memory: Memory, request: AskRequest) -> str:
    """The run that answers, stored: an earlier one that goes on or is shown whole, or a new one."""
    text, thread = remove_invisible(request.question), request.thread
    key = ThreadKey(TEAM, CHANNEL, thread or request.run_id)
    more, again = asks_more(text), asks_again(text)
    turns = await memory.turns(key) if thread and (more or again) else ()
    if turns and more:
        return turns[-1].run_id
    resumed = await _resumed_run(memory, text, thread) if thread else ""
    if resumed:
        return resumed
    question = Question(thread=key, asker=ASKER, text=text)
    if turns:
        question = await memory.question_again(turns[-1].run_id)
    await memory.open_run(request.run_id, question)
    return request.run_id


async def _resumed_run(memory: Memory, text: str, thread: str) -> str:
    """The run that goes on because the text gives what its gap lacks; empty without one."""
    gap = await memory.last_gap(ThreadKey(TEAM, CHANNEL, thread))
    # In a thread: the facts in the text are read, and a worker answers others meanwhile.
    if gap is None or not await asyncio.to_thread(gives_fact, text, gap.missing):
        return ""
    await memory.add_to_run(gap.run_id, without_mark(text), ASKER)
    return gap.run_id


async def _silent(view: View) -> None:
    """The command line shows the run when it has ended."""
