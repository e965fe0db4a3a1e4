"""How a server forks: it waits for requests, and its children become what was requested.

It imports nothing of ours that a test does not ask for: that took longer than to run few files."""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import selectors
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.forking.wire import DESCRIPTORS, Request, alone, send_number

ENDS_AT_ONCE = 4_096
"""Bytes that are read at once: a signal writes one."""


def run(request: Request) -> None:
    """Run a module as ``python -m`` does and end. What was imported before the fork is not taken
    down: that would copy each page of it, 0.1 s of the processor for a process (measured)."""
    sys.argv[1:] = request.arguments
    code: object = None
    try:
        runpy.run_module(request.module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
    if not isinstance(code, int | None):
        sys.stderr.write(f"{code}\n")
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


def _assert_one_thread() -> None:
    threads = Path("/proc/self/task")
    assert not threads.exists() or len(list(threads.iterdir())) == 1, "a fork loses threads"


def serve(listener: socket.socket, path: Path) -> Request | None:
    """Fork for each request. Returns in a child what it shall run, and None at the end."""
    gc.freeze()
    _assert_one_thread()
    children: dict[int, socket.socket] = {}
    # Not epoll: a child would share it, and hang up for the server as well.
    with selectors.PollSelector() as waiting, _told_of_ends() as ends:
        for each in (listener, ends):
            waiting.register(each, selectors.EVENT_READ)
        while True:
            for key, _ in waiting.select():
                ready = key.fileobj
                assert isinstance(ready, socket.socket)
                if ready is listener:
                    waiting.register(listener.accept()[0], selectors.EVENT_READ)
                    continue
                if ready is ends:
                    ends.recv(ENDS_AT_ONCE)
                    _tell_ends(children)
                    continue
                message, descriptors, _, _ = socket.recv_fds(ready, 1, DESCRIPTORS)
                if not message:
                    waiting.unregister(ready)
                    ready.close()
                    if len(waiting.get_map()) == 2 and _is_over(listener, path):
                        return None
                elif _fork(descriptors, children):
                    _hang_up(waiting, children)
                    return _become_requested(*descriptors[:-1])


@contextmanager
def _told_of_ends() -> Iterator[socket.socket]:
    """A socket that can be read when a child has ended. A child gets what a process has at its
    start: it leaves the block, too."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    before = signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    with ours, theirs:
        try:
            yield ours
        finally:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, before)


def _tell_ends(children: dict[int, socket.socket]) -> None:
    """Tell the exit codes of those that have ended to who started them."""
    while children:
        child, ended = os.waitpid(-1, os.WNOHANG)
        if not child:
            return
        with children.pop(child) as state:
            _tell(state, os.waitstatus_to_exitcode(ended))


def _tell(state: socket.socket, number: int) -> None:
    """Who started it may have ended meanwhile."""
    with suppress(ConnectionError):
        send_number(state, number)


def _fork(descriptors: Sequence[int], children: dict[int, socket.socket]) -> bool:
    """Fork and tell the child's id where its state is told. True in the child."""
    child = os.fork()
    *streams, status = descriptors
    state = socket.socket(fileno=status)
    if not child:
        state.close()
        return True
    children[child] = state
    _tell(state, child)
    for each in streams:
        os.close(each)
    return False


def _is_over(listener: socket.socket, path: Path) -> bool:
    """Whether nobody is connecting just now; then nobody can any more."""
    with alone():
        if select.select([listener], [], [], 0)[0]:
            return False
        path.unlink(missing_ok=True)
        return True


def _hang_up(waiting: selectors.BaseSelector, children: dict[int, socket.socket]) -> None:
    """A child keeps no connection: the server would not see the end of a test process."""
    held = [*children.values(), *(key.fileobj for key in waiting.get_map().values())]
    for each in held:
        assert isinstance(each, socket.socket)
        each.close()


def _become_requested(file: int, *streams: int) -> Request:
    with open(file, encoding="utf-8") as written:
        request = Request(**json.load(written))
    _become(request, streams)
    return request


def _become(request: Request, streams: Sequence[int]) -> None:
    """Take the environment, the folder and the standard streams that were requested."""
    if request.new_session:
        os.setsid()
    os.chdir(request.folder)
    sys.path[0] = request.folder
    sys.executable = request.python
    os.environ.clear()  # noqa: TID251 - it is set here, not read
    os.environ.update(request.environment)  # noqa: TID251
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
