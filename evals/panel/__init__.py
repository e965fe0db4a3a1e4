"""How the list of genes for the gene panel is made."""
