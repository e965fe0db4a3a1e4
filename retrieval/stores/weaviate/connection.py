"""The one connection to Weaviate: opened when first needed, every call within a time limit."""

from __future__ import annotations

import asyncio
import re
import warnings
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from retrieval.errors import SiloUnavailable
from retrieval.retry import CallFailure, RetryPolicy
from retrieval.retry.retrying import call_with_retries_async
from retrieval.stores.weaviate.address import WeaviateAddress

if TYPE_CHECKING:
    from weaviate import WeaviateAsyncClient

OLDEST = (1, 36)
"""The first version with all that is used here: dynamic indexes, batches with flow control."""
LEAST_SECONDS = 0.1
"""Of a call that is tried when its time is over, so that it fails with its own reason. By hand."""
WRITE_PAUSE_SECONDS = 1.0
"""Between two tries of a write. Chosen by hand: a node that starts again needs some seconds."""
Result = TypeVar("Result")


class Connection:
    """Calls Weaviate and says in a sentence why it did not answer."""

    def __init__(self, address: WeaviateAddress) -> None:
        self.address = address
        self._client: WeaviateAsyncClient | None = None
        self._opening = asyncio.Lock()
        self._closed = False

    async def call(self, work: Callable[[WeaviateAsyncClient], Awaitable[Result]]) -> Result:
        """Do the work within the time limit. Raises :class:`SiloUnavailable`."""
        return await self._within(work, self.address.seconds)

    async def retry_write(self, work: Callable[[WeaviateAsyncClient], Awaitable[Result]]) -> Result:
        """Do work that may be repeated, until it succeeds or ``write_seconds`` are over. Raises
        :class:`SiloUnavailable`; :class:`NotAllowed` at once."""
        deadline = asyncio.get_running_loop().time() + self.address.write_seconds

        async def attempt() -> Result:
            left = deadline - asyncio.get_running_loop().time()
            return await self._within(work, min(self.address.seconds, max(left, LEAST_SECONDS)))

        policy = RetryPolicy(
            attempts=None,
            first_pause=WRITE_PAUSE_SECONDS,
            longest_pause=WRITE_PAUSE_SECONDS,
            total_seconds=self.address.write_seconds,
        )
        return await call_with_retries_async(attempt, policy, _failure_of)

    async def close(self) -> None:
        """Closing twice is fine."""
        self._closed = True
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _within(
        self, work: Callable[[WeaviateAsyncClient], Awaitable[Result]], seconds: float
    ) -> Result:
        if self._closed:
            detail = "The connection to Weaviate was closed."
            raise SiloUnavailable(detail)
        try:
            async with asyncio.timeout(seconds):
                return await work(await self._open_client())
        except TimeoutError as error:
            detail = f"Weaviate did not answer within {seconds:.3g} seconds."
            raise SiloUnavailable(detail) from error
        except SiloUnavailable:
            raise
        except Exception as error:
            raise _meaning_of_error(error) from error

    async def _open_client(self) -> WeaviateAsyncClient:
        if self._client is None:
            async with self._opening:
                if self._client is None:
                    self._client = await self._open()
        return self._client

    async def _open(self) -> WeaviateAsyncClient:
        client = await asyncio.to_thread(_make_client, self.address)
        try:
            await _connect(client)
            _check_version(await client.get_meta())
        except BaseException:
            await client.close()
            raise
        return client


def _failure_of(error: Exception) -> CallFailure | None:
    passing = isinstance(error, SiloUnavailable) and not isinstance(error, NotAllowed)
    return CallFailure() if passing else None


class NotAllowed(SiloUnavailable):
    """Weaviate refused the call."""


class TooOld(NotAllowed):
    """The Weaviate server is too old."""


def _make_client(address: WeaviateAddress) -> WeaviateAsyncClient:
    """Not connected yet. Importing the client takes more than a second: only here."""
    with warnings.catch_warnings():
        # authlib, which the client uses for single sign-on, warns about its own future.
        warnings.simplefilter("ignore")
        import weaviate
        from weaviate.config import AdditionalConfig, Timeout
    return weaviate.use_async_with_custom(
        http_host=address.http_host,
        http_port=address.http_port,
        http_secure=address.secure,
        grpc_host=address.grpc_host,
        grpc_port=address.grpc_port,
        grpc_secure=address.secure,
        auth_credentials=weaviate.auth.AuthApiKey(address.api_key) if address.api_key else None,
        additional_config=AdditionalConfig(
            timeout=Timeout(query=address.seconds, insert=address.seconds, init=address.seconds)
        ),
        # The checks would ask the package index for a newer client at every start.
        skip_init_checks=True,
    )


async def _connect(client: WeaviateAsyncClient) -> None:
    from weaviate.exceptions import WeaviateStartUpError

    try:
        await client.connect()
    except WeaviateStartUpError as error:
        refused = re.search(r"version (\S+) is not supported", str(error))
        if refused is None:
            raise
        _check_version({"version": refused[1]})


def _check_version(meta: Any) -> None:
    found = str(meta.get("version", "")) if isinstance(meta, dict) else ""
    numbers = re.match(r"v?(\d+)\.(\d+)", found)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        detail = f"It is {found or 'of an unknown version'}; Curbside needs {oldest} or newer."
        raise TooOld(detail)


def _meaning_of_error(error: Exception) -> SiloUnavailable:
    from weaviate import exceptions

    text = str(error)
    status = getattr(error, "status_code", 0)
    denied = isinstance(
        error, exceptions.InsufficientPermissionsError | exceptions.AuthenticationFailedError
    )
    if denied or status in (401, 403) or "UNAUTHENTICATED" in text or "PERMISSION_DENIED" in text:
        return NotAllowed("Check WEAVIATE_API_KEY and what its user may do.")
    if "no space left" in text or "read-only" in text or "READONLY" in text:
        return NotAllowed("It cannot write: its disk is full or nearly so.")
    return SiloUnavailable(f"Weaviate did not answer as it should ({type(error).__name__}).")
