"""PubMed on loopback: keeps searches by WebEnv, forgets them when told, knows some articles.

The articles are made up; so are their numbers, which begin at 90,000,001.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.sources.server import Answer, Asked, Loopback

_DAYS = re.compile(r'"(\d{4})/(\d{2})/(\d{2})"\[(crdt|lr)\] : "(\d{4})/(\d{2})/(\d{2})"\[\4\]')


@dataclass(frozen=True, kw_only=True)
class Paper:
    """An article as the server knows it."""

    pmid: int
    created: date = date(2020, 1, 1)
    revised: date = date(2020, 6, 1)
    links: str = ""
    abstract: str = "<AbstractText>A sentence about olaparib.</AbstractText>"
    types: tuple[str, ...] = ("Journal Article",)

    @property
    def xml(self) -> str:
        types = "".join(f"<PublicationType>{one}</PublicationType>" for one in self.types)
        abstract = f"<Abstract>{self.abstract}</Abstract>" if self.abstract else ""
        links = f"<CommentsCorrectionsList>{self.links}</CommentsCorrectionsList>"
        revised = (
            f"<Year>{self.revised:%Y}</Year><Month>{self.revised:%m}</Month>"
            f"<Day>{self.revised:%d}</Day>"
        )
        return (
            f'<PubmedArticle><MedlineCitation><PMID Version="1">{self.pmid}</PMID>'
            f"<DateRevised>{revised}</DateRevised><Article><Journal><JournalIssue><PubDate>"
            "<Year>2020</Year><Month>Mar</Month></PubDate></JournalIssue>"
            "<Title>Journal of Made-up Oncology</Title>"
            "<ISOAbbreviation>J Made Up Oncol</ISOAbbreviation></Journal>"
            f"<ArticleTitle>Paper {self.pmid}</ArticleTitle>{abstract}"
            f"<PublicationTypeList>{types}</PublicationTypeList></Article>{links}"
            "</MedlineCitation></PubmedArticle>"
        )


@dataclass
class Entrez:
    """The history server and its articles."""

    papers: list[Paper] = field(default_factory=list)
    reach: int = 9_999
    searches: dict[str, list[Paper]] = field(default_factory=dict)
    forgets: bool = False
    """Forget each search after it was read once."""
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    def serve(self, server: Loopback) -> None:
        server.on("/esearch.fcgi", self.search)
        server.on("/efetch.fcgi", self.fetch)

    def search(self, asked: Asked) -> Answer:
        found = [paper for paper in self.papers if _fits(paper, asked.query["term"])]
        found.sort(key=lambda paper: (paper.created, paper.pmid), reverse=True)
        name = f"MCID_{next(self._numbers)}"
        self.searches[name] = found
        result = {"count": str(len(found)), "retmax": "0", "retstart": "0", "idlist": []}
        return Answer({"esearchresult": result | {"querykey": "1", "webenv": name}})

    def fetch(self, asked: Asked) -> Answer:
        if "id" in asked.query:
            wanted = asked.query["id"].split(",")
            return _articles([paper for paper in self.papers if str(paper.pmid) in wanted])
        found = self.searches.get(asked.query["WebEnv"])
        if found is None:
            return _error("Unable to obtain query #1")
        start, size = int(asked.query["retstart"]), int(asked.query["retmax"])
        if start > self.reach - 1:
            return _error(f"'retstart' cannot be larger than {self.reach - 1}")
        if self.forgets:
            del self.searches[asked.query["WebEnv"]]
        return _articles(found[start : min(start + size, self.reach)])


def _fits(paper: Paper, term: str) -> bool:
    ranges = [
        (field, date(int(a), int(b), int(c)), date(int(d), int(e), int(f)))
        for a, b, c, field, d, e, f in _DAYS.findall(term)
    ]
    stretch, *fresh = ranges
    if not stretch[1] <= paper.created <= stretch[2]:
        return False
    days = {"crdt": paper.created, "lr": paper.revised}
    return not fresh or any(first <= days[name] <= last for name, first, last in fresh)


def _articles(papers: list[Paper]) -> Answer:
    body = "".join(paper.xml for paper in papers)
    return Answer(f'<?xml version="1.0" ?><PubmedArticleSet>{body}</PubmedArticleSet>')


def _error(said: str) -> Answer:
    return Answer(f'<?xml version="1.0" ?><eFetchResult><ERROR>{said}</ERROR></eFetchResult>')
