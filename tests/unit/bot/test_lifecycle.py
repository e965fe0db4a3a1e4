"""How a process shares its time."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import Iterator

import pytest

from bot.lifecycle import share_interpreter

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
