"""How the gene table that ships is made from public records."""
