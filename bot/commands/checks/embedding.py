"""Whether the documents of the silos were embedded by the model that searches them."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.ingestion.staging.status import Tally

EMBED_ANEW = "Run `curbside ingest`, or set CURBSIDE_EMBEDDER back."


def embedded_otherwise(tallies: Sequence[Tally], embedder: str) -> str:
    """Which silos hold documents that another model embedded, so that no search finds any of
    them; empty if none does."""
    silos = {
        each.silo
        for each in tallies
        if any(not recipe.startswith(f"{embedder}|") for recipe in each.recipes)
    }
    if not silos:
        return ""
    named = ", ".join(sorted(silos)) if len(silos) < MOST_NAMED else f"{len(silos)} silos"
    return f"another embedder than the one that is set embedded {named}, which finds nothing there"


MOST_NAMED = 4
"""Silos that are told by name. Chosen by hand: a row of the table has room for three."""
