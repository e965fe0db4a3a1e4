"""Fixtures that more than one folder of the tests uses."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.cli.lazy_group import collector_paused
from bot.db.schema.migrate import migrate
from bot.db.server import own_postgres
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.sql import database
from tests.databases import CleanDatabases, compiling_once, execute, with_database
from tests.forking import forking_python
from tests.forking.reports import (
    pytest_report_to_serializable as pytest_report_to_serializable,
)
from tests.forking.reports import pytest_runtest_protocol as pytest_runtest_protocol
from tests.forking.workers import pytest_xdist_setupnodes as pytest_xdist_setupnodes
from tests.scheduling import (
    pytest_xdist_make_scheduler as pytest_xdist_make_scheduler,
)

TESTS = Path(__file__).parent
WITH_SERVERS = {"acceptance", "cluster", "contract", "integration"}
IN_CI = os.environ.get("CI") == "true"
DATA = Path(
    os.environ.get("CURBSIDE_DATA") or Path(__file__).parent.parent.parent / "shared" / "data"
)
"""Reference records that are not ours to pass on, where a machine has them."""


def pytest_configure() -> None:
    """What a shell starts in the background has Ctrl-C ignored, and hands that on to the processes
    that tests start and interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    _trust_no_certificate()


def _trust_no_certificate() -> None:
    """For this process and those that it starts. All that tests ask is on this machine and has no
    certificate, but each client of HTTP would read the 150 that a machine trusts: 20 ms of the
    processor, half of what the tests of models took (measured)."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = str(TESTS)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays until the end. Looking for garbage in it, now and at
    each test, took a sixth of the collection and a twentieth of the rest (measured)."""
    with collector_paused():
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start servers, browsers or clusters get one second try, since a busy machine can
    starve a process that is not ours; the report at the end names each that needed it. What only
    computes gets none."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in WITH_SERVERS:
            item.add_marker(pytest.mark.flaky(reruns=1))


def absent(what: str) -> None:
    """Skip because a tool is missing on this machine; in CI that is a failure."""
    if IN_CI:
        pytest.fail(f"{what} is missing, and CI must not skip this")
    pytest.skip(f"{what} is missing on this machine")


@pytest.fixture(scope="session")
def postgres_server(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[own_postgres.RunningPostgres]:
    """A real PostgreSQL for the session. A crash of the machine may lose its data."""
    home = tmp_path_factory.mktemp("pg")
    server = own_postgres.start(home, options=("fsync=off", "synchronous_commit=off"))
    yield server
    own_postgres.stop(home)


@pytest.fixture(scope="session")
def clean_databases(postgres_server: own_postgres.RunningPostgres) -> Iterator[CleanDatabases]:
    """Migrated databases of that server."""
    execute(postgres_server.url, "create database template_curbside")
    migrate(with_database(postgres_server.url, "template_curbside"))
    with (
        closing(CleanDatabases(postgres_server.url, "template_curbside")) as databases,
        pytest.MonkeyPatch.context() as patch,
    ):
        made = compiling_once(create_async_engine)
        patch.setattr(database, "create_async_engine", made)
        yield databases


@pytest.fixture
def database_url(clean_databases: CleanDatabases) -> Iterator[str]:
    """URL of a migrated database that holds what the migrations leave in it."""
    with clean_databases.lent() as url:
        yield url


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first test process makes and that all of a run then read.

    The others wait meanwhile. ``make`` gets the empty folder and leaves nothing running on it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = shared / name, shared / f"{name}.made"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


@pytest.fixture(scope="session")
def python_that_forks(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What stands for Python where a program of ours starts another: modules are forked."""
    return forking_python(tmp_path_factory.mktemp("python"))


@pytest.fixture
def programs_are_forked(python_that_forks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an evaluation starts with the Python that runs it is forked: it imports nothing anew."""
    monkeypatch.setattr(sys, "executable", python_that_forks)


@pytest.fixture(scope="session")
def readers() -> Iterator[ReaderProcesses]:
    """Processes that read files, for all tests: each takes most of a second to start."""
    with ReaderProcesses(most=2) as processes:
        yield processes


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The starter corpus."""
    return Path(__file__).parent.parent / "corpus"
