"""Names of drugs from RxNorm, by the National Library of Medicine's RxNav service.

``/rxcui.json?name=`` finds a concept, ``/rxcui/N/allrelated.json`` its ingredients (IN), brand
names (BN) and others by term type; at most 20 requests a second (lhncbc.nlm.nih.gov/RxNav, terms
of service). RxNorm's own names are in the public domain. This
product uses publicly available data from the NLM; the NLM does not endorse it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import at, list_at, text, texts
from retrieval.ingestion.sources.access.pagination import TermPage, distinct_terms, paginate
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

_PAGE = "https://mor.nlm.nih.gov/RxNav/search?searchBy=RXCUI&searchTerm="
_KINDS = {
    "IN": "Ingredients",
    "PIN": "Precise ingredients",
    "MIN": "Combinations",
    "BN": "Brand names",
    "DF": "Dose forms",
}


class RxNorm(ServiceSource):
    """Drugs with their names. Terms are names, generic or brand, or RxCUIs. RxNorm does not say
    when a concept was changed, so ``since`` asks for all."""

    name = "rxnorm"
    service_name = "RxNorm"
    default_address = "https://rxnav.nlm.nih.gov/REST"
    per_second = 10.0

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Drugs of the request after the cursor, one a page."""
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            return await self._fetch(term.strip(), request.silo)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _fetch(self, term: str, silo: str) -> TermPage:
        number = term if term.isdecimal() else await self._number(term)
        if not number:
            return TermPage(problems=(Problem(f"rxnorm:{term}", "is no name that RxNorm knows."),))
        answer = await self._service.get_json(f"rxcui/{number}/allrelated.json")
        groups = at(answer, "allRelatedGroup", "conceptGroup")
        if not isinstance(groups, list):
            raise SourceFailed("RxNorm answered without related names.")
        found = {
            text(group, "tty"): [
                (text(one, "name"), text(one, "rxcui"))
                for one in list_at(group, "conceptProperties")
                if text(one, "name")
            ]
            for group in groups
        }
        if not any(found.get(kind) for kind in _KINDS):
            return TermPage(problems=(Problem(f"rxcui-{number}", "has no names."),))
        return TermPage(records=(_record(number, term, found, answer, silo),))

    async def _number(self, name: str) -> str:
        answer = await self._service.get_json("rxcui.json", name=name, search=2)
        numbers = texts(answer, "idGroup", "rxnormId")
        return numbers[0] if numbers and numbers[0].isdecimal() else ""


def _record(
    number: str, term: str, found: dict[str, list[tuple[str, str]]], answer: Any, silo: str
) -> Record:
    ingredients = [name for name, _ in found.get("IN", [])]
    # The concept of the ingredient, whichever of its names was asked for.
    single = found.get("IN", [])
    identity = single[0][1] if len(single) == 1 and single[0][1].isdecimal() else number
    title = ", ".join(ingredients) or term
    lines = [f"Names of {title} in RxNorm (RxCUI {identity})."]
    for kind, heading in _KINDS.items():
        names = sorted({name for name, _ in found.get(kind, [])}, key=str.casefold)
        if names:
            lines.append(f"{heading} of {title}: {', '.join(names)}.")
    document = Document(
        silo=silo,
        id=f"rxcui-{identity}",
        version="current",
        title=f"{title} — names",
        text="\n\n".join(lines),
        url=f"{_PAGE}{identity}",
        organisation="RxNorm, National Library of Medicine",
        facets=Facets(
            drugs=tuple(name.lower() for name in ingredients),
            identifiers=(Identifier("rxcui", identity),),
        ),
        facts_from=(f"rxnorm:{identity}",),
    )
    return Record(document=document, raw=json.dumps(answer, ensure_ascii=False, sort_keys=True))
