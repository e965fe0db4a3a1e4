"""Our own programs in processes of their own, which end with the measurement that started them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

STOP_SECONDS = 30
"""Longest wait for a program that was told to end, seconds. Chosen by hand: it ends its PostgreSQL
before, which takes a second."""


@contextmanager
def process_of(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """The program with its standard output as a pipe. Where the block is broken off, it is told to
    end and waited for: killed, it would leave its PostgreSQL behind."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        command, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        yield process
    except BaseException:
        process.terminate()
        _wait_or_kill(process)
        raise
    finally:
        if process.stdout is not None:
            process.stdout.close()
    process.wait()


def printed_by(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run the program to its end: its status and what it printed."""
    with process_of(command, environment) as process:
        printed, _ = process.communicate()
    return process.returncode, printed


def _wait_or_kill(process: subprocess.Popen[str]) -> None:
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
