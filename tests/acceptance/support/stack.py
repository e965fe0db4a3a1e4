"""The whole of Curbside as processes: PostgreSQL, the workspace, the bot and the worker. Each can
be killed hard and started again by name."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil

from bot.db.server import own_postgres
from bot.settings import environment_with
from tests.acceptance.support.library import FAST, copy_template
from tests.acceptance.support.records import disconnect
from tests.forking import Child, start_module
from tests.waiting import wait_until

MANIFEST = Path(__file__).parents[3] / "bot" / "manifest.json"
PARTS = ("postgres", "workspace", "bot", "worker")
COMMANDS = {
    "bot": ("bot", "listen"),
    "worker": ("bot", "worker"),
}
UNSET = dict.fromkeys(
    (
        "CURBSIDE_MODEL", "CURBSIDE_MODEL_URL", "CURBSIDE_FALLBACK_MODEL", "CURBSIDE_PUBLIC_URL",
        "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy",
    ),
    "",
)  # fmt: skip
"""What a developer's environment must not bring in."""


@dataclass
class Stack:
    """A stack in a data folder of its own."""

    home: Path
    limits: str = "real"
    settings: dict[str, str] = field(default_factory=dict)
    url: str = ""
    running: dict[str, Child] = field(default_factory=dict)

    @property
    def database_url(self) -> str:
        return own_postgres.locate(self.home).url()

    def start(self, *names: str) -> None:
        """Start parts; the workspace and PostgreSQL are ready when this returns, the bot and the
        worker are on their way (:meth:`wait_for_bot`, :meth:`wait_for_worker`)."""
        for name in names:
            if name == "postgres":
                own_postgres.start(self.home, options=FAST)
            elif name == "workspace":
                self._start_workspace()
            else:
                self.running[name] = self._spawn(name, *COMMANDS[name])

    def kill(self, name: str) -> None:
        """End a part as ``kill -9`` does, and wait until it is gone."""
        if name == "postgres":
            pid = own_postgres.server_process_id(own_postgres.locate(self.home).data)
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: not _alive(pid), lambda: "PostgreSQL did not die")
            return
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def wait_for_bot(self) -> None:
        """Until the bot has a Socket Mode connection."""
        self._wait(lambda: bool(self._get("/_control/sockets")["sockets"]), "bot")

    def wait_for_worker(self, leaders: int = 1) -> None:
        """Until the worker has become the sender as often as this."""
        self._wait(lambda: self.log("worker").count('"sender_leads"') >= leaders, "worker")

    def log(self, name: str) -> str:
        """All that a part has written, over its restarts."""
        path = self._log_file(name)
        return path.read_text(errors="replace") if path.exists() else ""

    def alive(self, name: str) -> bool:
        return self.running[name].poll() is None

    def stop(self) -> None:
        """End everything that still runs."""
        for process in self.running.values():
            process.terminate()
        deadline = time.monotonic() + 12
        for process in self.running.values():
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.running.clear()
        disconnect(self.database_url)
        own_postgres.stop(self.home)

    def environment(self) -> dict[str, str]:
        """What the bot and the worker are started with."""
        return environment_with(
            **UNSET,
            CURBSIDE_HOME=str(self.home),
            DATABASE_URL=self.database_url,
            SLACK_API_URL=f"{self.url}/api/",
            SLACK_BOT_TOKEN="xoxb-local",
            SLACK_APP_TOKEN="xapp-local",
            SLACK_SIGNING_SECRET="local-signing-secret",
        ) | dict(self.settings)

    def _start_workspace(self) -> None:
        """On its first start it takes a free port, and later the same one."""
        port = self.url.rsplit(":", 1)[-1] or "0"
        said = len(self.log("workspace"))
        self.running["workspace"] = self._spawn(
            "workspace", "workspace", "--port", port, "--limits", self.limits,
            "--state", str(self.home / "workspace.sqlite"), "--manifest", str(MANIFEST),
        )  # fmt: skip
        ready = re.compile(r"workspace ready at (http://\S+)")
        self._wait(lambda: ready.search(self.log("workspace"), said) is not None, "workspace")
        found = ready.search(self.log("workspace"), said)
        assert found is not None
        self.url = found[1]

    def _spawn(self, name: str, module: str, *arguments: str) -> Child:
        with self._log_file(name).open("ab") as log:
            return start_module(
                module, *arguments,
                env=self.environment(), stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def _log_file(self, name: str) -> Path:
        path = self.home / "logs" / f"{name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _wait(self, holds: Any, name: str) -> None:
        def ready() -> bool:
            assert self.alive(name), f"the {name} ended: {self.log(name)[-2000:]}"
            return bool(holds())

        wait_until(ready, lambda: f"the {name} is not ready: {self.log(name)[-2000:]}")

    def _get(self, path: str) -> Any:
        with urlopen(self.url + path, timeout=10) as answered:
            return json.load(answered)


@contextmanager
def running_stack(
    template: Path, home: Path, *parts: str, limits: str = "real", **settings: str
) -> Iterator[Stack]:
    """A stack with these parts running and ready (all when none is named); it ends with the
    block. ``settings`` are environment variables for the bot and the worker."""
    copy_template(template, home)
    stack = Stack(home, limits, settings)
    wanted = parts or PARTS
    try:
        stack.start(*wanted)
        if "bot" in wanted:
            stack.wait_for_bot()
        if "worker" in wanted:
            stack.wait_for_worker()
        yield stack
    finally:
        stack.stop()


def _alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
