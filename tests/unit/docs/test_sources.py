"""A source that is added is on the pages, too: how it is asked, and what a firewall lets out."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from bot.commands.ingestion.source_checks import NotingReach
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.catalogue import SOURCES, SourceEntry
from retrieval.records.opening import open_sources
from retrieval.records.service_names import SERVICES

DOCS = Path(__file__).parents[3] / "docs"


def test_every_source_has_a_section_that_says_how_it_is_asked() -> None:
    page = (DOCS / "sources.md").read_text("utf-8")
    told = set(re.findall(r"curbside ingest (\w+)", page))
    assert sorted(SOURCES.keys() - told) == []


def test_every_source_stands_in_the_table_of_its_page() -> None:
    page = (DOCS / "sources.md").read_text("utf-8")
    rows = set(re.findall(r"(?m)^\| `(\w+)` \|", page))
    assert sorted(SOURCES.keys() - rows) == []


def test_every_source_is_named_to_admins() -> None:
    """By its name in the catalogue, without what is said of it there."""
    page = " ".join((DOCS / "for-admins.md").read_text("utf-8").split())
    told = page.partition("Public sources are ")[2].partition(" Set `CURBSIDE_CONTACT`")[0].lower()
    assert [name for name in map(_name_of, SOURCES.values()) if name.lower() not in told] == []


def _name_of(entry: SourceEntry) -> str:
    words = re.split(r"[,:(]", entry.title)[0].split()
    return " ".join(word for word in words if word != word.lower())


def test_every_host_that_is_asked_stands_in_its_row_for_firewalls() -> None:
    """No more of them either: an admin opens what the page names."""
    reach = NotingReach()
    open_sources(SERVICES, reach)
    page = (DOCS / "for-admins.md").read_text("utf-8")
    for purpose, addresses in (
        ("public sources", filter(None, map(_address_of, SOURCES.values()))),
        ("sources of [records]", reach.noted.values()),
    ):
        (row,) = (each for each in page.splitlines() if f"` | {purpose}" in each)
        told = re.findall(r"`([\w.-]+)`", row.split("|")[1])
        assert sorted(told) == sorted({str(urlsplit(each).hostname) for each in addresses})


def _address_of(entry: SourceEntry) -> str:
    module, name = entry.adapter
    adapter = getattr(import_module(f"retrieval.ingestion.sources.{module}"), name)
    return str(adapter.default_address) if issubclass(adapter, ServiceSource) else ""
