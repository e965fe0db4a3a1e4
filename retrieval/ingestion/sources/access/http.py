"""One public service over HTTP: asked politely, asked again when it stumbles, read with a bound.

What goes wrong is told in a sentence that names the service and never what was asked: a query can
hold the words of a case, and NCBI and openFDA take their keys in the query.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx

from retrieval.errors import SourceFailed

Param = str | int | float | None
"""A value in the query of a request; ``None`` leaves the parameter out."""

MOST_BYTES = 64 * 1024 * 1024
"""Longest body that is held in memory, after decompression."""
MOST_DOWNLOADED = 4 * 1024 * 1024 * 1024
"""Longest file that is downloaded, bytes."""
ATTEMPTS = 5
"""How often a request is sent before the service has failed."""
LONGEST_WAIT = 120.0
"""Seconds; a service that asks for more patience than this has failed for now."""

_TRICKLE = 4
"""So many times the longest silence a whole answer may take."""
_AGAIN = frozenset((408, 425, 429, 500, 502, 503, 504))
_MEANINGS = {
    400: "it does not understand the request; check the terms",
    401: "it wants a key, or refuses the one in the settings",
    403: "it refuses this machine or key",
    404: "it has nothing at this address",
    414: "the request is too long for it",
    429: "too many requests for now",
}


def user_agent(contact: str) -> str:
    """Who asks, as NCBI's and Wikimedia's policies want it; the contact comes from the settings."""
    name = f"Curbside/{version('curbside')}"
    return f"{name} ({contact})" if contact else name


class Refused(SourceFailed):
    """The source refused the request."""

    def __init__(self, detail: str, status: int, body: bytes) -> None:
        super().__init__(detail)
        self.status = status
        self.body = body
        """What the service said; may repeat the request, so it is for parsing, not for people."""


class Service:
    """Asks one service. All methods raise :class:`SourceFailed`; a final status such as 400 or
    404 raises its child :class:`Refused`, so that a source can tell an empty result from a fault.
    """

    def __init__(
        self,
        name: str,
        address: str,
        *,
        per_second: float,
        seconds: float = 30.0,
        headers: Iterable[tuple[str, str]] = (),
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """``seconds``: the longest silence of the service; four times as long for an answer."""
        self._name = name
        self._pause = pause
        self._seconds = seconds
        self._turns = _Turns(1 / per_second, pause)
        self._client = _client(name, address, seconds, headers)

    async def get_text(self, path: str, **params: Param) -> str:
        """The body as text. A web page where data should be is a failure."""
        answer = await self._asked("GET", path, params=params)
        if answer.kind == "text/html":
            raise SourceFailed(f"{self._name} answered with a web page instead of data.")
        try:
            return answer.body.decode(answer.charset)
        except (LookupError, UnicodeDecodeError) as error:
            raise SourceFailed(f"{self._name} answered with text that is not readable.") from error

    async def get_json(self, path: str, **params: Param) -> Any:
        """The body parsed as JSON."""
        return self._json(await self._asked("GET", path, params=params))

    async def post_json(self, path: str, payload: Any, **params: Param) -> Any:
        """Send JSON (GraphQL, for one); the answer parsed as JSON. Asked again like the others."""
        return self._json(await self._asked("POST", path, params=params, payload=payload))

    async def get_bytes(self, path: str, **params: Param) -> bytes:
        """The body as it came, without content encoding."""
        return (await self._asked("GET", path, params=params)).body

    async def download(self, path: str, to: Path, **params: Param) -> None:
        """Write the body into a file, which appears only when it is whole."""
        part = to.with_name(f"{to.name}.part")
        try:
            await self._asked("GET", path, params=params, to=part)
            await asyncio.to_thread(part.replace, to)
        finally:
            await asyncio.to_thread(part.unlink, missing_ok=True)

    async def close(self) -> None:
        """Let go of connections. Closing twice is fine."""
        await self._client.aclose()

    async def _asked(
        self,
        method: str,
        path: str,
        *,
        params: dict[str, Param],
        payload: Any = None,
        to: Path | None = None,
    ) -> _Answer:
        known = {name: value for name, value in params.items() if value is not None}
        request = self._client.build_request(
            method, path.lstrip("/"), params=known or None, json=payload
        )
        trouble = ""
        for attempt in range(1, ATTEMPTS + 1):
            await self._turns.take()
            wait = _backoff(attempt)
            try:
                answer = await self._in_time(request, to)
            except (httpx.RequestError, TimeoutError) as error:
                trouble = _trouble(error)
            else:
                if answer.status not in _AGAIN:
                    return self._accepted(answer)
                trouble = f"answered with status {answer.status}"
                wait = self._patience(answer, wait)
            if attempt < ATTEMPTS:
                await self._pause(wait)
        raise SourceFailed(f"{self._name} {trouble}, {ATTEMPTS} times. Try again later.")

    async def _in_time(self, request: httpx.Request, to: Path | None) -> _Answer:
        """The client bounds each silence; this bounds an answer that trickles. Files may take
        as long as they need."""
        async with asyncio.timeout(None if to is not None else self._seconds * _TRICKLE):
            return await self._once(request, to)

    async def _once(self, request: httpx.Request, to: Path | None) -> _Answer:
        response = await self._client.send(request, stream=True)
        try:
            if to is not None and response.is_success:
                await self._written(response, to)
                body = b""
            else:
                body = await self._read(response)
        finally:
            await response.aclose()
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        again = response.headers.get("retry-after", "")
        return _Answer(
            response.status_code, kind, response.charset_encoding or "utf-8", again, body
        )

    async def _read(self, response: httpx.Response) -> bytes:
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > MOST_BYTES:
                raise SourceFailed(f"{self._name} sent more than {MOST_BYTES >> 20} MB at once.")
        return bytes(body)

    async def _written(self, response: httpx.Response, to: Path) -> None:
        written = 0
        async with _opened(to) as write:
            async for piece in response.aiter_bytes():
                written += len(piece)
                if written > MOST_DOWNLOADED:
                    raise SourceFailed(f"{self._name} sends a file of more than 4 GB.")
                await write(piece)

    def _accepted(self, answer: _Answer) -> _Answer:
        if 200 <= answer.status < 300:
            return answer
        meaning = _MEANINGS.get(answer.status, "the request cannot be served")
        sentence = f"{self._name} answered with status {answer.status}: {meaning}."
        raise Refused(sentence, answer.status, answer.body)

    def _patience(self, answer: _Answer, otherwise: float) -> float:
        wait = _seconds(answer.retry_after)
        if wait is None:
            return otherwise
        if wait > LONGEST_WAIT:
            raise SourceFailed(f"{self._name} asks to wait {wait:.0f} seconds. Try again then.")
        return max(wait, 0.0)

    def _json(self, answer: _Answer) -> Any:
        try:
            # NCBI lets control characters through in strings.
            return json.loads(answer.body, strict=False)
        except (ValueError, RecursionError) as error:
            page = answer.kind == "text/html" or answer.body.lstrip()[:1] == b"<"
            what = "a web page instead of data" if page else "something that is not JSON"
            raise SourceFailed(f"{self._name} answered with {what}.") from error


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    kind: str
    charset: str
    retry_after: str
    body: bytes


class _Turns:
    """Spaces requests by a clock that nobody sets back, also those made side by side."""

    def __init__(self, gap: float, pause: Callable[[float], Awaitable[None]]) -> None:
        self._gap = gap
        self._pause = pause
        self._next = 0.0

    async def take(self) -> None:
        now = time.monotonic()
        wait = self._next - now
        self._next = max(now, self._next) + self._gap
        if wait > 0:
            await self._pause(wait)


class _WithoutQuery(logging.Filter):
    """httpx logs whole addresses; queries and keys stay out of the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                argument.copy_with(query=None) if isinstance(argument, httpx.URL) else argument
                for argument in record.args
            )
        return True


