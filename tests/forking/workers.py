"""The test processes of pytest-xdist are forked from one that has imported all test files.

Each by itself took 12 s of the processor for that (measured)."""

from __future__ import annotations

import json
import shlex
import shutil
import socket
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest
from execnet import XSpec

from bot.settings import environment_with
from tests.forking.child import GATEWAY, start_server
from tests.forking.wire import Request


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[XSpec]) -> None:
    """For processes on this machine with this Python; others are started as they say."""
    ours = [spec for spec in specs if spec.popen and not spec.python and not spec.chdir]
    if not ours:
        return
    folder = Path(tempfile.mkdtemp(prefix="curbside-tests-"))
    path, request = folder / "server", folder / "request.json"
    request.write_text(json.dumps(asdict(_test_process())), "utf-8")
    server = start_server("tests.forking.collected", path, str(Path.cwd()), *config.args)
    # It ends when nobody is connected, so this process is until the end of the run.
    held = socket.socket(socket.AF_UNIX)
    held.connect(str(path))
    for spec in ours:
        # execnet splits it as a shell does.
        spec.python = shlex.join(map(str, (sys.executable, GATEWAY, "request", path, request)))

    def end() -> None:
        held.close()
        server.wait()
        shutil.rmtree(folder)

    config.add_cleanup(end)


def _test_process() -> Request:
    return Request(
        module="tests.forking.bootstrap",
        arguments=(),
        environment=environment_with(),
        folder=str(Path.cwd()),
        new_session=False,
        python=sys.executable,
    )
