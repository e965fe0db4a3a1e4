"""Clinical formulas, with their inputs and units."""
