"""How questions on records are answered: their statements, in the order of the sources; gaps."""
