"""What pytest-xdist starts in place of Python: a test process that is forked, not started.

``python gateway.py PATH REQUEST …`` asks the server at PATH for what stands in the file REQUEST and
lends it the three standard streams. It imports nothing of ours: that took longer than the rest."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path


def main() -> None:
    # Ctrl-C is told the processes by pytest; this one ends after its own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    path, request = sys.argv[1:3]
    ours, theirs = socket.socketpair()
    with socket.socket(socket.AF_UNIX) as server, Path(request).open("rb") as written:
        server.connect(path)
        socket.send_fds(server, [b"."], [written.fileno(), 0, 1, 2, theirs.fileno()])
        theirs.close()
        numbers = [int.from_bytes(ours.recv(4), "big", signed=True) for _ in range(2)]
    code = numbers[1]
    sys.exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
