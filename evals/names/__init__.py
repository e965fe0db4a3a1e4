"""How the tables of names are made from public records."""
