"""The UCSC Genome Browser: where a gene lies in GRCh38.

UCSC asks for at most one request a second (genome.ucsc.edu/goldenPath/help/api.html).
"""

from __future__ import annotations

from retrieval.declaration.record_cards import RecordCard
from retrieval.ingestion.sources.access.json_fields import list_at, text
from retrieval.records.contract import Lookup
from retrieval.records.services.access.service import OtherForm, Reach, RecordService, ServiceAnswer

ADDRESS = "https://api.genome.ucsc.edu"


class Ucsc(RecordService):
    """Human genes by name."""

    card = RecordCard(
        name="ucsc",
        title="UCSC Genome Browser",
        use_when="Place of a human gene in GRCh38, as UCSC's browser has it.",
        example="chromosome location of BRAF",
    )

    def __init__(self, reach: Reach) -> None:
        super().__init__(reach)
        self._service = reach.service("ucsc", "UCSC", ADDRESS, 1.0, 10.0)

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """The first match whose name is just this one. Raises :class:`OtherForm` for matches
        without names."""
        answer = await self._service.get_json("search", search=lookup.name, genome="hg38")
        tracks = list_at(answer, "positionMatches")
        matches = [each for track in tracks for each in list_at(track, "matches")]
        is_told = any(text(each, "posName") for each in matches)
        if not is_told and (matches or not (tracks or text(answer, "genome"))):
            raise OtherForm(answer)
        found = [
            {"name": lookup.name, "position": text(match, "position"), "track": text(track, "name")}
            for track in tracks
            for match in list_at(track, "matches")
            if text(match, "posName").split(" ")[0].casefold() == lookup.name.casefold()
        ]
        return ServiceAnswer(found[:1], answer)

    async def close(self) -> None:
        await self._service.close()
