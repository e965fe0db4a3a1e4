"""The processes of the demo end with it, and those of a killed demo with the next one."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bot.demo.children import ChildDied, children, end_orphans
from bot.settings import environment_with

SLEEP = ("-c", "import time; time.sleep(60)")


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_children_end_with_the_block(tmp_path: Path) -> None:
    with children(tmp_path) as started:
        started.start("one", SLEEP, environment_with())
        pid = started.running["one"].pid
        started.check()
        assert alive(pid)
    assert not alive(pid)


def test_a_child_that_dies_is_named_with_its_last_words(tmp_path: Path) -> None:
    with children(tmp_path) as started:
        code = "import sys; sys.stderr.write('the port is taken\\n'); sys.exit(3)"
        started.start("bot", ("-c", code), environment_with())
        started.running["bot"].wait(10)
        with pytest.raises(ChildDied, match=r"The bot ended unexpectedly.*the port is taken"):
            started.check()


def test_orphans_of_a_killed_demo_are_ended(tmp_path: Path) -> None:
    code = """if True:
        import pathlib, sys, time
        from bot.demo.children import children
        from bot.settings import environment_with
        with children(pathlib.Path(sys.argv[1])) as started:
            started.start("one", ("-c", "import time; time.sleep(60)"), environment_with())
            print(started.running["one"].pid, flush=True)
            time.sleep(60)
    """
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        orphan = int(owner.stdout.readline())
        owner.kill()
    assert alive(orphan)
    assert end_orphans(tmp_path) == 1
    deadline = time.monotonic() + 5
    while alive(orphan) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(orphan)


def test_a_process_id_that_was_given_to_another_is_left_alone(tmp_path: Path) -> None:
    own = psutil.Process()
    rows = f'[{{"name": "x", "pid": {own.pid}, "created": {own.create_time() - 1000}}}]'
    (tmp_path / "demo.json").write_text(rows)
    assert end_orphans(tmp_path) == 0
