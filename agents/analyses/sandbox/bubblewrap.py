"""How bubblewrap is called: what is there within the sandbox, and what is not.

There are the system's programs and Python's packages, read-only, and one folder in memory. There is
no network, no file of anybody's home, no ``/etc`` but what programs need to start, no variable of
the environment, no other process."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from agents.analyses.sandbox.contract import PICTURE, CodeJob, CodeLimits, Language

FOLDER = "/sandbox"
_PROGRAMS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_OF_ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "R", "alternatives", "localtime")
_NAMES: Mapping[Language, str] = {"python": "code.py", "r": "code.R", "bash": "code.sh"}
_USERS = range(61184, 65520)
"""Of users that come and go and own nothing (systemd's DynamicUser)."""
ENVIRONMENT: Mapping[str, str] = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": FOLDER,
    "TMPDIR": FOLDER,
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": FOLDER,
    "PYTHONDONTWRITEBYTECODE": "1",
    # One thread: threads count as processes.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
"""All that code finds there."""


_TMP = "/tmp"  # noqa: S108 - of the sandbox


def program_for(language: Language) -> tuple[str, ...]:
    """The command that runs code of a language; nothing where it is not installed."""
    if language == "python":
        return (_python(), "-I")
    if language == "r":
        found = shutil.which("Rscript", path=ENVIRONMENT["PATH"])
        return (found, "--vanilla") if found else ()
    return ("/bin/bash", "--noprofile", "--norc")


def bubblewrap() -> str | None:
    """Where it is installed."""
    return shutil.which("bwrap")


def arguments_for(
    job: CodeJob, limits: CodeLimits, held: Mapping[str, int], report: int, filter_at: int | None
) -> list[str]:
    """The whole command. ``held``: name of a file in the folder → open file with its content;
    ``report``: where the first program within tells how it ended."""
    scratch = ["--perms", "1777", "--size", str(limits.scratch), "--tmpfs"]
    # Python may lie below /tmp itself: then it is a folder of its own there.
    below = any(Path(each).is_relative_to(_TMP) for each in _folders_of_python())
    command = [bubblewrap() or "bwrap", *_walls(), *([*scratch, _TMP] if below else ())]
    command += [*_roots(), "--proc", "/proc", "--dev", "/dev", *scratch, FOLDER]
    command += () if below else ("--symlink", FOLDER, _TMP)
    for name, at in held.items():
        command += ["--perms", "0444", "--ro-bind-data", str(at), f"{FOLDER}/{name}"]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", FOLDER, "--clearenv"]
    for name, value in ENVIRONMENT.items():
        command += ["--setenv", name, value]
    if filter_at is not None:
        command += ["--seccomp", str(filter_at)]
    given = {
        "user": random.choice(_USERS) if is_root() else 0,  # noqa: S311 - no secret
        "command": (*program_for(job.language), f"{FOLDER}/{_NAMES[job.language]}"),
        "limits": _limits_of(limits),
        "report": report,
        "picture": PICTURE,
        "most": limits.picture,
    }
    return [*command, "--", _python(), "-I", "-S", f"{FOLDER}/.inside.py", json.dumps(given)]


def files_for(job: CodeJob) -> dict[str, bytes]:
    """Every file of the folder: those of the job, its code, and what runs it."""
    return {**job.files, _NAMES[job.language]: job.code.encode(), ".inside.py": _inside()}


def is_root() -> bool:
    """Whether this process is root: it needs no user namespace then, and changes its user."""
    return os.geteuid() == 0


@cache
def _inside() -> bytes:
    return (files(__package__) / "inside.py").read_bytes()


def _limits_of(limits: CodeLimits) -> dict[str, int]:
    return {
        "RLIMIT_AS": 2 * limits.memory,
        "RLIMIT_CPU": limits.processor_seconds,
        "RLIMIT_FSIZE": limits.scratch,
        "RLIMIT_NPROC": limits.processes,
        "RLIMIT_NOFILE": 256,
        "RLIMIT_CORE": 0,
    }


def _walls() -> list[str]:
    """Root makes the namespaces itself and may then become a user that owns nothing; others need
    one of users, too."""
    alone = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    walls = [*alone, "--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    walls += ["--hostname", "sandbox", "--cap-drop", "ALL"]
    if not is_root():
        return [*walls, "--unshare-user", "--uid", "65534", "--gid", "65534"]
    return [*walls, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]


def _roots() -> Iterator[str]:
    """What of this machine is there, read-only."""
    yield from ("--ro-bind", "/usr", "/usr")
    for each in map(Path, _PROGRAMS):
        if each.is_symlink():
            yield from ("--symlink", str(each.readlink()), str(each))
        elif each.is_dir():
            yield from ("--ro-bind", str(each), str(each))
    own = _folders_of_python()
    parents = {str(parent) for path in own for parent in Path(path).parents} - {"/", _TMP}
    # bubblewrap would make them for root alone.
    for path in sorted({"/etc", *parents}):
        yield from ("--perms", "0755", "--dir", path)
    for name in _OF_ETC:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    for path in own:
        yield from ("--ro-bind", path, path)


def _folders_of_python() -> Sequence[str]:
    """Those of Python and its packages that lie elsewhere."""
    found = dict.fromkeys(str(Path(each).resolve()) for each in (sys.base_prefix, sys.prefix))
    return [each for each in found if not each.startswith("/usr/") and each != "/usr"]


def _python() -> str:
    """The Python that runs us, by the path that it has within."""
    return str(Path(sys.prefix).resolve() / "bin" / Path(sys.executable).name)
