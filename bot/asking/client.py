"""The caller's side: hands questions to a worker that runs on this machine.

It imports nothing that answers: that is what makes it quick."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.asking.identity import code_digest, settings_digest
from bot.asking.protocol import (
    LONGEST_LINE,
    SOCKETS,
    AskRequest,
    Hello,
    PrintedLine,
    ProtocolBroken,
    call_folder,
    decode_line,
    encode_line,
)
from bot.settings import Settings

GREETING_SECONDS = 2.0
"""How long a worker may take to accept a caller. Chosen by hand: a living one takes milliseconds,
under load some tenths; after that it is quicker to answer without it."""
OTHERWISE = {
    "other code": "A worker is running, but with other code: start it again. Until then the"
    " question is answered here.\n",
    "other settings": "A worker is running, but with other settings: the question is answered here,"
    " with those that are set here. Start one of them again with the settings of the other.\n",
}
"""What is said on standard error of a worker that cannot be used, by why it refused."""

Show = Callable[[AskRequest, Sequence[PrintedLine]], None]


def ask_worker(
    settings: Settings, requests: Sequence[AskRequest], show: Show
) -> Sequence[AskRequest]:
    """Have questions answered by a running worker, and show each answer as it comes.

    Returns those that it did not answer: all of them where none runs that may be used. The first
    of them may have a run already, which then goes on."""
    with contextlib.ExitStack() as stack:
        worker, refused = _call(settings, stack)
        if worker is None:
            sys.stderr.write(OTHERWISE.get(refused, ""))
            return requests
        for done, request in enumerate(requests):
            try:
                worker.send(encode_line(request))
                request = replace(request, run_id=str(worker.receive()["run_id"]), opened=True)
                lines = [PrintedLine(**line) for line in worker.receive()["lines"]]
            except (OSError, ProtocolBroken, KeyError):
                return (request, *requests[done + 1 :])
            show(request, lines)
    return ()


def worker_state(settings: Settings) -> str:
    """What ``ask`` finds now: ``ready``, ``none``, or why a running worker refuses."""
    with contextlib.ExitStack() as stack:
        worker, refused = _call(settings, stack)
        return "ready" if worker is not None else refused or "none"


class _Worker:
    """A connection to a worker. Both methods raise OSError when it breaks."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")

    def send(self, line: bytes) -> None:
        self._connection.sendall(line)

    def receive(self) -> dict[str, Any]:
        """The next line. Raises :class:`bot.asking.protocol.ProtocolBroken` at the end, too."""
        return decode_line(self._lines.readline(LONGEST_LINE))


def _call(settings: Settings, stack: contextlib.ExitStack) -> tuple[_Worker | None, str]:
    """The first worker that accepts us, or why the last one refused; the stack hangs up."""
    paths, refused = _sockets(call_folder(settings.home)), ""
    hello = encode_line(_hello(settings)) if paths else b""
    for path in paths:
        connection = stack.enter_context(socket.socket(socket.AF_UNIX))
        connection.settimeout(GREETING_SECONDS)
        try:
            connection.connect(str(path))
            worker = _Worker(connection)
            worker.send(hello)
            refused = worker.receive().get("refused") or ""
        except ConnectionRefusedError:
            # Whoever listened there was killed.
            path.unlink(missing_ok=True)
        except (OSError, ProtocolBroken):
            continue
        else:
            if not refused:
                connection.settimeout(None)
                return worker, ""
    return None, refused


def _sockets(folder: Path) -> Sequence[Path]:
    """Those of our own folder, the newest first; none of a folder that others may write to."""
    with contextlib.suppress(OSError):
        known = folder.stat()
        if known.st_uid == os.geteuid() and not stat.S_IMODE(known.st_mode) & 0o077:
            return sorted(folder.glob(SOCKETS), key=lambda path: -path.stat().st_mtime_ns)
    return ()


def _hello(settings: Settings) -> Hello:
    return Hello(code_digest(), settings_digest(settings, settings.database_url or ""))
