"""The events of a run: rows with a hash chain, and the view folded from them."""
