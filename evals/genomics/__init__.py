"""How the gene table that ships, and the gene panel, are made from public records."""