_WITHOUT_QUERY = _WithoutQuery()


def _client(
    name: str, address: str, seconds: float, headers: Iterable[tuple[str, str]]
) -> httpx.AsyncClient:
    logging.getLogger("httpx").addFilter(_WITHOUT_QUERY)
    try:
        url = httpx.URL(address.rstrip("/") + "/")
    except httpx.InvalidURL as error:
        raise SourceFailed(f"The address set for {name} is not an address.") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise SourceFailed(f"The address set for {name} must begin with http:// or https://.")
    return httpx.AsyncClient(
        base_url=url,
        timeout=seconds,
        headers=list(headers),
        follow_redirects=True,
        # A proxy of the house is for the world outside, not for a server on this machine.
        trust_env=url.host not in ("127.0.0.1", "localhost", "::1"),
    )


@asynccontextmanager
async def _opened(to: Path) -> AsyncIterator[Callable[[bytes], Awaitable[object]]]:
    file = await asyncio.to_thread(to.open, "wb")

    async def write(piece: bytes) -> None:
        await asyncio.to_thread(file.write, piece)

    try:
        yield write
    finally:
        await asyncio.to_thread(file.close)


def _backoff(attempt: int) -> float:
    return float(min(2 ** (attempt - 1), 30))


def _seconds(retry_after: str) -> float | None:
    """Seconds to wait by a Retry-After header, which holds seconds or a date."""
    given = retry_after.strip()
    if given.isdecimal():
        return float(given)
    try:
        moment = parsedate_to_datetime(given)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - datetime.now(UTC)).total_seconds()


def _trouble(error: httpx.RequestError | TimeoutError) -> str:
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return "did not answer in time"
    if isinstance(error, httpx.ConnectError):
        return "cannot be reached"
    return "broke off in the middle of its answer"
