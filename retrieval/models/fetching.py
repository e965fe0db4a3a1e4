"""A model's files come to this machine: each goes on where it was cut, and is taken only when its
SHA-256 is the one that was told."""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import httpx

from retrieval.errors import ModelFileRefused, ModelFileUnreached
from retrieval.models.table import Model, ModelFile
from retrieval.retry import CallFailure, RetryPolicy, retry_after
from retrieval.retry.retrying import Sleep

RETRIES = RetryPolicy(attempts=5, first_pause=1.0, longest_pause=30.0, longest_requested=120.0)
"""In a row without anything new. Chosen by hand, as for public sources."""
LEAST_GAIN = 1 << 20
"""Bytes that a try must bring to count as one that went well. Chosen by hand."""
MOST_BYTES = 8 << 30
"""Of a file whose size nobody told. Chosen by hand: no model of the BERT family has so many."""
SILENCE_SECONDS = 60.0
"""The longest silence of a server. Chosen by hand: a hub reads large files from slow stores."""
CONNECT_SECONDS = 10.0
"""Chosen by hand: hubs answer from the other side of the world."""
MOST_REDIRECTS = 5
"""Chosen by hand: a hub sends on to its store, once or twice."""
READ_AT_ONCE = 1 << 20
"""Bytes. Chosen by hand: it bounds the memory."""

Progress = Callable[[ModelFile, int], None]
"""How many bytes of a file are there."""


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """What became of one file."""

    path: str
    size: int
    was_there: bool


class _Cut(Exception):
    """A try ended before the file did; ``reason`` goes on after the server's name."""

    def __init__(self, reason: str, failure: CallFailure | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.failure = failure or CallFailure()


class ModelFetcher:
    """Fetches models. Blocking. Close it after use."""

    def __init__(
        self, user_agent: str, *, retries: RetryPolicy = RETRIES, sleep: Sleep = time.sleep
    ) -> None:
        self._retries, self._sleep = retries, sleep
        # Compressed on the way, a part of a file would be no part of what is hashed.
        headers = {"User-Agent": user_agent, "Accept-Encoding": "identity"}
        self._options = {
            "headers": headers,
            "timeout": httpx.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS),
            "follow_redirects": True,
            "max_redirects": MOST_REDIRECTS,
        }

    def fetch(self, model: Model, folder: Path, progress: Progress) -> Iterator[FetchedFile]:
        """Each file of the model into the folder, as soon as it is there. Raises
        :class:`ModelFileUnreached` (run it again to go on) and :class:`ModelFileRefused`."""
        for file in model.files:
            yield self._fetch_file(file, folder / file.path, progress)
        for path, text in model.written.items():
            yield _write(folder / path, path, text)

    def _fetch_file(self, file: ModelFile, target: Path, progress: Progress) -> FetchedFile:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _locked_part(target.with_name(target.name + ".part"), file) as part:
            if target.exists():
                return _already_there(file, target)
            size = self._receive_all(file, part, progress)
            os.fsync(part.fileno())
            Path(part.name).replace(target)
        return FetchedFile(file.path, size, was_there=False)

    def _receive_all(self, file: ModelFile, part: BinaryIO, progress: Progress) -> int:
        """The number of bytes, when they are the right ones."""
        begun = _length(part)
        for had_begun in (bool(begun), False):
            self._receive_with_retries(file, part, progress)
            found = _digest_of(part)
            if found == file.sha256:
                return _length(part)
            part.truncate(0)
            if not had_begun:
                break
            # What an earlier run left may be the beginning of another version: once from the start.
        detail = (
            f"What {_place(file)} sends for {file.path} has another SHA-256 than the one told:"
            f" {found}, not {file.sha256}. Nothing of it was kept."
        )
        raise ModelFileRefused(detail)

    def _receive_with_retries(self, file: ModelFile, part: BinaryIO, progress: Progress) -> None:
        in_vain = 0
        while True:
            before = _length(part)
            try:
                return self._receive(file, part, progress)
            except _Cut as cut:
                in_vain = 1 if _length(part) - before >= LEAST_GAIN else in_vain + 1
                pause = self._retries.pause(in_vain, cut.failure)
                if pause is None:
                    raise self._given_up(file, part, cut) from None
            self._sleep(pause)

    def _given_up(self, file: ModelFile, part: BinaryIO, cut: _Cut) -> ModelFileUnreached:
        requested = cut.failure.retry_after or 0.0
        if requested > self._retries.longest_requested:
            why = f"asks to wait {requested:.0f} seconds"
        else:
            why = cut.reason
        kept = f" {_length(part):,} bytes of {file.path} are kept." if _length(part) else ""
        return ModelFileUnreached(f"{_place(file)} {why}.{kept}")

    def _receive(self, file: ModelFile, part: BinaryIO, progress: Progress) -> None:
        """One try, from the end of what is there."""
        have = _length(part)
        if file.size is not None and have == file.size:
            return
        if have > (file.size or MOST_BYTES):
            part.truncate(have := 0)
        # A proxy of the organisation is for the world outside, not for a server on this machine.
        trust = httpx.URL(file.url).host not in ("127.0.0.1", "localhost", "::1")
        asked = {"Range": f"bytes={have}-"} if have else {}
        try:
            with (
                httpx.Client(trust_env=trust, **self._options) as client,  # type: ignore[arg-type]
                client.stream("GET", file.url, headers=asked) as response,
            ):
                _begin(file, part, have, response)
                _write_pieces(file, part, response, progress)
        except httpx.TooManyRedirects:
            detail = f"{_place(file)} sends from one of its addresses to the next."
            raise ModelFileRefused(detail) from None
        except httpx.TimeoutException:
            raise _Cut("did not answer in time") from None
        except httpx.ConnectError:
            raise _Cut("cannot be reached") from None
        except httpx.RequestError:
            raise _Cut("broke off in the middle of the file") from None
        if file.size is not None and _length(part) < file.size:
            raise _Cut("ended before the file did")


