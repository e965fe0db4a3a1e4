"""How long what is stored is kept, and what is forgotten before that."""
