"""A fork server of test processes: it imports all test files once, then forks for each process.

``tests.forking.workers`` starts it: ``python -m tests.forking.collected FD PATH FOLDER FILES…``."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.forking.serving import run, serve

OURS = "agents.llm.core"
"""A module that whole runs of the tests import, and nearly all files of tests with a model."""


def main() -> None:
    """Serve until the run hangs up. In a child this runs what was requested."""
    descriptor, path, folder, *files = sys.argv[1:]
    with socket.socket(fileno=int(descriptor)) as listener:
        os.chdir(folder)
        _collect(files)
        _preload()
        request = serve(listener, Path(path))
    if request is not None:
        run(request)


def _collect(files: list[str]) -> None:
    """Import the files as pytest does: with its assertions, and where a warning is an error. What
    fails here fails in each test process again, and is told there. Where pytest-xdist is loaded,
    pytest-rerunfailures starts a thread, which a fork loses."""
    with Path(os.devnull).open("w", encoding="utf-8") as nothing, redirect_stdout(nothing):
        pytest.main(["--collect-only", "-p", "no:xdist", "-p", "no:cacheprovider", *files])


def _preload() -> None:
    """Once, what each test process would import and read at its first tests: 2 s of the processor
    for the clients of models alone (measured). Files that use none of it are not kept waiting."""
    if OURS in sys.modules:
        from tests.forking.server import preload

        preload()


if __name__ == "__main__":
    main()
