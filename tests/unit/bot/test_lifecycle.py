"""How a process shares its time."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.lifecycle import (
    GARBAGE_AFTER,
    collect_seldom,
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
