"""Silos that another embedder filled are told: every search of them finds nothing."""

from __future__ import annotations

import pytest

from bot.commands.checks.embedding import embedded_otherwise
from retrieval.ingestion.staging.status import Tally


def _tally(silo: str, *recipes: str) -> Tally:
    return Tally(
        silo=silo, source="", staged=0, indexed=len(recipes), superseded=0, behind_originals=0,
        vanished=0, doubtful=0, failed=0, recipes=recipes,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("tallies", "told"),
    [
        ([_tally("pubmed", "minilm@1|0/0"), _tally("trials")], ""),
        ([_tally("pubmed", "bge:5|0/0"), _tally("trials", "minilm@1|0/0")], "pubmed"),
        ([_tally("pubmed", "minilm@1|0/0", "bge:5|0/0")], "pubmed"),
        ([_tally(f"silo{n}", "bge:5|0/0") for n in range(15)], "15 silos"),
    ],
)
def test_silos_of_another_embedder_are_named(tallies: list[Tally], told: str) -> None:
    found = embedded_otherwise(tallies, "minilm@1")
    assert told in found
    assert bool(found) is bool(told)
