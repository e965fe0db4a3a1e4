"""Services of records that are wrong, changed, slow or down, on loopback: each costs a line, and
never the answer that another source has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from agents.extractive.core import ExtractiveCore
from agents.run.limits import Limits
from agents.turns import Answer, Question, ThreadKey, View
from evals.hostile.sources import ANSWERS
from evals.hostile.verdicts import TriedInput, as_broken, as_refused, as_taken, is_sentence
from evals.running.run_in_memory import run_in_memory
from evals.running.silos import EmptySilos
from retrieval.documents import Document, DocumentRef
from retrieval.ingestion.sources.access.http import RequestPace
from retrieval.outcomes import Data
from retrieval.records.library import RecordLibrary
from retrieval.records.opening import open_sources
from retrieval.records.service_names import SERVICES
from retrieval.records.services.access.service import RETRIES, Reach

QUESTION = "which chromosome is BRAF on?"
HELD = "chromosome 7"
"""What the gene table, which is shipped, says to it."""
SECONDS = 60.0
"""For one service and answer. Chosen by hand: none may wait longer than a run does."""
AT_ONCE = 8
"""Answers tried side by side. Chosen by hand: they wait more than they compute."""
_OK = "200 OK"
_HALF: Any = {
    "result": {"uids": ["1"], "1": {"uid": None, "name": 7, "chromosome": {}, "genes": 3}},
    "esearchresult": {"count": "1", "idlist": ["1"]},
    "response": {"docs": [{"symbol": None, "location": ["x"], "hgnc_id": {}}]},
    "hits": [{"_id": 3, "dbsnp": [], "chrom": None}],
    "data": {"evidenceItems": {"totalCount": "a", "nodes": [{"id": {}, "disease": 7}]}},
    "positionMatches": [{"matches": [None, 3, {"posName": 9}]}],
    "display_name": [], "seq_region_name": {}, "start": "x", "end": None,
    "@id": 7, "genomicAlleles": [None, {"hgvs": 3}],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BadAnswer:
    """What a service sends, and how it ends."""

    status: str = _OK
    kind: str = "application/json"
    body: bytes = b""
    length: int | None = None
    """What it says that it sends; None for as much as it does."""
    head: str = ""

    def wire_bytes(self) -> bytes:
        """All of it, as it goes over the wire."""
        length = len(self.body) if self.length is None else self.length
        lines = [f"HTTP/1.1 {self.status}", f"Content-Type: {self.kind}"]
        lines += [f"Content-Length: {length}", "Connection: close", *filter(None, [self.head])]
        return "\r\n".join([*lines, "", ""]).encode() + self.body


_OTHER_GENE = {
    "response": {"numFound": 1, "docs": [{"symbol": "KRAS", "location": "12p12.1"}]},
    "display_name": "KRAS", "seq_region_name": "12", "start": 25205246, "end": 25250929,
    "strand": -1, "biotype": "protein_coding", "assembly_name": "GRCh38",
}  # fmt: skip
"""What answers on a gene that nobody asked for."""


def bad_answers() -> Iterator[tuple[str, BadAnswer]]:
    """Twenty and more, each with its name; the last is none at all."""
    for name, (kind, body) in ANSWERS.items():
        yield name, BadAnswer(kind=kind, body=body)
    for status in ("500 Error", "503 Busy", "429 Too Many", "403 Forbidden", "404 Not Found"):
        yield status.split()[0], BadAnswer(status, body=b'{"error": "x"}')
    half = json.dumps(_HALF).encode()
    yield "half_right", BadAnswer(body=half)
    yield "list_of_half", BadAnswer(body=b"[" + half + b"]")
    yield "cut", BadAnswer(body=half[:60], length=len(half))
    yield "cut_json", BadAnswer(body=half[:60])
    yield "circle", BadAnswer("302 Found", head="Location: /")
    yield "no_address", BadAnswer("301 Moved", head="Location: javascript:alert(1)")
    yield "other_gene", BadAnswer(body=json.dumps(_OTHER_GENE).encode())
    yield "control", BadAnswer(body=half.replace(b"[]", b'"\\u0000\\u202e"'))
    yield (
        "wrong_bytes",
        BadAnswer(kind="text/json; charset=utf-8", body=b'{"a": "\xff\xfe"}'),
    )
    yield "no_head", BadAnswer(status="")
    yield "closed", BadAnswer(status="closed")


async def ask_all() -> list[TriedInput]:
    """What each service made of each answer, and each answer of all of them of a run."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(name: str, what: str, bad: BadAnswer) -> TriedInput:
        async with turn:
            return await ask_service(name, what, bad)

    asked = [(name, what, bad) for name in SERVICES for what, bad in bad_answers()]
    told = await asyncio.gather(*(in_turn(*each) for each in asked))
    return [*told, *[await ask_question(what, bad) for what, bad in bad_answers()]]


class _KeptRecords(EmptySilos):
    """Holds nothing but the records that were shown."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[DocumentRef, Document] = {}

    async def keep_records(self, shown: Sequence[Document], raw: str = "") -> None:
        """Keep them while the question lasts."""
        self._kept |= {each.ref: each for each in shown}

    async def open(self, ref: DocumentRef) -> Document:
        """One that was shown."""
        return self._kept[ref]


@asynccontextmanager
async def _library(bad: BadAnswer, names: Sequence[str]) -> AsyncIterator[RecordLibrary]:
    """The gene table and services that answer so."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await reader.readuntil(b"\r\n\r\n")
            if bad.status != "closed":
                writer.write(bad.wire_bytes())
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    reach = Reach(
        addresses=dict.fromkeys(("ncbi", *SERVICES), address),
        pacing=RequestPace(_wait_not, spaced=False, retries=RETRIES),
    )
    sources, kept = open_sources(names, reach), _KeptRecords()
    try:
        yield RecordLibrary(kept, sources, kept)
    finally:
        for source in sources:
            await source.close()
        server.close()


async def _wait_not(seconds: float) -> None:
    """Services that are asked here need no rest."""


async def ask_service(name: str, what: str, bad: BadAnswer) -> TriedInput:
    """What one service made of one answer."""
    told = f"{name}: {what}"
    async with _library(bad, (name,)) as library:
        example = next(card.example for card in library.cards if card.name == name)
        try:
            async with asyncio.timeout(SECONDS):
                outcome = await library.search(name, example)
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            return as_broken("record", told, error)
    if isinstance(outcome, Data):
        return as_taken("record", told)
    return as_refused("record", told, outcome.reason)


async def ask_question(what: str, bad: BadAnswer) -> TriedInput:
    """A whole question, to which the gene table has the answer and no service has one."""
    told = f"all services, a whole question: {what}"
    question = Question(thread=ThreadKey("T", "C", what), asker="U", text=QUESTION)
    async with _library(bad, SERVICES) as library:
        try:
            view = await run_in_memory(question, ExtractiveCore(), None, Limits(), library)
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            return as_broken("record", told, error)
    lines = [each.detail for step in view.steps for each in step.observations if each.detail]
    bad_line = next((line for line in lines if not is_sentence(line)), "")
    if not _is_answered(view) or bad_line:
        return as_broken("record", told, ValueError(bad_line or "no answer"))
    return as_taken("record", told)


def _is_answered(view: View) -> bool:
    ending = view.ending
    said = ending.sentences if isinstance(ending, Answer) else ()
    return any(HELD in each.text and each.verified for each in said)
