"""``curbside demo`` in a process of its own."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import mkdtemp

from bot.db.server import own_postgres
from bot.demo.children import end_orphans
from bot.settings import environment_with
from tests.forking import Child, start_module
from tests.starter_corpus import copy_part

READY = re.compile(r"Curbside is ready after [\d.]+ s: (http://127\.0\.0\.1:\d+)")
SECONDS = 240.0
FORKED = "tests.acceptance.browser.forked_demo"
UNSET = dict.fromkeys(
    ("DATABASE_URL", "ASK", "CURBSIDE_MODEL", "CURBSIDE_MODEL_URL", "CURBSIDE_FALLBACK_MODEL",
     "CURBSIDE_PUBLIC_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy",
     "https_proxy", "all_proxy"),
    "",
)  # fmt: skip
"""What a developer's environment must not bring in."""


class Demo:
    """Started, stopped and started again over one data folder."""

    def __init__(self, home: Path, settings: dict[str, str]) -> None:
        self._home = home
        self._settings = settings
        self._process: Child | None = None
        self.url = ""
        """Where the page is, once it has started."""

    async def start(self) -> None:
        """Return when it says that it is ready; the worker may still be on its way."""
        said = self._home / "said.log"
        with said.open("wb") as log:
            environment = environment_with(**UNSET) | self._settings
            self._process = start_module(FORKED, env=environment, stdout=log, stderr=log)
        async with asyncio.timeout(SECONDS):
            while (ready := READY.search(said.read_text(errors="replace"))) is None:
                assert self._process.poll() is None, said.read_text(errors="replace")
                await asyncio.sleep(0.05)
        self.url = ready[1]

    async def stop(self) -> None:
        """As Ctrl-C in the terminal ends it."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait, 30)

    async def end(self) -> None:
        """Whatever happened, leave nothing running."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        end_orphans(self._home)
        own_postgres.stop(self._home)


@asynccontextmanager
async def demo(corpus: Path, *silos: str, **settings: str) -> AsyncIterator[Demo]:
    """A running demo over these silos of the corpus, for as long as the block lasts."""
    with _folder() as folder:
        copy_part(corpus, folder / "corpus", dict.fromkeys(silos, ()))
        home = folder / "home"
        home.mkdir()
        _remember_free_ports(home)
        places = {"CURBSIDE_HOME": str(home), "CURBSIDE_CORPUS": str(folder / "corpus")}
        running = Demo(home, {**places, **settings})
        try:
            await running.start()
            yield running
            await running.stop()
        finally:
            await running.end()


def _remember_free_ports(home: Path) -> None:
    """As if it had run before at these: two demos that start at once, each in a test process of
    its own, would both take the usual ones."""
    with socket.socket() as page, socket.socket() as viewer:
        for probe in (page, viewer):
            probe.bind(("127.0.0.1", 0))
        ports = [page.getsockname()[1], viewer.getsockname()[1]]
    (home / "ports.json").write_text(json.dumps(ports))


@contextmanager
def _folder() -> Iterator[Path]:
    """A temporary folder with a short path: PostgreSQL's socket lives below it."""
    path = Path(mkdtemp(prefix="curbside-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
