"""Starts modules of ours through the fork server; used like ``subprocess``."""

from __future__ import annotations

import atexit
import functools
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO

from bot.settings import environment_with
from tests.forking.wire import Request, alone, receive_number

PROJECT = Path(__file__).parents[2]
GATEWAY = Path(__file__).with_name("gateway.py")
Stream = IO[bytes] | int


class Child:
    """A running process with the methods of ``subprocess.Popen`` that tests use."""

    def __init__(self, command: str, status: socket.socket) -> None:
        self._command = command
        self._status = status
        self.returncode: int | None = None
        self.pid = self._told()

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code once it has ended; the signal as a negative number.

        Raises :class:`subprocess.TimeoutExpired`."""
        if self.returncode is None:
            self._status.settimeout(timeout)
            try:
                self.returncode = self._told()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self._command, timeout or 0) from None
            self._status.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _told(self) -> int:
        number = receive_number(self._status)
        if number is None:
            raise RuntimeError(f"the fork server has ended; nothing is known of {self._command}")
        return number


def start_module(
    module: str,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdout: Stream = subprocess.DEVNULL,
    stderr: Stream = subprocess.DEVNULL,
    start_new_session: bool = False,
) -> Child:
    """Start ``python -m module …``; its standard input is empty. ``env`` and ``cwd`` are ours
    when none are given. It starts processes of its own with our ``sys.executable``."""
    request = Request(
        module=module,
        arguments=arguments,
        environment=dict(environment_with() if env is None else env),
        folder=str(cwd or Path.cwd()),
        new_session=start_new_session,
        python=sys.executable,
    )
    ours, theirs = socket.socketpair()
    with Path(os.devnull).open("r+b") as nothing, tempfile.TemporaryFile("w+") as written, theirs:
        json.dump(asdict(request), written)
        written.seek(0)
        streams = [nothing if each == subprocess.DEVNULL else each for each in (stdout, stderr)]
        numbers = [each if isinstance(each, int) else each.fileno() for each in streams]
        descriptors = [written.fileno(), nothing.fileno(), *numbers, theirs.fileno()]
        socket.send_fds(_fork_server(), [b"."], descriptors)
    return Child(f"{module} {' '.join(arguments)}", ours)


def run_module(
    module: str,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = 180.0,
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m module …`` to its end, as ``subprocess.run(…, capture_output=True)``."""
    with tempfile.TemporaryFile("w+b") as out, tempfile.TemporaryFile("w+b") as errors:
        child = start_module(module, *arguments, env=env, cwd=cwd, stdout=out, stderr=errors)
        try:
            code = child.wait(timeout)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            raise
        return subprocess.CompletedProcess(
            [module, *arguments], code, _content(out), _content(errors)
        )


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def forking_python(folder: Path) -> str:
    """A file in this folder to be ``sys.executable`` where what we test starts ``python -m`` with
    it: what it starts is forked, and all that this starts in its turn."""
    _fork_server()
    # The sandbox of analyses looks for a Python of this name in the environment.
    file = folder / Path(sys.executable).name
    command = shlex.join(map(str, (sys.executable, "-I", "-S", GATEWAY, "module", _server_path())))
    file.write_text(f'#!/bin/sh\nexec {command} "$0" "$@"\n', "utf-8")
    file.chmod(0o700)
    return str(file)


@functools.cache
def _server_path() -> Path:
    # Given by pytest-xdist; a test process alone has a server alone.
    run = environment_with().get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}-{uuid.uuid4().hex}"
    return Path(tempfile.gettempdir()) / f"curbside-fork-{run}"


@functools.cache
def _fork_server() -> socket.socket:
    """A connection to the fork server: one for all test processes of a run. It ends when the last
    of them has."""
    path = _server_path()
    ours = socket.socket(socket.AF_UNIX)
    with alone():
        server = None if _is_reached(ours, path) else start_server("tests.forking.server", path)
        if server is not None:
            ours.connect(str(path))

    def end() -> None:
        ours.close()
        if server is not None:
            server.wait()

    atexit.register(end)
    return ours


def _is_reached(ours: socket.socket, path: Path) -> bool:
    try:
        ours.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):
        return False
    return True


def start_server(module: str, path: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """It can be connected to at once, and answers when it has imported everything."""
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        return subprocess.Popen(
            [sys.executable, "-m", module, str(listener.fileno()), str(path), *arguments],
            # BLAS would start threads, which a fork loses.
            env=environment_with(OPENBLAS_NUM_THREADS="1"),
            cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            pass_fds=[listener.fileno()], start_new_session=True,
        )  # fmt: skip
