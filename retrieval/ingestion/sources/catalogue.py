"""The sources by name, and what each of them needs. Adapters are loaded when they are opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import cast

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
    adapter: tuple[str, str]
    """Module below this package and class, imported when the source is opened."""
    key: str = ""
    """The field of :class:`Access` that holds its key, when the source takes one."""

    def open(self, access: Access) -> Source:
        """The source, reached as ``access`` says; nothing is asked of it yet."""
        module_name, class_name = self.adapter
        module = import_module(f"{__package__}.{module_name}")
        options: dict[str, str] = {}
        if hasattr(module, "ADDRESS"):
            address = access.addresses.get(self.name, module.ADDRESS)
            options = {"address": address, "contact": access.contact}
        if self.key:
            options["api_key"] = getattr(access, self.key)
        return cast("Source", getattr(module, class_name)(**options))


_ENTRIES = (
    Entry(
        name="pubmed",
        title="PubMed",
        silo="pubmed",
        terms="Searches in PubMed's language, or PMIDs.",
        takes_file=False,
        adapter=("literature.pubmed", "PubMed"),
        key="ncbi_api_key",
    ),
    Entry(
        name="clinicaltrials",
        title="ClinicalTrials.gov",
        silo="clinical_trials",
        terms="Searches in the registry's language, or NCT numbers.",
        takes_file=False,
        adapter=("trials.clinical_trials", "ClinicalTrials"),
    ),
    Entry(
        name="openfda",
        title="openFDA drug labels",
        silo="drug_information",
        terms="Drug names, generic or brand, or set ids.",
        takes_file=False,
        adapter=("drugs.openfda", "OpenFDA"),
        key="openfda_api_key",
    ),
    Entry(
        name="wikipedia",
        title="Wikipedia",
        silo="wikipedia",
        terms="Titles of articles.",
        takes_file=False,
        adapter=("literature.wikipedia", "Wikipedia"),
    ),
    Entry(
        name="civic",
        title="CIViC",
        silo="variant_evidence",
        terms="Gene symbols; all accepted evidence without any.",
        takes_file=True,
        adapter=("genomics.civic", "Civic"),
    ),
    Entry(
        name="hgnc",
        title="HGNC",
        silo="genes",
        terms="Gene symbols; a file is read whole without any.",
        takes_file=True,
        adapter=("genomics.hgnc", "Hgnc"),
    ),
    Entry(
        name="rxnorm",
        title="RxNorm",
        silo="drug_information",
        terms="Drug names or RxCUIs.",
        takes_file=False,
        adapter=("drugs.rxnorm", "RxNorm"),
    ),
    Entry(
        name="clinpgx",
        title="ClinPGx (PharmGKB)",
        silo="pharmgkb",
        terms="Gene symbols or drug names.",
        takes_file=True,
        adapter=("genomics.clinpgx", "ClinPgx"),
    ),
    Entry(
        name="drugbank",
        title="DrugBank open vocabulary",
        silo="drug_information",
        terms="Drug names; the whole file without any.",
        takes_file=True,
        adapter=("drugs.drugbank", "DrugBank"),
    ),
)
SOURCES: Mapping[str, Entry] = {entry.name: entry for entry in _ENTRIES}


def entry(name: str) -> Entry:
    """The source of this name. Raises :class:`RequestInvalid`."""
    if name not in SOURCES:
        detail = f"No source is called {name}; known are {', '.join(SOURCES)}."
        raise RequestInvalid(detail)
    return SOURCES[name]
