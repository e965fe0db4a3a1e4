"""A question of the command line, run as one of Slack is."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable

from agents.endings.json_result import result_object
from agents.memory.database import Memory
from agents.replies.fact_replies import asks_more
from agents.turns import Failed, View
from bot.asking.conversations import Asker, Utterance, open_or_resume
from bot.asking.protocol import AskRequest, PrintedLine
from bot.asking.terminal import view_lines
from bot.composition import Consultation

HERE = Asker("cli", "ask", "cli")
WHOLE = PrintedLine(
    "A terminal shows all of an answer at once; this is the last one of the thread."
)


async def consult(
    consultation: Consultation,
    request: AskRequest,
    opened: Callable[[str], Awaitable[None]] | None = None,
) -> tuple[PrintedLine, ...]:
    """Run one question to its end; what is printed of it. ``opened`` is told the run as soon as
    it is stored."""
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
    said = Utterance(request.question, request.thread, request.run_id)
    return await open_or_resume(memory, HERE, said, memory.open_run)


async def _silent(view: View) -> None:
    """The command line shows the run when it has ended."""
