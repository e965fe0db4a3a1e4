"""One public service over HTTP: requests are spaced, retried, and answers are read with a bound.

What goes wrong is said in a sentence that names the service and never the query: a query can hold
the words of a case, and NCBI and openFDA take their keys in the query.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import httpx
from aiolimiter import AsyncLimiter

from retrieval.errors import SourceFailed
from retrieval.retry import CallFailure, RetryPolicy, retry_after
from retrieval.retry.retrying import AsyncSleep, call_with_retries_async

Param = str | int | float | None
"""A value in the query of a request; ``None`` leaves the parameter out."""

MOST_BYTES = 64 * 1024 * 1024
"""Longest body that is held in memory, after decompression. Chosen by hand: a page of 200 PubMed
articles is below 10 MB."""
ATTEMPTS = 5
"""How often a request is sent before the service has failed. Chosen by hand."""
RETRIES = RetryPolicy(
    attempts=ATTEMPTS, first_pause=1.0, longest_pause=30.0, longest_requested=120.0
)
"""Chosen by hand: a service that asks for more than two minutes has failed for now."""
MOST_UNREACHED = 2
"""How often in a row nothing may be there to connect to: whoever waits is told within seconds.
Chosen by hand: a machine that starts again takes longer than all tries would."""
CONNECT_SECONDS = 4.0
"""How long a connection may take. Chosen by hand: Linux asks at 0, 1 and 3 seconds, and whoever
waits is to be told within 5."""
MOST_REDIRECTS = 5
"""Addresses that a service may send on to. Chosen by hand: those asked here send on once at most.
"""
_TRICKLE = 4
"""A whole answer may take so many times the longest silence. Chosen by hand."""
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


class SourceRefused(SourceFailed):
    """The source refused the request."""

    def __init__(self, detail: str, status: int, body: bytes) -> None:
        super().__init__(detail)
        self.status = status
        self.body = body
        """What the service said; may repeat the request, so it is for parsing, not for people."""


@dataclass(frozen=True, slots=True)
class RequestPace:
    """How time passes between requests. Tests do not wait."""

    sleep: AsyncSleep = asyncio.sleep
    """Between two tries of a request."""
    spaced: bool = True
    """Whether requests keep to the service's rate."""
    retries: RetryPolicy = RETRIES
    """How often a request is sent before the service has failed."""


POLITE = RequestPace()


