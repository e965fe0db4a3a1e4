"""Code that is built to harm, run as if nothing had looked at it: only the walls hold."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from agents.analyses.sandbox.contract import CodeExceeded, CodeJob, CodeRan
from agents.analyses.sandbox.running import run_and_wait
from tests.unit.agents.analyses.sandbox.sandboxed import LIMITS, confined, require_sandbox
from tests.waiting import HANG_SECONDS

TABLE = {"table.csv": b"age,arm\n61,A\n"}


@pytest.fixture(autouse=True)
def _sandbox() -> None:
    require_sandbox()


def test_code_reads_its_table_and_nothing_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CURBSIDE_LINK_SECRET", "hush-hush")
    own = tmp_path / "notes.txt"
    own.write_text("hush-hush")
    out = confined(
        f"cat table.csv; cat /etc/shadow /etc/passwd {own} {Path(__file__)};"
        " find / -xdev -path /usr -prune -o -name '.env' -print 2>/dev/null;"
        " ls /home /root /var /srv 2>/dev/null | wc -l; set; cat /proc/*/environ;"
        " echo processes $(ls -d /proc/[0-9]* | wc -l)",
        files=TABLE,
    )
    assert isinstance(out, CodeRan)
    assert out.printed.startswith("age,arm\n61,A\n")
    assert "hush" not in out.printed
    assert "root:" not in out.printed
    assert "CURBSIDE" not in out.printed
    # bubblewrap, what runs the code, the code, and its subshell with two programs.
    assert int(out.printed.split("processes ")[1]) <= 6


def test_nothing_is_written_outside_its_folder() -> None:
    out = confined(
        "touch /a /usr/a /dev/a /etc/a /proc/a; echo x >> table.csv; rm table.csv;"
        " mv table.csv other; echo mine > mine; cat mine table.csv;"
        " mount -t tmpfs none /usr; unshare --user true && echo NAMESPACE",
        files=TABLE,
    )
    assert isinstance(out, CodeRan)
    assert out.printed == "mine\nage,arm\n61,A\n"
    assert out.complaint.count("Read-only file system") == 4
    assert "failed: Operation not permitted" in out.complaint


def test_the_folder_is_bounded_and_a_link_is_no_picture() -> None:
    out = confined(
        "head -c 3000000 /dev/zero > a; head -c 3000000 /dev/zero > b;"
        " cat a b | wc -c; ln -s /usr/bin/env picture.png"
    )
    assert isinstance(out, CodeRan)
    assert int(out.printed) < LIMITS.scratch
    assert out.picture == b""
    assert "No space left" in out.complaint


def test_the_network_is_closed() -> None:
    out = confined(
        "import socket\n"
        "for to in (('127.0.0.1', 5432), ('1.1.1.1', 53)):\n"
        "    try:\n"
        "        socket.create_connection(to, 2)\n"
        "        print('open')\n"
        "    except OSError as error:\n"
        "        print(error.strerror)\n"
        "print([name for _, name in socket.if_nameindex()])\n",
        "python",
    )
    assert isinstance(out, CodeRan)
    assert out.printed == "Connection refused\nNetwork is unreachable\n['lo']\n"


@pytest.mark.parametrize(
    ("language", "code", "limit"),
    [
        ("bash", ":(){ :|:& }; :; wait", "processes"),
        ("python", "held = []\nwhile True: held.append(bytearray(10_000_000))", "memory"),
        ("python", "bytearray(10**12)", "memory"),
        ("bash", "while :; do :; done", "time"),
        ("bash", "sleep 20", "time"),
        ("bash", "while :; do echo flooooooooood; done", "output"),
        ("bash", "while :; do echo flooooooooood >&2; done", "output"),
    ],
)
def test_what_takes_without_end_is_ended(language: str, code: str, limit: str) -> None:
    seconds = 0.6 if limit == "time" else HANG_SECONDS
    out = confined(code, language, seconds=seconds, processes=12)  # type: ignore[arg-type]
    assert isinstance(out, CodeExceeded), out
    assert out.limit == limit


def test_who_no_longer_waits_ends_the_code_with_all_that_it_started() -> None:
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    patient = replace(LIMITS, seconds=HANG_SECONDS)
    run_and_wait(CodeJob(language="bash", code="sleep 8888 & sleep 8888"), patient, stop)
    left = [p for p in psutil.process_iter(["cmdline"]) if "8888" in (p.info["cmdline"] or ())]
    # They are killed with the process that started them, and the kernel may be about it.
    _, alive = psutil.wait_procs(left, timeout=10)
    assert not alive
