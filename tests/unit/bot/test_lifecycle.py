"""How a process shares its time, and ends when it hangs."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import socket
import subprocess
import sys
import threading
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


async def process(hang: Callable[[], object]) -> None:
    """What a process does that may hang for a second; then, that it did not."""
    async with ended_when_it_hangs(1.0):
        await asyncio.sleep(1.5)
        await asyncio.to_thread(hang)
        sys.stdout.write("went on")


def hold_the_interpreter() -> None:
    """One match that takes longer than the age of the world, and gives nobody a turn."""
    re.match(r"(a+)+$", "a" * 60 + " of Maria Huber")


@pytest.mark.parametrize(("hang", "status"), [("hold_the_interpreter", 1), ("int", 0)])
def test_a_process_whose_event_loop_has_no_turn_ends_itself(hang: str, status: int) -> None:
    module = "tests.unit.bot.test_lifecycle"
    run = f"import asyncio, time, {module} as t; asyncio.run(t.process(getattr(t, {hang!r}, int)))"
    code = f"{run}; time.sleep(1.5)"  # by then nobody looks any more
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == status, ended.stderr
    assert ("went on" in ended.stdout) is (status == 0)
    assert ("hold_the_interpreter" in ended.stderr) is (status == 1)
    assert "Huber" not in ended.stderr
