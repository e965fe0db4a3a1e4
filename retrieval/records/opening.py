"""The sources of records that are set up: the gene table always, services by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import RecordSource
from retrieval.records.genes.source import GeneRecords
from retrieval.records.service_names import OF_NCBI, OTHERS, SERVICES
from retrieval.records.variant_grammar import VariantNames

if TYPE_CHECKING:
    from retrieval.records.services.access.service import Reach


def shipped_sources() -> tuple[RecordSource, ...]:
    """The sources that ask nobody; they are always there."""
    return (GeneRecords(), VariantNames())


def open_sources(services: Sequence[str], reach: Reach) -> tuple[RecordSource, ...]:
    """The gene table and these services. Nothing is asked yet. Raises
    :class:`retrieval.errors.SourceFailed` for an address that is none."""
    # Who asks no service does not load what asks them.
    from retrieval.records.services.access.ncbi import Ncbi

    wanted = [name for name in SERVICES if name in services]
    ncbi = Ncbi(reach) if any(name in OF_NCBI for name in wanted) else None
    opened = [
        _class_of(*OF_NCBI[name])(reach, ncbi)
        if name in OF_NCBI
        else _class_of(*OTHERS[name])(reach)
        for name in wanted
    ]
    return (*shipped_sources(), *opened)


def cards_of(services: Sequence[str]) -> tuple[RecordCard, ...]:
    """The cards of the gene table and of these services."""
    wanted = [name for name in SERVICES if name in services]
    places = {**OF_NCBI, **OTHERS}
    shown = [cast("RecordCard", vars(_class_of(*places[name]))["card"]) for name in wanted]
    return (*(each.card for each in shipped_sources()), *shown)


def _class_of(module: str, name: str) -> Callable[..., RecordSource]:
    found = getattr(import_module(f"retrieval.records.services.{module}"), name)
    return cast("Callable[..., RecordSource]", found)
