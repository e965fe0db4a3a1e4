"""How a process shares its time, and ends when it hangs."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.lifecycle import (
    GARBAGE_AFTER,
    collect_seldom,
    ended_when_it_hangs,
    give_way,
    keep_what_is_loaded,
    share_interpreter,
)

THREADS = 5
ROUNDS = 30


@pytest.fixture
def own_interval() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


async def work_done_meanwhile() -> int:
    """What threads that only compute get done until the event loop has made its round trips."""
    over = threading.Event()
    done = [0] * THREADS

    def compute(number: int) -> None:
        while not over.is_set():
            sum(range(500))
            done[number] += 1

    computing = [threading.Thread(target=compute, args=(number,)) for number in range(THREADS)]
    here, there = socket.socketpair()
    here.setblocking(False)
    there.setblocking(False)
    loop = asyncio.get_running_loop()
    for each in computing:
        each.start()
    for _ in range(ROUNDS):
        await loop.sock_sendall(here, b"?")
        await loop.sock_recv(there, 1)
        await asyncio.sleep(0.001)
    over.set()
    for each in computing:
        each.join()
    here.close()
    there.close()
    return sum(done)


def test_the_event_loop_has_its_turn_before_threads_have_computed_for_long(
    own_interval: None,
) -> None:
    alone = asyncio.run(work_done_meanwhile())
    share_interpreter()
    shared = asyncio.run(work_done_meanwhile())
    assert shared < alone * 0.7


def niceness_after(steps: int) -> int:
    give_way(steps)
    return os.nice(0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is of the whole process")
def test_a_process_that_gives_way_stands_back_by_so_much() -> None:
    with ThreadPoolExecutor(1) as own_thread:
        assert own_thread.submit(niceness_after, 2).result() == os.nice(0) + 2


def test_the_garbage_collector_does_not_look_through_what_is_kept() -> None:
    loaded = [object(), []]
    try:
        keep_what_is_loaded()
        assert all(each is not loaded for each in gc.get_objects())
    finally:
        gc.unfreeze()
    assert any(each is loaded for each in gc.get_objects())


def test_garbage_is_looked_for_seldom() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        gc.collect()
        looked = gc.get_stats()[0]["collections"]
        made: list[list[int]] = [[] for _ in range(GARBAGE_AFTER // 2)]
        assert len(made) == GARBAGE_AFTER // 2
        assert gc.get_stats()[0]["collections"] == looked
    finally:
        gc.set_threshold(*before)


async def process(hang: Callable[[], object], *, of_loop: bool) -> None:
    """What a process does that may hang for a second; then, that it did not."""
    async with ended_when_it_hangs(1.0):
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        for _ in range(15):
            await asyncio.sleep(0.1)
        await asyncio.to_thread(hang)
        if of_loop:
            hang()
        sys.stdout.write("went on")


def hold_the_interpreter() -> None:
    """One match that takes longer than the age of the world, and gives nobody a turn."""
    re.match(r"(a+)+$", "a" * 60 + " of Maria Huber")


def wait_for_nothing() -> None:
    """Waits, without the processor, for what comes late: ten times as long as is waited for."""
    threading.Event().wait(10.0)


def started(hang: str) -> subprocess.Popen[str]:
    module = "tests.unit.bot.test_lifecycle"
    waits = hang == "wait_for_nothing"
    run = f"asyncio.run(t.process(getattr(t, {hang!r}, int), of_loop={waits}))"
    code = f"import asyncio, time, {module} as t; {run}; time.sleep(1.5)"  # nobody looks any more
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code], stdout=pipe, stderr=pipe, text=True)


@pytest.mark.parametrize(
    ("hang", "status"),
    [("hold_the_interpreter", -signal.SIGPROF), ("wait_for_nothing", 1), ("int", 0)],
)
def test_a_process_whose_event_loop_has_no_turn_ends_itself(hang: str, status: int) -> None:
    with started(hang) as ended:
        said, told = ended.communicate(timeout=60)
    assert ended.returncode == status, told
    assert ("went on" in said) is (status == 0)
    assert (hang in told) is (status != 0)
    assert "Huber" not in told


def test_a_process_that_was_suspended_goes_on() -> None:
    with started("int") as process_that_sleeps:
        assert process_that_sleeps.stdout is not None
        assert process_that_sleeps.stdout.readline() == "begun\n"
        for _ in range(4):
            process_that_sleeps.send_signal(signal.SIGSTOP)
            time.sleep(1.3)  # longer than a loop may have no turn
            process_that_sleeps.send_signal(signal.SIGCONT)
            time.sleep(0.1)
        said, told = process_that_sleeps.communicate(timeout=60)
    assert (process_that_sleeps.returncode, said) == (0, "went on"), told
