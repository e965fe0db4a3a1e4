"""Which model has which part of a run."""
