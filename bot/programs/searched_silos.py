"""What may be searched by who asks no core: for look-ups, and by programs."""

from __future__ import annotations

from collections.abc import Callable

from bot.composition import SearchParts
from retrieval.search.contract import Library

LibraryBy = Callable[[bool], Library]
"""What may be searched, by whether nothing may leave: then no service of records is asked."""


def libraries_of(search: SearchParts) -> LibraryBy:
    """The silos with records beside them."""
    usual = search.records.beside(search.silos)
    sealed = search.records.without_services().beside(search.sealed)
    return lambda is_sealed: sealed if is_sealed else usual
