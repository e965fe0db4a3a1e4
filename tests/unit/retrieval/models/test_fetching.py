"""Fetching a model from a server that cuts, refuses, ignores ranges, sends what it should not."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from retrieval.errors import ModelFileRefused, ModelFileUnreached
from retrieval.models.fetching import LEAST_GAIN, RETRIES, FetchedFile, ModelFetcher
from retrieval.models.table import Model, ModelFile
from tests.unit.retrieval.models.file_server import FileServer, Trouble, file_server

CONTENT = hashlib.shake_256(b"weights").digest(3 * LEAST_GAIN + 17)
OTHER = hashlib.shake_256(b"other weights").digest(len(CONTENT))


@pytest.fixture
def server() -> Iterator[FileServer]:
    with file_server() as running:
        running.files["/w.bin"] = CONTENT
        yield running


def weights(server: FileServer, content: bytes = CONTENT, size: int | None = len(CONTENT)) -> Model:
    digest = hashlib.sha256(content).hexdigest()
    file = ModelFile(path="w.bin", url=f"{server.url}/w.bin", sha256=digest, size=size)
    return Model(name="m", use="", licence="", page="", proof="", files=(file,))


def fetch(model: Model, folder: Path, waits: list[float] | None = None) -> list[FetchedFile]:
    fetcher = ModelFetcher("Curbside/test", sleep=(waits if waits is not None else []).append)
    return list(fetcher.fetch(model, folder, lambda file, done: None))


@pytest.mark.parametrize("size", [len(CONTENT), None])
def test_a_file_comes_and_is_not_fetched_twice(
    server: FileServer, tmp_path: Path, size: int | None
) -> None:
    model = weights(server, size=size)
    assert fetch(model, tmp_path) == [FetchedFile("w.bin", len(CONTENT), was_there=False)]
    assert (tmp_path / "w.bin").read_bytes() == CONTENT
    assert fetch(model, tmp_path) == [FetchedFile("w.bin", len(CONTENT), was_there=True)]
    assert server.ranges == [""]
    assert [path.name for path in tmp_path.iterdir()] == ["w.bin"]


def test_what_was_cut_goes_on_where_it_was(server: FileServer, tmp_path: Path) -> None:
    cuts = [1_000, LEAST_GAIN, 5]
    server.troubles += [Trouble(cut_after=each) for each in cuts]
    fetch(weights(server), tmp_path)
    assert (tmp_path / "w.bin").read_bytes() == CONTENT
    assert server.ranges == ["", *(f"bytes={sum(cuts[:n])}-" for n in (1, 2, 3))]
    assert server.sent == len(CONTENT), "nothing came twice"


def test_another_run_goes_on_where_one_gave_up(server: FileServer, tmp_path: Path) -> None:
    server.troubles += [Trouble(cut_after=70_000)] + [Trouble(status=503)] * 4
    with pytest.raises(ModelFileUnreached, match=r"status 503.*70,000 bytes of w.bin are kept"):
        fetch(weights(server), tmp_path)
    assert not (tmp_path / "w.bin").exists()
    fetch(weights(server), tmp_path)
    assert server.ranges[-1] == "bytes=70000-"
    assert (tmp_path / "w.bin").read_bytes() == CONTENT


def test_tries_that_bring_something_are_not_counted(server: FileServer, tmp_path: Path) -> None:
    attempts = RETRIES.attempts or 0
    server.troubles += [Trouble(cut_after=1)] * (attempts - 1) + [Trouble(cut_after=LEAST_GAIN)]
    server.troubles += [Trouble(cut_after=1)] * (attempts - 2)
    fetch(weights(server), tmp_path)
    assert (tmp_path / "w.bin").read_bytes() == CONTENT
    server.troubles += [Trouble(cut_after=1)] * attempts
    with pytest.raises(ModelFileUnreached, match="broke off"):
        fetch(weights(server), tmp_path / "again")


@pytest.mark.parametrize("trouble", [Trouble(whole=True), Trouble(shift=3)])
def test_a_server_that_ignores_or_mistakes_the_range_spoils_nothing(
    server: FileServer, tmp_path: Path, trouble: Trouble
) -> None:
    server.troubles += [Trouble(cut_after=LEAST_GAIN), trouble]
    fetch(weights(server), tmp_path)
    assert (tmp_path / "w.bin").read_bytes() == CONTENT


def test_the_beginning_of_another_version_is_thrown_away(
    server: FileServer, tmp_path: Path
) -> None:
    (tmp_path / "w.bin.part").write_bytes(OTHER[:LEAST_GAIN])
    fetch(weights(server), tmp_path)
    assert server.ranges == [f"bytes={LEAST_GAIN}-", ""]
    assert (tmp_path / "w.bin").read_bytes() == CONTENT
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "w.bin.part").write_bytes(OTHER + b"longer")
    fetch(weights(server, size=None), tmp_path / "b")
    assert (tmp_path / "b" / "w.bin").read_bytes() == CONTENT


@pytest.mark.parametrize("size", [len(CONTENT), None])
def test_a_wrong_digest_is_refused_and_nothing_is_kept(
    server: FileServer, tmp_path: Path, size: int | None
) -> None:
    server.files["/w.bin"] = OTHER
    with pytest.raises(ModelFileRefused, match="has another SHA-256 than the one told"):
        fetch(weights(server, size=size), tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert server.ranges == [""], "asked for once"


def test_another_length_is_refused_before_it_is_sent(server: FileServer, tmp_path: Path) -> None:
    with pytest.raises(ModelFileRefused, match=f"has {len(CONTENT):,} bytes of w.bin, not 12"):
        fetch(weights(server, size=12), tmp_path)
    server.files["/w.bin"] = CONTENT[:-1]
    with pytest.raises(ModelFileRefused, match="bytes of"):
        fetch(weights(server), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Trouble(status=404), "status 404 for w.bin. Check the address"),
        (Trouble(status=401), "wants somebody who is logged in"),
        (Trouble(headers={"Content-Encoding": "gzip"}), "compressed, though asked not to"),
    ],
)
def test_what_no_other_try_mends_is_told_at_once(
    server: FileServer, tmp_path: Path, trouble: Trouble, said: str
) -> None:
    server.troubles.append(trouble)
    with pytest.raises(ModelFileRefused, match=said):
        fetch(weights(server), tmp_path)
    assert len(server.ranges) == 1


def test_a_pause_that_is_asked_for_is_kept(server: FileServer, tmp_path: Path) -> None:
    waits: list[float] = []
    server.troubles += [Trouble(status=429, headers={"Retry-After": "7"})]
    fetch(weights(server), tmp_path, waits)
    assert waits == [7.0]
    server.troubles += [Trouble(status=429, headers={"Retry-After": "4000"})]
    with pytest.raises(ModelFileUnreached, match="asks to wait 4000 seconds"):
        fetch(weights(server), tmp_path / "again", waits)
    assert waits == [7.0]


def test_a_hub_that_sends_on_is_followed_with_the_range(server: FileServer, tmp_path: Path) -> None:
    (file,) = weights(server).files
    model = Model(
        name="m", use="", licence="", page="", proof="",
        files=(ModelFile(path="w.bin", url=f"{server.url}/sent-on/w.bin", sha256=file.sha256),),
    )  # fmt: skip
    server.troubles.append(Trouble(cut_after=LEAST_GAIN))
    fetch(model, tmp_path)
    assert server.ranges == ["", f"bytes={LEAST_GAIN}-"]


def test_a_file_that_is_there_with_another_content_is_not_touched(
    server: FileServer, tmp_path: Path
) -> None:
    (tmp_path / "w.bin").write_bytes(b"my own")
    with pytest.raises(ModelFileRefused, match="there with another content"):
        fetch(weights(server), tmp_path)
    assert (tmp_path / "w.bin").read_bytes() == b"my own"
    assert server.ranges == []


def test_two_at_once_do_not_write_into_one_file(server: FileServer, tmp_path: Path) -> None:
    with (tmp_path / "w.bin.part").open("a+b") as part:
        fcntl.flock(part, fcntl.LOCK_EX)
        with pytest.raises(ModelFileRefused, match="by another process"):
            fetch(weights(server), tmp_path)
    assert server.ranges == []


def test_a_server_that_is_not_there_is_told(server: FileServer, tmp_path: Path) -> None:
    (file,) = weights(server).files
    gone = ModelFile(path="w.bin", url="http://127.0.0.1:9/w.bin?key=secret", sha256=file.sha256)
    model = Model(name="m", use="", licence="", page="", proof="", files=(gone,))
    with pytest.raises(ModelFileUnreached, match=r"127\.0\.0\.1 cannot be reached") as raised:
        fetch(model, tmp_path)
    assert "secret" not in str(raised.value)
