"""The worker's side: answers questions of the command line beside those of the queue.

Each worker listens on a socket of its own in a folder that only its user may enter. The name of a
socket is drawn by lot, since workers in two containers may share a data folder and a process id."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.asking.consult import consult
from bot.asking.identity import settings_digest
from bot.asking.protocol import (
    LONGEST_LINE,
    AskRequest,
    CallerRefusal,
    Hello,
    call_folder,
    decoded_hello,
    decoded_request,
    encode_line,
)
from bot.composition import Consultation
from bot.db.server import own_postgres
from bot.logs import log
from bot.settings import Settings

_log = log(__name__)
CALLERS = 2
"""How many are served at a time; each takes a connection to PostgreSQL while its question is
answered. Chosen by hand: the questions of Slack come first, and who is refused answers itself."""


@asynccontextmanager
async def serve_callers(
    settings: Settings, code: str, consultation: Consultation, stop: asyncio.Event, drain: float
) -> AsyncIterator[None]:
    """Serve callers until ``stop`` or the end of the block. Then what is being answered has
    ``drain`` seconds. ``code`` is the digest of the code that runs here.

    Where no socket can be made the worker does without, for callers answer themselves then."""
    with contextlib.ExitStack() as stack:
        try:
            listening = stack.enter_context(_listening_socket(call_folder(settings.home)))
        except OSError as error:
            _log.warning("no_socket_for_callers", exc_info=error)
            yield
            return
        calls = _Calls(consultation, _hellos(settings, code))
        server = await asyncio.start_unix_server(calls.take, sock=listening, limit=LONGEST_LINE)
        closing = asyncio.create_task(_close(server, calls, stop, drain))
        try:
            yield
        finally:
            stop.set()
            await closing


async def _close(server: asyncio.Server, calls: _Calls, stop: asyncio.Event, drain: float) -> None:
    await stop.wait()
    server.close()
    await calls.end(drain)


class _Calls:
    """The calls of this worker; in each, one question is answered after the other."""

    def __init__(self, consultation: Consultation, hellos: frozenset[Hello]) -> None:
        self._consultation = consultation
        self._hellos = hellos
        self._open: set[asyncio.Task[Any]] = set()
        self._accepted = 0
        self._answering: set[asyncio.Task[None]] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One call, to its end. Whatever breaks it is logged: the caller sees the connection end
        and answers itself."""
        call = asyncio.create_task(self._serve(reader, writer))
        self._open.add(call)
        await asyncio.wait({call})
        self._open.discard(call)
        writer.close()
        if not call.cancelled() and call.exception() is not None:
            _log.warning("call_broke", exc_info=call.exception())

    async def end(self, seconds: float) -> None:
        """End all calls; what is being answered has so many seconds."""
        if self._answering:
            await asyncio.wait(set(self._answering), timeout=seconds)
        for call in self._open:
            call.cancel()
        if self._open:
            await asyncio.wait(set(self._open))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        refused = await self._refusal(decoded_hello(await reader.readline()))
        writer.write(encode_line({"refused": refused}))
        await writer.drain()
        if refused is not None:
            return
        self._accepted += 1
        try:
            line = await reader.readline()
            while line:
                following = asyncio.create_task(reader.readline())
                try:
                    await self._answer(decoded_request(line), writer, following)
                    line = await following
                finally:
                    following.cancel()
        finally:
            self._accepted -= 1

    async def _answer(
        self, request: AskRequest, writer: asyncio.StreamWriter, following: asyncio.Task[bytes]
    ) -> None:
        """Answer, unless the caller goes away: it sends nothing before it has its answer, so
        whatever comes earlier from its side is the end of the connection."""
        answering = asyncio.create_task(self._consult(request, writer))
        self._answering.add(answering)
        try:
            await asyncio.wait({answering, following}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
            else:
                _log.info("caller_gone")
        finally:
            answering.cancel()
            await asyncio.wait({answering})
            self._answering.discard(answering)

    async def _consult(self, request: AskRequest, writer: asyncio.StreamWriter) -> None:
        async def announce_run(run_id: str) -> None:
            _log.info("caller_asks", run_id=run_id)
            writer.write(encode_line({"run_id": run_id}))
            await writer.drain()

        lines = await consult(self._consultation, request, announce_run)
        writer.write(encode_line({"lines": [asdict(line) for line in lines]}))
        await writer.drain()

    async def _refusal(self, hello: Hello) -> CallerRefusal | None:
        if hello.code not in {known.code for known in self._hellos}:
            return "other code"
        if hello not in self._hellos:
            return "other settings"
        if self._accepted >= CALLERS:
            return "busy"
        return "empty" if await self._consultation.search.ingestion.is_empty() else None


def _hellos(settings: Settings, code: str) -> frozenset[Hello]:
    """What callers may say. Whoever sets no database means the one of our own."""
    url = settings.database_url or ""
    ours = ""
    with contextlib.suppress(own_postgres.PostgresError):
        ours = own_postgres.locate(settings.home).url()
    urls = {url, ""} if url == ours else {url}
    return frozenset(Hello(code, settings_digest(settings, each)) for each in urls)


@contextmanager
def _listening_socket(folder: Path) -> Iterator[socket.socket]:
    """A socket that callers find as soon as it listens, and that only our user may use."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    path = folder / f"{secrets.token_hex(4)}.sock"
    hidden = path.with_suffix(".new")
    with socket.socket(socket.AF_UNIX) as listening:
        try:
            listening.bind(str(hidden))
            hidden.chmod(0o600)
            listening.listen()
            hidden.rename(path)
            yield listening
        finally:
            hidden.unlink(missing_ok=True)
            path.unlink(missing_ok=True)
