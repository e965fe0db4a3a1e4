"""Our own PostgreSQL: started once, found again, stopped by whoever uses it last."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from bot.db.server import own_postgres


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "home"
    own_postgres.stop(tmp_path / "home")


def answer(server: own_postgres.RunningPostgres) -> int:
    with psycopg.connect(server.url) as connection:
        row = connection.execute("select 41 + 1").fetchone()
    assert row is not None
    return int(row[0])


def test_starts_from_nothing_and_is_found_again(home: Path) -> None:
    first = own_postgres.start(home)
    assert answer(first) == 42
    assert own_postgres.start(home) == first


def test_a_server_killed_hard_is_started_again_with_its_data(home: Path) -> None:
    server = own_postgres.start(home)
    with psycopg.connect(server.url) as connection:
        connection.execute("create table kept as select 7 as n")
    os.kill(server.pid, signal.SIGKILL)
    again = own_postgres.start(home)
    assert again.pid != server.pid
    with psycopg.connect(again.url) as connection:
        assert connection.execute("select n from kept").fetchone() == (7,)


def test_an_orphan_of_a_killed_owner_is_found_and_stopped(home: Path) -> None:
    code = """if True:
        import pathlib, sys, time
        from bot.db.server import own_postgres
        with own_postgres.running_server(pathlib.Path(sys.argv[1])) as server:
            print(server.pid, flush=True)
            time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", code, str(home)], stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout is not None
        orphan = int(owner.stdout.readline())
        owner.kill()
    with own_postgres.running_server(home) as server:
        assert server.pid == orphan
        assert answer(server) == 42
    assert own_postgres.server_process_id(server.data) is None


def test_the_last_of_two_users_stops_it(home: Path) -> None:
    with own_postgres.running_server(home) as server:
        with own_postgres.running_server(home) as same:
            assert same.pid == server.pid
        assert answer(server) == 42
    assert own_postgres.server_process_id(server.data) is None


def test_a_stale_pid_file_of_another_process_is_not_believed(home: Path) -> None:
    server = own_postgres.start(home)
    own_postgres.stop(home)
    (server.data / "postmaster.pid").write_text(f"{os.getpid()}\n{server.data}\n")
    assert answer(own_postgres.start(home)) == 42


def test_a_half_made_data_folder_is_made_again(home: Path) -> None:
    growing = home / "postgres.new"
    growing.mkdir(parents=True)
    (growing / "PG_VERSION").write_text("18")
    assert answer(own_postgres.start(home)) == 42


def test_a_long_path_gets_a_short_socket_folder(tmp_path: Path) -> None:
    home = tmp_path / ("deep" * 20) / "home"
    try:
        server = own_postgres.start(home)
        assert answer(server) == 42
        sockets = own_postgres.locate(home).sockets
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    finally:
        own_postgres.stop(home)


@pytest.mark.parametrize("name", ["with späces & (x)", "50% off", "a,b"])
def test_a_folder_may_have_any_usual_name(tmp_path: Path, name: str) -> None:
    home = tmp_path / name / "home"
    try:
        assert answer(own_postgres.start(home)) == 42
    finally:
        own_postgres.stop(home)


def test_folders_above_keep_their_permissions(tmp_path: Path) -> None:
    above = tmp_path / "private"
    above.mkdir(mode=0o700)
    before = above.stat()
    try:
        own_postgres.start(above / "home")
        after = above.stat()
        assert (after.st_mode, after.st_uid) == (before.st_mode, before.st_uid)
    finally:
        own_postgres.stop(above / "home")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root falls back to the nobody user")
def test_root_without_namespaces_runs_it_as_nobody(tmp_path: Path) -> None:
    home = tmp_path / "home"
    cluster = own_postgres.as_nobody(home)
    try:
        server = own_postgres.start(home)  # the folder exists now, so it is used
        assert server.data == cluster.data
        assert psutil.Process(server.pid).uids().real == own_postgres.nobody()
        assert answer(server) == 42
    finally:
        own_postgres.stop(home)
        subprocess.run(["rm", "-rf", str(cluster.data.parent)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("uid", [1, 1234567], ids=["with a name", "without a name"])
def test_an_ordinary_user_runs_it_directly(uid: int) -> None:
    folder = Path("/var/tmp") / f"curbside-test-{os.getpid()}"
    folder.mkdir()
    os.chown(folder, uid, uid)
    # The interpreter may stand below a private folder, so it is loaded before the user changes.
    code = """if True:
        import os, pathlib, sys
        from bot.db.server import own_postgres
        uid = int(sys.argv[2])
        os.setgroups([]); os.setgid(uid); os.setuid(uid)
        with own_postgres.running_server(pathlib.Path(sys.argv[1])) as server:
            print(os.stat(server.data).st_uid)
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder / "home"), str(uid)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.strip() == str(uid), done.stderr
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=True)