def _begin(file: ModelFile, part: BinaryIO, have: int, response: httpx.Response) -> None:
    """Set the part to where this answer begins. Raises what the status means."""
    status = response.status_code
    if status == 416 and have:
        # It has fewer bytes than we do: ours are of another version.
        part.truncate(0)
        raise _Cut("has fewer bytes than were there already", CallFailure())
    failure = CallFailure(status, retry_after(response.headers))
    if status not in (200, 206):
        if failure.is_transient:
            raise _Cut(f"answered with status {status}", failure)
        detail = f"{_place(file)} answered with status {status} for {file.path}."
        raise ModelFileRefused(f"{detail} {_ADVICE.get(status, 'Check the address.')}")
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise ModelFileRefused(f"{_place(file)} sends {file.path} compressed, though asked not to.")
    start, total = _range_of(response, have) if status == 206 else (0, _told_length(response))
    if file.size is not None and total is not None and total != file.size:
        detail = f"{_place(file)} has {total:,} bytes of {file.path}, not {file.size:,}."
        raise ModelFileRefused(detail)
    part.truncate(start)
    part.seek(start)


_ADVICE = {
    401: "It wants somebody who is logged in: fetch the file by hand.",
    403: "It refuses this machine.",
    404: "Check the address and the name of the file.",
}


def _range_of(response: httpx.Response, have: int) -> tuple[int, int | None]:
    """Where a part begins and how long the whole is. Raises :class:`_Cut` for another part than
    the one asked for."""
    unit, _, told = response.headers.get("content-range", "").partition(" ")
    span, _, total = told.partition("/")
    start = span.partition("-")[0]
    if unit.lower() != "bytes" or start != str(have):
        raise _Cut("sent another part of the file than the one asked for")
    return have, int(total) if total.isdecimal() else None


def _told_length(response: httpx.Response) -> int | None:
    told = response.headers.get("content-length", "")
    return int(told) if told.isdecimal() else None


def _write_pieces(
    file: ModelFile, part: BinaryIO, response: httpx.Response, progress: Progress
) -> None:
    most = file.size or MOST_BYTES
    for piece in response.iter_raw():
        if part.tell() + len(piece) > most:
            part.truncate(0)
            detail = f"{_place(file)} sends more than {most:,} bytes for {file.path}."
            raise ModelFileRefused(detail)
        part.write(piece)
        progress(file, part.tell())
    part.flush()


@contextmanager
def _locked_part(path: Path, file: ModelFile) -> Iterator[BinaryIO]:
    """The part of a file, for this process alone."""
    with path.open("a+b", buffering=0) as part:
        busy = ModelFileRefused(f"{file.path} is being fetched by another process.")
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise busy from None
        # The other one may have put it into its place since it was opened here.
        if not path.exists() or path.stat().st_ino != os.fstat(part.fileno()).st_ino:
            raise busy
        try:
            yield part
        finally:
            if not _length(part) and path.exists():
                path.unlink()


def _already_there(file: ModelFile, target: Path) -> FetchedFile:
    with target.open("rb") as there:
        found = _digest_of(there)
        size = _length(there)
    if found != file.sha256:
        detail = (
            f"{target} is there with another content (SHA-256 {found}). Take it away, or give the"
            " model another name."
        )
        raise ModelFileRefused(detail)
    return FetchedFile(file.path, size, was_there=True)


def _write(target: Path, path: str, text: str) -> FetchedFile:
    if target.exists():
        if target.read_text("utf-8").strip() != text:
            raise ModelFileRefused(f"{target} is there with another content. Take it away.")
        return FetchedFile(path, len(text.encode()), was_there=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text + "\n", "utf-8")
    return FetchedFile(path, len(text.encode()), was_there=False)


def _digest_of(file: BinaryIO) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    while block := file.read(READ_AT_ONCE):
        digest.update(block)
    return digest.hexdigest()


def _length(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size


def _place(file: ModelFile) -> str:
    """The server's name: an address may hold a key."""
    return httpx.URL(file.url).host
