"""Whether a statement holds for a patient: one verdict for each dimension."""
