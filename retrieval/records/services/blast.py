"""NCBI BLAST: which organism a sequence is of, and on which chromosome it lies.

A search is put in, and fetched when it is done, which takes minutes. NCBI asks for at most one
request in ten seconds and one look a minute at each search
(blast.ncbi.nlm.nih.gov/doc/blast-help/developerinfo.html). A search that a question did not wait
for goes on: whoever asks again gets it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from retrieval.declaration.record_cards import RecordCard
from retrieval.errors import SourceFailed
from retrieval.records.contract import Lookup
from retrieval.records.services.access.blast_text import hits_of, status_of
from retrieval.records.services.access.service import Reach, RecordService, ServiceAnswer

ADDRESS = "https://blast.ncbi.nlm.nih.gov"
LOOK_SECONDS = 60.0
FIRST_LOOK_SECONDS = 15.0
"""Before the first look. Chosen by hand: short sequences are often done by then."""
MOST_HITS = 20
_RID = re.compile(r"RID = (\w+)|^[ \t]{0,8}(\w{8,16})[ \t]{0,8}$", re.MULTILINE)
_TRANSCRIPT = re.compile(r"[NX][MR]_\d")
_GENE = re.compile(r"\(([A-Za-z][\w-]{1,19})\), ")
"""The symbol in the title of a transcript: "… member 6 (SLC38A6), transcript variant X10, mRNA"."""
HUMAN = "Homo sapiens"


class Blast(RecordService):
    """Sequences of nucleotides."""

    card = RecordCard(
        name="blast",
        title="NCBI BLAST",
        use_when="Which organism or human chromosome a DNA sequence comes from. Takes minutes.",
        example="place of the DNA sequence ATTCTGCCTTTAGTAATTTGATGACAGAG",
    )
    seconds = 240.0
    is_slow = True

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("blast", "NCBI BLAST", ADDRESS, 0.1, 30.0)
        self._sleep = reach.pacing.sleep
        self._running: dict[str, str] = {}

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The matches of the sequence, as one record."""
        report = await self._report(lookup.name.upper())
        hits = hits_of(report)
        record = _record(hits, lookup.name)
        return ServiceAnswer((record,) if hits else (), {"report": report})

    async def _report(self, sequence: str) -> str:
        rid = self._running.get(sequence) or await self._put(sequence)
        self._running[sequence] = rid
        await self._sleep(FIRST_LOOK_SECONDS)
        while True:
            body = await self._service.get_bytes(
                "blast/Blast.cgi", CMD="Get", FORMAT_TYPE="Text", RID=rid
            )
            report = body.decode("utf-8", "replace")
            status = status_of(report)
            if status != "WAITING":
                self._running.pop(sequence, None)
            if status == "READY":
                return report
            if status != "WAITING":
                raise SourceFailed("NCBI BLAST has lost or broken off the search.")
            await self._sleep(LOOK_SECONDS)

    async def _put(self, sequence: str) -> str:
        body = await self._service.get_bytes(
            "blast/Blast.cgi",
            CMD="Put",
            PROGRAM="blastn",
            MEGABLAST="on",
            DATABASE="nt",
            HITLIST_SIZE=MOST_HITS,
            QUERY=sequence,
        )
        found = _RID.search(body.decode("utf-8", "replace"))
        if found is None:
            raise SourceFailed("NCBI BLAST did not take the search.")
        return found[1] or found[2]

    async def close(self) -> None:
        """Let go of connections; searches that run there go on."""
        await self._service.close()


def _gene_of(human: Sequence[dict[str, Any]]) -> str:
    """The gene of the best human transcripts; empty where there is none, or they name several."""
    named = {
        match[1]
        for hit in human
        if _TRANSCRIPT.match(hit["accession"]) and (match := _GENE.search(hit["title"]))
    }
    return named.pop() if len(named) == 1 else ""


def _record(hits: Sequence[dict[str, Any]], sequence: str) -> dict[str, Any]:
    """What the hits say together: the organism of the best named one, and the chromosome of most
    human ones."""
    organism = next((hit["organism"] for hit in hits if hit["organism"]), "")
    best = max((hit["identical"] for hit in hits), default=0)
    human = [h for h in hits if h["organism"] == HUMAN and h["identical"] == best]
    told = Counter(hit["chromosome"] for hit in human if hit["chromosome"])
    chromosome = told.most_common(1)[0][0] if told else ""
    placed = [h for h in human if h["chromosome"] == chromosome and h["assembly"]]
    return {
        "id": f"{sequence[:12]}-{len(sequence)}",
        "letters": len(sequence),
        "hits": list(hits),
        "organism": organism,
        "chromosome": chromosome,
        "gene": _gene_of(human),
        "place": placed[:1],
        "human": [hit["accession"] for hit in human if hit["chromosome"] == chromosome],
    }
