"""Malformed answers of public sources, from a server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from evals.hostile.verdicts import TriedInput, as_broken, as_refused, as_taken
from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.catalogue import SOURCES, SourceAccess
from retrieval.ingestion.sources.contract import HarvestRequest

ASKED = {
    "pubmed": "12345678", "pmc": "PMC12345", "europepmc": "PMC12345", "pdq": "breast treatment",
    "clinicaltrials": "NCT00000001", "openfda": "olaparib", "dailymed": "olaparib",
    "ema": "olaparib", "wikipedia": "HER2", "civic": "BRAF", "hgnc": "BRAF", "rxnorm": "olaparib",
    "clinpgx": "CYP2D6",
}  # fmt: skip
"""Sources that are services, each with a term that it takes."""
ANSWERS: dict[str, tuple[str, bytes]] = {
    "nothing": ("application/json", b""),
    "noise": ("application/json", bytes(range(256)) * 8),
    "null": ("application/json", b"null"),
    "list": ("application/json", b"[[[]]]"),
    "other_kinds": (
        "application/json",
        b'{"data": 7, "results": {"a": null}, "studies": "x", "response": {"docs": [1, null]},'
        b' "esearchresult": {"idlist": {"a": 1}, "count": "many"}, "query": [], "idGroup": 3}',
    ),
    "deep": ("application/json", b'{"a":' * 20_000),
    "digits": ("application/json", b'{"count": ' + b"9" * 20_000 + b"}"),
    "page": ("text/html", b"<html><script>alert(1)</script>Service unavailable"),
    "laughs": ("text/xml", b"<!DOCTYPE d [<!ENTITY a 'x'><!ENTITY b '&a;&a;'>]><d>&b;</d>"),
}
SECONDS = 20.0
"""For one source and answer. Chosen by hand: nothing malformed is worth waiting for."""


async def ask_all() -> list[TriedInput]:
    """What each source made of each answer."""
    return [
        await _ask(name, what, kind, body) for name in ASKED for what, (kind, body) in _answers()
    ]


def _answers() -> Iterator[tuple[str, tuple[str, bytes]]]:
    yield from ANSWERS.items()


async def _ask(name: str, what: str, kind: str, body: bytes) -> TriedInput:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await reader.readuntil(b"\r\n\r\n")
            head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    source = SOURCES[name].open(SourceAccess(addresses={name: address}))
    told = f"{name}: {what}"
    try:
        async with asyncio.timeout(SECONDS):
            request = HarvestRequest(silo="made", terms=(ASKED[name],), limit=2)
            problems = [
                each for page in [p async for p in source.pages(request)] for each in page.problems
            ]
        return (
            as_refused("source", told, problems[0].reason) if problems else as_taken("source", told)
        )
    except (SourceFailed, RequestInvalid) as error:
        return as_refused("source", told, str(error))
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        return as_broken("source", told, error)
    finally:
        await source.close()
        server.close()