class Service:
    """Asks one service. All methods raise :class:`SourceFailed`; a final status such as 400 or
    404 raises its child :class:`SourceRefused`, so that a source can tell an empty result from a
    fault.
    """

    def __init__(
        self,
        name: str,
        address: str,
        *,
        per_second: float,
        seconds: float = 30.0,
        headers: Iterable[tuple[str, str]] = (),
        pacing: RequestPace = POLITE,
    ) -> None:
        """``seconds``: the longest silence of the service; four times as long for an answer."""
        self._name = name
        self._pacing = pacing
        self._seconds = seconds
        # A bucket of one: requests are spaced evenly, also those made side by side.
        self._limiter = AsyncLimiter(1, 1 / per_second)
        self._has_answered = False
        self._client = _client(name, address, seconds, headers)

    async def get_json(self, path: str, **params: Param) -> Any:
        """The body parsed as JSON."""
        return self._json(await self._request("GET", path, params=params))

    async def post_json(self, path: str, payload: Any, **params: Param) -> Any:
        """Send JSON (GraphQL, for one); the answer parsed as JSON. Retried like the others."""
        return self._json(await self._request("POST", path, params=params, payload=payload))

    async def get_bytes(self, path: str, **params: Param) -> bytes:
        """The body as it came, without content encoding."""
        return (await self._request("GET", path, params=params)).body

    async def close(self) -> None:
        """Let go of connections. Closing twice is fine."""
        await self._client.aclose()

    async def _request(
        self, method: str, path: str, *, params: dict[str, Param], payload: Any = None
    ) -> _Answer:
        known = {name: value for name, value in params.items() if value is not None}
        request = self._client.build_request(
            method, path.lstrip("/"), params=known or None, json=payload
        )
        policy, unreached = self._pacing.retries, 0

        async def attempt() -> _Answer:
            nonlocal unreached
            try:
                return await self._attempt(request)
            except _AttemptFailed as error:
                unreached = 0 if error.reached else unreached + 1
                error.is_last = unreached == MOST_UNREACHED or (
                    # The system has asked three times by then: nobody is there.
                    error.is_silent and not self._has_answered
                )
                raise

        try:
            return await call_with_retries_async(attempt, policy, _failure_of, self._pacing.sleep)
        except _AttemptFailed as error:
            requested = error.failure.retry_after or 0.0
            if requested > policy.longest_requested:
                detail = f"{self._name} asks to wait {requested:.0f} seconds. Try again then."
            else:
                times = unreached if error.is_last else policy.attempts
                told = "" if times == 1 else f", {times} times"
                detail = f"{self._name} {error.reason}{told}. Try again later."
        # Raised out here: httpx's errors hold the whole address, and are not kept.
        raise SourceFailed(detail)

    async def _attempt(self, request: httpx.Request) -> _Answer:
        if self._pacing.spaced:
            await self._limiter.acquire()
        try:
            # The client bounds each silence; this bounds an answer that trickles.
            async with asyncio.timeout(self._seconds * _TRICKLE):
                answer = await self._send(request)
        except httpx.TooManyRedirects:
            detail = f"{self._name} sends from one of its addresses to the next, without an answer."
            raise SourceFailed(detail) from None
        except httpx.InvalidURL:
            raise SourceFailed(f"{self._name} sends on to an address that is none.") from None
        except (httpx.RequestError, TimeoutError) as error:
            raise _AttemptFailed.by(error) from None
        self._has_answered = True
        failure = CallFailure(answer.status, answer.retry_after)
        if failure.is_transient:
            raise _AttemptFailed(failure, f"answered with status {answer.status}")
        return self._accept_or_raise(answer)

    async def _send(self, request: httpx.Request) -> _Answer:
        response = await self._client.send(request, stream=True)
        try:
            body = await self._read(response)
        finally:
            await response.aclose()
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        return _Answer(response.status_code, kind, retry_after(response.headers), body)

    async def _read(self, response: httpx.Response) -> bytes:
        body = bytearray()
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > MOST_BYTES:
                raise SourceFailed(f"{self._name} sent more than {MOST_BYTES >> 20} MB at once.")
        return bytes(body)

    def _accept_or_raise(self, answer: _Answer) -> _Answer:
        if 200 <= answer.status < 300:
            return answer
        meaning = _MEANINGS.get(answer.status, "the request cannot be served")
        sentence = f"{self._name} answered with status {answer.status}: {meaning}."
        raise SourceRefused(sentence, answer.status, answer.body)

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
    """Media type without its parameters."""
    retry_after: float | None
    body: bytes


class _AttemptFailed(Exception):
    """One request failed; ``reason`` goes on after the service's name."""

    def __init__(self, failure: CallFailure, reason: str) -> None:
        super().__init__(reason)
        self.failure = failure
        self.reason = reason
        self.reached = True
        self.is_silent = False
        """Whether nothing at all came back when a connection was asked for."""
        self.is_last = False

    @classmethod
    def by(cls, error: httpx.RequestError | TimeoutError) -> _AttemptFailed:
        failed = cls(CallFailure(), _reason(error))
        failed.reached = not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        failed.is_silent = isinstance(error, httpx.ConnectTimeout)
        return failed


def _failure_of(error: Exception) -> CallFailure | None:
    return error.failure if isinstance(error, _AttemptFailed) and not error.is_last else None


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
    # A proxy of the organisation is for the world outside, not for a server on this machine.
    trust_env = url.host not in ("127.0.0.1", "localhost", "::1")
    return httpx.AsyncClient(
        base_url=url,
        timeout=httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
        headers=list(headers),
        follow_redirects=True,
        max_redirects=MOST_REDIRECTS,
        trust_env=trust_env,
        verify=_tls_context(trust_env),
    )


@functools.cache
def _tls_context(trust_env: bool) -> ssl.SSLContext:
    """The certificates that are trusted. Reading them takes 0.05 s: once a process is enough."""
    return httpx.create_ssl_context(trust_env=trust_env)


def _why_unreached(words: str) -> str:
    """What the system says of a failed connection, in our words; empty if it says little."""
    if "certificate" in words:
        return " (its certificate is not trusted here)"
    if any(each in words for each in ("name or service", "nodename", "name resolution")):
        return " (this machine finds no address for its name: is there a network?)"
    return ""


def _reason(error: httpx.RequestError | TimeoutError) -> str:
    if isinstance(error, httpx.ConnectTimeout):
        return "cannot be reached (nothing answers at its address: does a firewall keep it away?)"
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return "did not answer in time"
    if isinstance(error, httpx.ConnectError):
        return f"cannot be reached{_why_unreached(str(error).lower())}"
    return "broke off in the middle of its answer"
