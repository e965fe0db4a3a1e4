"""Sources on genes and variants: CIViC, ClinPGx, HGNC."""
