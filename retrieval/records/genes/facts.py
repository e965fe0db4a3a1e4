"""What a row of the gene table says, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from retrieval.documents import Document
from retrieval.ingestion.sources.access.shared_services import HGNC_PAGE
from retrieval.records.contract import RecordFact
from retrieval.records.genes.table import AS_OF, GenePlace, GeneRecord
from retrieval.records.record_documents import RecordHead, record_document

HGNC = "HGNC"
ENSEMBL = "Ensembl"
SOURCE = "gene_table"
_ENSEMBL_PAGE = "https://www.ensembl.org/Homo_sapiens/Gene/Summary?g="


def gene_document(gene: GeneRecord) -> Document:
    """A gene of the table as a document."""
    head = RecordHead(
        source=SOURCE,
        id=gene.id,
        title=f"{gene.symbol} ({gene.name})" if gene.name else gene.symbol,
        url=hgnc_address(gene) or ensembl_address(gene),
        organisation=HGNC if gene.hgnc else ENSEMBL,
        date=AS_OF,
        genes=(gene.symbol,),
    )
    return record_document(head, tuple(gene_facts(gene)))


def hgnc_address(gene: GeneRecord) -> str:
    return f"{HGNC_PAGE}{gene.hgnc}" if gene.hgnc else ""


def ensembl_address(gene: GeneRecord) -> str:
    return f"{_ENSEMBL_PAGE}{gene.ensembl}" if gene.ensembl else ""


def gene_facts(gene: GeneRecord) -> Iterator[RecordFact]:
    """Every fact that the table holds of a gene."""
    named = hgnc_address(gene) or ensembl_address(gene)
    publisher = HGNC if gene.hgnc else ENSEMBL
    symbol = gene.symbol

    def fact(field: str, value: str, sentence: str) -> RecordFact:
        return RecordFact(field, value, sentence, named, publisher)

    yield fact("symbol", symbol, _symbol_sentence(gene))
    if gene.aliases:
        others = ", ".join(gene.aliases)
        yield fact("aliases", "|".join(gene.aliases), f"Aliases of {symbol}: {others}.")
    if gene.previous:
        earlier = ", ".join(gene.previous)
        yield fact("previous", "|".join(gene.previous), f"Previous symbols of {symbol}: {earlier}.")
    for place in gene.places:
        yield _place_fact(gene, place)
    what = "a protein-coding gene" if gene.is_protein_coding else "not a protein-coding gene"
    kind = f"{symbol} is {what} ({publisher} locus type: {gene.locus_type})."
    yield fact("coding", "TRUE" if gene.is_protein_coding else "NA", kind)
    yield fact("identifiers", gene.id, f"Identifiers of {symbol}: {'; '.join(_identifiers(gene))}.")


def _symbol_sentence(gene: GeneRecord) -> str:
    name = f", {gene.name}" if gene.name else ""
    if gene.hgnc:
        return f"{gene.symbol} is the approved symbol of {gene.hgnc}{name}."
    return f"{gene.symbol} is the name of {gene.ensembl} in Ensembl{name}; HGNC lists no such gene."


def _place_fact(gene: GeneRecord, place: GenePlace) -> RecordFact:
    at = f"chr{place.chromosome}:{place.start}-{place.end}, {place.strand} strand"
    if place is gene.places[0]:
        band = f", band {gene.band}" if gene.band else ""
        on = f"chromosome {place.chromosome}{band}"
        words = f"{gene.symbol} lies on {on} ({place.assembly} {at})."
        field = "location"
    else:
        words = f"In {place.assembly}, {gene.symbol} lies at {at}."
        field = "other_assembly"
    return RecordFact(field, place.chromosome, words, ensembl_address(gene), ENSEMBL)


def _identifiers(gene: GeneRecord) -> Iterator[str]:
    if gene.hgnc:
        yield gene.hgnc
    if gene.ncbi:
        yield f"NCBI Gene {gene.ncbi}"
    if gene.ensembl:
        yield f"Ensembl {gene.ensembl}"
