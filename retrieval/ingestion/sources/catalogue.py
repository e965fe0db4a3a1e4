"""The sources by name, and what each of them needs. Adapters are loaded when they are opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from retrieval.errors import RequestInvalid
from retrieval.ingestion.sources.contract import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """How sources are reached: other addresses, who asks, keys."""

    addresses: Mapping[str, str] = field(default_factory=dict)
    contact: str = ""
    ncbi_api_key: str = field(default="", repr=False)
    openfda_api_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A source as the command line offers it."""

    name: str
    title: str
    silo: str
    """Where its documents go unless another silo is named."""
    terms: str
    """What it takes as terms, in a sentence."""
    takes_file: bool
    """Whether it reads a file that was downloaded by hand."""
    open: Callable[[Access], Source]


def _pubmed(access: Access) -> Source:
    from retrieval.ingestion.sources.literature import pubmed

    address = access.addresses.get("pubmed", pubmed.ADDRESS)
    return pubmed.PubMed(address, contact=access.contact, api_key=access.ncbi_api_key)


def _clinicaltrials(access: Access) -> Source:
    from retrieval.ingestion.sources.trials import clinical_trials

    address = access.addresses.get("clinicaltrials", clinical_trials.ADDRESS)
    return clinical_trials.ClinicalTrials(address, contact=access.contact)


def _openfda(access: Access) -> Source:
    from retrieval.ingestion.sources.drugs import openfda

    address = access.addresses.get("openfda", openfda.ADDRESS)
    return openfda.OpenFDA(address, contact=access.contact, api_key=access.openfda_api_key)


def _wikipedia(access: Access) -> Source:
    from retrieval.ingestion.sources.literature import wikipedia

    address = access.addresses.get("wikipedia", wikipedia.ADDRESS)
    return wikipedia.Wikipedia(address, contact=access.contact)


def _civic(access: Access) -> Source:
    from retrieval.ingestion.sources.genomics import civic

    address = access.addresses.get("civic", civic.ADDRESS)
    return civic.Civic(address, contact=access.contact)


def _hgnc(access: Access) -> Source:
    from retrieval.ingestion.sources.genomics import hgnc

    address = access.addresses.get("hgnc", hgnc.ADDRESS)
    return hgnc.Hgnc(address, contact=access.contact)


def _rxnorm(access: Access) -> Source:
    from retrieval.ingestion.sources.drugs import rxnorm

    address = access.addresses.get("rxnorm", rxnorm.ADDRESS)
    return rxnorm.RxNorm(address, contact=access.contact)


def _clinpgx(access: Access) -> Source:
    from retrieval.ingestion.sources.genomics import clinpgx

    address = access.addresses.get("clinpgx", clinpgx.ADDRESS)
    return clinpgx.ClinPgx(address, contact=access.contact)


def _drugbank(access: Access) -> Source:
    from retrieval.ingestion.sources.drugs import drugbank

    return drugbank.DrugBank()


_ENTRIES = (
    Entry(
        name="pubmed",
        title="PubMed",
        silo="pubmed",
        terms="Searches in PubMed's language, or PMIDs.",
        takes_file=False,
        open=_pubmed,
    ),
    Entry(
        name="clinicaltrials",
        title="ClinicalTrials.gov",
        silo="clinical_trials",
        terms="Searches in the registry's language, or NCT numbers.",
        takes_file=False,
        open=_clinicaltrials,
    ),
    Entry(
        name="openfda",
        title="openFDA drug labels",
        silo="drug_information",
        terms="Drug names, generic or brand, or set ids.",
        takes_file=False,
        open=_openfda,
    ),
    Entry(
        name="wikipedia",
        title="Wikipedia",
        silo="wikipedia",
        terms="Titles of articles.",
        takes_file=False,
        open=_wikipedia,
    ),
    Entry(
        name="civic",
        title="CIViC",
        silo="variant_evidence",
        terms="Gene symbols; all accepted evidence without any.",
        takes_file=True,
        open=_civic,
    ),
    Entry(
        name="hgnc",
        title="HGNC",
        silo="genes",
        terms="Gene symbols; a file is read whole without any.",
        takes_file=True,
        open=_hgnc,
    ),
    Entry(
        name="rxnorm",
        title="RxNorm",
        silo="drug_information",
        terms="Drug names or RxCUIs.",
        takes_file=False,
        open=_rxnorm,
    ),
    Entry(
        name="clinpgx",
        title="ClinPGx (PharmGKB)",
        silo="pharmgkb",
        terms="Gene symbols or drug names.",
        takes_file=True,
        open=_clinpgx,
    ),
    Entry(
        name="drugbank",
        title="DrugBank open vocabulary",
        silo="drug_information",
        terms="Drug names; the whole file without any.",
        takes_file=True,
        open=_drugbank,
    ),
)
SOURCES: Mapping[str, Entry] = {entry.name: entry for entry in _ENTRIES}


def entry(name: str) -> Entry:
    """The source of this name. Raises :class:`RequestInvalid`."""
    if name not in SOURCES:
        detail = f"No source is called {name}; known are {', '.join(SOURCES)}."
        raise RequestInvalid(detail)
    return SOURCES[name]
