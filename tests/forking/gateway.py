"""What is started in place of Python: it asks a fork server for a process and stands for that one.

``gateway.py request SERVER FILE …`` asks for what stands in the file: a test process of
pytest-xdist. ``gateway.py module SERVER PYTHON -m MODULE …`` asks for a module; PYTHON is the file
that calls this one (``tests.forking.child.forking_python``). Both lend their three standard
streams. It imports nothing of ours: that took longer than the rest."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import IO

HANDED_ON = {signal.SIGINT, signal.SIGTERM}


def main() -> None:
    what, server, *requested = sys.argv[1:]
    is_program = what == "module"
    if is_program:
        signal.pthread_sigmask(signal.SIG_BLOCK, HANDED_ON)
    else:
        # Ctrl-C is told the processes by pytest; this one ends after its own.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    written = _program(*requested) if is_program else Path(requested[0]).open("rb")  # noqa: SIM115
    ours, theirs = socket.socketpair()
    with socket.socket(socket.AF_UNIX) as asked, written:
        asked.connect(server)
        socket.send_fds(asked, [b"."], [written.fileno(), 0, 1, 2, theirs.fileno()])
        theirs.close()
        child = _number(ours)
        if is_program:
            _hand_on_signals(child)
        code = _number(ours)
    if code < 0:
        _end_by(-code)
    sys.exit(code)


def _program(python: str, option: str, module: str, *arguments: str) -> IO[bytes]:
    """A request as :class:`tests.forking.wire.Request`; what it starts is forked, too."""
    assert option == "-m", f"only modules are forked, not {option}"
    request = {
        "module": module, "arguments": arguments, "environment": dict(os.environ),  # noqa: TID251
        "folder": str(Path.cwd()), "new_session": False, "python": python,
    }  # fmt: skip
    written = tempfile.TemporaryFile()  # noqa: SIM115 - closed once it is sent
    written.write(json.dumps(request).encode())
    written.seek(0)
    return written


def _number(state: socket.socket) -> int:
    said = state.recv(4)
    if not said:
        sys.exit("the fork server has ended")
    return int.from_bytes(said, "big", signed=True)


def _hand_on_signals(child: int) -> None:
    for each in HANDED_ON:
        signal.signal(each, lambda number, _: os.kill(child, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDED_ON)


def _end_by(number: int) -> None:
    """As the child did."""
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    main()
