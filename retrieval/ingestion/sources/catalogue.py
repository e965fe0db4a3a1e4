"""The sources by name, and what each of them needs. Adapters are loaded when they are opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import cast

from retrieval.declaration.cards import Role, SiloCard
from retrieval.ingestion.sources.contract import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceAccess:
    """How sources are reached: other addresses, who asks, keys."""

    addresses: Mapping[str, str] = field(default_factory=dict)
    contact: str = ""
    ncbi_api_key: str = field(default="", repr=False)
    openfda_api_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """A source as the command line offers it."""

    name: str
    title: str
    role: Role
    """Its documents go to the first silo of this role unless another silo is named."""
    terms: str
    """What it takes as terms, in a sentence."""
    takes_file: bool
    """Whether it reads a file that was downloaded by hand."""
    adapter: tuple[str, str]
    """Module below this package and class, imported when the source is opened."""
    key: str = ""
    """The field of :class:`SourceAccess` that holds its key, when the source takes one."""

    def open(self, access: SourceAccess) -> Source:
        """The source, reached as ``access`` says; nothing is asked of it yet."""
        from retrieval.ingestion.sources.access.service_source import ServiceSource

        module_name, class_name = self.adapter
        module = import_module(f"{__package__}.{module_name}")
        adapter = getattr(module, class_name)
        options: dict[str, str | None] = {}
        if issubclass(adapter, ServiceSource):
            options = {"address": access.addresses.get(self.name), "contact": access.contact}
        if self.key:
            options["api_key"] = getattr(access, self.key)
        return cast("Source", adapter(**options))


_ENTRIES = (
    SourceEntry(
        name="pubmed",
        title="PubMed",
        role="literature",
        terms="Searches in PubMed's language, or PMIDs.",
        takes_file=False,
        adapter=("literature.pubmed", "PubMed"),
        key="ncbi_api_key",
    ),
    SourceEntry(
        name="pmc",
        title="PubMed Central, full texts",
        role="literature",
        terms="PMC numbers, of open-access articles and authors' manuscripts.",
        takes_file=False,
        adapter=("literature.pmc", "Pmc"),
        key="ncbi_api_key",
    ),
    SourceEntry(
        name="europepmc",
        title="Europe PMC, open full texts",
        role="literature",
        terms="Searches in Europe PMC's language, or PMC numbers, of open-access articles.",
        takes_file=False,
        adapter=("literature.europe_pmc", "EuropePmc"),
    ),
    SourceEntry(
        name="pdq",
        title="NCI PDQ, summaries for health professionals",
        role="literature",
        terms='Words of a summary\'s address ("breast treatment"), or the address.',
        takes_file=False,
        adapter=("literature.pdq", "Pdq"),
    ),
    SourceEntry(
        name="clinicaltrials",
        title="ClinicalTrials.gov",
        role="trial",
        terms="Searches in the registry's language, or NCT numbers.",
        takes_file=False,
        adapter=("trials.clinical_trials", "ClinicalTrials"),
    ),
    SourceEntry(
        name="openfda",
        title="openFDA drug labels",
        role="label",
        terms="Drug names, generic or brand, or set ids.",
        takes_file=False,
        adapter=("drugs.openfda", "OpenFDA"),
        key="openfda_api_key",
    ),
    SourceEntry(
        name="dailymed",
        title="DailyMed drug labels",
        role="label",
        terms="Drug names, generic or brand, or set ids.",
        takes_file=False,
        adapter=("drugs.dailymed", "DailyMed"),
    ),
    SourceEntry(
        name="ema",
        title="EMA, medicines of the European Union",
        role="label",
        terms="Names of medicines, common names or active substances.",
        takes_file=True,
        adapter=("drugs.ema", "Ema"),
    ),
    SourceEntry(
        name="wikipedia",
        title="Wikipedia",
        role="background",
        terms="Titles of articles, or search: and words.",
        takes_file=False,
        adapter=("literature.wikipedia", "Wikipedia"),
    ),
    SourceEntry(
        name="civic",
        title="CIViC",
        role="variant",
        terms="Gene symbols; all accepted evidence without any.",
        takes_file=True,
        adapter=("genomics.civic", "Civic"),
    ),
    SourceEntry(
        name="hgnc",
        title="HGNC",
        role="gene",
        terms="Gene symbols, earlier ones or aliases; a file is read whole without any.",
        takes_file=True,
        adapter=("genomics.hgnc", "Hgnc"),
    ),
    SourceEntry(
        name="rxnorm",
        title="RxNorm",
        role="label",
        terms="Drug names or RxCUIs.",
        takes_file=False,
        adapter=("drugs.rxnorm", "RxNorm"),
    ),
    SourceEntry(
        name="clinpgx",
        title="ClinPGx (PharmGKB)",
        role="pharmacogenomics",
        terms="Gene symbols or drug names.",
        takes_file=True,
        adapter=("genomics.clinpgx", "ClinPgx"),
    ),
    SourceEntry(
        name="drugbank",
        title="DrugBank open vocabulary",
        role="label",
        terms="Drug names; the whole file without any.",
        takes_file=True,
        adapter=("drugs.drugbank", "DrugBank"),
    ),
    SourceEntry(
        name="moalmanac",
        title="Molecular Oncology Almanac, regulatory indications",
        role="label",
        terms="Drug names, generic or brand; the whole file without any.",
        takes_file=True,
        adapter=("drugs.moalmanac", "Moalmanac"),
    ),
    SourceEntry(
        name="indications",
        title="Indications as records: a table of your own",
        role="label",
        terms="Drug or tumour names; the whole file without any.",
        takes_file=True,
        adapter=("drugs.indications", "Indications"),
    ),
)
SOURCES: Mapping[str, SourceEntry] = {entry.name: entry for entry in _ENTRIES}


def silo_filled_by(source: SourceEntry, cards: Sequence[SiloCard]) -> str:
    """Where a source's documents go unless another silo is named: the first of its role."""
    return next(card.name for card in cards if card.role == source.role)
