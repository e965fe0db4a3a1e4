"""How services of others are reached: public sources of documents, and services of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import SecretStr

from bot.settings import Settings
from retrieval.records.opening import open_sources, shipped_sources

if TYPE_CHECKING:
    from retrieval.ingestion.sources.catalogue import SourceAccess
    from retrieval.records.contract import RecordSource


def open_records(settings: Settings) -> tuple[RecordSource, ...]:
    """What ships and the services of records that are set. Raises
    :class:`retrieval.errors.SourceFailed` for an address that is none."""
    if not settings.record_services:
        return shipped_sources()
    from retrieval.records.services.access.service import Reach

    reach = Reach(
        addresses=settings.source_addresses,
        contact=settings.contact or "",
        ncbi_api_key=secret_value(settings.ncbi_api_key),
        hours=settings.record_hours,
    )
    return open_sources(settings.record_services, reach)


def source_access(settings: Settings) -> SourceAccess:
    """How public sources are reached."""
    from retrieval.ingestion.sources.catalogue import SourceAccess

    return SourceAccess(
        addresses=settings.source_addresses,
        contact=settings.contact or "",
        ncbi_api_key=secret_value(settings.ncbi_api_key),
        openfda_api_key=secret_value(settings.openfda_api_key),
    )


def secret_value(secret: SecretStr | None) -> str:
    """What a setting keeps secret; empty if it is not set."""
    return "" if secret is None else secret.get_secret_value()
