"""Where a Weaviate is and how silos are kept there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from retrieval.errors import SiloUnavailable

Compression = Literal["none", "rq8", "rq1", "sq", "bq"]
GRPC_PORT, SECURE_GRPC_PORT = 50051, 443
"""Weaviate's own, and that of its cloud."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaviateAddress:
    """A Weaviate server or cluster."""

    url: str
    """``http(s)://host:port``; ``https`` also encrypts gRPC."""
    grpc: str = ""
    """``host:port`` of gRPC; empty: the same host and the usual port."""
    api_key: str = field(default="", repr=False)
    prefix: str = "Curbside"
    """Begins the name of every collection: several installations may share a server."""
    replicas: int = 1
    """On how many nodes a silo is kept; taken when it is made."""
    compression: Compression = "none"
    """How vectors are kept in memory; taken when a silo is made."""
    seconds: float = 10.0
    """Time limit of one call."""
    write_seconds: float = 30.0
    """For how long a write that fails is tried again: a cluster needs some seconds to notice
    that a node is gone."""

    @property
    def http_host(self) -> str:
        return self._parts()[0]

    @property
    def http_port(self) -> int:
        return self._parts()[1]

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    @property
    def grpc_host(self) -> str:
        return self.grpc.rpartition(":")[0] or self.http_host

    @property
    def grpc_port(self) -> int:
        port = self.grpc.rpartition(":")[2]
        if not port:
            return SECURE_GRPC_PORT if self.secure else GRPC_PORT
        if not port.isdecimal():
            detail = "The gRPC address of Weaviate must be host:port."
            raise SiloUnavailable(detail)
        return int(port)

    def _parts(self) -> tuple[str, int]:
        detail = "The address of Weaviate must be http://host:port or https://host:port."
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError as error:
            raise SiloUnavailable(detail) from error
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SiloUnavailable(detail)
        return parts.hostname, port or (443 if self.secure else 80)
