"""A process that is forked behaves as one that was started with ``python -m``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import environment_with
from tests.forking import Child, forking_python, run_module, start_module
from tests.waiting import wait_until

NAME = "module_of_a_test"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the children's module lies: the working directory is the first place to import from."""
    return tmp_path


@pytest.fixture
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    return forking_python(tmp_path_factory.mktemp("with blanks"))


def write(folder: Path, code: str) -> None:
    (folder / f"{NAME}.py").write_text(code, encoding="utf-8")


@pytest.mark.parametrize(
    "code",
    [
        "",
        "raise SystemExit(3)",
        "raise SystemExit('no')",
        "raise ValueError('x')",
        "raise KeyboardInterrupt",
        "import os; os.kill(os.getpid(), 15)",
        "import os; os.abort()",
        "import atexit; atexit.register(print, 'at exit')",
        "import threading; threading.Timer(0.1, print, ['a thread']).start()",
        "import sys; print(sys.argv[1:], __name__); print('é', file=sys.stderr)",
        "import os, sys; print(os.getcwd(), os.environ['WORD'], sys.path[0])",
        "import sys; print(repr(sys.stdin.read()), sys.stdout.isatty())",
        "import threading, gc; print(threading.active_count(), gc.isenabled())",
        "import signal; print([signal.getsignal(n) for n in (2, 15, 17)])",
    ],
)
def test_it_prints_and_ends_as_a_started_one(folder: Path, python: str, code: str) -> None:
    write(folder, code)
    environment = environment_with(WORD="wörd", PYTHONPATH="")
    started = subprocess.run(
        [sys.executable, "-m", NAME, "one", "-t"], stdin=subprocess.DEVNULL,
        env=environment, cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    forked = run_module(NAME, "one", "-t", env=environment, cwd=folder)
    assert (forked.returncode, forked.stdout) == (started.returncode, started.stdout)
    # A stack trace has other frames of the interpreter above the module's.
    assert forked.stderr.splitlines()[-1:] == started.stderr.splitlines()[-1:]
    by_program = subprocess.run(
        [python, "-m", NAME, "one", "-t"], stdin=subprocess.DEVNULL,
        env=environment, cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (by_program.returncode, by_program.stdout) == (started.returncode, started.stdout)
    assert by_program.stderr.splitlines()[-1:] == started.stderr.splitlines()[-1:]


def sleeping(folder: Path, new_session: bool = False) -> Child:
    write(folder, "import time; open('ready', 'w').close(); time.sleep(600)")
    child = start_module(NAME, cwd=folder, start_new_session=new_session)
    wait_until((folder / "ready").exists, lambda: "the child does not run")
    return child


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_signal_ends_it_and_is_its_exit_code(folder: Path, number: signal.Signals) -> None:
    child = sleeping(folder)
    assert child.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(0.01)
    child.send_signal(number)
    assert child.wait() == -number
    assert child.poll() == -number
    child.kill()  # it is gone: nobody else may get the signal


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_stands_for_python_hands_on_what_ends_it(
    folder: Path, python: str, number: signal.Signals
) -> None:
    write(
        folder,
        "import os, signal, sys, time\n"
        "def end(number, frame):\n    print('told', number)\n    sys.exit(5)\n"
        "signal.signal(signal.SIGTERM, end)\nsignal.signal(signal.SIGINT, end)\n"
        "open('pid', 'w').write(str(os.getpid()))\nopen('ready', 'w').close()\ntime.sleep(600)",
    )
    with subprocess.Popen(
        [python, "-m", NAME], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        wait_until((folder / "ready").exists, lambda: "the child does not run")
        process.send_signal(number)
        printed, _ = process.communicate()
    assert (process.returncode, printed) == (5, f"told {int(number)}\n")
    assert int((folder / "pid").read_text()) != process.pid


def test_what_a_forked_process_starts_is_forked(folder: Path, python: str) -> None:
    write(
        folder,
        "import subprocess, sys\n"
        "print('tests.forking.serving' in sys.modules, flush=True)\n"
        "if len(sys.argv) == 1:\n"
        f"    subprocess.run([sys.executable, '-m', '{NAME}', 'again'], check=True)\n",
    )
    done = subprocess.run(
        [python, "-m", NAME], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]


def test_it_has_a_session_and_a_random_state_of_its_own(folder: Path) -> None:
    first, second = sleeping(folder, new_session=True), sleeping(folder)
    assert os.getsid(first.pid) == os.getpgid(first.pid) == first.pid
    assert os.getsid(second.pid) not in (first.pid, second.pid, os.getsid(0))
    os.killpg(first.pid, signal.SIGKILL)
    second.kill()
    assert (first.wait(), second.wait()) == (-signal.SIGKILL, -signal.SIGKILL)
    write(folder, "import random, uuid; print(random.random(), uuid.uuid4())")
    assert run_module(NAME, cwd=folder).stdout != run_module(NAME, cwd=folder).stdout


def test_a_child_that_takes_too_long_is_ended(folder: Path) -> None:
    write(folder, "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(600)")
    with pytest.raises(subprocess.TimeoutExpired):
        run_module(NAME, cwd=folder, timeout=1)
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)
