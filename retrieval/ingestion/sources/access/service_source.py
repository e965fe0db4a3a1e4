"""What the sources over one HTTP service share: who asks, how often, and the end."""

from __future__ import annotations

from typing import ClassVar

from retrieval.ingestion.sources.access.http import POLITE, RequestPace, Service, user_agent


class ServiceSource:
    """A source that asks one service. A child names the service and adds ``pages``."""

    name: ClassVar[str]
    """As on the command line."""
    service_name: ClassVar[str]
    """As in sentences for people."""
    default_address: ClassVar[str]
    per_second: float
    """Requests a second, by the service's own rules; the module's first lines name them."""
    seconds: ClassVar[float] = 30.0
    """Longest silence of the service."""
    headers: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init__(
        self, address: str | None = None, *, contact: str = "", pacing: RequestPace = POLITE
    ) -> None:
        """``contact`` is an e-mail address or page, for the service to reach who runs this.
        Raises :class:`retrieval.errors.SourceFailed` for an address that is none."""
        self._pacing = pacing
        self._service = Service(
            self.service_name,
            self.default_address if address is None else address,
            per_second=self.per_second,
            seconds=self.seconds,
            headers=(("User-Agent", user_agent(contact)), *self.headers),
            pacing=pacing,
        )

    async def close(self) -> None:
        """Let go of connections. Closing twice is fine."""
        await self._service.close()
