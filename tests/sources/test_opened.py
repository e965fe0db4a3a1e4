"""The catalogue opens the services by their names, with addresses and keys from the settings."""

from __future__ import annotations

import pytest

from retrieval.declaration.cards import read_cards
from retrieval.ingestion.sources.catalogue import SOURCES, SourceAccess, silo_filled_by
from retrieval.ingestion.sources.contract import HarvestRequest
from tests.sources.gather import gather
from tests.sources.pubmed_server import Entrez, Paper
from tests.sources.server import Loopback, loopback
from tests.sources.test_clinical_trials import Registry
from tests.sources.test_openfda import Labels
from tests.sources.test_wikipedia import Wiki


def serve(server: Loopback) -> None:
    Entrez([Paper(pmid=90_000_001)]).serve(server)
    server.on("/studies", Registry(1))
    server.on("/drug/label.json", Labels(1))
    server.on("/api.php", Wiki(1))


@pytest.mark.parametrize(
    ("name", "term", "key"),
    [
        ("pubmed", "x", "ncbi"),
        ("clinicaltrials", "x", None),
        ("openfda", "x", "fda"),
        ("wikipedia", "search:x", None),
    ],
)
async def test_a_source_is_opened_by_its_name(name: str, term: str, key: str | None) -> None:
    async with loopback() as server:
        serve(server)
        access = SourceAccess(
            addresses={name: server.url},
            contact="c@d.e",
            ncbi_api_key="ncbi",
            openfda_api_key="fda",
        )
        source = SOURCES[name].open(access)
        assert source.name == name
        got = await gather(
            source, HarvestRequest(silo=silo_filled_by(SOURCES[name], read_cards()), terms=(term,))
        )
    assert len(got.ids) == 1
    assert server.asked[0].query.get("api_key") == key
    assert "c@d.e" in server.asked[0].headers["user-agent"]
    assert "ncbi" not in repr(access).replace("ncbi_api_key", "")


@pytest.mark.parametrize("name", SOURCES)
async def test_every_source_of_the_table_opens(name: str) -> None:
    source = SOURCES[name].open(SourceAccess(contact="c@d.e"))
    assert source.name == name
    await source.close()
