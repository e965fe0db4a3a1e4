"""The fork server: it imports and reads once what our processes work with, then forks for each.

That is nearly all that the start of a process costs: 2 of 2.3 s of the processor for the worker
(measured). A child runs its module as ``python -m`` does, in a process of its own.
``python -m tests.forking.server FD PATH`` is started by ``tests.forking.child``: the socket that
test processes connect to, and where it lies."""

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
from importlib import import_module
from pathlib import Path
from typing import get_args

from agents.checking.sentences import problem_with_sentence
from agents.extractive.answer.short_form import question_in_short
from agents.journal import codec
from agents.journal.entry import EntryKind
from agents.turns import Citation, Question, ThreadKey, View
from names.patterns.filtered import FilteredPattern
from retrieval.documents import DocumentRef
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.privacy.finding import find_personal
from tests.forking.wire import DESCRIPTORS, Request, alone, send_number

PRELOADED = (
    "agents.extractive.core",
    "agents.llm.calls.openai_client",
    "agents.llm.core",
    "bot.cli.error_messages",
    "bot.cli.main",
    "bot.commands.ask",
    "bot.commands.doctor",
    "bot.commands.ingestion.ingest",
    "bot.commands.runs",
    "bot.commands.serve",
    "bot.commands.silos",
    "bot.processes.listen",
    "bot.processes.serve",
    "bot.processes.worker",
    "genai_prices.data",
    "langchain_anthropic",
    "langchain_openai",
    "retrieval.ingestion.sources.literature.pubmed",
    "workspace.http.server",
    # What libraries import when they are first used.
    "anyio._backends._asyncio",
    "httpcore2",
    "langchain_core.tracers.langchain",
    "numpy.ma",
    "openai.resources.chat.completions",
    "procrastinate.builtin_tasks",
    "rich._emoji_codes",
    "slack_bolt.listener_matcher.async_builtins",
    "truststore",
    "typer._adapters",
)
"""What the processes would import at their start and for their first question; the modules that run
as ``__main__`` are not among them."""


ENDS_AT_ONCE = 4_096
"""Bytes that are read at once: a signal writes one."""


def main() -> None:
    """Serve until the last test process hangs up. In a child this runs what was requested."""
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        for name in PRELOADED:
            import_module(name)
        read_tables()
        request = serve(listener, Path(sys.argv[2]))
    if request is not None:
        run(request)


def read_tables() -> None:
    """Read the names, compile the patterns and the forms of the journal that are made at the first
    question, and check the weights of the embedder. What hides patients from a model is a tenth of
    what a worker needs for one question (profiled)."""
    find_personal("Mrs Anna Meier (MRN 4711234) of 12 Mill Road, born on 12 March 1956, asks.")
    question_in_short("Can olaparib be given with creatinine clearance 40 mL/min and BRCA1 V600E?")
    _check_a_sentence()
    for kind in get_args(EntryKind):
        codec._adapter(kind)
    for each in gc.get_objects():
        if type(each) is FilteredPattern:
            _ = each.needs, each.regex
    MiniLM().close()


def _check_a_sentence() -> None:
    """In other words than its quote, so that the tables of all checks are read: that takes 0.2 s of
    the processor (measured)."""
    quote = Citation(
        key="c1", ref=DocumentRef("pubmed", "d", "1"), title="", organisation="", url="", date="",
        quote="The median was 12.4 months with olaparib and 5.1 months with placebo.",
        start=0, end=1, match="exact", status="confirmed",
    )  # fmt: skip
    asked = Question(thread=ThreadKey("T", "C", "1"), asker="U", text="What did olaparib show?")
    view = View(run_id="r", question=asked)
    problem_with_sentence("Olaparib gave a median of 12.4 months.", [quote], view)


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
    os.environ.clear()  # noqa: TID251 - it is set here, not read
    os.environ.update(request.environment)  # noqa: TID251
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)


if __name__ == "__main__":
    main()
