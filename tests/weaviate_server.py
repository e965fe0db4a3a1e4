"""A real Weaviate on loopback: one node, or a cluster whose nodes can be killed and started again.

The binary is the one that ``make weaviate`` builds; without it the tests that need it are left
out with a reason, and in CI they fail.
"""

from __future__ import annotations

import ctypes
import os
import random
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.conftest import absent
from tests.waiting import wait_until

VERSION_FILE = Path(__file__).parent.parent / "deploy" / "weaviate.version"
START_SECONDS = 200.0
PR_SET_PDEATHSIG = 1
PORTS = (12_000, 32_000)
COMMON = {
    "DEFAULT_VECTORIZER_MODULE": "none",
    "ENABLE_MODULES": "",
    "API_BASED_MODULES_DISABLED": "true",
    "CLUSTER_IN_LOCALHOST": "true",
    "CLUSTER_BIND_ADDR": "127.0.0.1",
    "CLUSTER_ADVERTISE_ADDR": "127.0.0.1",
    "RAFT_BOOTSTRAP_TIMEOUT": "150",
    "DISABLE_TELEMETRY": "true",
    "GO_PROFILING_DISABLE": "true",
    "PROMETHEUS_MONITORING_ENABLED": "false",
    "ASYNC_INDEXING": "true",
    # How often it looks for vectors to index: a second by default, which every test would wait.
    "QUEUE_SCHEDULER_INTERVAL": "100ms",
    "DEFAULT_QUANTIZATION": "none",
    "QUERY_DEFAULTS_LIMIT": "20",
    "AUTOSCHEMA_ENABLED": "false",
    "LIMIT_RESOURCES": "true",
    "LOG_LEVEL": "warning",
}


def binary() -> Path:
    """Where ``make weaviate`` puts the server."""
    cache = os.environ.get("CURBSIDE_WEAVIATE_CACHE")
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(cache) if cache else base / "curbside" / "weaviate"
    return folder / VERSION_FILE.read_text().strip() / "weaviate-server"


@dataclass
class Node:
    """One server process with a folder of its own; it keeps its ports when started again."""

    name: str
    folder: Path
    ports: Mapping[str, int]
    settings: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.ports['http']}"

    @property
    def grpc(self) -> str:
        return f"127.0.0.1:{self.ports['grpc']}"

    def start(self) -> None:
        """Start the process; :meth:`wait` says when it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [
            str(binary()), "--scheme", "http", "--host", "127.0.0.1",
            "--port", str(self.ports["http"]),
        ]  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent,
            )

    def wait(self) -> None:
        self._wait_until(self.ready)

    def wait_for_gossip(self) -> None:
        """Until other nodes can join: one that finds nobody there ends at once."""
        self._wait_until(self._gossips)

    def _wait_until(self, holds: Callable[[], bool]) -> None:
        def reached() -> bool:
            assert self.process is not None
            assert self.process.poll() is None, f"{self.name} of Weaviate ended: {self.log()}"
            return holds()

        wait_until(reached, lambda: f"{self.name} is not ready: {self.log()}", START_SECONDS)

    def _gossips(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.ports["gossip"])) == 0

    def ready(self) -> bool:
        try:
            with urlopen(f"{self.url}/v1/.well-known/ready", timeout=2) as answered:
                return bool(answered.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """End it as ``kill -9`` does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        """Let it hang without closing a connection. Returns when every thread stands still: on a
        busy machine one that already runs could else answer after the signal was sent."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        process_id = self.process.pid
        wait_until(
            lambda: set(_thread_states(process_id)) == {"T"},
            lambda: f"{self.name} did not stand still",
        )

    def resume(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.folder),
            **COMMON,
            "PERSISTENCE_DATA_PATH": str(self.folder / "data"),
            "CLUSTER_HOSTNAME": self.name,
            "CLUSTER_GOSSIP_BIND_PORT": str(self.ports["gossip"]),
            "CLUSTER_DATA_BIND_PORT": str(self.ports["data"]),
            "RAFT_PORT": str(self.ports["raft"]),
            "RAFT_INTERNAL_RPC_PORT": str(self.ports["rpc"]),
            "GRPC_PORT": str(self.ports["grpc"]),
            **self.settings,
        }


def _thread_states(process_id: int) -> Iterator[str]:
    """The state of each thread, as the letter that Linux gives it: ``T`` is stopped."""
    for thread in Path(f"/proc/{process_id}/task").iterdir():
        yield (thread / "stat").read_text().rpartition(")")[2].split()[0]


@contextmanager
def serving(folder: Path, *, api_key: str = "") -> Iterator[Node]:
    """One ready node; it ends with the block."""
    (node,) = _nodes(folder, 1, api_key)
    with _running([node]):
        yield node


@contextmanager
def cluster(folder: Path, size: int = 3) -> Iterator[Sequence[Node]]:
    """Ready nodes that know each other."""
    nodes = _nodes(folder, size, "")
    with _running(nodes):
        yield nodes


@contextmanager
def _running(nodes: Sequence[Node]) -> Iterator[None]:
    if not binary().is_file():
        absent("The Weaviate server (`make weaviate`)")
    try:
        for node in nodes:
            node.start()
            if len(nodes) > 1:
                node.wait_for_gossip()
        # The last first: one that has ended tells why, before those that wait for it give up.
        for node in reversed(nodes):
            node.wait()
        yield
    finally:
        for node in nodes:
            node.kill()


def _nodes(folder: Path, size: int, api_key: str) -> list[Node]:
    ports = _free_ports(size)
    names = [f"node{number}" for number in range(1, size + 1)]
    join = ",".join(f"{name}:{own['raft']}" for name, own in zip(names, ports, strict=True))
    if api_key:
        access = {
            "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED": "false",
            "AUTHENTICATION_APIKEY_ENABLED": "true",
            "AUTHENTICATION_APIKEY_ALLOWED_KEYS": api_key,
            "AUTHENTICATION_APIKEY_USERS": "curbside",
        }
    else:
        access = {"AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED": "true"}
    nodes = []
    for place, (name, own) in enumerate(zip(names, ports, strict=True)):
        settings = {**access, "RAFT_BOOTSTRAP_EXPECT": str(size)}
        if size > 1:
            settings["RAFT_JOIN"] = join
        if place:
            settings["CLUSTER_JOIN"] = f"127.0.0.1:{ports[0]['gossip']}"
        nodes.append(Node(name, folder / name, own, settings))
    return nodes


def _free_ports(size: int) -> list[dict[str, int]]:
    """Gossip and data, and raft and its rpc, must be neighbours: the server takes the next one."""
    found = []
    for _ in range(size):
        gossip, raft = _free_pair(), _free_pair()
        http, grpc = _free_pair(), _free_pair()
        found.append(
            {
                "http": http,
                "grpc": grpc,
                "gossip": gossip,
                "data": gossip + 1,
                "raft": raft,
                "rpc": raft + 1,
            }
        )
    return found


_given: set[int] = set()


def _free_pair() -> int:
    """A port that is free together with the next one, and was not given before.

    Below those that the system hands out: between the look and the start of the server another
    process could get one of them for a connection of its own."""
    while True:
        port = random.randrange(*PORTS, 2)
        if port not in _given and _is_free(port) and _is_free(port + 1):
            _given.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _die_with_parent() -> None:
    """The server ends with the tests, however these end."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
