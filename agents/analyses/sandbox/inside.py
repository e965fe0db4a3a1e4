"""What runs first within the sandbox: it sets the limits, runs the code, and hands out the picture.

Its text is run there by a bare Python; it imports nothing of ours."""

from __future__ import annotations

import json
import os
import resource
import stat
import sys
from typing import Any, NoReturn


def _begin_as(user: int) -> None:
    """Be nobody that has files; 0: it is so already."""
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def _run(given: dict[str, Any], report: int) -> int:
    """Its exit status; of what a signal ended, the signal as a negative number."""
    child = os.fork()
    if not child:
        os.close(report)
        _become(given["command"], given["limits"])
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _become(command: list[str], limits: dict[str, int]) -> NoReturn:
    for name, most in limits.items():
        resource.setrlimit(getattr(resource, name), (most, most))
    os.execv(command[0], command)  # noqa: S606 - all of it is in the sandbox


def _picture(name: str, most: int) -> tuple[bytes, str]:
    """The picture, or why there is none. It is a file of its own: no link, no pipe."""
    try:
        opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return b"", ""
    with os.fdopen(opened, "rb") as file:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            return b"", ""
        content = file.read(most + 1)
    return (b"", "too large") if len(content) > most else (content, "")


def main() -> None:
    """Take what is to be done from the first argument."""
    given = json.loads(sys.argv[1])
    report = int(given["report"])
    _begin_as(given["user"])
    status = _run(given, report)
    content, problem = _picture(given["picture"], given["most"])
    told = json.dumps({"status": status, "picture": len(content), "problem": problem})
    with os.fdopen(report, "wb") as out:
        out.write(told.encode() + b"\n" + content)


if __name__ == "__main__":
    main()
