"""The services of records by name. Nothing else is imported: settings are checked against it."""

from __future__ import annotations

from collections.abc import Mapping

OF_NCBI: Mapping[str, tuple[str, str]] = {
    "ncbi_gene": ("ncbi_gene", "NcbiGene"),
    "ncbi_snp": ("ncbi_snp", "NcbiSnp"),
    "ncbi_clinvar": ("ncbi_clinvar", "NcbiClinVar"),
    "ncbi_omim": ("ncbi_omim", "NcbiOmim"),
}
OTHERS: Mapping[str, tuple[str, str]] = {
    "hgnc": ("hgnc", "HgncService"),
    "ensembl": ("ensembl", "EnsemblService"),
    "ucsc": ("ucsc", "Ucsc"),
    "myvariant": ("myvariant", "MyVariant"),
    "clingen": ("clingen", "ClinGenAlleles"),
    "civic": ("civic", "CivicService"),
    "blast": ("blast", "Blast"),
}
SERVICES = (*OF_NCBI, *OTHERS)
"""The services by name, in the order in which their cards are shown: the slow one is last."""
