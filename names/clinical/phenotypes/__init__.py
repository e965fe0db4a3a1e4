"""How a patient metabolises: reading it, deriving it, and holding a rule against it."""

from names.clinical.phenotypes.cover import phenotype_covers
from names.clinical.phenotypes.derivation import phenotype_of_alleles, phenotype_of_score
from names.clinical.phenotypes.metabolisers import read_phenotypes

__all__ = ["phenotype_covers", "phenotype_of_alleles", "phenotype_of_score", "read_phenotypes"]
