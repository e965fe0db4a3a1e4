"""PubMed's XML as records: abstracts by section, indexing, and what was said of them later.

Elements as in NLM's "MEDLINE/PubMed Data Element Descriptions" and its DTD of 2025.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from lxml import etree

from retrieval.documents import Document, Facets, Identifier
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.contract import PublicationStatus, Record
from retrieval.ingestion.sources.literature.pubmed_xml import (
    all_texts,
    flat_text,
    iso_day,
    parse_articles,
)

_WEIGHTS: Final[dict[PublicationStatus, int]] = {
    "current": 0,
    "corrected": 1,
    "concern": 2,
    "retracted": 3,
}
_SAID_OF: dict[str, tuple[PublicationStatus, str]] = {
    "RetractionIn": ("retracted", "Retracted"),
    "RetractedandRepublishedIn": ("retracted", "Retracted and republished"),
    "PartialRetractionIn": ("concern", "Retracted in part"),
    "ExpressionOfConcernIn": ("concern", "Expression of concern"),
    "ErratumIn": ("corrected", "Corrected"),
    "CorrectedandRepublishedIn": ("corrected", "Corrected and republished"),
}
"""RefType in the article that something was said of → its status, and the word for it."""
_SAYS_OF: dict[str, tuple[PublicationStatus, str]] = {
    "RetractionOf": ("retracted", "Retracted"),
    "PartialRetractionOf": ("concern", "Retracted in part"),
    "ExpressionOfConcernFor": ("concern", "Expression of concern"),
    "ErratumFor": ("corrected", "Corrected"),
}
"""RefType in the notice."""
_REPLACES = ("UpdateOf", "CorrectedandRepublishedFrom", "RetractedandRepublishedFrom")
_LEVELS = (
    ("Practice Guideline", "guideline"),
    ("Guideline", "guideline"),
    ("Meta-Analysis", "meta-analysis"),
    ("Systematic Review", "systematic review"),
    ("Randomized Controlled Trial", "randomised trial"),
    ("Clinical Trial, Phase III", "clinical trial"),
    ("Clinical Trial, Phase II", "clinical trial"),
    ("Clinical Trial, Phase I", "clinical trial"),
    ("Clinical Trial", "clinical trial"),
    ("Observational Study", "observational study"),
    ("Review", "review"),
    ("Case Reports", "case report"),
)
_TUMOUR = re.compile(
    r"neoplasms|carcinoma|adenocarcinoma|melanoma|lymphoma|leukemia|sarcoma|glioma|glioblastoma"
    r"|myeloma|mesothelioma|neuroblastoma",
    re.IGNORECASE,
)
_HUMAN_PROTEIN = re.compile(r"([A-Z][A-Z0-9]{1,9}(?:-[A-Z0-9]+)?) protein, human")


@dataclass(frozen=True, slots=True)
class Mark:
    """What a notice says of another article."""

    pmid: str
    status: PublicationStatus
    notice: str

    @property
    def weight(self) -> int:
        return _WEIGHTS[self.status]


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedRecords:
    """What one ``efetch`` gave."""

    records: tuple[Record, ...] = ()
    taken: tuple[str, ...] = ()
    """PMIDs of the records, in their order."""
    numbers: tuple[str, ...] = ()
    """PMIDs of all that came, usable or not."""
    marks: tuple[Mark, ...] = ()
    problems: tuple[Problem, ...] = ()
    error: str = ""
    """What PubMed says instead of records."""


class _Unusable(Exception):
    """A record that cannot be taken in; the text says why."""


def records_of(body: bytes, silo: str) -> FetchedRecords:
    """Read an answer of ``efetch``. Raises :class:`SourceFailed` when it is no XML of PubMed."""
    root = parse_articles(body, "PubMed", "PubmedArticleSet", "eFetchResult")
    if root.tag == "eFetchResult" or root.find("ERROR") is not None:
        return FetchedRecords(error=flat_text(root.find("ERROR")) or "no records")
    records: list[tuple[str, Record]] = []
    problems: list[Problem] = []
    numbers: list[str] = []
    marks: list[Mark] = []
    for element in root.iterchildren("PubmedArticle", "PubmedBookArticle"):
        pmid = _pmid(element)
        numbers.append(pmid)
        marks += _marks(element, pmid)
        try:
            records.append((pmid, _record(element, pmid, silo)))
        except _Unusable as why:
            problems.append(Problem(f"pmid-{pmid}" if pmid else "pubmed", str(why)))
    return FetchedRecords(
        records=tuple(record for _, record in records),
        taken=tuple(pmid for pmid, _ in records),
        numbers=tuple(numbers),
        marks=tuple(marks),
        problems=tuple(problems),
    )


def with_mark(record: Record, mark: Mark) -> Record:
    """The record as its notice says, unless it says something worse of itself already."""
    if _WEIGHTS[record.status] >= mark.weight:
        return record
    text = f"{mark.notice}\n\n{record.document.text}"
    document = replace(record.document, text=text)
    return replace(record, document=document, status=mark.status, notice=mark.notice)


def _record(element: etree._Element, pmid: str, silo: str) -> Record:
    if not pmid:
        raise _Unusable("a record without a PMID")
    book = element.tag == "PubmedBookArticle"
    article = element.find("BookDocument" if book else "MedlineCitation/Article")
    if article is None:
        raise _Unusable("has no article in it")
    title = flat_text(article.find("ArticleTitle")) or flat_text(article.find("VernacularTitle"))
    title = title or flat_text(article.find("Book/BookTitle"))
    if not title:
        raise _Unusable("has no title")
    status, notice = _said_of(element)
    sections = _sections(element, article)
    if not sections and not notice:
        raise _Unusable("has no abstract")
    pieces = [notice, *sections, _indexing_terms(element, article)]
    document = Document(
        silo=silo,
        id=f"pmid-{pmid}",
        version=_revision_date(element),
        title=title,
        text="\n\n".join(piece for piece in pieces if piece) + "\n",
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        organisation=flat_text(article.find("Book/BookTitle" if book else "Journal/Title")),
        date=_publication_date(article),
        facets=_facets(element, article, pmid),
        facts_from=(f"pubmed:{pmid}",),
    )
    raw = etree.tostring(element, encoding="unicode", with_tail=False)
    replaced = tuple(f"pmid-{number}" for number in _linked_pmids(element, _REPLACES))
    return Record(document=document, raw=raw, status=status, notice=notice, supersedes=replaced)


def _sections(element: etree._Element, article: etree._Element) -> list[str]:
    found = article.findall("Abstract/AbstractText")
    if not found:
        others = element.findall(".//OtherAbstract")
        found = [
            text
            for other in others
            if other.get("Language", "eng") == "eng"
            for text in other.findall("AbstractText")
        ]
    written = [(piece.get("Label", ""), flat_text(piece)) for piece in found]
    return [
        f"## {_heading_of_label(label) or 'Abstract'}\n\n{text}" if label or not number else text
        for number, (label, text) in enumerate(written)
        if text
    ]


def _heading_of_label(label: str) -> str:
    label = " ".join(label.split()).strip(" :")
    return label.capitalize() if label.isupper() else label


def _indexing_terms(element: etree._Element, article: etree._Element) -> str:
    lines = (
        ("Publication types", all_texts(element, ".//PublicationType")),
        ("MeSH terms", _mesh(element)),
        ("Substances", all_texts(element, ".//ChemicalList/Chemical/NameOfSubstance")),
        ("Keywords", all_texts(element, ".//KeywordList/Keyword")),
    )
    written = [f"{name}: {'; '.join(values)}." for name, values in lines if values]
    return "## Indexing\n\n" + "\n".join(written) if written else ""


def _mesh(element: etree._Element) -> list[str]:
    terms = []
    for heading in element.iterfind(".//MeshHeadingList/MeshHeading"):
        name = flat_text(heading.find("DescriptorName"))
        qualifiers = [flat_text(qualifier) for qualifier in heading.iterfind("QualifierName")]
        if name:
            terms.append(f"{name} ({', '.join(qualifiers)})" if qualifiers else name)
    return terms


def _facets(element: etree._Element, article: etree._Element, pmid: str) -> Facets:
    types = set(all_texts(element, ".//PublicationType"))
    descriptors = all_texts(element, ".//MeshHeading/DescriptorName")
    substances = all_texts(element, ".//ChemicalList/Chemical/NameOfSubstance")
    proteins = (_HUMAN_PROTEIN.fullmatch(name) for name in substances)
    return Facets(
        tumour_types=_unique(_tumour(name) for name in descriptors if _TUMOUR.search(name)),
        genes=_unique(found[1] for found in proteins if found),
        drugs=_unique(_drugs(element)),
        evidence_level=next((level for kind, level in _LEVELS if kind in types), ""),
        identifiers=_identifiers(element, pmid),
    )


def _drugs(element: etree._Element) -> Iterable[str]:
    """Substances with a registry number: neither unnumbered ones nor enzymes."""
    for chemical in element.iterfind(".//ChemicalList/Chemical"):
        number = flat_text(chemical.find("RegistryNumber"))
        if number not in ("", "0") and not number.startswith("EC "):
            yield flat_text(chemical.find("NameOfSubstance")).lower()


def _tumour(descriptor: str) -> str:
    """``Breast Neoplasms`` → breast cancer; ``Carcinoma, Ovarian Epithelial`` → its words in
    their spoken order."""
    head, _, rest = descriptor.partition(", ")
    spoken = f"{rest} {head}" if rest else head
    return " ".join(re.sub("neoplasms", "cancer", spoken.lower()).split())


def _identifiers(element: etree._Element, pmid: str) -> tuple[Identifier, ...]:
    own = element.findall("PubmedData/ArticleIdList/ArticleId")
    own += element.findall("PubmedBookData/ArticleIdList/ArticleId")
    own += element.findall("BookDocument/ArticleIdList/ArticleId")
    found = [Identifier("pmid", pmid)]
    found += [Identifier("pmcid", flat_text(part)) for part in own if part.get("IdType") == "pmc"]
    found += [Identifier("doi", flat_text(part)) for part in own if part.get("IdType") == "doi"]
    located = element.findall(".//Article/ELocationID")
    found += [
        Identifier("doi", flat_text(part)) for part in located if part.get("EIdType") == "doi"
    ]
    banks = all_texts(element, ".//DataBank/AccessionNumberList/AccessionNumber")
    found += [Identifier("nct", number) for number in banks if number.startswith("NCT")]
    return tuple(dict.fromkeys(identifier for identifier in found if identifier.value))


def _said_of(element: etree._Element) -> tuple[PublicationStatus, str]:
    """The gravest thing said of the article, and its sentence."""
    status: PublicationStatus = "current"
    notice = ""
    for link in element.iterfind(".//CommentsCorrections"):
        said = _SAID_OF.get(link.get("RefType", ""))
        if said is not None and _WEIGHTS[said[0]] > _WEIGHTS[status]:
            status, notice = said[0], _sentence(said[1], link)
    retracted = "Retracted Publication" in all_texts(element, ".//PublicationType")
    if retracted and status != "retracted":
        return "retracted", "Retracted, as PubMed says."
    return status, notice


def _sentence(word: str, link: etree._Element) -> str:
    source = flat_text(link.find("RefSource")).rstrip(". ")
    number = flat_text(link.find("PMID"))
    where = f": {source}" if source else ""
    return f"{word}{where} (PMID {number})." if number else f"{word}{where}."


def _marks(element: etree._Element, pmid: str) -> list[Mark]:
    marks = []
    for link in element.iterfind(".//CommentsCorrections"):
        says = _SAYS_OF.get(link.get("RefType", ""))
        number = flat_text(link.find("PMID"))
        if says is not None and number.isdecimal():
            journal = flat_text(element.find("MedlineCitation/Article/Journal/ISOAbbreviation"))
            where = f": {journal}" if journal else ""
            marks.append(Mark(number, says[0], f"{says[1]}{where} (PMID {pmid})."))
    return marks


def _linked_pmids(element: etree._Element, kinds: tuple[str, ...]) -> list[str]:
    links = element.iterfind(".//CommentsCorrections")
    numbers = (flat_text(link.find("PMID")) for link in links if link.get("RefType") in kinds)
    return [number for number in numbers if number.isdecimal()]


def _pmid(element: etree._Element) -> str:
    book = element.tag == "PubmedBookArticle"
    number = flat_text(element.find("BookDocument/PMID" if book else "MedlineCitation/PMID"))
    return number if number.isascii() and number.isdecimal() else ""


def _revision_date(element: etree._Element) -> str:
    for path in ("MedlineCitation/DateRevised", "BookDocument/DateRevised"):
        day = iso_day(element.find(path))
        if day:
            return day
    place = element.find("MedlineCitation/PMID")
    return f"v{place.get('Version', '1')}" if place is not None else "v1"


def _publication_date(article: etree._Element) -> str:
    """The electronic date where there is one, as it is a whole day; else that of the issue."""
    for path in ("ArticleDate", "Journal/JournalIssue/PubDate", "ContributionDate", "Book/PubDate"):
        day = iso_day(article.find(path))
        if day:
            return day
    return ""


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
